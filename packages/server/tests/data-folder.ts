/**
 * Data folders with an empty embedded database in them. To make a database takes seconds of a core, to open a copy of
 * one a tenth of that: so one is made for this version of PGlite, kept, and copied. The migrations run on the copy as
 * they do on a new one.
 */
import { lstatSync, readdirSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'

const KEPT = fileURLToPath(new URL('../../../node_modules/.cache/arena-tests/', import.meta.url))

/** A new folder of that name in the one for temporary files; the caller removes it. */
export async function createDataFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix))
  await layDatabase(folder)
  return folder
}

/** Puts an empty database into a data folder, which need not exist. */
export async function layDatabase(dataDir: string): Promise<void> {
  const to = join(dataDir, 'database')
  const kept = join(KEPT, `pglite-${await pgliteVersion()}`)
  try {
    await cp(kept, to, { recursive: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    await make(kept)
    await cp(kept, to, { recursive: true })
  }
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
  const database = await PGlite.create(join(aside, 'database'))
  await database.close()
  await rename(join(aside, 'database'), kept).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error
  })
  await rm(aside, { recursive: true })
}

async function pgliteVersion(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const { version } = JSON.parse(await readFile(join(dirname(entry), '..', 'package.json'), 'utf8')) as {
    version: string
  }
  return version
}
