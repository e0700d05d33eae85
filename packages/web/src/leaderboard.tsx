/** The ranking of the bots. */
import type { LeaderboardRow } from '@arena/protocol'
import { oneDecimal } from './format.ts'

export function Leaderboard({ rows }: { rows: readonly LeaderboardRow[] }) {
  if (rows.length === 0) {
    return <p className="empty">No bot has finished a match yet. The first result opens the ranking.</p>
  }
  return (
    <div className="table-frame" role="region" aria-labelledby="leaderboard" tabIndex={0}>
      <table className="leaderboard">
        <thead>
          <tr>
            <th scope="col" className="number">
              <abbr title="Rank">#</abbr>
            </th>
            <th scope="col">Bot</th>
            <th scope="col" className="number">
              Rating
            </th>
            <th scope="col" className="number wide-only">
              Played
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
                <span className="bot-name">{row.name}</span>
                {row.owner !== '' && <span className="owner">@{row.owner}</span>}
              </th>
              <td className="number rating">{oneDecimal(row.rating)}</td>
              <td className="number wide-only">{row.gamesPlayed}</td>
              <td className="number">
                {row.wins}–{row.losses}–{row.draws}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
