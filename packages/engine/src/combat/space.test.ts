import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findGap, GAP, type Segment } from './space.ts'

const segment = ([x1, y1, z1, x2, y2, z2]: readonly number[]): Segment => ({
  x1: x1!,
  y1: y1!,
  z1: z1!,
  x2: x2!,
  y2: y2!,
  z2: z2!,
})

function distance(a: readonly number[], b: readonly number[]): number {
  findGap(segment(a), segment(b))
  return Math.sqrt(GAP.square)
}

/** The least distance between many points of both. */
function sampled(a: readonly number[], b: readonly number[]): number {
  const STEPS = 60
  const pointsOf = (ends: readonly number[]) =>
    Array.from({ length: STEPS + 1 }, (_, i) =>
      [0, 1, 2].map((n) => ends[n]! + ((ends[n + 3]! - ends[n]!) * i) / STEPS),
    )
  const points = pointsOf(b)
  return Math.min(
    ...pointsOf(a).flatMap((p) => points.map((q) => Math.hypot(p[0]! - q[0]!, p[1]! - q[1]!, p[2]! - q[2]!))),
  )
}

describe('distance between two segments in space', () => {
  test('counts depth: a limb out of the plane is farther than it looks', () => {
    const point = [0, 0, 0, 0, 0, 0]
    expect(distance(point, [3, 4, 0, 3, 4, 0])).toBeCloseTo(5)
    expect(distance(point, [0, 0, 4, 0, 0, 6])).toBeCloseTo(4)
    expect(distance([-5, 0, 1, 5, 0, 1], [0, -5, -1, 0, 5, -1])).toBeCloseTo(2)
  })

  test('is the least of the distances of their points, in any position', () => {
    const ends = fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 6, maxLength: 6 })
    fc.assert(
      fc.property(ends, ends, (a, b) => {
        const least = sampled(a, b)
        const got = distance(a, b)
        expect(got).toBeLessThanOrEqual(least + 1e-3)
        expect(got).toBeGreaterThanOrEqual(least - 1)
        expect(distance(b, a)).toBeCloseTo(got, 3)
      }),
      { seed: 1, numRuns: 150 },
    )
  })
})
