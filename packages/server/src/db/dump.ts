/**
 * A whole database as lines of text, which any PostgreSQL of any version can take up again (`load.ts`): the embedded one writes what
 * a server reads. All of it is of one moment.
 *
 *   {"format":"arena-data","version":1,"schema":16}     head
 *   #users                                              the table that the rows below belong to
 *   {"id":"user_…","email":"ada@example.org", …}        a row as the database writes it
 *   {"end":{"users":{"rows":1,"sum":"…"}, …}}           how many there are of each, and the sum of their hashes
 *
 * Rows pass through as text: no number, moment or nested value is read and written again on the way.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { keepSchema, schemaOf } from './migrate.ts'
import type { Database } from './schema.ts'
import { dataTables } from './tables.ts'

export const DUMP_FORMAT = 'arena-data'
export const DUMP_VERSION = 1
/** What only the last line begins with: no table has such a column. */
export const DUMP_END = '{"end":'

/** What a table holds. The order of its rows does not matter to the sum. */
export interface TableSum {
  readonly rows: number
  readonly sum: string
}

/** A row is a few hundred bytes; one with the pads of a match is some 20 kB, in the worst case 1.4 MB. */
const ROWS_AT_ONCE = 100
/** Hexadecimal digits of the hash of a row that are summed. */
export const SUM_DIGITS = 12

/** Moments, bytes and numbers are then written alike by every server. */
export const CANONICAL = sql`select set_config('timezone', 'UTC', true), set_config('bytea_output', 'hex', true)`
const FLOATS = sql`set local extra_float_digits = 1`

/** Lines without their ends. The reader that stops early ends the transaction. */
export async function* dumpDatabase(db: Database): AsyncGenerator<string, void> {
  const isBare = (await schemaOf(db)) === 0
  const trx = await db.startTransaction().execute()
  try {
    await sql`set transaction isolation level repeatable read, read only`.execute(trx)
    // Before it sees anything: rows are of that moment, but in the columns that their table has when they are read.
    if (!isBare) await keepSchema(trx)
    await CANONICAL.execute(trx)
    await FLOATS.execute(trx)
    yield JSON.stringify({ format: DUMP_FORMAT, version: DUMP_VERSION, schema: await schemaOf(trx) })
    const end: Record<string, TableSum> = {}
    for (const { name } of await dataTables(trx)) {
      yield `#${name}`
      const sum = new RowSum()
      await sql`declare dump no scroll cursor for select to_jsonb(t)::text as row from ${sql.table(name)} t`.execute(
        trx,
      )
      for (;;) {
        const { rows } = await sql<{ row: string }>`fetch ${sql.lit(ROWS_AT_ONCE)} from dump`.execute(trx)
        for (const { row } of rows) {
          sum.add(row)
          yield row
        }
        if (rows.length < ROWS_AT_ONCE) break
      }
      await sql`close dump`.execute(trx)
      end[name] = sum.total
    }
    yield JSON.stringify({ end })
  } finally {
    await trx.rollback().execute()
  }
}

/** The same sum as `load.ts` has the database work out. */
class RowSum {
  #rows = 0
  #sum = 0n

  add(row: string): void {
    this.#rows++
    this.#sum += BigInt(`0x${createHash('sha256').update(row).digest('hex').slice(0, SUM_DIGITS)}`)
  }

  get total(): TableSum {
    return { rows: this.#rows, sum: String(this.#sum) }
  }
}
