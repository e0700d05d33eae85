/** Reads the source tables in packages/engine/data: lines beginning with # say where the figures come from. */
import { readFileSync } from 'node:fs'

const FOLDER = new URL('../../packages/engine/data/', import.meta.url)

/** The lines of a source file, without its remarks. */
export function readLines(name: string): string[] {
  return readFileSync(new URL(name, FOLDER), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
}

export class Row {
  readonly #cells: Readonly<Record<string, string>>
  readonly #where: string

  constructor(cells: Readonly<Record<string, string>>, where: string) {
    this.#cells = cells
    this.#where = where
  }

  has(column: string): boolean {
    return this.text(column) !== ''
  }

  text(column: string): string {
    const cell = this.#cells[column]
    if (cell === undefined) throw new Error(`${this.#where} has no column ${column}`)
    return cell
  }

  number(column: string): number {
    const value = Number(this.text(column))
    if (!this.has(column) || !Number.isFinite(value)) throw new Error(`${this.#where}: ${column} is not a number`)
    return value
  }

  /** The number, or the fallback where the cell is empty. */
  numberOr(column: string, fallback: number): number {
    return this.has(column) ? this.number(column) : fallback
  }

  /** Numbers separated by spaces. */
  numbers(column: string): number[] {
    return this.has(column) ? this.text(column).split(' ').map(Number) : []
  }
}

export interface Table {
  readonly columns: readonly string[]
  readonly rows: readonly Row[]
}

/** A comma-separated source table whose first line names the columns. */
export function readTable(name: string): Table {
  const [head, ...lines] = readLines(name)
  const columns = head!.split(',')
  const rows = lines.map((line, index) => {
    const cells = line.split(',')
    const where = `${name}, row ${index + 1}`
    if (cells.length !== columns.length) throw new Error(`${where} has ${cells.length} cells, not ${columns.length}`)
    return new Row(Object.fromEntries(columns.map((column, i) => [column, cells[i]!])), where)
  })
  return { columns, rows }
}
