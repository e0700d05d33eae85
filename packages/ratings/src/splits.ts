/**
 * What a player is worth in one part of its games, as with one character or on one stage, beside its strength in all of them. Parts of
 * few games are drawn toward no difference. How often differences go how far is learned from all parts together: it is a mixture of normal
 * distributions around 0, narrow and wide ones (M. Stephens, "False discovery rates: a new deal", Biostatistics 18, 2017), so that one
 * great difference stays great where all others are none. Pure.
 */
import { ELO_UNIT, SURE, winProbability } from './bradley-terry.ts'

/** Games of one player that belong together. */
export interface Part {
  readonly games: readonly {
    /** The share of the points that the strengths of both let expect, between 0 and 1. */
    readonly expected: number
    readonly points: number
  }[]
}

export interface Split {
  readonly games: number
  readonly points: number
  readonly expected: number
  /** The difference to the player's rating in Elo, and where it lies with 95 of 100. */
  readonly difference: number
  readonly low: number
  readonly high: number
}

/** How far differences go, in logits: from 2 points of Elo to 350. */
const SPREADS = Array.from({ length: 12 }, (_, number) => 0.0125 * 1.6 ** number)
const STEPS = 30
const ROUNDS = 30
const NO_DIFFERENCE = 5

/** In the order of the parts. */
export function splitsOf(parts: readonly Part[]): Split[] {
  const peaks = parts.map((part) => SPREADS.map((spread) => climb(part, spread)))
  const shares = sharesOf(peaks)
  return parts.map(({ games }, number) => {
    const own = peaks[number]!
    const likely = likelyOf(own, shares)
    const sum = (of: (peak: Peak) => number): number => own.reduce((so, peak, i) => so + likely[i]! * of(peak), 0)
    const mean = sum(({ top }) => top)
    const variance = sum((peak) => peak.variance + (peak.top - mean) ** 2)
    const [difference, reach] = [ELO_UNIT * mean, ELO_UNIT * SURE * Math.sqrt(variance)]
    return {
      games: games.length,
      points: games.reduce((so, { points }) => so + points, 0),
      expected: games.reduce((so, { expected }) => so + expected, 0),
      difference,
      low: difference - reach,
      high: difference + reach,
    }
  })
}

/** The share that each spread has of all differences: EM from equal shares, with some parts more that have none. */
function sharesOf(peaks: readonly (readonly Peak[])[]): readonly number[] {
  let shares: readonly number[] = SPREADS.map(() => 1 / SPREADS.length)
  for (let round = 0; round < ROUNDS; round++) {
    const counts = SPREADS.map((_, number) => (number === 0 ? NO_DIFFERENCE : 0))
    for (const own of peaks) for (const [number, share] of likelyOf(own, shares).entries()) counts[number]! += share
    shares = counts.map((count) => count / (peaks.length + NO_DIFFERENCE))
  }
  return shares
}

/** How likely one part is of each spread; the shares add up to 1. */
function likelyOf(own: readonly Peak[], shares: readonly number[]): readonly number[] {
  const most = Math.max(...own.map(({ height }) => height))
  const weights = own.map(({ height }, number) => shares[number]! * Math.exp(height - most))
  const all = weights.reduce((sum, each) => sum + each, 0)
  return weights.map((each) => each / all)
}

interface Peak {
  readonly top: number
  readonly variance: number
  /** The logarithm of how likely the games are, up to a constant. */
  readonly height: number
}

/** The most likely difference under one spread. */
function climb({ games }: Part, spread: number): Peak {
  const logits = games.map(({ expected }) => Math.log(expected / (1 - expected)))
  let top = 0
  let curvature = 1
  for (let step = 0; step < STEPS; step++) {
    let slope = -top / spread ** 2
    curvature = 1 / spread ** 2
    for (const [i, { points }] of games.entries()) {
      const chance = winProbability(logits[i]! + top, 0)
      slope += points - chance
      curvature += chance * (1 - chance)
    }
    const move = Math.max(-1, Math.min(1, slope / curvature))
    top += move
    if (Math.abs(move) < 1e-9) break
  }
  let height = -(top ** 2) / spread ** 2 / 2 - Math.log(spread) - Math.log(curvature) / 2
  for (const [i, { points }] of games.entries()) {
    const chance = winProbability(logits[i]! + top, 0)
    height += points * Math.log(chance) + (1 - points) * Math.log(1 - chance)
  }
  return { top, variance: 1 / curvature, height }
}
