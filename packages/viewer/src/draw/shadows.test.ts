import { describe, expect, test } from 'vitest'
import { Picture, STAGES } from '@arena/engine'
import { floorBelow } from './shadows.ts'

const stage = STAGES[31]
const { head } = new Picture()
head.platformCount = 2
head.platforms.set([-57, -20, 27, 1, 20, 57, 27, 0])

describe('the floor below a place', () => {
  test('is the platform under it', () => {
    expect(floorBelow(stage, head, -40, 40)).toEqual({ y: 27, left: -57, right: -20 })
  })

  test('is the ground below that, also where a platform is gone', () => {
    expect(floorBelow(stage, head, -40, 20)!.y).toBeCloseTo(0, 1)
    expect(floorBelow(stage, head, 40, 40)!.y).toBeCloseTo(0, 1)
  })

  test('is none over the abyss and below the ground', () => {
    expect(floorBelow(stage, head, 200, 20)).toBeNull()
    expect(floorBelow(stage, head, 0, -30)).toBeNull()
  })

  test('reaches over all of the ground, also where that has slopes', () => {
    const { left, right } = floorBelow(STAGES[8], head, -50, 10)!
    expect(left).toBeLessThan(-50)
    expect(right).toBeGreaterThan(50)
  })
})
