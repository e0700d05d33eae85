/** Brings a database to this version's schema, under a lock and in one transaction: all of it or nothing. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { takeLock } from './locks.ts'
import { MIGRATIONS } from './migrations/index.ts'
import type { Migration } from './migrations/index.ts'

/** The database was used by a later version, whose rules for it this one does not know. */
export class NewerSchemaError extends Error {
  override readonly name = 'NewerSchemaError'
}

/** The number of the last migration that a database has had; 0 for a new one. */
export async function schemaOf<Tables>(db: Kysely<Tables>): Promise<number> {
  const { rows: tables } = await sql<{ table: string | null }>`select to_regclass('migrations') as table`.execute(db)
  if (tables[0]!.table === null) return 0
  const { rows } = await sql<{ number: number }>`
    select coalesce(max(number), 0)::integer as number from migrations`.execute(db)
  return rows[0]!.number
}

export async function migrate<Tables>(
  db: Kysely<Tables>,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  await db.transaction().execute((trx) => migrateWithin(trx, migrations))
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
  for (const [index, { name, statements }] of migrations.entries()) {
    const number = index + 1
    if (number <= last.number) continue
    for (const statement of statements) await sql.raw(statement).execute(trx)
    await sql`insert into migrations (number, name) values (${number}, ${name})`.execute(trx)
  }
}
