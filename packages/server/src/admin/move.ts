/**
 * The move of an arena from its embedded database to a PostgreSQL server. The data folder stays what it is, with replays and keys;
 * the embedded database in it is kept under another name. Row for row is compared before that.
 */
import { existsSync } from 'node:fs'
import { CommandFailure } from '@arena/host/command-line'
import type { DataPlace } from '../config.ts'
import { openDatabase } from '../db/database.ts'
import { dumpDatabase } from '../db/dump.ts'
import { lockFolder } from '../db/folder-lock.ts'
import { loadDatabase, refuseUnlessFit } from '../db/load.ts'
import { schemaOf } from '../db/migrate.ts'
import { MIGRATIONS } from '../db/migrations/index.ts'
import { folderIn, setAsideMoved } from '../db/moved.ts'
import type { Database } from '../db/schema.ts'
import { Operator } from '../operators/operator.ts'
import type { Reason } from '../operators/requests.ts'
import { TOOL_PATIENCE } from './link.ts'

const MOVE = 'move-to-postgres'

interface Moved {
  readonly rows: Readonly<Record<string, number>>
  /** Where the embedded database is kept. */
  readonly kept: string
}

/** `confirm` throws where it is not to be, after both databases were looked at and before anything is done. */
export async function moveToPostgres(
  { databaseUrl, dataDir }: DataPlace,
  reason: Reason,
  confirm: () => Promise<void>,
): Promise<Moved> {
  if (databaseUrl === null)
    throw new CommandFailure('Set DATABASE_URL to the new, empty database of the PostgreSQL server.')
  if (!existsSync(folderIn(dataDir))) throw new CommandFailure(`There is no embedded database in ${dataDir}.`)
  // Takes the lock of the folder, so no arena runs on it until the end.
  const source = await openDatabase({ databaseUrl: null, dataDir, isAsItIs: true })
  let rows: Readonly<Record<string, number>>
  try {
    const target = await openDatabase({ databaseUrl, dataDir: null, patience: TOOL_PATIENCE, isAsItIs: true })
    try {
      await refuseMovedBefore(target, dataDir)
      await refuseUnlessFit(target, await schemaOf(source))
      await confirm()
      rows = await loadDatabase(target, dumpDatabase(source), (trx, counts) =>
        new Operator(trx).note({ act: MOVE, subject: null, facts: { rows: counts } }, reason),
      )
    } finally {
      await target.destroy()
    }
  } finally {
    await source.destroy()
  }
  // Closed before it gets its name, and locked so that no arena begins on it in between.
  const unlock = lockFolder(dataDir)
  try {
    return { rows, kept: setAsideMoved(dataDir) }
  } finally {
    unlock()
  }
}

/** A move that was ended after its data was there, and before the embedded database had its name, leaves both. */
async function refuseMovedBefore(target: Database, dataDir: string): Promise<void> {
  if ((await schemaOf(target)) !== MIGRATIONS.length) return
  const move = await target
    .selectFrom('operator_acts')
    .select('at')
    .where('act', '=', MOVE)
    .orderBy('at', 'desc')
    .executeTakeFirst()
  if (move === undefined) return
  throw new CommandFailure(
    `An arena was moved to this database at ${move.at.toISOString()}, with everything that it held. If it was this one, and it has ` +
      `not run without DATABASE_URL since, only the last step is left: rename ${folderIn(dataDir)} to database.moved, and start the ` +
      'arena. Otherwise give a new database.',
  )
}
