/** A database of its own for a test file, on the server that DATABASE_URL names; dropped afterwards. */
import { randomBytes } from 'node:crypto'
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

async function command(text: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
