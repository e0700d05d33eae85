import { describe, expect, test } from 'vitest'
import { IS_LONG, numbers } from '../../../scripts/tests/series.ts'
import { randomPairs } from '../tests/random-pairs.ts'
import { eloOf, scoreOf } from './elo.ts'
import { NO_PAIRS, withPair, type Pentanomial } from './pentanomial.ts'
import { boundsOf, decide, decideLast, logLikelihoodRatio, type Decision, type Hypotheses } from './sprt.ts'

const USUAL: Hypotheses = { elo0: 0, elo1: 50, alpha: 0.05, beta: 0.05 }

describe('the likelihood ratio', () => {
  /**
   * Published by an arena of chess engines that runs fishtest, "Logistic (exact)" with a score of 0.50391 for H1:
   * https://montytest.muzhen.org/tests/stats/69d3c8dc7c5b3724e29d2712
   */
  test('of a published example is the published one', () => {
    expect(logLikelihoodRatio([13, 37, 50, 25, 3], 0, eloOf(0.50391))).toBeCloseTo(-0.53772, 3)
  })

  test('is that of the binomial distribution where a pair has two outcomes only', () => {
    // Pairs are won or lost: with the mean, their distribution is known.
    const [won, lost] = [70, 50]
    const exact = won * Math.log(scoreOf(50) / scoreOf(0)) + lost * Math.log((1 - scoreOf(50)) / (1 - scoreOf(0)))
    expect(logLikelihoodRatio([lost, 0, 0, 0, won], 0, 50)).toBeCloseTo(exact, 2)
  })

  test('comes near (s1 - s0)(2s - s0 - s1) / 2v a pair, for small differences', () => {
    const counts: Pentanomial = [260, 30, 520, 40, 310]
    const pairs = 1160
    const mean = (0.25 * 30 + 0.5 * 520 + 0.75 * 40 + 310) / pairs
    const variance = counts.reduce((sum, count, i) => sum + (count / pairs) * (i / 4 - mean) ** 2, 0)
    const [s0, s1] = [scoreOf(0), scoreOf(10)]
    expect(logLikelihoodRatio(counts, 0, 10)).toBeCloseTo(
      (pairs * (s1 - s0) * (2 * mean - s0 - s1)) / (2 * variance),
      1,
    )
  })

  test('is 0 before the first pair, and of exchanged hypotheses the opposite', () => {
    expect(logLikelihoodRatio(NO_PAIRS, 0, 50)).toBe(0)
    const counts: Pentanomial = [4, 1, 10, 0, 9]
    expect(logLikelihoodRatio(counts, 50, 0)).toBeCloseTo(-logLikelihoodRatio(counts, 0, 50), 9)
  })

  test('is finite for every kind of counts', () => {
    for (const outcome of numbers(5)) {
      const counts = NO_PAIRS.map((_, i) => (i === outcome ? 10_000 : 0)) as unknown as Pentanomial
      for (const elo of [-1000, -5, 0, 5, 1000]) {
        expect(logLikelihoodRatio(counts, elo, elo + 10), `outcome ${outcome}, ${elo}`).toSatisfy(Number.isFinite)
      }
    }
  })
})

test('the bounds are Wald’s, for two fifths of alpha; the rest is for the last game', () => {
  const bounds = boundsOf(USUAL)
  expect(bounds).toEqual({ lower: expect.closeTo(-2.976, 3), upper: expect.closeTo(3.861, 3), last: 0.97 })
  expect([3.86, 3.87, -2.97, -2.98].map((ratio) => decide(ratio, bounds))).toEqual([null, 'elo1', null, 'elo0'])
})

test('after the last game a lead is found by a plain test of all pairs, from the score that elo0 stands for', () => {
  // 200 pairs: 56.3% of the points, with a standard error of 3.5%, and 57.5%.
  expect(decideLast([87, 0, 0, 0, 113], USUAL)).toBeNull()
  expect(decideLast([85, 0, 0, 0, 115], USUAL)).toBe('elo1')
  expect(decideLast([85, 0, 0, 0, 115], { ...USUAL, elo0: 20 })).toBeNull()
})

