/** The top of the ranking. */
import type { LeaderboardRow } from '@arena/protocol'
import { oneDecimal, tally } from '../format.ts'
import { BotName } from '../parts/bot-name.tsx'
import { TableFrame } from '../parts/section.tsx'

export function Leaderboard({ rows, labelledBy }: { rows: readonly LeaderboardRow[]; labelledBy: string }) {
  if (rows.length === 0) {
    return <p className="empty">No bot has finished a match yet. The first result opens the ranking.</p>
  }
  return (
    <TableFrame labelledBy={labelledBy}>
      <table className="rows">
        <thead>
          <tr>
            <th scope="col" className="number">
              <abbr title="Rank">#</abbr>
            </th>
            <th scope="col">Bot</th>
            <th scope="col" className="number">
              Rating
            </th>
            <th scope="col" className="number">
              <abbr title="Wins, losses and draws">W–L–D</abbr>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.botId}>
              <td className="number rank" data-podium={row.rank <= 3}>
                {row.rank}
              </td>
              <th scope="row">
                <BotName botId={row.botId} name={row.name} />
                {row.owner !== '' && <span className="owner">@{row.owner}</span>}
              </th>
              <td className="number rating">{oneDecimal(row.rating)}</td>
              <td className="number">{tally(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  )
}
