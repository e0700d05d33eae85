/** The Weng-Lin rating of two bots and how a match moves it (spec: Rating). Pure. */
import { rate as wengLin } from 'openskill'
import type { Options } from 'openskill'

export interface Rating {
  /** Skill estimate. */
  readonly mu: number
  /** Uncertainty. */
  readonly sigma: number
}

/** Of the bot on port 0, or of neither. */
export type Outcome = 'win' | 'loss' | 'draw'

export const INITIAL_RATING: Rating = { mu: 25, sigma: 25 / 3 }

const TERMS = {
  /** Skill that one class of player has over the next. */
  beta: 25 / 6,
  /** Uncertainty added before each match, so that a rating never freezes. */
  tau: 25 / 300,
  /** Floor under the shrinking of sigma. */
  kappa: 1e-4,
  /** A match never makes a bot less certain than it was. */
  limitSigma: true,
} satisfies Options

/** Placements by outcome (spec: Winning and scoring 5). */
export const PLACEMENTS = { win: [1, 2], loss: [2, 1], draw: [1, 1] } as const satisfies Record<
  Outcome,
  readonly [1 | 2, 1 | 2]
>

/** The number shown everywhere. */
export function shownRating({ mu, sigma }: Rating): number {
  return mu - 3 * sigma
}

/** Both ratings after a match. */
export function rate(a: Rating, b: Rating, outcome: Outcome): readonly [Rating, Rating] {
  const [[ratedA], [ratedB]] = wengLin([[a], [b]], { ...TERMS, rank: [...PLACEMENTS[outcome]] })
  return [ratedA, ratedB]
}
