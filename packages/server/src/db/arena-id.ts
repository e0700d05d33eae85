/** Who this arena is among those that share a database: an id kept in the data folder, so that it outlives a crash. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newId } from './ids.ts'

/** `dataDir` null: one that lasts as long as the process. */
export function readArenaId(dataDir: string | null): string {
  if (dataDir === null) return newId('arena')
  const path = join(dataDir, 'arena-id')
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    const id = newId('arena')
    writeFileSync(path, `${id}\n`)
    return id
  }
}
