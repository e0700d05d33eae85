/** Donkey Kong's carry (doldecomp/melee ftCo_Cargo*, ftCo_Shouldered). */
import { describe, expect, test } from 'vitest'
import { EXTERNAL_ID } from '../src/tables/ids.ts'
import { Duel } from './duel.ts'
import { ACTION, BUTTON, FOX, NEUTRAL, press, RIGHT, stick, UP } from './scene.ts'

const DONKEY_KONG = EXTERNAL_ID['donkey-kong']
const SHEIK = EXTERNAL_ID.sheik
const CATCH_WAIT = 216
const THROW_F = 219
const SHOULDERED_WAIT = 266
const THROWN_F_HI = 273
const DAMAGE_FLY_TOP = 90
const CARGO = {
  Wait: 351,
  WalkFast: 354,
  Turn: 355,
  Kneebend: 356,
  Jump: 358,
  Landing: 359,
  ThrowHi: 363,
  ThrowAirHi: 367,
}

/** Has the victim on his shoulder. */
function carrying(victim = FOX): Duel {
  const duel = new Duel(12, DONKEY_KONG, victim)
  duel.until(([holder]) => holder.actionStateId === CATCH_WAIT, press(BUTTON.Z))
  duel.step()
  expect(duel.step(RIGHT)[0].actionStateId).toBe(THROW_F)
  duel.until(([holder]) => holder.actionStateId === CARGO.Wait)
  return duel
}

describe("Donkey Kong's carry", () => {
  test('his forward throw lifts the victim and does not release it', () => {
    const [holder, victim] = carrying().pair
    expect(victim.actionStateId).toBe(SHOULDERED_WAIT)
    expect(victim.percent).toBe(0)
    expect(holder.actionStateCounter).toBe(0)
  })

  test('Sheik lies 3.2271 ahead of him and 5.5717 above (recorded)', () => {
    const [holder, victim] = carrying(SHEIK).pair
    expect(victim.positionX - holder.positionX).toBeCloseTo(3.2271, 3)
    expect(victim.positionY - holder.positionY).toBeCloseTo(5.5717, 3)
  })

  test('he walks and takes the victim along', () => {
    const duel = carrying()
    const before = duel.pair[0].positionX
    for (let i = 0; i < 30; i++) duel.step(RIGHT)
    const [holder, victim] = duel.pair
    expect(holder.actionStateId).toBe(CARGO.WalkFast)
    expect(holder.positionX).toBeGreaterThan(before + 10)
    expect(victim.positionX - holder.positionX).toBeCloseTo(3.57, 1)
  })

  test('a jump squats for four frames, and a landing follows', () => {
    const duel = carrying()
    expect(duel.step(press(BUTTON.X))[0].actionStateId).toBe(CARGO.Kneebend)
    for (let i = 0; i < 3; i++) expect(duel.step(press(BUTTON.X))[0].actionStateId).toBe(CARGO.Kneebend)
    expect(duel.step(press(BUTTON.X))[0].actionStateId).toBe(CARGO.Jump)
    duel.until(([holder]) => holder.actionStateId === CARGO.Landing)
    duel.until(([holder]) => holder.actionStateId === CARGO.Wait)
    expect(duel.pair[1].actionStateId).toBe(SHOULDERED_WAIT)
  })

  test('turned round he holds the victim on the other side', () => {
    const duel = carrying()
    expect(duel.step(stick(-40))[0].actionStateId).toBe(CARGO.Turn)
    duel.until(([holder]) => holder.actionStateId === CARGO.Wait)
    const [holder, victim] = duel.pair
    expect(holder.facingDirection).toBe(-1)
    expect(victim.facingDirection).toBe(-1)
    expect(victim.positionX).toBeLessThan(holder.positionX)
  })

  test('A with the stick up throws upward: released on the 14th frame with 7 %, over after 29 (recorded)', () => {
    const duel = carrying()
    duel.step(stick(0, 30, BUTTON.A))
    expect(duel.pair.map((post) => post.actionStateId)).toEqual([CARGO.ThrowHi, THROWN_F_HI])
    for (let i = 0; i < 12; i++) duel.step()
    expect(duel.pair[1].actionStateId).toBe(THROWN_F_HI)
    duel.step()
    expect(duel.pair[1].actionStateId).toBe(DAMAGE_FLY_TOP)
    expect(duel.pair[1].percent).toBe(7)
    for (let i = 0; i < 15; i++) duel.step()
    expect(duel.pair[0].actionStateId).toBe(CARGO.ThrowHi)
    expect(duel.step()[0].actionStateId).toBe(ACTION.Wait)
  })

  test('in the air the same throw continues as he rises', () => {
    const duel = carrying()
    for (let i = 0; i < 4; i++) duel.step(press(BUTTON.X))
    duel.step({ ...UP, buttons: BUTTON.A })
    expect(duel.pair[0].actionStateId).toBe(CARGO.ThrowAirHi)
    expect(duel.pair[0].speedY).toBeCloseTo(2.6, 4)
  })

  test('only mashing frees the victim', () => {
    const duel = carrying()
    for (let i = 0; i < 200; i++) duel.step()
    expect(duel.pair[1].actionStateId).toBe(SHOULDERED_WAIT)
    for (let i = 0; i < 60; i++) duel.step(NEUTRAL, i % 2 ? press(BUTTON.A) : NEUTRAL)
    expect(duel.pair[1].actionStateId).not.toBe(SHOULDERED_WAIT)
    expect(duel.pair[1].percent).toBe(3)
  })
})
