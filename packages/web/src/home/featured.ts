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

/** The match that was shown large, and when it was among the running ones last, in milliseconds. */
export interface Watched {
  readonly match: LiveMatch
  readonly listedAt: number
}

/** The viewer shows a match a second late: so long it stays after it has ended, with its last hit. */
const LINGERS_MS = 2_500

export function withWatched(matches: readonly LiveMatch[], watched: Watched | null, now: number): readonly LiveMatch[] {
  if (watched === null || now - watched.listedAt > LINGERS_MS) return matches
  return matches.some(({ id }) => id === watched.match.id) ? matches : [...matches, watched.match]
}
