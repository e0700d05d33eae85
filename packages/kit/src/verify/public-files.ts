/**
 * The public files of an arena, read from its address or from a folder that has copies of them: the public log, day files and
 * replays. Whoever wrote them, nothing of them is trusted: all is bounded in size and time.
 */
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandFailure } from '@arena/host/command-line'
import { wordsOf } from '@arena/protocol/words-of'
import { fetchIfThere } from './fetch-match.ts'

const MOST_MS = 300_000
/** A hundred thousand matches have less. */
export const MOST_DAY_FILE_BYTES = 1 << 29

export const dayFilePath = (day: string): string => `archive/${day}.parquet`

export interface PublicFiles {
  /** The file at a path below the arena's address; null where there is none. */
  read(path: string, most: number): Promise<Uint8Array | null>
}

/** `from`: the address of an arena, or a folder. */
export function publicFiles(from: string, signal: AbortSignal): PublicFiles {
  return {
    read: async (path, most) =>
      /^https?:\/\//.test(from)
        ? await fetchIfThere(`${from}/${path}`, { most, ms: MOST_MS, signal })
        : await readBounded(join(from, path), most),
  }
}

async function readBounded(path: string, most: number): Promise<Uint8Array | null> {
  try {
    const { size } = await stat(path)
    if (size > most) throw new Error(`it has more than ${most} bytes`)
    return await readFile(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new CommandFailure(`${path} could not be read: ${wordsOf(error)}`)
  }
}
