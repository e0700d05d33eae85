/** Contract of migrating, for any database that may be left changed. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { migrate, NewerSchemaError } from '../../src/db/migrate.ts'
import { MIGRATIONS } from '../../src/db/migrations/index.ts'
import type { Database } from '../../src/db/schema.ts'

const NEXT = [
  {
    name: 'crowns',
    statements: [`create table crowns (bot_id text primary key)`, `insert into crowns values ('bot')`],
  },
  { name: 'thrones', statements: [`create table thrones (id text)`] },
]

async function applied(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migrations order by number`.execute(db)
  return rows.map((row) => row.name)
}

export function migrationsContract(database: () => Database): void {
  describe('migrations', () => {
    const known = MIGRATIONS.map((migration) => migration.name)

    test('a database is at the newest schema when it is handed out, and migrating it again changes nothing', async () => {
      expect(await applied(database())).toEqual(known)
      await migrate(database())
      expect(await applied(database())).toEqual(known)
    })

    test('a migration that fails leaves nothing of itself or of those before it', async () => {
      const db = database()
      const broken = [...MIGRATIONS, ...NEXT, { name: 'broken', statements: ['create table thrones (id text)'] }]
      await expect(migrate(db, broken)).rejects.toThrow(/already exists/)
      expect(await applied(db)).toEqual(known)
      await expect(sql`select from crowns`.execute(db)).rejects.toThrow(/does not exist/)
    })

    test('new migrations run once, in order, also when several machines start at once', async () => {
      const db = database()
      await Promise.all([1, 2, 3, 4].map(() => migrate(db, [...MIGRATIONS, ...NEXT])))
      expect(await applied(db)).toEqual([...known, 'crowns', 'thrones'])
      expect((await sql`select from crowns`.execute(db)).rows).toHaveLength(1)
    })

    test('a newer schema is refused with an error that says what to do', async () => {
      const refused = migrate(database())
      await expect(refused).rejects.toThrow(NewerSchemaError)
      await expect(refused).rejects.toThrow(
        `The database is at schema ${known.length + 2} (thrones), this version knows ${known.length}. It was last used ` +
          'by a newer version of the arena: start that version, or restore a backup.',
      )
    })
  })
}

/** A migration beside other transactions, which only a server has. */
export function busyMigrationsContract(open: () => Promise<Database>): void {
  const CAPES = [
    ...MIGRATIONS,
    { name: 'capes', statements: [`create table capes (id text)`, `alter table bots add column cape text`] },
  ]
  const WAITS = { lockMs: 500, pauseMs: 300, insistMs: 60_000 }

  /** Works while another transaction has read the table that a migration changes, and the migration waits for it. */
  async function besideAReader(waits: typeof WAITS, work: (migrated: Promise<void>) => Promise<void>) {
    const [reading, migrating] = [await open(), await open()]
    return reading.transaction().execute(async (trx) => {
      await sql`select from bots`.execute(trx)
      const migrated = migrate(migrating, CAPES, waits)
      let isOver = false
      migrated.catch(() => {}).finally(() => (isOver = true))
      for (;;) {
        const { rows } = await sql`select from pg_locks where not granted and relation = 'bots'::regclass`.execute(trx)
        if (rows.length > 0 || isOver) break
      }
      const working = work(migrated).then(() => 'over')
      // A transaction that does nothing would be ended.
      const goOn = () => sql`select pg_sleep(0.05)`.execute(trx)
      while ((await Promise.race([working, goOn()])) !== 'over');
      return { migrated }
    })
  }

  test('a migration that has to wait long for a table gives up, and leaves nothing of itself', async () => {
    const db = await open()
    await besideAReader({ ...WAITS, insistMs: 0 }, (migrated) => expect(migrated).rejects.toThrow('lock timeout'))
    expect(await applied(db)).not.toContain('capes')
  })

  test('while a long transaction has read a table that a migration changes, others are answered; then it succeeds', async () => {
    const db = await open()
    const { migrated } = await besideAReader(WAITS, async () => {
      for (let i = 0; i < 5; i++) await sql`select from bots`.execute(db)
      expect(await applied(db)).not.toContain('capes')
    })
    await migrated
    expect(await applied(db)).toContain('capes')
    await sql`select cape from bots`.execute(db)
  })
}
