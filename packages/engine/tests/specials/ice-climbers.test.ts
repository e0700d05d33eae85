/** Rules of the specials of the Ice Climbers. Source: doldecomp/melee (ftPp_SpecialN, S, Hi, Lw; itclimbers*). */
import { describe, expect, test } from 'vitest'
import { INTERNAL_ID, asInternalId } from '../../src/tables/ids.ts'
import { ecbBottomOf, ecbStepsOf } from '../../src/tables/ecb.ts'
import { holdOf } from '../../src/tables/holds.ts'
import { NANA_OVERRIDES } from '../../src/fighters/ice-climbers/index.ts'
import { Duel } from '../duel.ts'
import type { Pad } from '../../src/index.ts'
import { ACTION, BUTTON, ICE_CLIMBERS, KIRBY, NEUTRAL, press, stick } from '../scene.ts'

const B = press(BUTTON.B)
const SIDE_B = stick(80, 0, BUTTON.B)
const UP_B = stick(0, 80, BUTTON.B)
const DOWN_B = stick(0, -80, BUTTON.B)
const ICE = 106
const SNOW = 107
const COPIED = 7
const DAMAGE_ICE = 325
const GUARD = 179
const ATTACK_S3_S = 53
const LANDING_AIR_N = 70
/** After Popo and Nana. */
const OPPONENT = 2

function inAir(duel: Duel): Duel {
  return duel.put(0, { action: ACTION.Fall, isAirborne: true, y: 60, selfVy: 0, jumpsUsed: 1 })
}

/** Popo's own articles; Nana does what he did some frames later. */
function shown({ items }: Duel, type: number) {
  return items.filter((item) => item.typeId === type)
}

describe('Ice Shot', () => {
  test('the block falls ahead, is hit eleven frames later, slides for sixty and deals five', () => {
    const duel = new Duel(60, ICE_CLIMBERS)
    duel.step(B)
    for (let i = 0; i < 5; i++) duel.step()
    expect(shown(duel, ICE)).toEqual([])
    duel.step()
    const { positionX, positionY } = duel.pair[0]
    const [block] = shown(duel, ICE)
    expect(block).toMatchObject({ state: 1, velocityX: 0 })
    expect(block!.positionX).toBeCloseTo(positionX + 12, 3)
    expect(block!.positionY).toBeCloseTo(positionY + 17.8, 3)
    for (let i = 0; i < 11; i++) duel.step()
    expect(shown(duel, ICE)[0]).toMatchObject({ state: 2, velocityX: 1.5, velocityY: 0 })
    expect(duel.until(([, { percent }]) => percent > 0)[1].percent).toBe(5)
  })

  test('it ends after sixty frames of its own', () => {
    const duel = new Duel(-80, ICE_CLIMBERS)
    duel.put(0, { x: -60 }).step(B)
    duel.until(() => shown(duel, ICE).length > 0)
    let frames = 0
    const { spawnId } = shown(duel, ICE)[0]!
    for (; shown(duel, ICE).some((item) => item.spawnId === spawnId); frames++) duel.step()
    expect(frames).toBe(71)
  })

  test('only the first shot of an airtime hops, and a landing costs sixteen frames', () => {
    const duel = inAir(new Duel(200, ICE_CLIMBERS))
    const [{ positionY }] = duel.step(B)
    duel.step()
    expect(duel.pair[0].positionY).toBeGreaterThan(positionY)
    duel.put(0, { action: ACTION.Fall, y: 60, selfVy: 0 })
    const [{ positionY: height }] = duel.step(B)
    duel.step()
    expect(duel.pair[0].positionY).toBeLessThan(height)
    duel.put(0, { y: 3 }).until(([{ actionStateId }]) => actionStateId === ACTION.LandingFallSpecial)
    let frames = 0
    for (; duel.pair[0].actionStateId === ACTION.LandingFallSpecial; frames++) duel.step()
    expect(frames).toBe(16)
  })

  test('Kirby drops a block of his own', () => {
    const duel = new Duel(200, KIRBY).putOwn(0, COPIED, 11)
    duel.step(B)
    expect(duel.pair[0].actionStateId).toBe(453)
    duel.until(() => shown(duel, 133).length > 0)
  })
})

