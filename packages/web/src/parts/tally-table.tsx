/** Wins, losses and draws by something, one row each. */
import type { ReactNode } from 'react'
import { share, tally } from '../format.ts'
import type { Tally } from '../page-data.ts'
import { TALLY } from './ranked-bots.tsx'
import { NUMBER, Table, type Column } from './table.tsx'

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
  const columns: Column<TallyRow>[] = [
    { head, value: ({ name }) => name, isName: true },
    { head: 'Games', value: (row) => gamesOf(row.tally), ...NUMBER },
    { head: TALLY.head, value: (row) => tally(row.tally), ...NUMBER },
    {
      head: <abbr title="Of the score: a win counts 1, a draw one half">Share</abbr>,
      value: (row) => share(scoreOf(row.tally)),
      className: lastHead === undefined ? 'number' : 'number wide-only',
    },
  ]
  if (lastHead !== undefined) columns.push({ head: lastHead, value: ({ last }) => last })
  return <Table labelledBy={labelledBy} columns={columns} rows={rows} keyOf={({ key }) => key} />
}

export function gamesOf({ wins, losses, draws }: Tally): number {
  return wins + losses + draws
}

/** Each game won counts 1, each drawn one half. */
function scoreOf(of: Tally): number {
  const games = gamesOf(of)
  return games === 0 ? 0 : (of.wins + of.draws / 2) / games
}
