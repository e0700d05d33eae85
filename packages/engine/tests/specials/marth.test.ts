/** Rules of Marth's and Roy's specials. Source: doldecomp/melee (ftMs_SpecialN, S, Hi, Lw). */
import { describe, expect, test } from 'vitest'
import { EXTERNAL_ID } from '../../src/tables/ids.ts'
import { Duel } from '../duel.ts'
import { ACTION, BUTTON, FOX, MARTH, NEUTRAL, press, stick, UP } from '../scene.ts'

const ROY = EXTERNAL_ID.roy
const B = press(BUTTON.B)
const SIDE_B = stick(80, 0, BUTTON.B)

/** Marth in the air, high above the stage. */
function inAir(duel: Duel): Duel {
  return duel.put(0, { action: ACTION.Fall, isAirborne: true, y: 60, selfVy: 0, jumpsUsed: 1 })
}

describe('the neutral special', () => {
  /** What a slash does that was charged for a number of frames. */
  function damageAfter(character: number, frames: number): number {
    const duel = new Duel(14, character)
    for (let i = 0; i < 11 + frames; i++) duel.step(B)
    return duel.until(([, { percent }]) => percent > 0)[1].percent
  }

  test.each([
    ['Marth', MARTH, 0, 7],
    ['Marth', MARTH, 29, 7],
    ['Marth', MARTH, 31, 12],
    ['Marth', MARTH, 119, 22],
    ['Marth', MARTH, 130, 28],
    ['Roy', ROY, 0, 6],
    ['Roy', ROY, 31, 11],
    ['Roy', ROY, 209, 36],
  ])('%s: every thirty frames of charge add five', (_, character, frames, damage) => {
    expect(damageAfter(character, frames)).toBe(damage)
  })

  test('a full Flare Blade costs ten percent', () => {
    const duel = new Duel(100, ROY)
    for (let i = 0; i < 240; i++) duel.step(B)
    expect(duel.pair[0].percent).toBe(10)
  })
})

describe('the side special', () => {
  test('a press within the window continues as the stick says', () => {
    const duel = new Duel(100, MARTH)
    for (let i = 0; i < 12; i++) duel.step(i === 0 ? SIDE_B : NEUTRAL)
    expect(duel.step(stick(0, 80, BUTTON.A))[0].actionStateId).toBe(350)
    for (let i = 0; i < 20; i++) duel.step()
    expect(duel.step(stick(0, -80, BUTTON.B))[0].actionStateId).toBe(354)
    for (let i = 0; i < 20; i++) duel.step()
    expect(duel.step(B)[0].actionStateId).toBe(356)
  })

  test('a press before the window spoils the next slash', () => {
    const duel = new Duel(100, MARTH)
    for (let i = 0; i < 12; i++) duel.step(i === 0 ? SIDE_B : i === 4 ? B : NEUTRAL)
    expect(duel.step(B)[0].actionStateId).toBe(349)
  })

  test('it lifts in the air once, until a landing that shows', () => {
    const duel = inAir(new Duel(100, MARTH))
    expect(duel.step(SIDE_B)[0].speedY).toBeCloseTo(0.94, 5)
    duel.until(([{ actionStateId }]) => actionStateId === ACTION.Fall)
    expect(duel.step(SIDE_B)[0].speedY).toBeCloseTo(-0.06, 5)
    duel.until(([{ actionStateId }]) => actionStateId === ACTION.Landing)
    duel.until(([{ actionStateId }]) => actionStateId === ACTION.Wait)
    inAir(duel)
    expect(duel.step(SIDE_B)[0].speedY).toBeCloseTo(0.94, 5)
  })
})

describe('the up special', () => {
  test('near the floor its first frames stop there without a landing', () => {
    const duel = new Duel(100, MARTH)
    duel.put(0, { action: ACTION.JumpF, isAirborne: true, y: 0.2, jumpsUsed: 1, ecbLockLeft: 10 })
    const { actionStateId, positionY } = duel.step(stick(0, 80, BUTTON.B))[0]
    expect([actionStateId, positionY >= 0]).toEqual([368, true])
    for (let i = 0; i < 5; i++) duel.step(UP)
    expect(duel.pair[0].positionY).toBeGreaterThan(14)
  })

  test('it ends helpless, and a landing out of it costs 34 frames', () => {
    const duel = new Duel(100, MARTH)
    duel.step(stick(0, 80, BUTTON.B))
    duel.until(([{ actionStateId }]) => actionStateId === ACTION.FallSpecial)
    duel.until(([{ actionStateId }]) => actionStateId === ACTION.LandingFallSpecial)
    let frames = 1
    while (duel.step()[0].actionStateId === ACTION.LandingFallSpecial) frames++
    expect(frames).toBe(34)
  })
})

test("down from its up special only the animation's own motion is left, wherever it drifted (7 recorded; ftCommon_8007D6A4)", () => {
  const duel = new Duel(100, MARTH)
  duel.step(stick(0, 80, BUTTON.B))
  let drift = 0
  duel.until(([{ actionStateId, speedAirX, speedY }]) => {
    if (actionStateId === 367 && speedY < 0) drift = speedAirX
    // As if a platform came up just past the top.
    if (speedY < -0.2 && actionStateId === 367) duel.put(0, { y: 0.1, ecbLockLeft: 10, previousEcbBottom: 0 })
    return actionStateId === ACTION.LandingFallSpecial
  }, stick(80))
  expect(drift).toBeGreaterThan(0.15)
  expect(duel.pair[0].speedGroundX).toBeCloseTo(0.12491, 4)
})

describe('the down special', () => {
  test('it pushes a countered attacker back as a shield does', () => {
    const duel = new Duel(12, MARTH, FOX).put(0, { shieldHardness: 1 })
    duel.step(stick(0, -80, BUTTON.B))
    for (let i = 0; i < 5; i++) duel.step()
    const fox = duel.until(([{ actionStateId }]) => actionStateId === 370, NEUTRAL, press(BUTTON.A), 20)[1].positionX
    duel.until(([, { hitlagRemaining }]) => hitlagRemaining === 0)
    expect(duel.pair[1].positionX - fox).toBeCloseTo(4 * 0.07 + 0.02 - 0.08 * 1.1, 4)
  })

  test('a hit only starts the counterattack, and both have hitlag', () => {
    const duel = new Duel(12, MARTH, FOX)
    duel.step(stick(0, -80, BUTTON.B))
    for (let i = 0; i < 5; i++) duel.step()
    const [marth, fox] = duel.until(([{ actionStateId }]) => actionStateId === 370, NEUTRAL, press(BUTTON.A), 20)
    expect([marth.percent, marth.hitlagRemaining, fox.hitlagRemaining]).toEqual([0, 11, 11])
    expect(duel.until(([, { percent }]) => percent > 0)[1].percent).toBe(7)
  })

  test("Roy's returns one and a half times the damage", () => {
    const duel = new Duel(12, ROY, FOX)
    duel.step(stick(0, -80, BUTTON.B))
    for (let i = 0; i < 8; i++) duel.step()
    duel.until(([{ actionStateId }]) => actionStateId === 370, NEUTRAL, press(BUTTON.A), 20)
    expect(duel.until(([, { percent }]) => percent > 0)[1].percent).toBe(6)
  })
})
