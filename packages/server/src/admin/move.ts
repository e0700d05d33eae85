/**
 * The move of an arena from its embedded database to a PostgreSQL server. The data folder stays what it is, with replays and keys;
 * the embedded database in it is kept under another name. Row for row is compared before that.
 */
import { existsSync } from 'node:fs'
import type { DataPlace } from '../config.ts'
import { openDatabase } from '../db/database.ts'
import { dumpDatabase } from '../db/dump.ts'
import { lockFolder } from '../db/folder-lock.ts'
import { loadDatabase } from '../db/load.ts'
import { folderIn, setAsideMoved } from '../db/moved.ts'
import { Operator } from '../operators/operator.ts'
import type { Reason } from '../operators/requests.ts'
import { AdminFailure } from './failure.ts'
import { TOOL_PATIENCE } from './link.ts'

interface Moved {
  readonly rows: Readonly<Record<string, number>>
  /** Where the embedded database is kept. */
  readonly kept: string
}

export async function moveToPostgres({ databaseUrl, dataDir }: DataPlace, reason: Reason): Promise<Moved> {
  if (databaseUrl === null)
    throw new AdminFailure('Set DATABASE_URL to the new, empty database of the PostgreSQL server.')
  if (!existsSync(folderIn(dataDir))) throw new AdminFailure(`There is no embedded database in ${dataDir}.`)
  // Takes the lock of the folder, so no arena runs on it until the end.
  const source = await openDatabase({ databaseUrl: null, dataDir, isAsItIs: true })
  let rows: Readonly<Record<string, number>>
  try {
    const target = await openDatabase({ databaseUrl, dataDir: null, patience: TOOL_PATIENCE, isAsItIs: true })
    try {
      rows = await loadDatabase(target, dumpDatabase(source), (trx, counts) =>
        new Operator(trx).note({ act: 'move-to-postgres', subject: null, facts: { rows: counts } }, reason),
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
