/** Grounded fighters push each other apart (doldecomp/melee ftCommon_8007E0E4; 6,600 recorded pushes). */
import { describe, expect, test } from 'vitest'
import { Duel } from './duel.ts'
import { ACTION } from './scene.ts'

const PUSH = 0.3

describe('pushes on the ground', () => {
  test('closer than the sum of their widths both give way; at the sum neither does', () => {
    const [a, b] = new Duel(6.5).step()
    expect(a.positionX).toBeCloseTo(-PUSH, 5)
    expect(b.positionX).toBeCloseTo(6.5 + PUSH, 5)
    const [c, d] = new Duel(6.6).step()
    expect([c.positionX, d.positionX]).toEqual([0, Math.fround(6.6)])
  })

  test('in one place the first goes left, whichever way it faces', () => {
    for (const facing of [1, -1]) {
      const [a, b] = new Duel(0).put(0, { facing }).step()
      expect(a.positionX).toBeCloseTo(-PUSH, 5)
      expect(b.positionX).toBeCloseTo(PUSH, 5)
    }
  })

  test('a fighter in hitlag still pushes, and stays where it is', () => {
    const [a, b] = new Duel(6).put(1, { hitlagLeft: 5 }).step()
    expect(a.positionX).toBeCloseTo(-PUSH, 5)
    expect(b.positionX).toBe(6)
  })

  test('a dodge is not pushed, and pushes', () => {
    const duel = new Duel(6).put(1, { action: ACTION.EscapeN, actionFrame: 1 })
    const [a, b] = duel.step()
    expect(a.positionX).toBeCloseTo(-PUSH, 5)
    expect(b.positionX).toBe(6)
  })

  test('on floors that do not adjoin no fighter is pushed', () => {
    const duel = new Duel(6).put(1, { floorLine: 0 })
    duel.put(0, { floorLine: 2 })
    expect(duel.step()[0].positionX).toBe(0)
  })
})
