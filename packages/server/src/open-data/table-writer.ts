/** Writes a table as Parquet, group of rows by group: a group is what is in memory of a file of any length. */
import { ParquetWriter, schemaFromColumnData } from 'hyparquet-writer'
import type { ColumnSource, Writer } from 'hyparquet-writer'
import type { Table } from './tables.ts'

/**
 * Rows of a group. A reader that counts takes the columns that it needs out of every group, each by a request: so there are few. What it knows of
 * a group before, the least and the most of each column, lets it pass over those of other days.
 */
export const GROUP_ROWS = 100_000

export class TableWriter<Source> {
  readonly #table: Table<Source>
  readonly #parquet: ParquetWriter
  #columns: ColumnSource['data'][]
  #pending = 0
  #rows = 0

  constructor(table: Table<Source>, writer: Writer) {
    this.#table = table
    const columnData = table.columns.map(({ name, type, isNullable }) => ({
      name,
      data: [],
      type,
      nullable: isNullable,
    }))
    this.#parquet = new ParquetWriter({ writer, schema: schemaFromColumnData({ columnData }), createdBy: 'arena' })
    this.#columns = this.#empty()
  }

  /** So far. */
  get rows(): number {
    return this.#rows
  }

  add(source: Source): void {
    for (const row of this.#table.rows(source)) {
      for (const [at, value] of row.entries()) (this.#columns[at] as unknown[]).push(value)
      this.#rows++
      if (++this.#pending === GROUP_ROWS) this.#flush()
    }
  }

  finish(): void {
    if (this.#pending > 0) this.#flush()
    void this.#parquet.finish()
  }

  #flush(): void {
    const columnData = this.#table.columns.map(({ name, encoding }, at) => {
      return { name, data: this.#columns[at]!, ...(encoding !== undefined && { encoding }) }
    })
    void this.#parquet.write({ columnData, rowGroupSize: GROUP_ROWS })
    this.#columns = this.#empty()
    this.#pending = 0
  }

  #empty(): ColumnSource['data'][] {
    return this.#table.columns.map(() => [])
  }
}
