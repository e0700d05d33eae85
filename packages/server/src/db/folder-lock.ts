/** One arena per data folder: a lock file that names its holder. A file left by a process that died is taken over. */
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { folderId, folderMarkText, isRunning, parseMark } from '@arena/host/system'
import type { FolderMark } from '@arena/host/system'
import { StartError } from '../start-error.ts'

export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError'
}

/** Locks held by this process, which process ids alone cannot distinguish from stale ones of its own number. */
const held = new Set<string>()

/** Takes the folder, creating it if need be; returns what gives it back. */
export function lockFolder(folder: string): () => void {
  const path = join(folder, 'arena.lock')
  // A file appears under its name whole or not at all: written aside, then linked.
  const aside = `${path}.${process.pid}`
  try {
    makeFolder(folder)
    writeFileSync(aside, folderMarkText(folder))
  } catch (error) {
    throw new StartError(`The data folder ${folder} (ARENA_DATA_DIR) cannot be written to`, error)
  }
  try {
    removeStale(path, folder)
    linkSync(aside, path)
  } catch (error) {
    if (isCode(error, 'EEXIST')) throw inUse(folder, 'another process')
    throw error
  } finally {
    rmSync(aside)
  }
  held.add(path)
  let isOurs = true
  return () => {
    if (!isOurs) return
    isOurs = false
    held.delete(path)
    rmSync(path)
  }
}

/** Node's own recursion never ends where the system refuses a folder as not found, as under /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder, 0o700)
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
  }
}

function removeStale(path: string, folder: string): void {
  const holder = readHolder(path)
  if (holder === null) return
  if (held.has(path)) throw inUse(folder, 'this process')
  if (isRunning(holder)) throw runs(holder, folder)
  // Renamed rather than removed: of two that found it stale, one gets the file, the other an error.
  const grave = `${path}.${process.pid}.stale`
  renameSync(path, grave)
  const buried = readHolder(grave)
  if (buried !== null && isRunning(buried)) {
    renameSync(grave, path)
    throw runs(buried, folder)
  }
  rmSync(grave)
}

function readHolder(path: string): FolderMark | null {
  try {
    return parseMark(readFileSync(path, 'utf8'))
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null
    throw error
  }
}

function runs(holder: FolderMark, folder: string): Error {
  const isCopied = holder.folder !== null && holder.folder !== folderId(folder)
  if (!isCopied) return inUse(folder, `process ${holder.pid}`)
  // The lock was copied with its folder, while its holder ran.
  return new StartError(
    `The data folder ${folder} is a copy of one that process ${holder.pid} has in use: two arenas would be one and the same to bots and ` +
      'to a database. Stop that arena and copy the folder again, or begin with an empty folder (ARENA_DATA_DIR). docs/operating.md ' +
      'says what may be copied to another machine (The data folder).',
  )
}

function inUse(folder: string, by: string): FolderInUseError {
  return new FolderInUseError(
    `The data folder ${folder} is in use by ${by}. Stop that arena first, or give this one a folder of its own (ARENA_DATA_DIR).`,
  )
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
