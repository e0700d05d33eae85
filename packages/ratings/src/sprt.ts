/**
 * The sequential probability ratio test of pairs: whether the first player is stronger by `elo1`, or only by `elo0`.
 * After each pair the log-likelihood ratio of the two hypotheses is compared with two bounds (Wald, 1945), so that a
 * clear difference is found in few games. A series has a last game, though, and a difference that has not been found by then
 * is looked for once more, by a plain test of all pairs. The risk of a false find is divided between the two.
 *
 * The five outcomes of a pair have an unknown distribution, of which a hypothesis names only the mean. Each hypothesis
 * is given the distribution that fits the counts best among those with its mean: a generalized SPRT, as fishtest and
 * OpenBench use it. Among distributions of a given mean the best one divides the observed share of an outcome `a` by
 * 1 + x (a - mean), where x makes the mean come out (M. Van den Bergh, "MLE for multinomial distributions", Prop. 1.1).
 * Pure.
 */
import { scoreOf } from './elo.ts'
import { distributionOf, likelihoodAbove, SHARES, type Pentanomial } from './pentanomial.ts'

export interface Hypotheses {
  /** Logistic Elo of the first player over the second: not better than this, or as good as that. */
  readonly elo0: number
  readonly elo1: number
  /** How often at most it may call `elo1` what is `elo0`, and the other way round. */
  readonly alpha: number
  readonly beta: number
}

export interface Bounds {
  /** The bounds of the log-likelihood ratio. */
  readonly lower: number
  readonly upper: number
  /** The least likelihood, after the last game, that the first player is better than `elo0`. */
  readonly last: number
}

/**
 * The part of `alpha` that is spent before the last game. More finds a great lead sooner; less finds a lead of `elo1` more often
 * within few games. With this one both are near their best (ADR 39).
 */
const ON_THE_WAY = 0.4

export function boundsOf({ alpha, beta }: Hypotheses): Bounds {
  const early = ON_THE_WAY * alpha
  return { lower: Math.log(beta / (1 - early)), upper: Math.log((1 - beta) / early), last: 1 - (alpha - early) }
}

/** Positive where the counts speak for `elo1`; 0 before the first pair. */
export function logLikelihoodRatio(counts: Pentanomial, elo0: number, elo1: number): number {
  if (counts.every((count) => count === 0)) return 0
  const { pairs, shares } = distributionOf(counts)
  const divisors = [elo0, elo1].map((elo) => divisorsFor(shares, scoreOf(elo)))
  return pairs * shares.reduce((sum, share, i) => sum + share * Math.log(divisors[0]![i]! / divisors[1]![i]!), 0)
}

/** `elo1`: the first player is stronger by that much, or nearly; `elo0`: it is not. */
export type Decision = 'elo0' | 'elo1' | null

/** Null while it is not sure. */
export function decide(ratio: number, { lower, upper }: Bounds): Decision {
  if (ratio >= upper) return 'elo1'
  return ratio <= lower ? 'elo0' : null
}

/** After the last game of a series, where no bound was reached. */
export function decideLast(counts: Pentanomial, { elo0, ...rest }: Hypotheses): Decision {
  return likelihoodAbove(counts, scoreOf(elo0)) >= boundsOf({ elo0, ...rest }).last ? 'elo1' : null
}

const MOST_STEPS = 100
const PRECISE = 1e-12

/** By outcome, what its share is divided by to give a mean. */
function divisorsFor(shares: readonly number[], mean: number): number[] {
  const distances = SHARES.map((share) => share - mean)
  // Between the poles of the outermost outcomes the sum falls all the way from +infinity to -infinity.
  let low = -1 / distances.at(-1)!
  let high = -1 / distances[0]!
  let x = 0
  for (let step = 0; step < MOST_STEPS; step++) {
    let sum = 0
    let slope = 0
    for (let i = 0; i < shares.length; i++) {
      const part = distances[i]! / (1 + x * distances[i]!)
      sum += shares[i]! * part
      slope -= shares[i]! * part * part
    }
    if (sum > 0) low = x
    else high = x
    const newton = x - sum / slope
    const next = newton > low && newton < high ? newton : (low + high) / 2
    if (Math.abs(next - x) < PRECISE) break
    x = next
  }
  return distances.map((distance) => 1 + x * distance)
}
