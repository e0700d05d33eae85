/** Contract of a dump beside a migration, which only a server has. */
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../../src/db/database.ts'
import { dumpDatabase } from '../../src/db/dump.ts'
import { loadDatabase } from '../../src/db/load.ts'
import { migrate, migrateWithin, schemaOf } from '../../src/db/migrate.ts'
import { MIGRATIONS } from '../../src/db/migrations/index.ts'
import type { Database } from '../../src/db/schema.ts'
import { createPostgres, untilOneWaits } from './postgres.ts'
import type { TestPostgres } from './postgres.ts'

/** The schema before a migration that gives accounts and bots more columns. */
const OLD = MIGRATIONS.findIndex(({ name }) => name === 'operators')
const WAITS = { lockMs: 200, pauseMs: 50, insistMs: 60_000 }

export function dumpContract(): void {
  describe('a dump beside a migration', () => {
    const postgres: TestPostgres[] = []
    const opened: Database[] = []
    /** Connections to it, of which no migration is made. */
    async function open({ url }: TestPostgres): Promise<Database> {
      const db = await openDatabase({ databaseUrl: url, dataDir: null, isAsItIs: true })
      opened.push(db)
      return db
    }
    async function create(): Promise<TestPostgres> {
      const created = await createPostgres()
      postgres.push(created)
      return created
    }

    let dumped: Database
    let migrated: Database
    beforeEach(async () => {
      const source = await create()
      dumped = await open(source)
      migrated = await open(source)
      await migrate(dumped, MIGRATIONS.slice(0, OLD))
      await sql`insert into users (id, email, handle, created_at) values ('user_1', 'a@b.c', 'ada', now())`.execute(
        dumped,
      )
    })
    afterEach(async () => {
      for (const db of opened.splice(0)) await db.destroy()
      for (const one of postgres.splice(0)) await one.drop()
    })

    /** Compares what is loaded with what was written. */
    async function expectWhole(head: string, rest: AsyncIterable<string>): Promise<void> {
      async function* lines() {
        yield head
        yield* rest
      }
      expect(await loadDatabase(await open(await create()), lines())).toMatchObject({ users: 1, bots: 0 })
    }

    test('that begins after it: the migration waits, and the dump is of the schema from before it', async () => {
      const lines = dumpDatabase(dumped)
      const head = (await lines.next()).value!
      const migrating = migrate(migrated, MIGRATIONS, WAITS)
      await Promise.race([untilOneWaits(migrated), migrating])
      await expectWhole(head, lines)
      expect(JSON.parse(head)).toMatchObject({ schema: OLD })
      await migrating
      expect(await schemaOf(migrated)).toBe(MIGRATIONS.length)
    })

    test('that is under way: the dump waits, and is of the schema from after it', async () => {
      const lines = dumpDatabase(dumped)
      let head: Promise<IteratorResult<string, void>>
      await migrated.transaction().execute(async (trx) => {
        await migrateWithin(trx)
        head = lines.next()
        await Promise.race([untilOneWaits(migrated), head])
      })
      const { value } = await head!
      await expectWhole(value!, lines)
      expect(JSON.parse(value!)).toMatchObject({ schema: MIGRATIONS.length })
    })
  })
}
