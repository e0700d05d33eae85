/** Rules of Captain Falcon's and Ganondorf's specials. Source: doldecomp/melee (ftCa_SpecialN, S, Hi, Lw; ftCo_CaptureCaptain). */
import { describe, expect, test } from 'vitest'
import { EXTERNAL_ID } from '../../src/tables/ids.ts'
import { besideWall } from '../beside-wall.ts'
import { Duel } from '../duel.ts'
import { ACTION, BUTTON, DOWN, FOX, NEUTRAL, press, stick, UP } from '../scene.ts'

const FALCON = EXTERNAL_ID['captain-falcon']
const GANONDORF = EXTERNAL_ID.ganondorf
const CAPTURE_CAPTAIN = 275

const B = press(BUTTON.B)
const SIDE_B = stick(80, 0, BUTTON.B)
const UP_B = stick(0, 80, BUTTON.B)
const DOWN_B = stick(0, -80, BUTTON.B)

/** High above the stage. */
function inAir(duel: Duel, y = 60): Duel {
  return duel.put(0, { action: ACTION.Fall, isAirborne: true, y, selfVx: 0, selfVy: 0, jumpsUsed: 1 })
}

function hold(duel: Duel, pad: typeof NEUTRAL, frames: number) {
  for (let i = 0; i < frames; i++) duel.step(pad)
  return duel.pair[0]
}

describe('Falcon Punch in the air', () => {
  test.each([
    ['level', NEUTRAL, 1.95 * 0.92, 0],
    ['thirty degrees up', UP, 1.95 * 0.92 * Math.cos(Math.PI / 6), 1.95 * 0.92 * 0.5],
    ['thirty degrees down', DOWN, 1.95 * 0.92 * Math.cos(Math.PI / 6), -1.95 * 0.92 * 0.5],
  ])('lunges on frame 50 along the stick: %s', (_, pad, vx, vy) => {
    const duel = inAir(new Duel(100, FALCON), 150)
    duel.step(B)
    hold(duel, NEUTRAL, 48)
    const post = duel.step(pad)[0]
    expect(post.actionStateCounter).toBe(50)
    expect([post.speedAirX, post.speedY]).toEqual([expect.closeTo(vx, 4), expect.closeTo(vy, 4)])
  })
})

describe('Raptor Boost', () => {
  test('detects a fighter and hits with a share of the speed', () => {
    const duel = new Duel(30, FALCON)
    duel.step(SIDE_B)
    const [falcon] = duel.until(([{ actionStateId }]) => actionStateId === 350)
    expect(falcon.speedGroundX).toBeCloseTo(falcon.speedAirX * 0.18, 4)
    expect(duel.until(([, { percent }]) => percent > 0)[1].percent).toBe(7)
  })

  test('a shield is felt too', () => {
    const duel = new Duel(30, FALCON)
    const guard = press(BUTTON.R)
    duel.step(SIDE_B, guard)
    expect(duel.until(([{ actionStateId }]) => actionStateId === 350, NEUTRAL, guard)[1].percent).toBe(0)
  })

  test('off an edge it falls helpless and lands with twenty frames of lag, however it missed', () => {
    const duel = inAir(new Duel(100, FALCON))
    duel.step(SIDE_B)
    duel.until(([{ actionStateId }]) => actionStateId === ACTION.LandingFallSpecial)
    let frames = 1
    while (duel.step()[0].actionStateId === ACTION.LandingFallSpecial) frames++
    expect(frames).toBe(20)
  })
})

describe('Falcon Dive', () => {
  test('turns round on its thirteenth frame', () => {
    const duel = inAir(new Duel(100, FALCON))
    duel.step(UP_B)
    expect(hold(duel, stick(-80), 11).facingDirection).toBe(1)
    expect(duel.step(stick(-80))[0].facingDirection).toBe(-1)
  })

  test('a grounded victim pulls the catcher to itself, is hit and thrown off, and the catcher springs back', () => {
    const duel = new Duel(10, FALCON)
    duel.step(UP_B)
    duel.until(([{ actionStateId }]) => actionStateId === 355)
    expect(duel.pair[1].actionStateId).toBe(CAPTURE_CAPTAIN)
    const [falcon, fox] = duel.step()
    expect([falcon.positionX, falcon.positionY, fox.percent]).toEqual([fox.positionX, fox.positionY, 5])
    const [thrower, thrown] = duel.until(([{ actionStateId }]) => actionStateId === 356)
    expect(thrown.percent).toBeCloseTo(5 + 12 * 0.91, 4)
    expect(thrown.speedAttackX).toBeGreaterThan(0)
    expect(thrower.positionX).toBeLessThan(10)
    duel.until(([{ actionStateId }]) => actionStateId === ACTION.Fall)
  })

  test('a victim in the air hangs at the catcher', () => {
    const duel = new Duel(10, FALCON)
    inAir(duel).put(1, { action: ACTION.Fall, isAirborne: true, y: 86, selfVx: 0, selfVy: 0, jumpsUsed: 1 })
    duel.step(UP_B)
    duel.until(([{ actionStateId }]) => actionStateId === 355)
    const [falcon, fox] = duel.step()
    expect(fox.positionX - falcon.positionX).toBeCloseTo(1.984, 2)
    expect(fox.positionY - falcon.positionY).toBeCloseTo(0.26, 2)
  })

  test.each([
    ['first', 0],
    ['second', 1],
  ] as const)('hits once and throws from the %s port', (_, at) => {
    const duel = at === 0 ? new Duel(10, FALCON) : new Duel(10, FOX, FALCON)
    if (at === 0) duel.step(UP_B)
    else duel.step(NEUTRAL, UP_B)
    duel.until((posts) => posts[at].actionStateId === 355)
    const victim = duel.until((posts) => posts[at].actionStateId === 356, NEUTRAL, NEUTRAL, 40)[1 - at]!
    expect(victim.percent).toBeCloseTo(5 + 12 * 0.91, 4)
  })

  test("Ganondorf's hits four times before it throws", () => {
    const duel = new Duel(10, GANONDORF)
    duel.step(UP_B)
    const [, fox] = duel.until(([{ actionStateId }]) => actionStateId === 356)
    expect(fox.percent).toBeCloseTo(1 + 3 * 0.91 + 15 * 0.91, 4)
  })
})

