/** The data of the page, as the service sends it with the first response and as it is refreshed later. */
import type { LeaderboardRow, LiveMatch, MatchSummary } from '@arena/protocol'

export interface PageData {
  readonly live: readonly LiveMatch[]
  /** Why the machine plays fewer matches than it might, where it does. */
  readonly notice: string | undefined
  readonly leaderboard: readonly LeaderboardRow[]
  readonly matches: readonly MatchSummary[]
  /** Unix milliseconds of the service when the data was read. */
  readonly now: number
}
