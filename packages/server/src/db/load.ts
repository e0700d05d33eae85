/**
 * Takes up what `dump.ts` wrote into an empty database, in one transaction, and compares what is then in it with what the dump says:
 * all of it or nothing, the schema included. A dump of an older schema is loaded into that schema, and migrated.
 */
import { wordsOf } from '@arena/protocol/words-of'
import { sql } from 'kysely'
import { z } from 'zod'
import { CANONICAL, DUMP_END, DUMP_FORMAT, DUMP_VERSION, SUM_DIGITS } from './dump.ts'
import type { TableSum } from './dump.ts'
import { takeLock } from './locks.ts'
import { migrateWithin, schemaOf } from './migrate.ts'
import { MIGRATIONS } from './migrations/index.ts'
import { isRefusal } from './refusal.ts'
import type { Database } from './schema.ts'
import { dataTables, isEmpty } from './tables.ts'
import type { DataTable } from './tables.ts'

/** What cannot be loaded, in words for the operator. */
export class LoadError extends Error {
  override readonly name = 'LoadError'
}

const Head = z.object({
  format: z.literal(DUMP_FORMAT),
  version: z.literal(DUMP_VERSION),
  schema: z.int().min(1),
})
const End = z.object({ end: z.record(z.string(), z.object({ rows: z.int().min(0), sum: z.string() })) })

/** Characters of rows that are inserted with one statement. */
const BATCH_LENGTH = 1_000_000

type Counts = Readonly<Record<string, number>>

/** What a load ends with: if it fails, nothing was loaded. The schema is then that of this version. */
type Finish = (trx: Database, counts: Counts) => Promise<void>

/** The rows of each table. `db` is not migrated yet, or holds nothing. */
export async function loadDatabase(db: Database, lines: AsyncIterable<string>, finish?: Finish): Promise<Counts> {
  const reader = lines[Symbol.asyncIterator]()
  try {
    const { schema } = readHead(await reader.next())
    return await db.transaction().execute(async (trx) => {
      // First of all, so that an arena that starts on it waits, and finds everything.
      await takeLock(trx, 'migrate')
      await refuseUnlessFit(trx, schema)
      await migrateWithin(trx, MIGRATIONS.slice(0, schema))
      await CANONICAL.execute(trx)
      const tables = new Map((await dataTables(trx)).map((table) => [table.name, table]))
      const end = await insertRows(trx, tables, reader).catch((error: unknown) => {
        // Its words, and not the values.
        throw isRefusal(error) ? new LoadError(`The data is damaged: ${wordsOf(error)}.`) : error
      })
      for (const table of tables.values()) await check(trx, table, end[table.name])
      const counts = Object.fromEntries(Object.entries(end).map(([name, { rows }]) => [name, rows]))
      await migrateWithin(trx)
      await finish?.(trx, counts)
      return counts
    })
  } finally {
    await reader.return?.()
  }
}

/** Throws what `loadDatabase` would, as far as reading tells: whether the lines come to their end, and `db` can take them. */
export async function checkLoad(db: Database, lines: AsyncIterable<string>): Promise<void> {
  const reader = lines[Symbol.asyncIterator]()
  try {
    const { schema } = readHead(await reader.next())
    await refuseUnlessFit(db, schema)
    let last = ''
    for (let next = await reader.next(); next.done !== true; next = await reader.next()) last = next.value
    if (!last.startsWith(DUMP_END)) throw cutOff()
  } finally {
    await reader.return?.()
  }
}

function readHead({ value }: IteratorResult<string>): z.infer<typeof Head> {
  const head = Head.safeParse(parsed(value))
  if (!head.success) throw new LoadError('This is not data of an arena, or of a version that this one cannot read.')
  const { schema } = head.data
  if (schema > MIGRATIONS.length) {
    throw new LoadError(
      `The data is of schema ${schema}, this version knows ${MIGRATIONS.length}. Use the version of the arena that wrote it, or a newer one.`,
    )
  }
  return head.data
}

/** Whether the database is empty, and can be brought to the schema of the dump. */
export async function refuseUnlessFit(db: Database, schema: number): Promise<void> {
  const present = await schemaOf(db)
  if (present > 0 && !(await isEmpty(db))) {
    throw new LoadError('The database is not empty. Give a new one: what is there is never overwritten.')
  }
  if (present > schema) {
    throw new LoadError(
      `The database is at schema ${present} already, the data is of schema ${schema}. Give a new one.`,
    )
  }
}

async function insertRows(
  trx: Database,
  tables: ReadonlyMap<string, DataTable>,
  reader: AsyncIterator<string>,
): Promise<Record<string, TableSum>> {
  let table: DataTable | null = null
  let batch: string[] = []
  let length = 0
  const flush = async () => {
    if (table !== null && batch.length > 0) await insert(trx, table, batch)
    batch = []
    length = 0
  }
  for (;;) {
    const { value: line, done } = await reader.next()
    if (done === true) throw cutOff()
    if (line.startsWith('#')) {
      await flush()
      table = tables.get(line.slice(1)) ?? null
      if (table === null) throw new LoadError(`The schema has no table "${line.slice(1)}".`)
    } else if (line.startsWith(DUMP_END)) {
      await flush()
      const end = End.safeParse(parsed(line))
      if (!end.success) throw new LoadError('The last line of the data is damaged.')
      return end.data.end
    } else {
      if (table === null) throw new LoadError('A row of the data belongs to no table.')
      batch.push(line)
      length += line.length
      if (length >= BATCH_LENGTH) await flush()
    }
  }
}

async function insert(trx: Database, { name, columns }: DataTable, rows: readonly string[]): Promise<void> {
  const list = sql.join(columns.map((column) => sql.ref(column)))
  const table = sql.table(name)
  await sql`insert into ${table} (${list}) overriding system value
    select ${list} from jsonb_populate_recordset(null::${table}, ${`[${rows.join(',')}]`}::jsonb)`.execute(trx)
}

async function check(trx: Database, { name, identity }: DataTable, written: TableSum | undefined): Promise<void> {
  const table = sql.table(name)
  if (identity !== null) {
    await sql`select setval(pg_get_serial_sequence(${name}, ${identity}), coalesce(max(${sql.ref(identity)}), 0) + 1, false)
      from ${table}`.execute(trx)
  }
  const hash = sql`left(encode(sha256(convert_to(to_jsonb(t)::text, 'UTF8')), 'hex'), ${sql.lit(SUM_DIGITS)})`
  const bits = sql.raw(`bit(${4 * SUM_DIGITS})`)
  const { rows } = await sql<{ rows: string; sum: string }>`
    select count(*)::text as rows, coalesce(sum(('x' || ${hash})::${bits}::bigint), 0)::text as sum from ${table} t`.execute(
    trx,
  )
  const found = rows[0]!
  if (found.rows !== String(written?.rows ?? 0) || found.sum !== (written?.sum ?? '0')) {
    throw new LoadError(`The table ${name} differs from what was written: the data is damaged. Nothing was loaded.`)
  }
}

function cutOff(): LoadError {
  return new LoadError('The data ends before its end: the file is cut off.')
}

function parsed(line: unknown): unknown {
  try {
    return typeof line === 'string' ? JSON.parse(line) : null
  } catch {
    return null
  }
}
