/** Rules of Yoshi's shield and specials. Source: doldecomp/melee (ftYs_Guard, ftYs_SpecialHi, ftYs_SpecialLw, ityoshieggthrow). */
import { describe, expect, test } from 'vitest'
import { EXTERNAL_ID } from '../../src/tables/ids.ts'
import type { Pad } from '../../src/index.ts'
import { Duel } from '../duel.ts'
import { ACTION, BUTTON, NEUTRAL, press, stick } from '../scene.ts'

const YOSHI = EXTERNAL_ID.yoshi
const SHIELD = { ...NEUTRAL, l: 255 }

describe('the egg', () => {
  test('goes up in six frames and comes down in sixteen', () => {
    const duel = new Duel(100, YOSHI)
    for (let i = 0; i < 6; i++) expect(duel.step(SHIELD)[0].actionStateId).toBe(341)
    for (let i = 0; i < 10; i++) expect(duel.step(SHIELD)[0].actionStateId).toBe(342)
    for (let i = 0; i < 16; i++) expect(duel.step()[0].actionStateId).toBe(343)
    expect(duel.step()[0].actionStateId).toBe(ACTION.Wait)
  })

  test('no jump leads out of it', () => {
    const duel = new Duel(100, YOSHI)
    for (let i = 0; i < 10; i++) duel.step(SHIELD)
    expect(duel.step({ ...SHIELD, buttons: BUTTON.X })[0].actionStateId).toBe(342)
  })

  test('out of it a spot dodge needs the trigger and the stick (ftCo_80099794)', () => {
    const after = (first: Pad, then: Pad) => {
      const duel = new Duel(100, YOSHI)
      for (let i = 0; i < 10; i++) duel.step(SHIELD)
      for (let i = 0; i < 4; i++) duel.step(first)
      return duel.step(then)[0].actionStateId
    }
    expect(after(NEUTRAL, stick(0, -80))).toBe(343)
    expect(after(NEUTRAL, { ...stick(0, -80), l: 255 })).toBe(ACTION.EscapeN)
    expect(after(SHIELD, { ...SHIELD, cstickY: 48 })).toBe(342)
    expect(after(SHIELD, { ...stick(0, -80), l: 255 })).toBe(ACTION.EscapeN)
  })

  test('leaves nothing of the body to hit, however worn', () => {
    const duel = new Duel(12, YOSHI)
    for (let i = 0; i < 10; i++) duel.step(SHIELD)
    duel.put(0, { shieldHealth: 8 })
    for (let i = 0; i < 20; i++) expect(duel.step(SHIELD, i === 0 ? press(BUTTON.A) : NEUTRAL)[0].percent).toBe(0)
  })

  test('going up, an attack that meets the body beside it has hitlag and deals no damage (ftYs_Guard)', () => {
    const duel = new Duel(16, YOSHI)
    duel.step(NEUTRAL, press(BUTTON.A))
    const [yoshi] = duel.until(([, { hitlagRemaining }]) => hitlagRemaining > 0, SHIELD)
    expect(yoshi).toMatchObject({ actionStateId: 341, hitlagRemaining: 0, percent: 0 })
  })

  test('a hit stuns it for no longer than its hitlag', () => {
    const duel = new Duel(12, YOSHI)
    for (let i = 0; i < 10; i++) duel.step(SHIELD)
    duel.until(([{ actionStateId }]) => actionStateId === 344, SHIELD, press(BUTTON.A))
    const [{ hitlagRemaining }] = duel.pair
    for (let i = 1; i < hitlagRemaining; i++) expect(duel.step(SHIELD)[0].actionStateId).toBe(344)
    expect(duel.step(SHIELD)[0].actionStateId).toBe(342)
  })
})

describe('the egg throw', () => {
  function reach(frames: number): number {
    const duel = new Duel(200, YOSHI)
    for (let i = 0; i < frames; i++) duel.step(stick(0, 80, BUTTON.B))
    for (let i = frames; i < 20; i++) duel.step()
    return duel.game.hash()
  }

  test('depends on how long B is held', () => {
    expect(reach(4)).not.toBe(reach(12))
  })

  test('hits a fighter that it meets', () => {
    const duel = new Duel(10, YOSHI)
    duel.step(stick(0, 80, BUTTON.B))
    expect(duel.until(([, { percent }]) => percent > 0)[1].percent).toBeGreaterThanOrEqual(10)
  })

  test('once it is out he catches ledges, also behind him (15 of 15 recorded)', () => {
    const catchFrom = (animationFrame: number) => {
      const duel = new Duel(60, YOSHI)
      duel.put(0, {
        x: -91,
        y: -8,
        facing: -1,
        isAirborne: true,
        action: 365,
        animationFrame,
        actionFrame: animationFrame,
        selfVy: 0,
      })
      return duel.step()[0].actionStateId
    }
    expect([catchFrom(10), catchFrom(20)]).toEqual([365, ACTION.CliffCatch])
  })
})

