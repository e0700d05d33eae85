import * as fc from 'fast-check'
import { rate as wengLin } from 'openskill'
import { describe, expect, test } from 'vitest'
import { expectedScore, INITIAL_RATING, PLACEMENTS, rate, shownRating } from './weng-lin.ts'
import type { Outcome, Rating } from './weng-lin.ts'

const anyRating: fc.Arbitrary<Rating> = fc.record({
  mu: fc.double({ min: -20, max: 70, noNaN: true }),
  sigma: fc.double({ min: 0.5, max: 25 / 3, noNaN: true }),
})
const anyOutcome: fc.Arbitrary<Outcome> = fc.constantFrom('win', 'loss', 'draw')
const runs = { seed: 20261121, numRuns: 300 }

/** Another program's ratings: openskill's Plackett-Luce model, on the same terms. */
function byOpenskill(a: Rating, b: Rating, outcome: Outcome): readonly [Rating, Rating] {
  const rank = [...PLACEMENTS[outcome]]
  const [[ratedA], [ratedB]] = wengLin([[a], [b]], { rank, beta: 25 / 6, tau: 25 / 300, limitSigma: true })
  return [ratedA, ratedB]
}

describe('rating', () => {
  test('Rating 1: `mu` starts at 25, and `sigma` at 25/3', () => {
    expect(INITIAL_RATING).toEqual({ mu: 25, sigma: 25 / 3 })
  })

  test('Rating 2: the rating shown everywhere is `mu - 3*sigma`, so new bots start at about 0', () => {
    expect(shownRating({ mu: 27.5, sigma: 8 })).toBe(3.5)
    expect(shownRating(INITIAL_RATING)).toBe(0)
    expect(expectedScore({ mu: 30, sigma: 1 }, { mu: 20, sigma: 1 })).toBeGreaterThan(0.8)
  })

  test('two fresh bots: winner 27.635 / 8.066, loser 22.365 / 8.066', () => {
    const [winner, loser] = rate(INITIAL_RATING, INITIAL_RATING, 'win')
    expect(winner.mu).toBeCloseTo(27.635, 3)
    expect(winner.sigma).toBeCloseTo(8.066, 3)
    expect(loser.mu).toBeCloseTo(22.365, 3)
    expect(loser.sigma).toBeCloseTo(8.066, 3)
  })

  test('Rating 3: a draw is placement 1 for both and rates as a tie', () => {
    const [a, b] = rate(INITIAL_RATING, INITIAL_RATING, 'draw')
    expect(a).toEqual(b)
    expect(a.mu).toBe(25)
    const [strong, weak] = rate({ mu: 35, sigma: 3 }, { mu: 15, sigma: 3 }, 'draw')
    expect(strong.mu).toBeLessThan(35)
    expect(weak.mu).toBeGreaterThan(15)
  })

  test('Rating 1: ratings use the Weng-Lin Bayesian model, as openskill has it', () => {
    fc.assert(
      fc.property(anyRating, anyRating, anyOutcome, (a, b, outcome) => {
        const rated = rate(a, b, outcome)
        for (const [i, expected] of byOpenskill(a, b, outcome).entries()) {
          expect(rated[i]!.mu).toBeCloseTo(expected.mu, 9)
          expect(rated[i]!.sigma).toBeCloseTo(expected.sigma, 9)
        }
      }),
      runs,
    )
  })

  test('it does not matter which of two bots is named first', () => {
    fc.assert(
      fc.property(anyRating, anyRating, (a, b) => {
        expect(rate(a, b, 'win')).toEqual(rate(b, a, 'loss').toReversed())
        expect(rate(a, b, 'draw')).toEqual(rate(b, a, 'draw').toReversed())
        expect(expectedScore(a, b) + expectedScore(b, a)).toBeCloseTo(1, 12)
      }),
      runs,
    )
  })
})
