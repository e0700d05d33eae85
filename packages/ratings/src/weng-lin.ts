/**
 * The Weng-Lin rating of two bots and how a match moves it (spec: Rating). Pure.
 *
 * The source is Weng and Lin, "A Bayesian Approximation Method for Online Ranking" (Journal of Machine Learning Research 12, 2011),
 * algorithm 4, the Plackett-Luce model, for two teams of one player. There its sums over teams and ties come down to the
 * surprise `score - expected`, as in Elo's system. The paper's floor under the shrinking of sigma has no effect: one match takes
 * less than a quarter of the variance.
 */
export interface Rating {
  /** Skill estimate. */
  readonly mu: number
  /** Uncertainty. */
  readonly sigma: number
}

/** The outcome for the bot on port 0. */
export type Outcome = 'win' | 'loss' | 'draw'

export const INITIAL_RATING: Rating = { mu: 25, sigma: 25 / 3 }

/** Skill that one class of player has over the next. */
const BETA = 25 / 6
/** Uncertainty added before each match, so that a rating never freezes. */
const TAU = 25 / 300

/** Placements by outcome (spec: Winning and scoring 5). */
export const PLACEMENTS = { win: [1, 2], loss: [2, 1], draw: [1, 1] } as const satisfies Record<
  Outcome,
  readonly [1 | 2, 1 | 2]
>

/** The number shown everywhere. */
export function shownRating({ mu, sigma }: Rating): number {
  return mu - 3 * sigma
}

/** What the bot on port 0 has of one win. */
const SCORE = { win: 1, draw: 0.5, loss: 0 } as const satisfies Record<Outcome, number>

/** Both ratings after a match. */
export function rate(a: Rating, b: Rating, outcome: Outcome): readonly [Rating, Rating] {
  return [afterMatch(a, b, SCORE[outcome]), afterMatch(b, a, 1 - SCORE[outcome])]
}

/** The score that the model expects of `own` against `opponent`: 1 is a certain win, 0.5 an even match. */
export function expectedScore(own: Rating, opponent: Rating): number {
  return 1 / (1 + Math.exp((opponent.mu - own.mu) / spreadOf(own, opponent)))
}

/** The standard deviation of the difference between what the two show in one game. */
function spreadOf(a: Rating, b: Rating): number {
  return Math.sqrt(a.sigma ** 2 + TAU ** 2 + (b.sigma ** 2 + TAU ** 2) + 2 * BETA ** 2)
}

function afterMatch(own: Rating, opponent: Rating, score: number): Rating {
  const variance = own.sigma ** 2 + TAU ** 2
  const spread = spreadOf(own, opponent)
  const expected = expectedScore(own, opponent)
  const share = variance / spread ** 2
  const shrink = 1 - (Math.sqrt(variance) / spread) * share * expected * (1 - expected)
  return {
    mu: own.mu + (variance / spread) * (score - expected),
    // A match never makes a bot less certain than it was.
    sigma: Math.min(Math.sqrt(variance * shrink), own.sigma),
  }
}

/** A rating as it is shown. */
export function oneDecimal(value: number): number {
  // Adding 0 turns -0 into 0, which JSON would write alike but a comparison would not.
  return Math.round(value * 10) / 10 + 0
}
