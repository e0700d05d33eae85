/**
 * The keys that `arena-kit login` keeps: one for each arena, in a file of the user's configuration folder that nobody else
 * may read.
 */
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { wordsOf } from '@arena/protocol/words-of'
import { CommandFailure } from '@arena/host/command-line'
import { z } from 'zod'

const StoredKey = z.object({ keyId: z.string(), secret: z.string(), email: z.string() })
export type StoredKey = z.infer<typeof StoredKey>

/** By the address of the arena. */
const KeyFile = z.record(z.string(), StoredKey)
type KeyFile = z.infer<typeof KeyFile>

/** Where the system keeps the configuration of programs. */
export function keyFilePath(env: NodeJS.ProcessEnv = process.env): string {
  const folder = env['XDG_CONFIG_HOME'] || env['APPDATA'] || join(homedir(), '.config')
  return join(folder, 'arena-kit', 'keys.json')
}

export async function storedKey(arena: string, path = keyFilePath()): Promise<StoredKey | null> {
  return (await read(path))[arena] ?? null
}

/** The arenas that there is a key for. */
export async function arenasWithKey(path = keyFilePath()): Promise<string[]> {
  return Object.keys(await read(path))
}

/** Keeps a key; null forgets it. */
export async function keepKey(arena: string, key: StoredKey | null, path = keyFilePath()): Promise<void> {
  const { [arena]: _replaced, ...others } = await read(path)
  const keys: KeyFile = key === null ? others : { ...others, [arena]: key }
  const fresh = `${path}.${process.pid}`
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeFile(fresh, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 })
    // A file that was there before, and that others might read.
    await chmod(fresh, 0o600)
    await rename(fresh, path)
  } catch (error) {
    throw new CommandFailure(`The key could not be kept: ${wordsOf(error)}`)
  }
}

async function read(path: string): Promise<KeyFile> {
  let text
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new CommandFailure(`The keys could not be read: ${wordsOf(error)}`)
  }
  try {
    return KeyFile.parse(JSON.parse(text))
  } catch {
    // It holds secrets: nothing of it is quoted.
    throw new CommandFailure(`${path} is damaged. Remove it, and sign in again with arena-kit login.`)
  }
}