interface Rates {
  readonly elo1: number
  readonly elo0: number
  readonly undecided: number
  readonly games: number
}

/** What becomes of many tests, each of at most `most` games. */
function ratesOf(elo: number, most: number, runs: number, pairsOf: (seed: string) => () => number): Rates {
  const bounds = boundsOf(USUAL)
  const decided: Record<'elo0' | 'elo1' | 'undecided', number> = { elo0: 0, elo1: 0, undecided: 0 }
  let games = 0
  for (let run = 0; run < runs; run++) {
    const next = pairsOf(`${elo} ${run}`)
    let counts = NO_PAIRS
    let decision: Decision = null
    for (let pair = 0; pair < most / 2 && decision === null; pair++) {
      counts = withPair(counts, next())
      games += 2
      decision = decide(logLikelihoodRatio(counts, USUAL.elo0, USUAL.elo1), bounds)
    }
    decision ??= decideLast(counts, USUAL)
    decided[decision ?? 'undecided']++
  }
  const share = (count: number): number => count / runs
  return {
    elo1: share(decided.elo1),
    elo0: share(decided.elo0),
    undecided: share(decided.undecided),
    games: games / runs,
  }
}

/** Tests simulated for a rate. */
const RUNS = IS_LONG ? 5000 : 600
/** How far a rate of 5% may be off in that many tests: two standard deviations. */
const CHANCE = 2 * Math.sqrt((0.05 * 0.95) / RUNS)

describe('of many simulated tests at 0 and 50 Elo', () => {
  test('of equal bots, at most one in 20 calls the first one stronger; games that even out make it no worse', () => {
    for (const options of [{}, { draws: 0.1 }, { otherFate: 0.5 }]) {
      const rates = ratesOf(0, 400, RUNS, (seed) => randomPairs(seed, 0.5, options))
      expect(rates.elo1, JSON.stringify(options)).toBeLessThanOrEqual(USUAL.alpha + CHANCE)
      expect(rates.elo0).toBeGreaterThan(0.7)
    }
  })

  test('a lead of 50 is found within 400 games by five of six, in 280 on average; almost never is it denied', () => {
    const rates = ratesOf(50, 400, RUNS, (seed) => randomPairs(seed, scoreOf(50)))
    expect(rates.elo1).toBeGreaterThan(0.8)
    expect(rates.elo0).toBeLessThanOrEqual(USUAL.beta + CHANCE)
    expect(rates.games).toBeLessThan(300)
  })

  test('a lead of 50 is found within 400 games by nine of ten where half of the pairs are decided by their ports', () => {
    // What the port decides is half of the games: the others make up the whole difference.
    const score = 0.5 + (scoreOf(50) - 0.5) / (1 - 0.5)
    const rates = ratesOf(50, 400, RUNS, (seed) => randomPairs(seed, score, { otherFate: 0.5 }))
    expect(rates.elo1).toBeGreaterThan(0.9)
  })

  test('a lead of 100 is found in about 130 games, and one of the other bot is never found', () => {
    const rates = ratesOf(100, 400, RUNS / 2, (seed) => randomPairs(seed, scoreOf(100)))
    expect(rates.elo1).toBeGreaterThan(0.99)
    expect(rates.games).toBeLessThan(150)
    expect(ratesOf(-50, 400, RUNS / 2, (seed) => randomPairs(seed, scoreOf(-50))).elo1).toBe(0)
  })
})

test('a bot against itself, whose pairs all come out even, is found equal after 40 games', () => {
  const bounds = boundsOf(USUAL)
  const decisions = numbers(20, 1).map((pairs) => decide(logLikelihoodRatio([0, 0, pairs, 0, 0], 0, 50), bounds))
  expect(decisions.indexOf('elo0')).toBeGreaterThan(10)
  expect(decisions.at(-1)).toBe('elo0')
})