describe("Dark Dive's catch, whose hits have one more frame of hitlag for the victim (electricity)", () => {
  const countersOf = (isSecond: boolean) => {
    const duel = isSecond ? new Duel(10, FOX, GANONDORF) : new Duel(10, GANONDORF)
    const at = isSecond ? 1 : 0
    if (isSecond) duel.step(NEUTRAL, UP_B)
    else duel.step(UP_B)
    duel.until((posts) => posts[at].actionStateId === 355)
    return Array.from({ length: 6 }, () => duel.step()[at].actionStateCounter)
  }

  test('the catcher waits for one that comes before it in the order of the ports (29 of 29 recorded)', () => {
    expect(countersOf(false)).toEqual([1, 2, 2, 2, 3, 4])
    expect(countersOf(true)).toEqual([1, 2, 2, 2, 2, 3])
  })
})

describe('Falcon Kick', () => {
  test('each body that it hits slows it to six tenths, a shield does not', () => {
    const speedAfter = (guards: boolean) => {
      const duel = new Duel(35, FALCON)
      const guard = guards ? press(BUTTON.R) : NEUTRAL
      duel.step(DOWN_B, guard)
      duel.until(([{ hitlagRemaining }]) => hitlagRemaining > 0, NEUTRAL, guard)
      return duel.until(([{ hitlagRemaining }]) => hitlagRemaining === 0, NEUTRAL, guard)[0].speedAirX
    }
    expect(speedAfter(true)).toBeCloseTo(2.6759, 3)
    expect(speedAfter(false)).toBeCloseTo(2.6759 * 0.6, 3)
  })

  test('off the floor it continues level, and falls when it is over', () => {
    const duel = new Duel(-60, FALCON, FOX).put(0, { x: 70 })
    duel.step(DOWN_B)
    const off = duel.until(([{ isAirborne }]) => isAirborne !== 0)[0]
    expect([off.actionStateId, off.speedY]).toEqual([357, 0])
    duel.until(([{ actionStateId }]) => actionStateId === ACTION.Fall)
  })

  test('in the air it dives and lands with a stomp', () => {
    const duel = inAir(new Duel(100, FALCON))
    duel.step(DOWN_B)
    duel.until(([{ actionStateId }]) => actionStateId === 360)
    let frames = 1
    while (duel.step()[0].actionStateId === 360) frames++
    expect(frames).toBe(45)
  })
})

test("Falcon Dive: on the floor only the animation's own motion is left, whatever the stick added (3 recorded; ftCommon_8007D6A4)", () => {
  const landed = (pad: typeof NEUTRAL) => {
    const duel = inAir(new Duel(-60, FALCON), 8)
    duel.step(UP_B)
    return duel.until(([{ actionStateId, speedY }]) => {
      // As if a platform came up just past the top.
      if (speedY < -0.2) duel.put(0, { y: 0.1, ecbLockLeft: 10, previousEcbBottom: 0 })
      return actionStateId === ACTION.LandingFallSpecial
    }, pad)[0]
  }
  const [still, steered] = [landed(NEUTRAL), landed(stick(80))]
  expect(steered.positionX - still.positionX).toBeGreaterThan(10)
  expect(steered.speedGroundX).toBe(still.speedGroundX)
})

describe('A wall ahead on the floor', () => {
  test('ends Raptor Boost in Wait while it detects (ftCa_SpecialSStart_Coll)', () => {
    expect(besideWall(FALCON, 349, 1, 20).action).toBe(ACTION.Wait)
    expect(besideWall(FALCON, 349, -1, 20).action).toBe(349)
    expect(besideWall(FALCON, 349, 1).action).toBe(349)
  })

  test('turns Falcon Kick into a leap, on the floor as in the air (ftCa_SpecialLw_Coll)', () => {
    const leaper = besideWall(FALCON, 357, 1, 20)
    expect([leaper.action, leaper.isAirborne]).toEqual([363, true])
    expect(besideWall(FALCON, 357, -1, 20).action).toBe(357)
  })
})
