/** Wins, losses and draws by something, one row each. */
import type { ReactNode } from 'react'
import { share, tally } from '../format.ts'
import type { Tally } from '../page-data.ts'
import { TableFrame } from './section.tsx'

interface TallyRow {
  readonly key: string | number
  readonly name: ReactNode
  readonly tally: Tally
  readonly last?: ReactNode
}

interface TallyTableProps {
  readonly labelledBy: string
  readonly head: string
  readonly lastHead?: string
  readonly rows: readonly TallyRow[]
  readonly empty: string
}

export function TallyTable({ labelledBy, head, lastHead, rows, empty }: TallyTableProps) {
  if (rows.length === 0) return <p className="empty">{empty}</p>
  const shareClass = lastHead === undefined ? 'number' : 'number wide-only'
  return (
    <TableFrame labelledBy={labelledBy}>
      <table className="rows">
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <th scope="col" className="number">
              Games
            </th>
            <th scope="col" className="number">
              <abbr title="Wins, losses and draws">W–L–D</abbr>
            </th>
            <th scope="col" className={shareClass}>
              <abbr title="Of the score: a win counts 1, a draw one half">Share</abbr>
            </th>
            {lastHead !== undefined && <th scope="col">{lastHead}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.name}</th>
              <td className="number">{gamesOf(row.tally)}</td>
              <td className="number">{tally(row.tally)}</td>
              <td className={shareClass}>{share(scoreOf(row.tally))}</td>
              {lastHead !== undefined && <td>{row.last}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  )
}

export function gamesOf({ wins, losses, draws }: Tally): number {
  return wins + losses + draws
}

/** Each game won counts 1, each drawn one half. */
function scoreOf(of: Tally): number {
  const games = gamesOf(of)
  return games === 0 ? 0 : (of.wins + of.draws / 2) / games
}
