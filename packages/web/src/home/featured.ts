/**
 * The live match that is shown large: the one of the highest rated two. It stays until it ends, so that nobody loses the
 * match that they are watching to a better one.
 */
import type { LiveMatch } from '@arena/protocol'

export interface Featured {
  readonly best: LiveMatch | null
  /** In the order in which they began. */
  readonly others: readonly LiveMatch[]
}

export function chooseFeatured(
  matches: readonly LiveMatch[],
  ratings: ReadonlyMap<string, number>,
  current: string | null = null,
): Featured {
  const combined = ({ players }: LiveMatch) => players.reduce((sum, { botId }) => sum + (ratings.get(botId) ?? 0), 0)
  const best =
    matches.find(({ id }) => id === current) ??
    matches.reduce<LiveMatch | null>(
      (leader, match) => (leader === null || combined(match) > combined(leader) ? match : leader),
      null,
    )
  return { best, others: matches.filter((match) => match !== best) }
}
