/** The top of the ranking. */
import type { LeaderboardRow } from '@arena/protocol'
import { BOT, NoRankedBots, PODIUM_RANK, RATING, TALLY } from '../parts/ranked-bots.tsx'
import { Table } from '../parts/table.tsx'

export function Leaderboard({ rows, labelledBy }: { rows: readonly LeaderboardRow[]; labelledBy: string }) {
  if (rows.length === 0) return <NoRankedBots />
  const columns = [PODIUM_RANK, BOT, RATING, TALLY]
  return <Table<LeaderboardRow> labelledBy={labelledBy} columns={columns} rows={rows} keyOf={({ botId }) => botId} />
}
