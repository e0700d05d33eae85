/** The two players that should meet next, where whoever plays is chosen by what is not known yet. Pure. */
import { ELO_UNIT, SURE, winProbability, type Fit } from './bradley-terry.ts'

/** Two players, the smaller number first. */
export type Two = readonly [number, number]

interface Options {
  /** Those that meet already, and whose results are not known: how much a game tells hardly depends on who wins it. */
  readonly underway: readonly Two[]
  /** As many games of their own a meeting is worth. */
  readonly games: number
  /** A player whose interval reaches no farther, in Elo, meets only those whose does; null where all are to be known better. */
  readonly within: number | null
}

/**
 * The two whose games are expected to say most, in bits of what is not known: even games of two players of whom it is open who is the better
 * one. Of equal ones the first.
 */
export function mostTelling(fit: Fit, { underway, games, within }: Options): Two {
  const { players } = fit
  if (players < 2) throw new RangeError('nobody to meet')
  const covariance = fit.covariance.slice()
  for (const two of underway) narrow(covariance, fit, two, games)
  const reach = (player: number): number => ELO_UNIT * SURE * Math.sqrt(covariance[player * players + player]!)
  const all = Array.from({ length: players }, (_, player) => player)
  const isOpen = all.map((player) => within === null || reach(player) > within)
  let [best, most]: [Two, number] = [[0, 1], 0]
  for (const a of all) {
    for (const b of all.slice(a + 1)) {
      if (!isOpen[a] && !isOpen[b]) continue
      const { weight, variance } = whatIsOpen(covariance, fit, [a, b], games)
      // Differences of rounding choose nobody.
      if (weight * variance > most * (1 + 1e-9)) [best, most] = [[a, b], weight * variance]
    }
  }
  return best
}

/** What games of two say of their difference, as the inverse of a variance, and the variance that it has yet. */
function whatIsOpen(
  covariance: Float64Array,
  { players, strengths }: Fit,
  [a, b]: Two,
  games: number,
): { readonly weight: number; readonly variance: number } {
  const chance = winProbability(strengths[a]!, strengths[b]!)
  const at = (i: number, j: number): number => covariance[i * players + j]!
  return { weight: games * chance * (1 - chance), variance: at(a, a) + at(b, b) - 2 * at(a, b) }
}

/** The covariance once games of the two are known (Sherman and Morrison's formula). */
function narrow(covariance: Float64Array, fit: Fit, [a, b]: Two, games: number): void {
  const { players } = fit
  const { weight, variance } = whatIsOpen(covariance, fit, [a, b], games)
  const withBoth = Array.from(
    { length: players },
    (_, i) => covariance[i * players + a]! - covariance[i * players + b]!,
  )
  for (let i = 0; i < players; i++) {
    for (let j = 0; j < players; j++) {
      covariance[i * players + j]! -= (weight / (1 + weight * variance)) * withBoth[i]! * withBoth[j]!
    }
  }
}
