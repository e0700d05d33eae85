/**
 * Builds of the built-in engine, each one file that speaks the engine protocol, kept by the revision of the engine. A match of any time
 * is played again on the build of its revision. Only what an arena on this database has kept is ever run: a file is read and compared with
 * the SHA-256 on record each time before it is.
 */
import { copyFile } from 'node:fs/promises'
import { engineOfFile } from '@arena/host/play-again'
import type { EngineCommand } from '@arena/host'
import type { Database } from '../db/schema.ts'
import type { KeptFile, KeptFiles } from './kept-files.ts'
import { factsOf } from './kept-files.ts'

interface Parts {
  readonly db: Database
  readonly files: KeptFiles
  readonly machineId: string
}

/** Digits of the SHA-256 in the name of a build: two of one revision differ in what no golden match shows. */
const DIGITS = 12

const nameOf = ({ revision, sha256 }: { revision: string; sha256: string }): string =>
  `engines/${revision}-${sha256.slice(0, DIGITS)}.cjs`

/** Keeps the build of this program, where it is not kept already. */
export async function keepBuild({ db, files, machineId }: Parts, revision: string, file: string): Promise<void> {
  const { bytes, sha256 } = await factsOf(file)
  const isKnown = await db
    .selectFrom('engine_builds')
    .select('sha256')
    .where('revision', '=', revision)
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  if (isKnown !== undefined) return
  const name = nameOf({ revision, sha256 })
  await copyFile(file, await files.draft(name))
  await files.keep(name)
  await db
    .insertInto('engine_builds')
    .values({ revision, sha256, bytes, machine_id: machineId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The commands of the builds of a revision, the newest first, each made when it is asked for. */
export async function* buildsOf(
  { db, files }: Pick<Parts, 'db' | 'files'>,
  revision: string,
): AsyncGenerator<EngineCommand, void, undefined> {
  const rows = await db
    .selectFrom('engine_builds')
    .select(['revision', 'sha256', 'bytes', 'machine_id as machineId'])
    .where('revision', '=', revision)
    .orderBy('kept_at', 'desc')
    .execute()
  for (const row of rows) {
    const file: KeptFile = { ...row, name: nameOf(row) }
    yield engineOfFile(await files.path(file, true))
  }
}