describe('egg lay', () => {
  function laid(): Duel {
    const duel = new Duel(20, YOSHI)
    duel.step(press(BUTTON.B))
    duel.until(([, { actionStateId }]) => actionStateId === 276)
    duel.until(([, { actionStateId }]) => actionStateId === 277)
    return duel
  }
  function framesInEgg(pad: (frame: number) => Parameters<Duel['step']>[1]): number {
    const duel = laid()
    let frames = 0
    while (duel.step(NEUTRAL, pad(frames))[1].actionStateId === 277) frames++
    return frames
  }

  test('lays the fighter that the tongue caught behind him, for seven percent', () => {
    const [{ positionX }, victim] = laid().pair
    expect(victim.positionX).toBeLessThan(positionX)
    expect(victim.percent).toBe(7)
  })

  test.each([10, 20, 26])(
    'caught %i away, the victim comes the way of the tongue (97 of 97 recorded frames)',
    (distance) => {
      const duel = new Duel(distance, YOSHI)
      duel.step(press(BUTTON.B))
      const [yoshi, fox] = duel.until(([{ actionStateId }]) => actionStateId === 349)
      expect([yoshi.actionStateCounter, fox.actionStateId]).toEqual([0, 276])
      expect(fox.positionX - yoshi.positionX).toBeCloseTo(27.83, 2)
      for (let i = 0; i < 7; i++) duel.step()
      expect(duel.pair[1].positionX - yoshi.positionX).toBeCloseTo(4.04, 2)
    },
  )

  test('does less the second time, as any attack (6.37 recorded)', () => {
    const duel = laid()
    duel.until(([{ actionStateId }, egg]) => actionStateId === ACTION.Wait && egg.actionStateId === ACTION.Wait)
    const { positionX, facingDirection } = duel.posts[0]!
    duel.put(1, { x: positionX + 20 * facingDirection }).step(press(BUTTON.B))
    const [, { percent }] = duel.until(([, egg]) => egg.percent > 7, NEUTRAL, NEUTRAL, 80)
    expect(percent).toBeCloseTo(13.37, 3)
  })

  test('the egg comes down without the speed it flew at (doldecomp/melee ftCommon_8007D6A4: its animation has none)', () => {
    const duel = laid()
    const [, egg] = duel.until(([, { isAirborne }]) => isAirborne === 0)
    expect(egg).toMatchObject({ actionStateId: 277, speedGroundX: 0 })
  })

  test('every press takes fourteen frames off the egg', () => {
    const alone = framesInEgg(() => NEUTRAL)
    expect(framesInEgg((frame) => (frame === 10 ? press(BUTTON.A) : NEUTRAL))).toBe(alone - 14)
  })

  test('a hit does half its damage, moves nothing and takes four frames off for each percent (3 of 3 recorded)', () => {
    const alone = framesInEgg(() => NEUTRAL)
    const duel = laid()
    let frames = 0
    let frozen = 0
    for (
      let egg = duel.pair[1];
      egg.actionStateId === 277;
      egg = duel.step(frames === 90 ? press(BUTTON.A) : NEUTRAL)[1]
    ) {
      if (egg.hitlagRemaining > 0) frozen++
      if (frames++ === 90) duel.put(1, { x: egg.positionX, y: 0 }).put(0, { x: egg.positionX - 8, facing: 1 })
    }
    const { percent } = duel.pair[1]
    expect(percent).toBeGreaterThan(7)
    expect([percent, frozen, frames]).toEqual([8.5, 3, alone - 6 + 3])
  })

  test('a fastfall in the egg ends with it (ftCo_Fall_Enter_YoshiEgg)', () => {
    const duel = laid().put(1, { isFastFalling: true, y: 400 })
    const [, { actionStateId, speedY }] = duel.until(([, egg]) => egg.actionStateId !== 277)
    expect(actionStateId).toBe(ACTION.Fall)
    expect(speedY).toBeGreaterThan(2)
  })
})

test('the bomb falls straight down and its stars go off to either side', () => {
  const duel = new Duel(12, YOSHI).put(0, { action: ACTION.Fall, isAirborne: true, y: 60, jumpsUsed: 1 })
  duel.step(stick(0, -80, BUTTON.B))
  expect(duel.until(([{ speedY }]) => speedY === -5)[0].actionStateId).toBe(368)
  expect(duel.until(([{ isAirborne }]) => isAirborne === 0)[0].actionStateId).toBe(367)
  expect(duel.until(([, { percent }]) => percent > 0)[1].percent).toBe(1)
})