describe('Blizzard', () => {
  test.each([
    ['on the ground', false],
    ['in the air', true],
  ])('a puff every five frames from the sixteenth on, %s', (_, isAirborne) => {
    const duel = new Duel(200, ICE_CLIMBERS)
    if (isAirborne) inAir(duel)
    duel.step(DOWN_B)
    const seen = new Map<number, number>()
    const owner = (isAirborne ? 60 : 0) - 40
    for (let frame = 2; duel.pair[0].actionStateId === (isAirborne ? 358 : 357); frame++) {
      duel.step()
      for (const { spawnId, positionY } of shown(duel, SNOW)) {
        if (!seen.has(spawnId) && positionY > owner) seen.set(spawnId, frame)
      }
    }
    const frames = [...seen.values()]
    for (const frame of [16, 21, 26, 31]) expect(frames).toContain(frame)
  })

  test('it hits several times', () => {
    const duel = new Duel(100, ICE_CLIMBERS).put(OPPONENT, { x: 20 })
    duel.step(DOWN_B)
    for (let i = 0; i < 70; i++) duel.step()
    expect(duel.pair[1].percent).toBeGreaterThan(3)
  })

  test('freezes a fighter that it launches hard', () => {
    const duel = new Duel(100, ICE_CLIMBERS).put(OPPONENT, { x: 18, percent: 180 })
    duel.step(DOWN_B)
    duel.until(([, { actionStateId }]) => actionStateId === DAMAGE_ICE)
  })
})

describe('Squall Hammer', () => {
  test('on the ground it sets out slowly and gathers speed up to nine tenths', () => {
    const duel = new Duel(200, ICE_CLIMBERS).put(0, { x: -60 })
    expect(duel.step(SIDE_B)[0]).toMatchObject({ actionStateId: 343 })
    expect(duel.pair[0].speedGroundX).toBeCloseTo(0.34, 3)
    duel.step(stick(80))
    expect(duel.pair[0].speedGroundX).toBeCloseTo(0.43, 3)
    for (let i = 0; i < 10; i++) duel.step(stick(80))
    expect(duel.pair[0].speedGroundX).toBeCloseTo(0.9, 3)
  })

  test('the press that starts it in the air lifts it, and another does no sooner than seven frames later', () => {
    const duel = inAir(new Duel(200, ICE_CLIMBERS))
    duel.step(SIDE_B)
    const speeds = [duel.pair[0].speedY]
    for (let i = 0; i < 8; i++) speeds.push(duel.step(stick(0, 0, i % 2 === 1 ? BUTTON.B : 0))[0].speedY)
    const rounded = speeds.map((speed) => Math.round(speed * 10) / 10)
    expect(rounded).toEqual([1.1, 1, 0.9, 0.8, 0.7, 0.6, 0.5, 1, 0.9])
  })

  test('in the air it ends helpless, and the landing costs thirty frames', () => {
    const duel = inAir(new Duel(200, ICE_CLIMBERS))
    duel.put(0, { y: 90 }).step(stick(-80, 0, BUTTON.B))
    for (let i = 0; i < 91 && duel.pair[0].actionStateId === 345; i++) {
      duel.step()
      duel.put(0, { y: 90, x: 0 })
    }
    expect(duel.pair[0].actionStateId).toBe(ACTION.FallSpecial)
    duel.put(0, { y: 20 }).until(([{ actionStateId }]) => actionStateId === ACTION.LandingFallSpecial)
    let frames = 0
    for (; duel.pair[0].actionStateId === ACTION.LandingFallSpecial; frames++) duel.step()
    expect(frames).toBe(30)
  })

  test('started faster than 1.2, a stick forward gives it that speed at once; without one it slows by 0.02 (4 recorded)', () => {
    const speedsWith = (x: number) => {
      const duel = inAir(new Duel(200, ICE_CLIMBERS))
      duel.step(SIDE_B)
      return [duel.pair[0].speedAirX, duel.step(stick(x))[0].speedAirX]
    }
    expect(speedsWith(80)[1]).toBeCloseTo(1.2, 4)
    expect(speedsWith(0)[1]).toBeCloseTo(1.76, 4)
  })

  test('its ECB is its own, down to the feet: it lands as these meet the floor, and falls no more', () => {
    const duel = inAir(new Duel(200, ICE_CLIMBERS))
    duel.step(SIDE_B)
    duel.put(0, { y: 2.4, previousY: 2.4, ecbLockLeft: 0, selfVy: -2.2, selfVx: 0 })
    expect(duel.step()[0]).toMatchObject({ actionStateId: 345 })
    expect(duel.pair[0].positionY).toBeCloseTo(0.1, 4)
    expect(duel.step()[0]).toMatchObject({ actionStateId: 343, speedY: 0 })
  })

  test('Nana starts none, nor a Belay', () => {
    expect(Object.keys(NANA_OVERRIDES.specials!).sort()).toEqual([
      'SpecialAirLw',
      'SpecialAirN',
      'SpecialLw',
      'SpecialN',
    ])
  })
})

