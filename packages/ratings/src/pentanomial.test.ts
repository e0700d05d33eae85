import { describe, expect, test } from 'vitest'
import { numbers } from '../../../scripts/tests/series.ts'
import { scoreOf } from './elo.ts'
import { estimate, NO_PAIRS, withPair, type Pentanomial } from './pentanomial.ts'
import { randomPairs } from '../tests/random-pairs.ts'

test('pairs are counted by the points of the first bot', () => {
  const counts = [2, 0, 1.5, 2, 0.5, 1].reduce<Pentanomial>(withPair, NO_PAIRS)
  expect(counts).toEqual([1, 1, 1, 1, 2])
})

describe('the estimate', () => {
  /** Published by an arena of chess engines that runs fishtest: https://montytest.muzhen.org/tests/stats/69d3c8dc7c5b3724e29d2712 */
  test('of a published example is the published one', () => {
    const { games, score, elo, normalizedElo, low, high } = estimate([13, 37, 50, 25, 3])!
    expect({ games, score }).toEqual({ games: 256, score: 0.4375 })
    expect(elo).toBeCloseTo(-43.6578, 4)
    expect(normalizedElo).toBeCloseTo(-63.97, 2)
    expect(low).toBeLessThan(elo!)
    expect(high).toBeGreaterThan(elo!)
  })

  test('before the first pair is none, and from games that are all won no more than a bound', () => {
    expect(estimate(NO_PAIRS)).toBeNull()
    const { elo, low, high, superiority } = estimate([0, 0, 0, 0, 20])!
    expect({ elo, high }).toEqual({ elo: null, high: Infinity })
    expect(low).toBeGreaterThan(400)
    expect(superiority).toBeGreaterThan(0.999)
  })

  test('of the bots in the other order is the opposite', () => {
    const counts: Pentanomial = [3, 1, 20, 2, 14]
    const [one, other] = [estimate(counts)!, estimate([14, 2, 20, 1, 3])!]
    expect(other.elo).toBeCloseTo(-one.elo!, 9)
    expect(other.low).toBeCloseTo(-one.high, 9)
    expect(other.superiority).toBeCloseTo(1 - one.superiority, 12)
  })

  test('has an error that is smaller where the games of a pair even out', () => {
    const width = (counts: Pentanomial): number => estimate(counts)!.high - estimate(counts)!.low
    // The same games: 60 won, 40 lost.
    expect(width([5, 0, 30, 0, 15])).toBeLessThan(width([10, 0, 20, 0, 20]))
    // Independent games: as wide as the binomial distribution has it.
    const deviation = Math.sqrt((0.6 * 0.4) / 100)
    expect(width([8, 0, 24, 0, 18])).toBeCloseTo(2 * 1.96 * deviation * (400 / Math.LN10 / 0.24), -1)
  })

  test.each([-80, 0, 50])('of 200 pairs holds the truth, %d Elo, 95 times of 100', (elo) => {
    const runs = 1000
    const held = numbers(runs).filter((run) => {
      const pairs = randomPairs(`estimate ${elo} ${run}`, scoreOf(elo))
      const counts = numbers(200).reduce<Pentanomial>((so) => withPair(so, pairs()), NO_PAIRS)
      const { low, high } = estimate(counts)!
      return low <= elo && elo <= high
    }).length
    expect(held / runs).toBeGreaterThan(0.93)
    expect(held / runs).toBeLessThan(0.97)
  })
})
