/** Pairs of games whose outcomes are drawn: what the statistics of `arena-kit match` are tested with. */
import { Random } from '../../sdk/src/random.ts'

/**
 * Points of one pair after the other. `score`: the first bot's expected share of the points. `draws`: how many games
 * are drawn. `otherFate`: how often the two games of a pair end the other way round, whoever plays better, as where the
 * port decides.
 */
export function randomPairs(
  seed: string,
  score: number,
  { draws = 0, otherFate = 0 }: { readonly draws?: number; readonly otherFate?: number } = {},
): () => number {
  const random = new Random(seed)
  const game = (): number => {
    const at = random.next()
    if (at < draws) return 0.5
    return at < draws + (score - draws / 2) ? 1 : 0
  }
  return () => {
    // The port wins: one point for each, which is no part of the difference in strength.
    if (random.chance(otherFate)) return 1
    return game() + game()
  }
}