describe('Belay alone', () => {
  test('after four frames it hops on its sixth, and ends helpless', () => {
    const duel = inAir(new Duel(200, ICE_CLIMBERS))
    for (let i = 0; i < 4; i++) expect(duel.step(i === 0 ? UP_B : stick(0))[0].actionStateId).toBe(352)
    expect(duel.step()[0].actionStateId).toBe(355)
    expect(duel.step()[0].speedY).toBeCloseTo(1.7, 3)
    let frames = 6
    for (; duel.step()[0].actionStateId === 355; frames++);
    expect(frames).toBe(16)
    expect(duel.pair[0].actionStateId).toBe(356)
    duel.put(0, { y: 90, selfVy: 0 })
    for (frames = 1; duel.step()[0].actionStateId === 356; frames++) duel.put(0, { y: 90 })
    expect(frames).toBe(43)
    expect(duel.pair[0].actionStateId).toBe(ACTION.FallSpecial)
  })

  test('on the ground he stays there', () => {
    const duel = new Duel(200, ICE_CLIMBERS)
    duel.step(UP_B)
    duel.until(([{ actionStateId }]) => actionStateId === 351)
    expect(duel.until(([{ actionStateId }]) => actionStateId === ACTION.Wait)[0].positionY).toBeCloseTo(0, 2)
  })
})

