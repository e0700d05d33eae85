import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { distanceToPlane } from './space.ts'

const distance = (sweep: readonly number[], capsule: readonly number[], x = 0, y = 0, facing = 1): number => {
  const [x1, y1, x2, y2] = sweep as [number, number, number, number]
  return Math.sqrt(distanceToPlane({ x1, y1, x2, y2 }, Float32Array.from(capsule), 0, x, y, facing))
}

/** The least distance between many points of both. */
function sampled([x1, y1, x2, y2]: readonly number[], [ax, ay, az, bx, by, bz]: readonly number[]): number {
  const STEPS = 60
  let least = Infinity
  for (let i = 0; i <= STEPS; i++) {
    for (let j = 0; j <= STEPS; j++) {
      const [s, t] = [i / STEPS, j / STEPS]
      const gap = [
        x1! + (x2! - x1!) * s - (ax! + (bx! - ax!) * t),
        y1! + (y2! - y1!) * s - (ay! + (by! - ay!) * t),
        az! + (bz! - az!) * t,
      ]
      least = Math.min(least, Math.hypot(...gap))
    }
  }
  return least
}

describe('distance between a sweep in the plane of play and a segment in space', () => {
  test('counts depth: what is held out of the plane is farther than it looks', () => {
    expect(distance([0, 0, 0, 0], [3, 4, 0, 3, 4, 0])).toBeCloseTo(5)
    expect(distance([0, 0, 0, 0], [0, 0, 4, 0, 0, 6])).toBeCloseTo(4)
    expect(distance([-5, 0, 5, 0], [0, -5, 2, 0, 5, 2])).toBeCloseTo(2)
  })

  test('is told about a position, and mirrored by the facing', () => {
    expect(distance([10, 5, 10, 5], [3, 5, 0, 3, 5, 0], 10, 0, 1)).toBeCloseTo(3)
    expect(distance([7, 5, 7, 5], [3, 5, 0, 3, 5, 0], 10, 0, -1)).toBeCloseTo(0)
  })

  test('is the least of the distances of their points, whatever they are', () => {
    const coordinate = fc.integer({ min: -20, max: 20 })
    const numbers = (length: number) => fc.array(coordinate, { minLength: length, maxLength: length })
    fc.assert(
      fc.property(numbers(4), numbers(6), (sweep, capsule) => {
        const least = sampled(sweep, capsule)
        const got = distance(sweep, capsule)
        expect(got).toBeLessThanOrEqual(least + 1e-3)
        expect(got).toBeGreaterThanOrEqual(least - 1)
      }),
      { seed: 1, numRuns: 150 },
    )
  })
})
