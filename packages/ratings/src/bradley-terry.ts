/**
 * One fit over all games: the strengths that explain the results best, with what is not known of them. Pure.
 *
 * The model is Bradley and Terry's ("Rank analysis of incomplete block designs", Biometrika 39, 1952): a player beats another with
 * the probability 1 / (1 + exp(other - own)). A draw is half a win for both, as in the leaderboards that fit this model. Strengths are
 * drawn from a normal distribution around 0, whose spread the games themselves say: a player with few games is put
 * near the middle, with a wide interval, and one that has won every game has a finite strength. Nothing else would do where the
 * ladder pairs by results: the strengths that are most likely without a spread lie too far apart then.
 *
 * The covariance is the inverse of the curvature at the best strengths (Laplace's approximation), so that two players that met often
 * are told apart better than their own intervals say. Of the spread too there is more than one guess: the fit is the mean over a row of
 * spreads, each by how likely it makes the games.
 */
import { Cholesky } from './positive-definite.ts'
import { normalBelow } from './elo.ts'

/** The games of two players, which are numbers from 0 on. */
export interface Meeting {
  readonly a: number
  readonly b: number
  /** Those of `a`. */
  readonly wins: number
  readonly losses: number
  readonly draws: number
}

export interface FitOptions {
  /** The spread of strengths; Infinity fits the games alone, and then everybody has to be connected by wins and losses. */
  readonly spread?: number
}

/** Points of Elo for one unit of strength. */
export const ELO_UNIT = 400 / Math.LN10
/** The mean of all ratings. */
export const MEAN_ELO = 1500
/** In standard deviations: 95 of 100 intervals hold the truth. */
export const SURE = 1.959963984540054

const MOST_STEPS = 60
const LONGEST_STEP = 2
const PRECISE = 1e-9
/** Spreads that strengths may have, from 9 points of Elo to 650: each one a third larger than the one before. */
const SPREADS = Array.from({ length: 16 }, (_, number) => 0.05 * (4 / 3) ** number)
/** A spread of a smaller share of the evidence changes nothing that is shown. */
const NEGLIGIBLE = 1e-6

/** The probability that a player of a strength beats another. */
export const winProbability = (own: number, other: number): number => 1 / (1 + Math.exp(other - own))

export class Fit {
  readonly players: number
  /** In logits, around a mean of 0. */
  readonly strengths: Float64Array
  /** The covariance of strengths around their mean, row by row. */
  readonly covariance: Float64Array
  readonly spread: number

  constructor(strengths: Float64Array, covariance: Float64Array, spread: number) {
    this.players = strengths.length
    this.strengths = strengths
    this.covariance = covariance
    this.spread = spread
  }

  /** The standard error of a strength, or of the difference of two. */
  errorOf(player: number, other?: number): number {
    const { covariance, players } = this
    const own = covariance[player * players + player]!
    if (other === undefined) return Math.sqrt(Math.max(0, own))
    const shared = covariance[player * players + other]!
    return Math.sqrt(Math.max(0, own + covariance[other * players + other]! - 2 * shared))
  }

  /** How likely a player is the stronger one of two. */
  superiority(player: number, other: number): number {
    if (player === other) return 0.5
    return normalBelow((this.strengths[player]! - this.strengths[other]!) / this.errorOf(player, other))
  }
}

/** A row of the list that a fit makes. Ratings are in Elo. */
export interface FittedRow {
  readonly player: number
  readonly rating: number
  /** The true rating lies in between, with 95 of 100. */
  readonly low: number
  readonly high: number
  /** The ranks that it may have: 1 more than the players that are surely better, and so on from the other end. */
  readonly best: number
  readonly worst: number
}

/** Best rating first. One player is surely better than another where 97.5 of 100 say so. */
export function rowsOf(fit: Fit): FittedRow[] {
  const players = Array.from({ length: fit.players }, (_, player) => player)
  const rows = players.map((player) => {
    const others = players.filter((other) => other !== player).map((other) => fit.superiority(player, other))
    const sure = normalBelow(SURE)
    const [rating, reach] = [MEAN_ELO + ELO_UNIT * fit.strengths[player]!, ELO_UNIT * SURE * fit.errorOf(player)]
    return {
      player,
      rating,
      low: rating - reach,
      high: rating + reach,
      best: 1 + others.filter((superior) => superior < 1 - sure).length,
      worst: players.length - others.filter((superior) => superior > sure).length,
    }
  })
  return rows.toSorted((one, other) => other.rating - one.rating || one.player - other.player)
}

/** Throws a `RangeError` for a player that is not there, and where the games alone decide nothing. */
export function fitStrengths(players: number, meetings: readonly Meeting[], options: FitOptions = {}): Fit {
  for (const { a, b } of meetings) {
    if (!(a >= 0 && a < players && b >= 0 && b < players && a !== b)) throw new RangeError(`no players ${a} and ${b}`)
  }
  const strengths = new Float64Array(players)
  const spreads = options.spread === undefined ? SPREADS : [options.spread]
  return mixed(spreads.map((spread) => climb(strengths, meetings, spread)))
}

