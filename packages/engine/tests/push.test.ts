/** Grounded fighters push each other apart (doldecomp/melee ftCommon_8007E0E4; 6,600 recorded pushes). */
import { describe, expect, test } from 'vitest'
import { f } from '../src/math.ts'
import { Duel } from './duel.ts'
import { ACTION, BUTTON, press } from './scene.ts'

const PUSH = 0.3
const DEPTH = f(0.1)
const MOST = f(1.4)

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

describe('depth, to which fighters that overlap on the ground give way (doldecomp/melee ftCommon_8007E0E4)', () => {
  const depths = (duel: Duel) => [0, 1].map((index) => duel.get(index).z)

  test('is 0.1 more on each frame, the right one toward the camera, and 1.4 at most', () => {
    const duel = new Duel(3)
    duel.step()
    expect(depths(duel)).toEqual([DEPTH, -DEPTH])
    for (let i = 0; i < 20; i++) {
      duel.put(0, { x: 0 }).put(1, { x: 3 })
      duel.step()
    }
    expect(depths(duel)).toEqual([MOST, -MOST])
  })

  test('keeps its side when fighters change places, returns without overlap, and is 0 off the ground', () => {
    const duel = new Duel(-3).put(0, { z: -MOST }).put(1, { z: MOST })
    duel.step()
    expect(depths(duel)).toEqual([-MOST, MOST])
    duel.put(1, { x: 50, z: f(0.15) }).step()
    expect(depths(duel)[1]).toBeCloseTo(0.05, 5)
    duel.step()
    expect(depths(duel)[1]).toBe(0)
    duel.until(([first]) => first.isAirborne === 1, press(BUTTON.X))
    expect(depths(duel)[0]).toBe(0)
  })

  test('stays in hitlag', () => {
    const duel = new Duel(50).put(1, { z: 1, hitlagLeft: 5 })
    duel.step()
    expect(depths(duel)[1]).toBe(1)
  })
})

test('five hits in a row push their attacker back by 0.025 a frame, thirteen by 0.07 (doldecomp/melee ftColl_80076528)', () => {
  const placeAfter = (comboCount: number) => new Duel(50).put(0, { comboCount, comboPushLeft: 2 }).step()[0].positionX
  expect(placeAfter(12)).toBeCloseTo(-0.025, 6)
  expect(placeAfter(13)).toBeCloseTo(-0.07, 6)
})
