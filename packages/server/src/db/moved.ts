/**
 * The folder of the embedded database, and what becomes of it when its data is moved to a server: it is kept under another name. An
 * arena that is then started without DATABASE_URL would begin anew with nothing, so it does not start.
 */
import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'

export class MovedDatabaseError extends Error {
  override readonly name = 'MovedDatabaseError'
}

export const folderIn = (dataDir: string): string => join(dataDir, 'database')
const movedIn = (dataDir: string): string => join(dataDir, 'database.moved')

/** Where it is from then on. */
export function setAsideMoved(dataDir: string): string {
  renameSync(folderIn(dataDir), movedIn(dataDir))
  return movedIn(dataDir)
}

export function refuseMoved(dataDir: string): void {
  if (existsSync(folderIn(dataDir)) || !existsSync(movedIn(dataDir))) return
  throw new MovedDatabaseError(
    `The database of this arena was moved to a PostgreSQL server: set DATABASE_URL to it. To go on with the data from before the ` +
      `move instead, rename ${movedIn(dataDir)} to database.`,
  )
}
