/**
 * One fit over all games: the strengths that explain the results best, with what is not known of them. Pure.
 *
 * The model is Bradley and Terry's ("Rank analysis of incomplete block designs", Biometrika 39, 1952): a player beats another with
 * the probability 1 / (1 + exp(other - own)). A draw is half a win for both, as in the leaderboards that fit this model. Strengths are
 * drawn from a normal distribution around 0, whose spread the games themselves say: a player with few games is put
 * near the middle, with a wide interval, and one that has won every game has a finite strength. Nothing else would do where the
 * ladder pairs by results: the strengths that are most likely without a spread lie too far apart then.
 *
 * What is known of strengths is the normal distribution that is nearest to all that they may be. It knows of two players together, so that
 * two that met often are told apart better than their own intervals say. There is more than one guess of the spread too: the fit is the
 * mean over a row of spreads, each by how likely it makes the games.
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
/** In logits: half a point of Elo. What takes more steps is known to some hundred points only. */
const CLOSE = 3e-3
/** Spreads that strengths may have, from 9 points of Elo to 650: each one a third larger than the one before. */
const SPREADS = Array.from({ length: 16 }, (_, number) => 0.05 * (4 / 3) ** number)
/** A spread of a smaller share of the evidence changes nothing that is shown. */
const NEGLIGIBLE = 1e-4

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
  const { spread } = options
  if (spread === Infinity) {
    const { strengths, covariance } = climb(new Float64Array(players), meetings, spread)
    return new Fit(strengths, centred(covariance, players), spread)
  }
  const strengths = new Float64Array(players)
  const peaks = (spread === undefined ? SPREADS : [spread]).map((each) => climb(strengths, meetings, each))
  const shares = sharesOf(peaks)
  return mixed(peaks.filter((_, i) => shares[i]! > NEGLIGIBLE).map((peak) => broadened(peak, meetings)))
}

/** What strengths are likely to be under one spread. */
interface Peak {
  readonly spread: number
  readonly strengths: Float64Array
  readonly covariance: Float64Array
  /** The logarithm of how likely the games are under this spread, and of its share of all spreads, up to a constant. */
  readonly evidence: number
}

/** Moves the strengths to the top of the likelihood by Newton's steps. */
function climb(strengths: Float64Array, meetings: readonly Meeting[], spread: number): Peak {
  for (let step = 0; step < MOST_STEPS; step++) {
    const around = aroundOf(strengths, null, meetings, spread)
    const decomposed = new Cholesky(around.curvature, strengths.length)
    if (moved(strengths, decomposed.solve(around.slope)) < PRECISE) {
      return {
        spread,
        strengths: strengths.slice(),
        covariance: decomposed.inverse(),
        evidence: evidenceOf(around.height, decomposed, spread),
      }
    }
  }
  throw new RangeError('The games do not decide the strengths: somebody has won, or lost, every game.')
}

/**
 * The normal distribution that is nearest to all that strengths may be, and not only to the top of the likelihood: where few games connect
 * players, those that are far apart are farther apart on average than at the top. Slope and curvature are means over the distribution itself,
 * so it is looked for in steps (Opper and Archambeau, "The variational Gaussian approximation revisited", Neural Computation 21, 2009).
 */
function broadened(peak: Peak, meetings: readonly Meeting[]): Peak {
  const { spread } = peak
  const strengths = peak.strengths.slice()
  let { covariance, evidence } = peak
  for (let step = 0; step < MOST_STEPS; step++) {
    const around = aroundOf(strengths, covariance, meetings, spread)
    const decomposed = new Cholesky(around.curvature, strengths.length)
    covariance = decomposed.inverse()
    evidence = evidenceOf(around.height, decomposed, spread)
    if (moved(strengths, decomposed.solve(around.slope)) < CLOSE) break
  }
  return { spread, strengths, covariance, evidence }
}

/** Every variance of strengths is taken to be as likely as any other: where strengths are few, that leaves more room than every deviation would. */
function evidenceOf(height: number, { logDeterminant, size }: Cholesky, spread: number): number {
  return height - size * Math.log(spread) - logDeterminant / 2 + 2 * Math.log(spread)
}

/** The longest of the steps, as they were made: one beyond the reach of the quadratic would overshoot. */
function moved(strengths: Float64Array, steps: Float64Array): number {
  let longest = 0
  for (let i = 0; i < strengths.length; i++) {
    const move = Math.max(-LONGEST_STEP, Math.min(LONGEST_STEP, steps[i]!))
    strengths[i]! += move
    longest = Math.max(longest, Math.abs(move))
  }
  return longest
}