describe('both of them', () => {
  const NANA = 1

  /** Side by side, on the ground or in the air. */
  function together(isAirborne: boolean): Duel {
    const duel = new Duel(200, ICE_CLIMBERS)
    if (isAirborne) inAir(duel)
    const y = isAirborne ? 60 : 0.0001
    const action = isAirborne ? ACTION.Fall : ACTION.Wait
    return duel
      .put(0, { x: -40, previousX: -40 })
      .put(NANA, { x: -45, previousX: -45, y, previousY: y, isAirborne, action })
  }

  const nanaOf = ({ followers }: Duel) => followers[0]!

  test('swing the hammer together: higher, shorter, and Nana is where Popo is', () => {
    const duel = together(true)
    expect(duel.step(SIDE_B)[0].actionStateId).toBe(346)
    expect(duel.pair[0].speedY).toBeCloseTo(1.77, 4)
    const speeds = Array.from({ length: 12 }, (_, i) => duel.step(stick(0, 0, i % 2 ? BUTTON.B : 0))[0].speedY)
    expect(Math.max(...speeds.slice(6))).toBeCloseTo(speeds[5]! + 0.57, 4)
    const [popo] = duel.pair
    expect(nanaOf(duel)).toMatchObject({ actionStateId: 360, positionX: popo.positionX, positionY: popo.positionY })
    duel.until(([{ actionStateId }]) => actionStateId !== 346)
    expect([ACTION.FallSpecial, 344]).toContain(duel.pair[0].actionStateId)
  })

  test('she swings along out of a landing, not out of a shield or an attack; Belay she joins out of an attack too (ftmotionstates.c)', () => {
    const joins = (action: number, pad: Pad) => {
      const duel = together(false).put(NANA, { action, actionFrame: 2, animationFrame: 2, animationRate: 0 })
      for (let i = 0; i < 6; i++) duel.step(i === 0 ? pad : NEUTRAL)
      return nanaOf(duel).actionStateId >= 359
    }
    expect([LANDING_AIR_N, ATTACK_S3_S, GUARD].map((action) => joins(action, SIDE_B))).toEqual([true, false, false])
    expect([LANDING_AIR_N, ATTACK_S3_S, GUARD].map((action) => joins(action, UP_B))).toEqual([true, true, false])
  })

  test('in step she starts hers as soon as he does, in the other direction, and keeps that facing (doldecomp/melee ftCo_800B0AF4)', () => {
    const duel = together(false)
    duel.step()
    duel.step(DOWN_B)
    const { facingDirection } = duel.step()[0]
    expect(nanaOf(duel)).toMatchObject({ actionStateId: 357, facingDirection: -facingDirection })
    for (let i = 0; i < 12; i++) duel.step()
    expect(nanaOf(duel)).toMatchObject({ actionStateId: 357, facingDirection: -facingDirection })
  })

  test('on the ground it lasts 69 frames, and hits for both', () => {
    const duel = together(false)
    expect(duel.step(SIDE_B)[0].actionStateId).toBe(344)
    expect(nanaOf(duel).actionStateId).toBe(359)
    let frames = 1
    while (duel.step()[0].actionStateId === 344) frames++
    expect(frames).toBe(69)
    expect(nanaOf(duel).actionStateId).toBe(ACTION.Wait)
    const struck = together(false).put(2, { x: -30, previousX: -30 })
    struck.step(SIDE_B)
    for (let i = 0; i < 25; i++) struck.step()
    expect(struck.pair[1].percent).toBeGreaterThan(5)
  })

  test('Popo hit, it is over for both', () => {
    const duel = together(false)
    duel.step(SIDE_B)
    duel.put(0, { action: 75 }).step()
    expect(nanaOf(duel).actionStateId).toBe(ACTION.Wait)
    const other = together(false)
    other.step(SIDE_B)
    other.put(NANA, { action: 75 }).step()
    expect(other.step()[0].actionStateId).toBe(ACTION.Wait)
  })

  test('Belay throws her up on its seventeenth frame, and pulls him after on the twelfth of the throw', () => {
    const duel = together(true)
    duel.step(UP_B)
    for (let frame = 2; frame <= 5; frame++) duel.step()
    expect(nanaOf(duel).actionStateId).toBe(361)
    expect(duel.pair[0].speedY).toBeCloseTo(1.1, 4)
    for (let frame = 6; frame <= 17; frame++) duel.step()
    expect([duel.pair[0].actionStateId, nanaOf(duel).actionStateId]).toEqual([353, 365])
    expect(duel.pair[0].speedY).toBeCloseTo(0.74, 4)
    for (let frame = 18; frame <= 29; frame++) duel.step()
    expect(duel.pair[0].actionStateId).toBe(354)
    expect(duel.pair[0].speedY).toBeCloseTo(4.1162, 2)
    duel.until(([{ actionStateId }]) => actionStateId === ACTION.FallSpecial)
  })

  test('thrown, she hits for 16 %', () => {
    const duel = together(false)
    duel.step(UP_B)
    duel.until(() => nanaOf(duel).actionStateId === 365)
    const { positionX, positionY } = nanaOf(duel)
    duel.put(2, { x: positionX, y: positionY + 4, isAirborne: true, action: ACTION.Fall })
    expect(duel.until(([, { percent }]) => percent > 0)[1].percent).toBe(16)
  })

  test('far away or busy she has no part in it', () => {
    const duel = together(false).put(NANA, { x: 0, previousX: 0 })
    expect(duel.step(SIDE_B)[0].actionStateId).toBe(343)
  })
})

test('their victim hangs 7.28 ahead, and nearer as the pummel falls (3 recorded holds; Nana has the same animations)', () => {
  for (const internalId of [10, 11]) {
    expect(holdOf(asInternalId(internalId), 216)!.ahead[0]).toBeCloseTo(7.284, 3)
    const { frames, ahead } = holdOf(asInternalId(internalId), 217)!
    expect(ahead[frames.indexOf(14)]).toBeCloseTo(6.689, 3)
  }
})

test('both come down from the same heights, their air dodge from 1.2 to 1.3 (6 recorded landings)', () => {
  for (const action of [29, 66, 236])
    expect(ecbStepsOf(INTERNAL_ID.nana, action)).toEqual(ecbStepsOf(INTERNAL_ID.popo, action))
  const bottom = ecbBottomOf(ecbStepsOf(INTERNAL_ID.popo, 236), { animationFrame: 9 })
  expect(bottom).toBeGreaterThan(1.2)
  expect(bottom).toBeLessThan(1.3)
})
