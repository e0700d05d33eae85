/**
 * Brings a database to this version's schema, under a lock and in one transaction: all of it or nothing.
 *
 * A statement that waits for the lock of a table holds up every later one on it, also those that could go with the transaction it waits for:
 * a migration that waited for a long backup would stop every machine. So it asks for a moment, is refused, and asks again a while later;
 * what it had done until then is undone, and its locks are free meanwhile.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { takeLock } from './locks.ts'
import { MIGRATIONS } from './migrations/index.ts'
import type { Migration } from './migrations/index.ts'

/** The database was used by a later version, whose rules for it this one does not know. */
export class NewerSchemaError extends Error {
  override readonly name = 'NewerSchemaError'
}

interface Waits {
  /** For the lock of a table. Others wait behind it, and give up after eight seconds (see `postgres.ts`). */
  readonly lockMs: number
  /** In which the others have their turn. */
  readonly pauseMs: number
  /** All in all. */
  readonly insistMs: number
}

export const WAITS: Waits = { lockMs: 2_000, pauseMs: 5_000, insistMs: 600_000 }

/** The number of the last migration that a database has had; 0 for a new one. */
export async function schemaOf<Tables>(db: Kysely<Tables>): Promise<number> {
  const { rows: tables } = await sql<{ table: string | null }>`select to_regclass('migrations') as table`.execute(db)
  if (tables[0]!.table === null) return 0
  const { rows } = await sql<{ number: number }>`
    select coalesce(max(number), 0)::integer as number from migrations`.execute(db)
  return rows[0]!.number
}

/** To the end of the transaction, which sees nothing by it yet: migrations wait for it, and it for one that is under way. */
export async function keepSchema<Tables>(trx: Kysely<Tables>): Promise<void> {
  await sql`lock table migrations in access share mode`.execute(trx)
}

export async function migrate<Tables>(
  db: Kysely<Tables>,
  migrations: readonly Migration[] = MIGRATIONS,
  { lockMs, pauseMs, insistMs }: Waits = WAITS,
): Promise<void> {
  const until = performance.now() + insistMs
  for (;;) {
    try {
      return await migrateOnce(db, migrations, lockMs)
    } catch (error) {
      if (!isLockRefusal(error) || performance.now() + pauseMs > until) throw error
      await sleep(pauseMs)
    }
  }
}

/** The lock was not to be had in time, or the one who had it waited for one of ours. */
function isLockRefusal(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '55P03' || error.code === '40P01')
}

async function migrateOnce<Tables>(
  db: Kysely<Tables>,
  migrations: readonly Migration[],
  lockMs: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // This one holds up nobody but other migrations.
    await takeLock(trx, 'migrate')
    await sql.raw(`set local lock_timeout = ${lockMs}`).execute(trx)
    await migrateWithin(trx, migrations)
  })
}

/** As a part of what a transaction does. */
export async function migrateWithin<Tables>(
  trx: Kysely<Tables>,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  await takeLock(trx, 'migrate')
  await sql`create table if not exists migrations (
    number integer primary key,
    name text not null,
    applied_at timestamptz not null default now()
  )`.execute(trx)
  const applied = await sql<{ number: number; name: string }>`
    select number, name from migrations order by number desc limit 1`.execute(trx)
  const last = applied.rows[0] ?? { number: 0, name: '' }
  if (last.number > migrations.length) {
    throw new NewerSchemaError(
      `The database is at schema ${last.number} (${last.name}), this version knows ${migrations.length}. ` +
        'It was last used by a newer version of the arena: start that version, or restore a backup.',
    )
  }
  // First of all, so that no transaction that keeps the schema waits for one table while this waits for another.
  if (last.number < migrations.length) await sql`lock table migrations in access exclusive mode`.execute(trx)
  for (const [index, { name, statements }] of migrations.entries()) {
    const number = index + 1
    if (number <= last.number) continue
    for (const statement of statements) await sql.raw(statement).execute(trx)
    await sql`insert into migrations (number, name) values (${number}, ${name})`.execute(trx)
  }
}