test('a star appears one above his feet, or three above a floor under it (ityoshistar, as recorded at an edge)', () => {
  const duel = new Duel(60, YOSHI)
  duel.put(0, { action: ACTION.Fall, isAirborne: true, x: -82.45, y: 60, jumpsUsed: 1 })
  duel.step(stick(0, -80, BUTTON.B))
  duel.until(([{ actionStateId }]) => actionStateId === 367)
  const places = duel.items.map(({ positionX, positionY }) => [positionX, positionY])
  expect(places.flat().map((at) => Math.round(at * 100) / 100)).toEqual([-90.45, 1, -74.45, 3])
  expect(duel.items.map(({ expirationTimer }) => expirationTimer)).toEqual([1400, 1400])
})

describe('the egg roll (doldecomp/melee ftYs_SpecialS)', () => {
  const SIDE_B = stick(80, 0, BUTTON.B)

  /** Rolls on the floor, without a flick at the landing. */
  function rolling(distance = 200): Duel {
    const duel = new Duel(distance, YOSHI).put(0, { x: -60 })
    duel.step(SIDE_B)
    duel.until(([{ actionStateId }]) => actionStateId === 357)
    return duel
  }

  test('hops at 2.1, bounces once at a speed of 2, and rolls up to 3 without the stick', () => {
    const duel = new Duel(200, YOSHI).put(0, { x: -80 })
    const [first] = duel.step(SIDE_B)
    expect([first.actionStateId, first.isAirborne, first.speedY]).toEqual([360, 1, Math.fround(2.1)])
    const [bounce] = duel.until(([{ actionStateId }]) => actionStateId === 362)
    expect(bounce.speedAirX).toBe(2)
    duel.until(([{ actionStateId }]) => actionStateId === 357)
    for (let i = 0; i < 20; i++) duel.step()
    expect(duel.pair[0]).toMatchObject({ actionStateId: 357, speedGroundX: 3 })
  })

  test('a stick held back turns it on the floor: a twentieth of its speed a frame, to seven tenths of it', () => {
    const duel = rolling()
    duel.step()
    const [{ speedGroundX: before, facingDirection }] = duel.pair
    const speeds: number[] = []
    for (duel.step(stick(-80, 0)); duel.pair[0].actionStateId === 358; duel.step()) {
      expect(duel.pair[0].facingDirection).toBe(facingDirection)
      speeds.push(duel.pair[0].speedGroundX)
    }
    expect(speeds[1]! - speeds[0]!).toBeCloseTo(-before / 20, 5)
    expect(speeds).toHaveLength(33)
    expect(duel.pair[0]).toMatchObject({ actionStateId: 357, facingDirection: -1 })
  })

  test('a hit costs it 40 frames, and no speed', () => {
    const duel = rolling(12)
    let [framesLeft, speed] = [0, 0]
    duel.until(([, { percent }]) => {
      if (percent > 0) return true
      const yoshi = duel.get(0)
      framesLeft = yoshi.stateInts[0]!
      speed = yoshi.groundVelocity
      return false
    })
    expect(framesLeft - duel.get(0).stateInts[0]!).toBe(40 + 1)
    expect([speed, duel.pair[0].speedGroundX]).toEqual([3, 3])
  })

  test('only its middle hits harder by its speed: three for each unit above one and a half, but four ahead', () => {
    const duel = rolling(18)
    const [, { percent }] = duel.until(([, post]) => post.percent > 0)
    expect(percent).toBe(4)
  })

  test('B ends it from its fiftieth frame on, with two fifths of the speed, and less again over an edge', () => {
    const duel = rolling()
    while (duel.step(press(BUTTON.B))[0].actionStateId === 357) duel.step()
    expect(duel.pair[0].actionStateId).toBe(359)
    expect(duel.pair[0].speedGroundX).toBeLessThan(1.21)
    duel.put(0, { x: 85.4, groundVelocity: 1 })
    const [over] = duel.until(([{ isAirborne }]) => isAirborne === 1)
    expect(over.actionStateId).toBe(363)
    expect(over.speedAirX).toBeLessThan(0.4)
  })
})

test('a hit in the air jump loses 120 of its knockback: a light one does not move him', () => {
  const duel = new Duel(12, YOSHI)
  duel.put(0, { action: ACTION.Fall, isAirborne: true, y: 3, jumpsUsed: 1, selfVy: 0 })
  duel.step(press(BUTTON.X), press(BUTTON.A))
  const [{ actionStateId, hitlagRemaining }] = duel.until(([{ percent }]) => percent > 0)
  expect(actionStateId).toBe(ACTION.JumpAerialF)
  expect(hitlagRemaining).toBeGreaterThan(0)
})