/** By their evidence; they add up to 1. */
function sharesOf(peaks: readonly Peak[]): number[] {
  const most = Math.max(...peaks.map(({ evidence }) => evidence))
  const likely = peaks.map(({ evidence }) => Math.exp(evidence - most))
  const sum = likely.reduce((total, each) => total + each, 0)
  return likely.map((each) => each / sum)
}

/** The mean of all peaks by their evidence; how they differ counts toward what is not known. */
function mixed(peaks: readonly Peak[]): Fit {
  const size = peaks[0]!.strengths.length
  const shares = sharesOf(peaks)
  const strengths = new Float64Array(size)
  const covariance = new Float64Array(size * size)
  let spread = 0
  for (const [number, peak] of peaks.entries()) {
    const share = shares[number]!
    spread += share * peak.spread
    for (let i = 0; i < size; i++) strengths[i]! += share * peak.strengths[i]!
  }
  for (const [number, peak] of peaks.entries()) {
    const share = shares[number]!
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

/** Height, slope and curvature of the likelihood at these strengths; with a covariance their means over the normal distribution around them. */
function aroundOf(
  strengths: Float64Array,
  covariance: Float64Array | null,
  meetings: readonly Meeting[],
  spread: number,
): { readonly height: number; readonly slope: Float64Array; readonly curvature: Float64Array } {
  const size = strengths.length
  const slope = new Float64Array(size)
  const curvature = new Float64Array(size * size)
  const tie = spread === Infinity ? 0 : 1 / spread ** 2
  let height = 0
  for (let i = 0; i < size; i++) {
    const variance = covariance === null ? 0 : covariance[i * size + i]!
    height -= (tie * (strengths[i]! ** 2 + variance)) / 2
    slope[i] = -tie * strengths[i]!
    curvature[i * size + i] = tie
  }
  // Only differences count: without a spread the mean is held at 0 by a tie of all to it.
  if (tie === 0) curvature.fill(1 / size)
  for (const { a, b, wins, losses, draws } of meetings) {
    const variance =
      covariance === null ? 0 : covariance[a * size + a]! + covariance[b * size + b]! - 2 * covariance[a * size + b]!
    const { chance, weight, won, lost } = over(strengths[a]! - strengths[b]!, Math.sqrt(variance))
    const games = wins + losses + draws
    height += (wins + draws / 2) * won + (losses + draws / 2) * lost
    const surprise = wins + draws / 2 - games * chance
    slope[a]! += surprise
    slope[b]! -= surprise
    curvature[a * size + a]! += games * weight
    curvature[b * size + b]! += games * weight
    curvature[a * size + b]! -= games * weight
    curvature[b * size + a]! -= games * weight
  }
  return { height, slope, curvature }
}

/** Places of a normal distribution, in deviations, with their shares: sums over them are as good as integrals of what is smooth. */
const PLACES = [-4, -3, -2, -1, 0, 1, 2, 3, 4].map((place) => ({
  place,
  share: Math.exp((-place * place) / 2) / Math.sqrt(2 * Math.PI),
}))
const MIDDLE = [{ place: 0, share: 1 }]

/** Means over a lead with this deviation: of the chance to win, of how much a game says of the lead, and of the logarithms of both chances. */
function over(lead: number, deviation: number) {
  let [chance, weight, won, lost] = [0, 0, 0, 0]
  for (const { place, share } of deviation === 0 ? MIDDLE : PLACES) {
    const own = lead + deviation * place
    const probability = winProbability(own, 0)
    const log = own > 0 ? -Math.log1p(Math.exp(-own)) : own - Math.log1p(Math.exp(own))
    chance += share * probability
    weight += share * probability * (1 - probability)
    won += share * log
    lost += share * (log - own)
  }
  return { chance, weight, won, lost }
}

/** The covariance of strengths less their mean. */
function centred(covariance: Float64Array, size: number): Float64Array {
  const means = new Float64Array(size)
  for (let i = 0; i < size; i++) for (let j = 0; j < size; j++) means[i]! += covariance[i * size + j]! / size
  const mean = means.reduce((sum, each) => sum + each, 0) / size
  return covariance.map((each, at) => each - means[Math.floor(at / size)]! - means[at % size]! + mean)
}
