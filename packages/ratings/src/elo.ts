/**
 * Scores and Elo. Elo here is logistic: a player with a lead of 400 is expected to score ten points for each one of the
 * other. Pure.
 */

/** Logistic Elo of one unit of normalized Elo, where no game is drawn and both are equally strong: 800 / ln 10. */
const NORMALIZED_UNIT = 800 / Math.LN10

/** Expected share of the points, 0 to 1. */
export const scoreOf = (elo: number): number => 1 / (1 + 10 ** (-elo / 400))

/** Infinite for a score of 0 or 1. */
export const eloOf = (score: number): number => 400 * Math.log10(score / (1 - score))

/**
 * Normalized Elo: the lead over an even score in standard deviations of a game. It says how many games it takes to
 * see a difference; where no game is drawn and the difference is small, it is the logistic Elo.
 */
export const normalizedElo = (score: number, deviationPerGame: number): number =>
  ((score - 0.5) / deviationPerGame) * NORMALIZED_UNIT

/** The share of a normal distribution below `x` standard deviations. */
export function normalBelow(x: number): number {
  // The continued fraction of Mills' ratio far out, the series of the density near the middle: both to double precision.
  const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)
  const from = Math.abs(x)
  if (from > 6) {
    let fraction = from
    for (let i = 40; i > 0; i--) fraction = from + i / fraction
    return x < 0 ? density / fraction : 1 - density / fraction
  }
  let sum = 0
  let term = x
  for (let odd = 1; Math.abs(term) > 1e-17; odd += 2) {
    sum += term
    term *= (x * x) / (odd + 2)
  }
  return 0.5 + density * sum
}
