/** A table with a column for each value of its rows. It scrolls by itself where it is too wide. */
import type { ReactNode } from 'react'
import { TableFrame } from './section.tsx'

export interface Column<Row> {
  readonly head: ReactNode
  readonly value: (row: Row) => ReactNode
  /** The class of the column's head, and of its cells where `cellClass` does not say otherwise. */
  readonly className?: string
  readonly cellClass?: string | null
  /** Its cells name their rows. */
  readonly isName?: true
  /** Attributes of a cell for the style sheet. */
  readonly data?: (row: Row) => Readonly<Record<`data-${string}`, boolean | string>>
}

/** A column of numbers. */
export const NUMBER = { className: 'number' } as const

interface TableProps<Row> {
  readonly labelledBy: string
  readonly className?: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string | number
}

export function Table<Row>({ labelledBy, className = 'rows', columns, rows, keyOf }: TableProps<Row>) {
  return (
    <TableFrame labelledBy={labelledBy}>
      <table className={className}>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={index} scope="col" className={column.className}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column, index) => (
                <Cell key={index} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  )
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const { value, className, cellClass = className, isName, data } = column
  if (isName) return <th scope="row">{value(row)}</th>
  return (
    <td className={cellClass ?? undefined} {...data?.(row)}>
      {value(row)}
    </td>
  )
}
