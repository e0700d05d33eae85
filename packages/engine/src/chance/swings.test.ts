import { FIRST_FRAME } from '@arena/slp'
import { describe, expect, test } from 'vitest'
import { swingsOf } from './index.ts'

/** Port 0's chances: they change evenly between the frames that are given. */
function chancesThrough(...points: readonly (readonly [frame: number, chance: number])[]): number[] {
  return points.slice(1).flatMap(([to, chance], i) => {
    const [from, before] = points[i]!
    return Array.from({ length: to - from }, (_, at) => before + ((chance - before) * at) / (to - from))
  })
}

describe('swings', () => {
  const game = chancesThrough(
    [FIRST_FRAME, 0.5],
    [600, 0.5],
    [660, 0.3],
    [1200, 0.3],
    [1210, 0.6],
    [1800, 0.6],
    [1860, 0.55],
    [2400, 0.55],
    [2460, 0.2],
    [2700, 0.2],
  )

  test('against a port are where its chance fell most, by frame', () => {
    const found = swingsOf(game, 0)
    expect(found.map(({ before, after }) => [before.toFixed(2), after.toFixed(2)])).toEqual([
      ['0.50', '0.30'],
      ['0.60', '0.55'],
      ['0.55', '0.20'],
    ])
    for (const [i, frame] of [600, 1800, 2400].entries()) {
      expect(Math.abs(found[i]!.startFrame - frame)).toBeLessThan(7)
      expect(Math.abs(found[i]!.endFrame - (frame + 60))).toBeLessThan(7)
    }
  })

  test('against the other port are those in which port 0 gained', () => {
    const [swing, ...more] = swingsOf(game, 1)
    expect(more).toEqual([])
    expect(swing!.before).toBeCloseTo(0.7, 5)
    expect(swing!.after).toBeCloseTo(0.4, 5)
  })

  test('are the largest ones where there are many', () => {
    expect(swingsOf(game, 0, 2).map(({ after }) => after.toFixed(2))).toEqual(['0.30', '0.20'])
  })

  test('are none where what was lost is regained at once', () => {
    expect(swingsOf(chancesThrough([0, 0.5], [300, 0.5], [330, 0.3], [360, 0.5], [900, 0.5]), 0)).toEqual([])
  })

  test('hold the end of a game', () => {
    const lost = [...chancesThrough([FIRST_FRAME, 0.2], [500, 0.2]), 0]
    expect(swingsOf(lost, 0)).toMatchObject([{ endFrame: 500, after: 0 }])
  })

  test('are none in a game that nobody gains in', () => {
    expect(swingsOf(new Float32Array(900).fill(0.5), 0)).toEqual([])
    expect(swingsOf([], 1)).toEqual([])
  })
})
