/** Rules of Mr. Game & Watch. Source: doldecomp/melee (ftGw_*). */
import { describe, expect, test } from 'vitest'
import { Duel } from '../duel.ts'
import { BUTTON, NEUTRAL, press, stick } from '../scene.ts'

const GAME_AND_WATCH = 3

describe('attacks that are states of his own', () => {
  test('a flurry follows on his only jab and ends in its second round when A is left', () => {
    const duel = new Duel(60, GAME_AND_WATCH)
    const seen = new Set<number>()
    for (let i = 0; i < 60; i++) seen.add(duel.step(i < 20 && i % 5 === 0 ? press(BUTTON.A) : NEUTRAL)[0].actionStateId)
    expect([...seen]).toEqual([341, 342, 343, 344, 14])
  })

  test('no trigger shortens the landing from those in the air', () => {
    const duel = new Duel(60, GAME_AND_WATCH).put(0, { y: 25, isAirborne: true, action: 29, ecbLockLeft: 0 })
    duel.step({ ...stick(0, 80), buttons: BUTTON.A })
    duel.until(([{ positionY }]) => positionY < 6)
    duel.step(press(BUTTON.L))
    duel.until(([{ actionStateId }]) => actionStateId === 352)
    let frames = 1
    while (duel.step()[0].actionStateId === 352) frames++
    expect(frames).toBe(18)
  })
})
