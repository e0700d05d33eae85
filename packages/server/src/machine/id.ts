/**
 * The identity of this arena among those that share a database: an id kept in the data folder, so that it outlives a
 * crash.
 */
import { join } from 'node:path'
import { createFile } from '@arena/host/system'
import { newId } from '../db/ids.ts'

const ID = /^arena_[0-9a-z]{26}$/

class MachineIdError extends Error {
  override readonly name = 'MachineIdError'
}

/** `dataDir` null: one that lasts as long as the process. */
export async function readMachineId(dataDir: string | null): Promise<string> {
  if (dataDir === null) return newId('arena')
  const path = join(dataDir, 'arena-id')
  const id = (await createFile(path, () => `${newId('arena')}\n`)).trim()
  if (ID.test(id)) return id
  throw new MachineIdError(
    `The file ${path} does not hold the id of a machine. Restore it from a backup. Without one, remove it: the machine gets a ` +
      'new id, and what ran under the old one is taken for the matches of another machine.',
  )
}
