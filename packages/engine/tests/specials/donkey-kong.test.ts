/** Rules of Donkey Kong's specials. Source: doldecomp/melee (ftDk_SpecialN, S, Hi, Lw). */
import { describe, expect, test } from 'vitest'
import { EXTERNAL_ID } from '../../src/tables/ids.ts'
import { Duel } from '../duel.ts'
import { ACTION, BUTTON, NEUTRAL, press, RIGHT, stick } from '../scene.ts'

const DK = EXTERNAL_ID['donkey-kong']
const BURY = 293

const B = press(BUTTON.B)
const L = press(BUTTON.L)

function hold(duel: Duel, frames: number, pad = NEUTRAL): Duel {
  for (let i = 0; i < frames; i++) duel.step(pad)
  return duel
}

/** Wound up by a number of swings. */
function wound(duel: Duel, swings: number): Duel {
  duel.step(B)
  return hold(duel, 7 + 12 * swings)
}

describe('Giant Punch', () => {
  test.each([
    [0, 12],
    [3, 18],
    [9, 30],
  ])('released after %i swings it deals %i', (swings, damage) => {
    const duel = wound(new Duel(24, DK), swings)
    duel.step(B)
    expect(duel.until(([, { percent }]) => percent > 0)[1].percent).toBe(damage)
  })

  test('the tenth swing ends the charge, and the next press strikes with all of it, forward', () => {
    const duel = wound(new Duel(24, DK), 10)
    expect(duel.pair[0].actionStateId).toBe(ACTION.Wait)
    expect(duel.step(B)[0].actionStateId).toBe(373)
    const step = duel.until(([{ actionStateCounter }]) => actionStateCounter === 17)[0]
    expect(step.speedGroundX).toBeCloseTo(1.2 - 0.08, 4)
    expect(duel.until(([, { percent }]) => percent > 0)[1].percent).toBe(30)
  })

  test('a shield keeps the swings at the end of one, and they go on from there', () => {
    const duel = wound(new Duel(100, DK), 8)
    hold(duel, 3, L)
    duel.until(([{ actionStateId }]) => actionStateId === 371)
    duel.until(([{ actionStateId }]) => actionStateId === ACTION.Wait)
    duel.step(B)
    hold(duel, 7 + 12)
    expect(duel.pair[0].actionStateId).toBe(ACTION.Wait)
  })

  test('a hit takes the swings away', () => {
    const duel = wound(new Duel(12, DK), 3)
    duel.until(([{ percent }]) => percent > 0, NEUTRAL, press(BUTTON.A), 20)
    duel.put(1, { x: 60 })
    duel.until(([{ actionStateId }]) => actionStateId === ACTION.Wait)
    duel.put(1, { x: 24 })
    duel.step(B)
    hold(duel, 7)
    duel.step(B)
    expect(duel.until(([, { percent }]) => percent > 0)[1].percent).toBe(12)
  })
})

describe('Headbutt', () => {
  test('buries a grounded victim', () => {
    const duel = new Duel(14, DK)
    duel.step(stick(80, 0, BUTTON.B))
    expect(duel.until(([, { percent }]) => percent > 0)[1].percent).toBe(5)
    duel.until(([, { actionStateId }]) => actionStateId === BURY || actionStateId === BURY + 1)
  })
})

describe('Spinning Kong', () => {
  test('on the ground it follows the stick and stops at once without it', () => {
    const duel = new Duel(-60, DK)
    duel.step(stick(0, 80, BUTTON.B))
    hold(duel, 10, RIGHT)
    expect(duel.pair[0].speedGroundX).toBeCloseTo(0.25, 4)
    expect(duel.step()[0].speedGroundX).toBe(0)
  })

  test('in the air it keeps up until its fifty-first frame', () => {
    const duel = new Duel(100, DK)
    duel.put(0, { action: ACTION.Fall, isAirborne: true, y: 100, selfVx: 0, selfVy: -2, jumpsUsed: 1 })
    expect(duel.step(stick(0, 80, BUTTON.B))[0].speedY).toBeCloseTo(0.668, 4)
    hold(duel, 49)
    expect(duel.pair[0].speedY).toBeCloseTo(0.325, 4)
    expect(duel.step()[0].speedY).toBeCloseTo(0.225, 4)
    duel.until(([{ actionStateId }]) => actionStateId === ACTION.FallSpecial)
  })
})

describe('Hand Slap', () => {
  test('continues for as long as B is pressed', () => {
    const duel = new Duel(100, DK)
    duel.step(stick(0, -80, BUTTON.B))
    duel.until(([{ actionStateId }]) => actionStateId === 384)
    hold(duel, 5)
    duel.step(B)
    let loops = 1
    for (let before = 0; duel.pair[0].actionStateId === 384; duel.step()) {
      const { actionStateCounter } = duel.pair[0]
      if (actionStateCounter < before) loops++
      before = actionStateCounter
    }
    expect([loops, duel.pair[0].actionStateId]).toEqual([2, 385])
  })

  test('hits only grounded fighters, to both sides', () => {
    const duel = new Duel(-14, DK)
    duel.step(stick(0, -80, BUTTON.B))
    expect(duel.until(([, { percent }]) => percent > 0)[1].percent).toBe(11)
  })
})
