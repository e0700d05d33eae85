/**
 * How much the points of a pair of games vary, in shares of what two games would that have nothing to do with each other: 1 for such ones, 2
 * where both games of a pair always end alike, near 0 where they always share the points. Pairs that say less than two games count for
 * less. Pure.
 */

/** What is put to both sides, in points squared: ten pairs of even games. Of few pairs it makes a value near 1. */
const PRIOR = 5

/** For each two players, the points that the first one had in each of their pairs: 0 to 2. */
export function dispersionOf(meetings: Iterable<readonly number[]>): number {
  let [found, expected] = [PRIOR, PRIOR]
  for (const pairs of meetings) {
    if (pairs.length < 2) continue
    const mean = pairs.reduce((sum, points) => sum + points, 0) / pairs.length
    found += pairs.reduce((sum, points) => sum + (points - mean) ** 2, 0)
    // A share that is estimated from the same pairs lies farther from one half than the true one.
    expected += ((pairs.length - 1) * mean * (1 - mean / 2)) / (1 - 1 / (2 * pairs.length))
  }
  return found / expected
}
