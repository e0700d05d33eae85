/** A database of its own for a test file, on the server that DATABASE_URL names; dropped afterwards. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { Client } from 'pg'
import { openDatabase } from '../../src/db/database.ts'
import type { Database } from '../../src/db/schema.ts'

export const databaseUrl = process.env['DATABASE_URL']

export interface TestPostgres {
  readonly url: string
  /** A connection pool of its own, as each arena has one. Closed by `drop` at the latest. */
  open(): Promise<Database>
  drop(): Promise<void>
}

export async function createPostgres(): Promise<TestPostgres> {
  const name = `arena_test_${randomBytes(6).toString('hex')}`
  await command(`create database ${name}`)
  const url = new URL(databaseUrl!)
  url.pathname = name
  const opened = new Set<Database>()
  return {
    url: url.href,
    async open() {
      const db = await openDatabase({ databaseUrl: url.href, dataDir: null })
      opened.add(db)
      return db
    },
    async drop() {
      for (const db of opened) await db.destroy()
      await command(`drop database ${name}`)
    },
  }
}

/** Resolves once a transaction of the database waits for another one. Asks outside of a transaction, which sees one moment only. */
export async function untilOneWaits(db: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      select from pg_locks join pg_stat_activity using (pid)
      where datname = current_database() and not granted and locktype in ('transactionid', 'tuple', 'relation')`.execute(
      db,
    )
    if (rows.length > 0) return
  }
}

async function command(text: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
