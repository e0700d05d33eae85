/** Rules of Mr. Game & Watch. Source: doldecomp/melee (ftGw_*). */
import { describe, expect, test } from 'vitest'
import { EXTERNAL_ID } from '../../src/tables/ids.ts'
import { Duel } from '../duel.ts'
import { BUTTON, NEUTRAL, press, stick } from '../scene.ts'

const GAME_AND_WATCH = EXTERNAL_ID['game-and-watch']
const FOX = EXTERNAL_ID.fox

describe('attacks that are states of his own', () => {
  test('a flurry follows on his only jab and ends in its second round when A is left', () => {
    const duel = new Duel(60, GAME_AND_WATCH)
    const seen = new Set<number>()
    for (let i = 0; i < 60; i++) seen.add(duel.step(i < 20 && i % 5 === 0 ? press(BUTTON.A) : NEUTRAL)[0].actionStateId)
    expect([...seen]).toEqual([341, 342, 343, 344, 14])
  })

  test('the object in his hand shows the attacks in turn, stays where it came out, and is removed with the last of them', () => {
    const duel = new Duel(60, GAME_AND_WATCH)
    const shown: unknown[] = []
    for (let i = 0; i < 60; i++) {
      const [{ actionStateId }] = duel.step(i < 20 && i % 5 === 0 ? press(BUTTON.A) : NEUTRAL)
      expect(duel.items.length).toBe(actionStateId === 14 ? 0 : 1)
      for (const item of duel.items) {
        expect([item.typeId, item.expirationTimer]).toEqual([114, 1400])
        expect(item.positionX).toBeCloseTo(5.394, 3)
        if (shown.at(-1) !== item.state) shown.push(item.state)
      }
    }
    expect(shown).toEqual([0, 1, 2, 3])
  })

  test('the turtle hits behind him on the very frame that he lands (recorded), and the landing takes 18', () => {
    const duel = new Duel(-8, GAME_AND_WATCH).put(0, {
      action: 348,
      animationFrame: 30,
      y: 2,
      isAirborne: true,
      selfVy: -2,
    })
    const [landed, victim] = duel.until(([{ isAirborne }]) => isAirborne === 0)
    expect([landed.actionStateId, landed.hitlagRemaining, victim.percent]).toEqual([351, 4, 3])
    const [free] = duel.until(([{ actionStateCounter }]) => actionStateCounter > 0)
    expect(free.actionStateCounter).toBeCloseTo(30.1 / 18, 4)
  })

  test('the parachute is removed before he lands, the turtle after', () => {
    for (const [type, pad] of [
      [117, press(BUTTON.A)],
      [118, { ...stick(-80, 0), buttons: BUTTON.A }],
    ] as const) {
      const duel = new Duel(60, GAME_AND_WATCH).put(0, { y: 40, isAirborne: true, action: 29, ecbLockLeft: 0 })
      duel.step(pad)
      expect(duel.items.map(({ typeId }) => typeId)).toEqual([type])
      duel.until(([{ isAirborne }]) => isAirborne === 0)
      expect(duel.items.length).toBe(type === 118 ? 1 : 0)
      duel.until(([{ actionStateId }]) => actionStateId === 14)
      expect(duel.items).toEqual([])
    }
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

describe('Judge', () => {
  test('draws a number, never one of the last two', () => {
    const duel = new Duel(60, GAME_AND_WATCH)
    const numbers: number[] = []
    for (let i = 0; i < 30; i++) {
      const [{ actionStateId }] = duel.step({ ...stick(80, 0), buttons: BUTTON.B })
      numbers.push(actionStateId - 354)
      duel.until(([post]) => post.actionStateId === 14)
    }
    expect(Math.min(...numbers)).toBe(1)
    expect(Math.max(...numbers)).toBe(9)
    numbers.forEach((number, i) => expect(numbers.slice(Math.max(0, i - 2), i)).not.toContain(number))
  })
})

describe('Fire', () => {
  test('throws him up along its path, tilted by the stick, and leaves him helpless', () => {
    const duel = new Duel(60, GAME_AND_WATCH)
    const { positionX, positionY } = duel.posts[0]!
    duel.step({ ...stick(0, 80), buttons: BUTTON.B })
    duel.step(stick(80, 0))
    const [top] = duel.until(([{ actionStateId }]) => actionStateId === 35)
    expect(top.positionX).toBeGreaterThan(positionX + 10)
    expect(top.positionY).toBeGreaterThan(positionY + 50)
  })
})

describe('Oil Panic', () => {
  test('three shots fill the bucket, and the spill does five more than half as much again', () => {
    const duel = new Duel(20, GAME_AND_WATCH, FOX)
    const bucket = { ...stick(0, -80), buttons: BUTTON.B }
    duel.step(bucket)
    for (let i = 0; i < 3; i++) {
      duel.until(([{ actionStateId }, fox]) => actionStateId === 375 && fox.actionStateId === 14, bucket)
      duel.step(bucket, press(BUTTON.B))
      duel.until(([{ actionStateId }]) => actionStateId === 376, bucket)
    }
    duel.until(([a, b]) => a.actionStateId === 14 && b.actionStateId === 14)
    expect(duel.posts[0]!.percent).toBe(0)
    duel.step(bucket)
    expect(duel.posts[0]!.actionStateId).toBe(377)
    const [, { percent }] = duel.until(([, post]) => post.percent > 0)
    expect(percent).toBeGreaterThan(14)
  })
})

describe('Chef', () => {
  test('B held flings five sausages, and they are removed at the end', () => {
    const duel = new Duel(60, GAME_AND_WATCH)
    duel.step(press(BUTTON.B))
    let frames = 0
    while (duel.step(press(BUTTON.B))[0].actionStateId === 353) frames++
    expect(frames).toBeGreaterThan(4 * 31)
    for (let i = 0; i < 200; i++) duel.step()
    expect(duel.items).toHaveLength(0)
  })
})
