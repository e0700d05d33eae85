/**
 * Where operators reach a running arena: a Unix socket in a folder of its own, which only the arena's user and root may enter. No
 * port is opened, no browser can reach it, and there is no secret to lose: the file system decides who may.
 */
import { join } from 'node:path'

/** Longer ones are refused by the system; macOS takes the fewest bytes. */
const LONGEST = 103

export const adminFolder = (dataDir: string): string => join(dataDir, 'admin')

/** Null where there can be none: the data folder is too deep, or the system has no such sockets. */
export function socketPath(dataDir: string): string | null {
  if (process.platform === 'win32') return null
  const path = join(adminFolder(dataDir), 'socket')
  return Buffer.byteLength(path) > LONGEST ? null : path
}
