/**
 * The data folder holds addresses of people, the seeds of running matches and the platform key: nobody else on the
 * machine reads it. The program makes files for its owner only (`umask`); what an earlier version, a copy or a backup
 * left open is closed at the start. Symbolic links are not followed: their target may belong to another user.
 */
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  realpathSync,
  type Stats,
} from 'node:fs'
import { join } from 'node:path'

/** All files that the arena creates there; a folder that the operator chose may hold others. */
const OURS =
  /^(?:database|log|replays|replay-cache|archive|archive-cache|engines|open-data|hosts|outbox|engine-faults|platform-key|arena-id|arena\.lock|retention|admin)(?:\.|$)/

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600
const OF_OTHERS = 0o077

interface FolderLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

export function closeToOthers(dataDir: string, log: FolderLog): void {
  // Windows has no such modes; there it is the folder's own access list that counts.
  if (process.platform === 'win32') return
  const found = readFolder(dataDir)
  if (found === null) return
  const { folder, names } = found
  const closed: string[] = []
  const failed: string[] = []
  const close = (path: string, stats: Stats) => {
    try {
      if (closePath(path, stats)) closed.push(path)
    } catch {
      failed.push(path)
    }
  }
  const foreign = names.filter((name) => !OURS.test(name))
  // A folder with other things in it, someone's home perhaps, is not the arena's to close.
  if (foreign.length === 0) close(folder, lstatSync(folder))
  const open = names.filter((name) => OURS.test(name)).map((name) => join(folder, name))
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    // A file that vanishes meanwhile needs no closing.
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (stats === undefined) continue
    close(path, stats)
    if (stats.isDirectory()) for (const name of readFolder(path)?.names ?? []) open.push(join(path, name))
  }
  if (closed.length > 0) {
    log.info(
      { folder, paths: closed.length },
      'what others on this machine could read in the data folder is closed to them',
    )
  }
  if (failed.length > 0) {
    log.warn(
      { paths: failed.length, first: failed[0] },
      'what others on this machine can read could not be closed to them',
    )
  }
}

/** Whether that took a change. */
function closePath(path: string, stats: Stats): boolean {
  const isFolder = stats.isDirectory()
  if ((stats.mode & OF_OTHERS) === 0 || !(isFolder || stats.isFile())) return false
  // By file descriptor, so that the path cannot be replaced by a link meanwhile.
  const fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    if (fstatSync(fd).ino !== stats.ino) return false
    fchmodSync(fd, isFolder ? FOLDER_MODE : FILE_MODE)
    return true
  } finally {
    closeSync(fd)
  }
}

/** Null where there is none that can be read: the first that writes there reports why. */
function readFolder(path: string): { folder: string; names: string[] } | null {
  try {
    const folder = realpathSync(path)
    return { folder, names: readdirSync(folder) }
  } catch {
    return null
  }
}