/** The most likely strengths of one spread. */
interface Peak {
  readonly spread: number
  readonly strengths: Float64Array
  readonly covariance: Float64Array
  /** The logarithm of how likely the games are under this spread, and of its share of all spreads, up to a constant. */
  readonly evidence: number
}

/** Moves the strengths to the top of the likelihood by Newton's steps. */
function climb(strengths: Float64Array, meetings: readonly Meeting[], spread: number): Peak {
  const size = strengths.length
  for (let step = 0; step < MOST_STEPS; step++) {
    const { height, slope, curvature } = around(strengths, meetings, spread)
    const decomposed = new Cholesky(curvature, size)
    const steps = decomposed.solve(slope)
    let farthest = 0
    for (let i = 0; i < size; i++) {
      // A step beyond the reach of the quadratic would overshoot.
      const move = Math.max(-LONGEST_STEP, Math.min(LONGEST_STEP, steps[i]!))
      strengths[i]! += move
      farthest = Math.max(farthest, Math.abs(move))
    }
    if (farthest < PRECISE) {
      const evidence = height - size * Math.log(spread) - decomposed.logDeterminant / 2 + Math.log(spread)
      return { spread, strengths: strengths.slice(), covariance: decomposed.inverse(), evidence }
    }
  }
  throw new RangeError('The games do not decide the strengths: somebody has won, or lost, every game.')
}

/** The mean of all peaks by their evidence; how they differ counts toward what is not known. */
function mixed(peaks: readonly Peak[]): Fit {
  const [first] = peaks
  if (peaks.length === 1)
    return new Fit(first!.strengths, centred(first!.covariance, first!.strengths.length), first!.spread)
  const size = first!.strengths.length
  const most = Math.max(...peaks.map(({ evidence }) => evidence))
  const likely = peaks.map(({ evidence }) => Math.exp(evidence - most))
  const sum = likely.reduce((total, each) => total + each, 0)
  const strengths = new Float64Array(size)
  const covariance = new Float64Array(size * size)
  let spread = 0
  for (const [number, peak] of peaks.entries()) {
    const share = likely[number]! / sum
    spread += share * peak.spread
    for (let i = 0; i < size; i++) strengths[i]! += share * peak.strengths[i]!
  }
  for (const [number, peak] of peaks.entries()) {
    const share = likely[number]! / sum
    if (share < NEGLIGIBLE) continue
    for (let i = 0; i < size; i++) {
      const off = peak.strengths[i]! - strengths[i]!
      for (let j = 0; j < size; j++) {
        covariance[i * size + j]! +=
          share * (peak.covariance[i * size + j]! + off * (peak.strengths[j]! - strengths[j]!))
      }
    }
  }
  return new Fit(strengths, centred(covariance, size), spread)
}

function around(
  strengths: Float64Array,
  meetings: readonly Meeting[],
  spread: number,
): { readonly height: number; readonly slope: Float64Array; readonly curvature: Float64Array } {
  const size = strengths.length
  const slope = new Float64Array(size)
  const curvature = new Float64Array(size * size)
  const tie = spread === Infinity ? 0 : 1 / spread ** 2
  let height = 0
  for (let i = 0; i < size; i++) {
    height -= (tie * strengths[i]! ** 2) / 2
    slope[i] = -tie * strengths[i]!
    curvature[i * size + i] = tie
  }
  // Only differences count: without a spread the mean is held at 0 by a tie of all to it.
  if (tie === 0) curvature.fill(1 / size)
  for (const { a, b, wins, losses, draws } of meetings) {
    const games = wins + losses + draws
    const chance = winProbability(strengths[a]!, strengths[b]!)
    height += (wins + draws / 2) * Math.log(chance) + (losses + draws / 2) * Math.log(1 - chance)
    const surprise = wins + draws / 2 - games * chance
    const weight = games * chance * (1 - chance)
    slope[a]! += surprise
    slope[b]! -= surprise
    curvature[a * size + a]! += weight
    curvature[b * size + b]! += weight
    curvature[a * size + b]! -= weight
    curvature[b * size + a]! -= weight
  }
  return { height, slope, curvature }
}

/** The covariance of strengths less their mean. */
function centred(covariance: Float64Array, size: number): Float64Array {
  const means = new Float64Array(size)
  for (let i = 0; i < size; i++) for (let j = 0; j < size; j++) means[i]! += covariance[i * size + j]! / size
  const mean = means.reduce((sum, each) => sum + each, 0) / size
  return covariance.map((each, at) => each - means[Math.floor(at / size)]! - means[at % size]! + mean)
}
