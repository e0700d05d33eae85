/** Rules of Mewtwo's specials. Source: doldecomp/melee (ftMt_SpecialN, S, Hi, Lw; itmewtwo*). */
import { describe, expect, test } from 'vitest'
import { EXTERNAL_ID } from '../../src/tables/ids.ts'
import { ArticleRecord, MatchRecord } from '../../src/state/fields.ts'
import { articleAt } from '../../src/state/state.ts'
import { Duel } from '../duel.ts'
import { ACTION, BUTTON, FOX, NEUTRAL, press, stick, UP } from '../scene.ts'

const MEWTWO = EXTERNAL_ID.mewtwo
const B = press(BUTTON.B)
const SIDE_B = stick(80, 0, BUTTON.B)
const DOWN_B = stick(0, -80, BUTTON.B)

function inAir(duel: Duel): Duel {
  return duel.put(0, { action: ACTION.Fall, isAirborne: true, y: 60, selfVy: 0, jumpsUsed: 1 })
}

describe('Shadow Ball', () => {
  test.each([
    [1, 3],
    [17, 5],
    [119, 25],
  ])('after %i frames of gathering it does %i', (frames, damage) => {
    const duel = new Duel(80, MEWTWO)
    duel.step(B)
    duel.until(([{ actionStateId }]) => actionStateId === 342)
    for (let i = 0; i < frames; i++) duel.step()
    duel.step(B)
    expect(duel.until(([, { percent }]) => percent > 0)[1].percent).toBe(damage)
  })

  test('full, it stays until it is fired or put away, and is kept', () => {
    const duel = new Duel(80, MEWTWO)
    duel.step(B)
    duel.until(([{ actionStateId }]) => actionStateId === 343)
    for (let i = 0; i < 100; i++) duel.step()
    duel.step(press(BUTTON.L))
    duel.until(([{ actionStateId }]) => actionStateId === ACTION.Wait)
    duel.step(B)
    duel.until(([{ actionStateId }]) => actionStateId === 345)
    expect(duel.until(([, { percent }]) => percent > 0)[1].percent).toBe(25)
  })

  test('fired in the air it pushes back twice as hard', () => {
    const duel = inAir(new Duel(80, MEWTWO))
    duel.put(0, { y: 170 }).step(B)
    duel.until(([{ actionStateId }]) => actionStateId === 347)
    for (let i = 0; i < 17; i++) duel.step()
    duel.step(B)
    expect(duel.until(([{ speedAirX }]) => speedAirX !== 0)[0].speedAirX).toBeCloseTo(-0.4 + 0.016, 4)
  })
})

describe('Confusion', () => {
  test('it holds a caught fighter, and lets it fall without a launch', () => {
    const duel = new Duel(16, MEWTWO)
    duel.step(SIDE_B)
    const [, victim] = duel.until(([, { actionStateId }]) => actionStateId === 303, NEUTRAL, NEUTRAL, 20)
    expect(victim.facingDirection).toBe(1)
    const [mewtwo, fallen] = duel.until(([, { actionStateId }]) => actionStateId === ACTION.DamageFall)
    expect([mewtwo.actionStateCounter, fallen.percent, fallen.speedAttackY]).toEqual([39, 10, 0])
  })

  test('it lifts in the air once until Mewtwo stands again', () => {
    const duel = inAir(new Duel(100, MEWTWO))
    expect(duel.step(SIDE_B)[0].speedY).toBeCloseTo(1.418, 4)
    duel.put(0, { action: ACTION.Fall, selfVy: 0 })
    duel.step()
    expect(duel.step(SIDE_B)[0].speedY).toBeLessThan(0)
  })

  test("a laser sent back stays Fox's and hurts him not", () => {
    const duel = new Duel(40, MEWTWO, FOX)
    duel.step(SIDE_B)
    for (let i = 0; i < 70; i++) duel.step(NEUTRAL, i === 2 ? B : NEUTRAL)
    expect([duel.pair[0].percent, duel.pair[1].percent]).toEqual([0, 0])
  })
})

describe('Teleport', () => {
  test('it moves fifty units, invisible, and ends helpless with thirty frames of landing lag', () => {
    const duel = inAir(new Duel(100, MEWTWO))
    duel.step(stick(0, 80, BUTTON.B))
    const [{ positionY }] = duel.until(([{ actionStateId }]) => actionStateId === 357, UP)
    const [end] = duel.until(([{ actionStateId }]) => actionStateId === 358, UP)
    expect(end.positionY - positionY).toBeCloseTo(45.9, 1)
    duel.until(([{ actionStateId }]) => actionStateId === ACTION.FallSpecial)
    duel.until(([{ actionStateId }]) => actionStateId === ACTION.LandingFallSpecial)
    let frames = 1
    while (duel.step()[0].actionStateId === ACTION.LandingFallSpecial) frames++
    expect(frames).toBe(30)
  })
})

describe('Disable', () => {
  test.each([
    [-1, 300],
    [1, 0],
  ])('it stuns only a fighter that faces it (%i)', (facing, action) => {
    const duel = new Duel(18, MEWTWO)
    duel.put(1, { facing, facingAtStart: facing }).step(DOWN_B)
    const [, { actionStateId }] = duel.until(([, { percent }]) => percent > 0, NEUTRAL, NEUTRAL, 30)
    expect(actionStateId === 300 ? 300 : 0).toBe(action)
  })

  test('the flash is removed after six frames', () => {
    const duel = new Duel(-100, MEWTWO)
    duel.step(DOWN_B)
    for (let i = 0; i < 25; i++) duel.step()
    const { buffer } = duel.game.save()
    const { articleCount } = new MatchRecord(buffer as ArrayBuffer, 0)
    const types = Array.from(
      { length: articleCount },
      (_, i) => new ArticleRecord(buffer as ArrayBuffer, articleAt(i)).type,
    )
    expect(types).toEqual([])
  })
})

test('the air jump dips and then rises by its own curve', () => {
  const duel = inAir(new Duel(100, MEWTWO))
  expect(duel.step(press(BUTTON.X))[0].speedY).toBe(0)
  for (let i = 0; i < 32; i++) duel.step()
  expect(duel.pair[0].speedY).toBeCloseTo(2.449, 3)
})
