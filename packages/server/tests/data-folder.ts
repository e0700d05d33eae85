/**
 * Data folders with an empty embedded database in them. To make one takes six seconds of a core and to migrate it another,
 * to open a copy a tenth of that. So one is made for this version of PGlite and these migrations, kept, and copied.
 */
import { createHash } from 'node:crypto'
import { cpSync, existsSync, lstatSync, readdirSync } from 'node:fs'
import { appendFile, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { Changes } from '../src/db/changes.ts'
import { openDatabase } from '../src/db/database.ts'
import { MIGRATIONS } from '../src/db/migrations/index.ts'
import type { Database } from '../src/db/schema.ts'

/** As PostgreSQL comes, it takes and clears 128 MB at each start, which is a third of the time to open a database. */
const SETTINGS = 'shared_buffers = 8MB\n'
/** Other databases are made from these. An arena makes none, and they are two thirds of the files to copy. */
const TEMPLATES = ['template0', 'template1']
const KEPT = fileURLToPath(new URL('../../../node_modules/.cache/arena-tests/', import.meta.url))

/** A new folder of that name in the one for temporary files; the caller removes it. */
export async function createDataFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix))
  await layDatabase(folder)
  return folder
}

/** Puts an empty database into a data folder, which need not exist. */
export async function layDatabase(dataDir: string): Promise<void> {
  // Hundreds of files, which take a sixth of the time that they would take side by side.
  cpSync(await keepDatabase(), join(dataDir, 'database'), { recursive: true })
}

/** Makes the one that is copied, if there is none yet; where it is. */
export async function keepDatabase(): Promise<string> {
  const kept = join(KEPT, `database-${await version()}`)
  if (!existsSync(kept)) await make(kept)
  return kept
}

/** An empty database of its own for a test; its folder goes when it is destroyed. */
export async function openEmptyDatabase(changes = new Changes()): Promise<Database> {
  const dataDir = await createDataFolder('arena-database-')
  const db = await openDatabase({ databaseUrl: null, dataDir, changes })
  const destroy = db.destroy.bind(db)
  db.destroy = async () => {
    await destroy()
    await rm(dataDir, { recursive: true })
  }
  return db
}

/** Whatever in a folder, itself included, somebody else on the machine could read or change. */
export function openToOthers(folder: string): string[] {
  const inside = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
  return [folder, ...inside].filter((path) => {
    const stats = lstatSync(path)
    return !stats.isSymbolicLink() && (stats.mode & 0o077) !== 0
  })
}

/** Made aside and renamed, so that it is there whole or not at all; of test files that do it at once one gets its way. */
async function make(kept: string): Promise<void> {
  await mkdir(KEPT, { recursive: true })
  const aside = await mkdtemp(join(KEPT, 'new-'))
  const database = await openDatabase({ databaseUrl: null, dataDir: aside })
  for (const template of TEMPLATES) {
    await sql.raw(`alter database ${template} is_template false`).execute(database)
    await sql.raw(`drop database ${template}`).execute(database)
  }
  await database.destroy()
  await appendFile(join(aside, 'database', 'postgresql.conf'), SETTINGS)
  await rename(join(aside, 'database'), kept).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error
  })
  await rm(aside, { recursive: true })
}

/** A digest of all that decides what is in the database. */
async function version(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const manifest = await readFile(join(dirname(entry), '..', 'package.json'), 'utf8')
  return createHash('sha256')
    .update(manifest)
    .update(JSON.stringify(MIGRATIONS))
    .update(SETTINGS)
    .update(String(TEMPLATES))
    .digest('hex')
    .slice(0, 16)
}
