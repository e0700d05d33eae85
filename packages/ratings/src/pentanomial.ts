/**
 * What pairs of games say of two players' strength. A pair is worth 0 to 2 points to the first player, in halves: five
 * outcomes. Its two games share seed and stage and so are not independent, but pairs are: all errors come from the
 * variance of pairs. Pure.
 */
import { eloOf, normalBelow, normalizedElo } from './elo.ts'

/** How many pairs gave 0, 1/2, 1, 3/2 and 2 points. */
export type Pentanomial = readonly [number, number, number, number, number]

export const NO_PAIRS: Pentanomial = [0, 0, 0, 0, 0]

/** In standard deviations: 95 of 100 estimates are not farther from the truth. */
const SURE = 1.959963984540054

/**
 * Counts in place of none. An outcome that was not seen may happen all the same; without it no distribution with
 * another mean would be possible at all. As large as fishtest's (`regularize` in stats/LLRcalc.py).
 */
const UNSEEN = 1e-3

/** Points as a share of the two that a pair is worth, by outcome. */
export const SHARES = [0, 0.25, 0.5, 0.75, 1] as const

/** One more pair, of these points. */
export function withPair(counts: Pentanomial, points: number): Pentanomial {
  const [none, half, one, most, all] = counts.map((count, outcome) => count + (outcome === 2 * points ? 1 : 0))
  return [none!, half!, one!, most!, all!]
}

/** The share of each outcome, none of them 0, and of how many pairs. */
export function distributionOf(counts: Pentanomial): { readonly pairs: number; readonly shares: readonly number[] } {
  const seen = counts.map((count) => (count === 0 ? UNSEEN : count))
  const pairs = seen.reduce((sum, count) => sum + count, 0)
  return { pairs, shares: seen.map((count) => count / pairs) }
}

export interface Estimate {
  readonly games: number
  /** The first player's share of the points, 0 to 1. */
  readonly score: number
  /** Logistic; null where one of the two won every game, which says no more than "a lot". */
  readonly elo: number | null
  /** In between is the true difference, with 95 of 100. */
  readonly low: number
  readonly high: number
  readonly normalizedElo: number | null
  /** How likely the first player is the stronger one, 0 to 1. */
  readonly superiority: number
}

/** How likely the first player's expected share of the points is above `score`, 0 to 1. */
export function likelihoodAbove(counts: Pentanomial, score: number): number {
  const { mean, error } = meanOf(counts)
  return normalBelow((mean - score) / error)
}

/** The mean of a pair's share of the points, with its standard error. */
function meanOf(counts: Pentanomial): { readonly mean: number; readonly variance: number; readonly error: number } {
  const { pairs, shares } = distributionOf(counts)
  const mean = shares.reduce((sum, share, i) => sum + share * SHARES[i]!, 0)
  const variance = shares.reduce((sum, share, i) => sum + share * (SHARES[i]! - mean) ** 2, 0)
  return { mean, variance, error: Math.sqrt(variance / pairs) }
}

/** Null before the first pair. */
export function estimate(counts: Pentanomial): Estimate | null {
  const played = counts.reduce((sum, count) => sum + count, 0)
  if (played === 0) return null
  const { mean, variance, error } = meanOf(counts)
  const score = counts.reduce((sum, count, i) => sum + count * SHARES[i]!, 0) / played
  const isKnown = score > 0 && score < 1
  return {
    games: 2 * played,
    score,
    elo: isKnown ? eloOf(score) : null,
    low: eloOf(Math.max(0, mean - SURE * error)),
    high: eloOf(Math.min(1, mean + SURE * error)),
    // A pair is the mean of two games, so a game varies by twice as much.
    normalizedElo: isKnown ? normalizedElo(score, Math.sqrt(2 * variance)) : null,
    superiority: likelihoodAbove(counts, 0.5),
  }
}
