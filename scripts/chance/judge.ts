/**
 * How well chances were told, by the frames of games that came after: how often those with a chance win, and the squared error (Brier
 * score). Pure.
 */

/** A frame whose chance was told, and what port 0 had of the win: 1, 0, or 0.5 for a draw. */
export interface Told {
  readonly chance: number
  readonly score: number
}

/** Chances of one tenth. A frame counts for both sides, so that the tenths lie evenly about the middle. */
export interface Tenth {
  readonly share: number
  /** Part of all frames, 0 to 1. */
  readonly chance: number
  readonly won: number
}

export function tenthsOf(told: readonly Told[]): Tenth[] {
  const sums = Array.from({ length: 10 }, () => ({ count: 0, chance: 0, won: 0 }))
  for (const { chance, score } of told) {
    for (const [own, has] of [
      [chance, score],
      [1 - chance, 1 - score],
    ] as const) {
      const tenth = sums[Math.min(9, Math.floor(own * 10))]!
      tenth.count++
      tenth.chance += own
      tenth.won += has
    }
  }
  return sums.map(({ count, chance, won }) => ({
    share: count / (2 * told.length),
    chance: chance / count,
    won: won / count,
  }))
}

/** By how much the chances of a tenth miss how often they win, over all frames: 0.02 is two points. */
export function calibrationError(told: readonly Told[]): number {
  return tenthsOf(told).reduce(
    (sum, { share, chance, won }) => sum + (share === 0 ? 0 : share * Math.abs(chance - won)),
    0,
  )
}

export function brierScore(told: readonly Told[]): number {
  return told.reduce((sum, { chance, score }) => sum + (chance - score) ** 2, 0) / told.length
}
