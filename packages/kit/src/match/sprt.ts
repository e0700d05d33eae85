/**
 * The sequential probability ratio test of pairs: whether the first player is stronger by `elo1`, or only by `elo0`.
 * After each pair the log-likelihood ratio of the two hypotheses is compared with two bounds (Wald, 1945), so that a
 * clear difference is found in few games.
 *
 * The five outcomes of a pair have an unknown distribution, of which a hypothesis names only the mean. Each hypothesis
 * is given the distribution that fits the counts best among those with its mean: a generalized SPRT, as fishtest and
 * OpenBench use it. Among distributions of a given mean the best one divides the observed share of an outcome `a` by
 * 1 + x (a - mean), where x makes the mean come out (M. Van den Bergh, "MLE for multinomial distributions", Prop. 1.1).
 * Pure.
 */
import { scoreOf } from './elo.ts'
import { distributionOf, SHARES, type Pentanomial } from './pentanomial.ts'

export interface Hypotheses {
  /** Logistic Elo of the first player over the second: not better than this, or as good as that. */
  readonly elo0: number
  readonly elo1: number
  /** How often at most it may call `elo1` what is `elo0`, and the other way round. */
  readonly alpha: number
  readonly beta: number
}

export interface Bounds {
  readonly lower: number
  readonly upper: number
}

export const boundsOf = ({ alpha, beta }: Hypotheses): Bounds => ({
  lower: Math.log(beta / (1 - alpha)),
  upper: Math.log((1 - beta) / alpha),
})

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
