/**
 * One arena per data folder: a lock file that names its holder. A file left by a process that died is taken over.
 * Process ids are used again, in containers at once (the arena is always number 1), so where the system tells when a
 * process started, the file holds that too.
 */
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartError } from '../start-error.ts'

export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError'
}

/** Locks held by this process, which no look at process ids can tell from stale ones of its own number. */
const held = new Set<string>()

/** Takes the folder, creating it if need be; returns what gives it back. */
export function lockFolder(folder: string): () => void {
  const path = join(folder, 'arena.lock')
  const started = startOf(process.pid)
  // A file appears under its name whole or not at all: written aside, then linked.
  const aside = `${path}.${process.pid}`
  try {
    makeFolder(folder)
    writeFileSync(aside, started === null ? `${process.pid}` : `${process.pid} ${started}`)
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
    mkdirSync(folder)
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
  }
}

function removeStale(path: string, folder: string): void {
  const holder = readHolder(path)
  if (holder === null) return
  if (held.has(path)) throw inUse(folder, 'this process')
  if (isRunning(holder)) throw inUse(folder, `process ${holder.pid}`)
  // Renamed rather than removed: of two that found it stale, one gets the file, the other an error.
  const grave = `${path}.${process.pid}.stale`
  renameSync(path, grave)
  const buried = readHolder(grave)
  if (buried !== null && isRunning(buried)) {
    renameSync(grave, path)
    throw inUse(folder, `process ${buried.pid}`)
  }
  rmSync(grave)
}

interface Holder {
  readonly pid: number
  readonly started: string | null
}

function readHolder(path: string): Holder | null {
  try {
    const [pid, started] = readFileSync(path, 'utf8').split(' ')
    return { pid: Number(pid), started: started ?? null }
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null
    throw error
  }
}

function isRunning({ pid, started }: Holder): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || (pid === process.pid && started === null)) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it runs, as another user.
    if (!isCode(error, 'EPERM')) return false
  }
  return started === null || startOf(pid) === started
}

/** When a process started, in clock ticks since boot: field 22 of its /proc entry. Null where there is none. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program's name in parentheses and may hold anything.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}

function inUse(folder: string, by: string): FolderInUseError {
  return new FolderInUseError(
    `The data folder ${folder} is in use by ${by}. Stop that arena first, or give this one a folder of its own (ARENA_DATA_DIR).`,
  )
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
