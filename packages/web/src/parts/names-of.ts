/** The names of both bots for the viewer, one on each line: a replay holds what Shift-JIS can write of them, and 31 bytes. */
import type { LiveMatch, MatchSummary } from '@arena/protocol'

export function namesOf({ players }: Pick<LiveMatch | MatchSummary, 'players'>): string {
  return players.map(({ botName }) => botName).join('\n')
}
