/**
 * Opens the arena's database: PostgreSQL when an address is given, otherwise PGlite with its files under the data
 * folder. Migrated before it is handed out; destroying or disposing of it closes it. The data folder belongs to one
 * arena, wherever its database is: the platform key, the replays and the arena's identity are in there.
 */
import { Kysely, sql } from 'kysely'
import type { PostgresDialect } from 'kysely'
import { ChangeListener } from './change-listener.ts'
import { Changes } from './changes.ts'
import { embeddedDialect } from './embedded.ts'
import { lockFolder } from './folder-lock.ts'
import { migrate, NewerSchemaError } from './migrate.ts'
import { folderIn, MovedDatabaseError, refuseMoved } from './moved.ts'
import { MIGRATION_PATIENCE, PATIENCE, postgresDialect } from './postgres.ts'
import type { Patience } from './postgres.ts'
import type { Database, Schema } from './schema.ts'
import { StartError } from '../start-error.ts'

type Place =
  | { readonly databaseUrl: null; readonly dataDir: string }
  /** Without a data folder there is nothing to lock. */
  | { readonly databaseUrl: string; readonly dataDir: string | null }

export type DatabasePlace = Place & {
  /** Told of what changes, for as long as the database is open. */
  readonly changes?: Changes
  /** How long a server may take for what is asked of it. */
  readonly patience?: Patience
  /** Whether it is left at the schema that it has: for tools, beside or instead of an arena. */
  readonly isAsItIs?: boolean
}

export async function openDatabase({
  databaseUrl,
  dataDir,
  changes,
  patience = PATIENCE,
  isAsItIs = false,
}: DatabasePlace): Promise<Database> {
  const unlock = dataDir === null ? () => {} : lockFolder(dataDir)
  const listener = databaseUrl === null || changes === undefined ? null : new ChangeListener(databaseUrl, changes)
  const dialect =
    databaseUrl === null
      ? embeddedDialect(folderIn(dataDir), changes ?? new Changes())
      : postgresDialect(databaseUrl, patience)
  const db = new OwnDatabase(dialect, async () => {
    await listener?.close()
    unlock()
  })
  try {
    if (databaseUrl === null) refuseMoved(dataDir)
    if (isAsItIs) await sql`select 1`.execute(db)
    else if (databaseUrl === null) await migrate(db)
    else await migrateServer(databaseUrl)
    return db
  } catch (error) {
    await db.destroy()
    if (error instanceof NewerSchemaError || error instanceof MovedDatabaseError) throw error
    // Never the whole address, which may hold a password.
    const place = databaseUrl === null ? `in ${folderIn(dataDir)}` : `at ${new URL(databaseUrl).host} (DATABASE_URL)`
    throw new StartError(`The database ${place} cannot be used`, error)
  }
}

/** Lets go of the data folder, and of what else came with it, once it is closed. */
class OwnDatabase extends Kysely<Schema> {
  readonly #letGo: () => Promise<void>

  constructor(dialect: PostgresDialect, letGo: () => Promise<void>) {
    super({ dialect })
    this.#letGo = letGo
  }

  override async destroy(): Promise<void> {
    await super.destroy()
    await this.#letGo()
  }
}

async function migrateServer(databaseUrl: string): Promise<void> {
  const db = new Kysely<Schema>({ dialect: postgresDialect(databaseUrl, MIGRATION_PATIENCE) })
  try {
    await migrate(db)
  } finally {
    await db.destroy()
  }
}
