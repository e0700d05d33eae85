/** The replay of a match while it is written, and what becomes of it: see replay-file.ts of the host. */
import { open, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { REPLAY_PART } from '@arena/host'
import { MatchId } from '@arena/protocol'

export interface MatchFile {
  size(): Promise<number>
  /** As many bytes as there are, `length` at most. */
  read(position: number, length: number): Promise<Buffer>
  close(): Promise<void>
  /** Whether the machine that has the file has said that the match is over. */
  readonly isOver?: boolean
}

export interface MatchFiles {
  /** Null before the match has one. A complete one is not written to any more. */
  open(matchId: string): Promise<{ readonly file: MatchFile; readonly isComplete: boolean } | null>
  /**
   * The complete replay of a match that is over, of which a file is open: that file as a rule, another one where a recovery has
   * published a copy, null where there is none.
   */
  completed(matchId: string, file: MatchFile): Promise<MatchFile | null>
}

class OpenFile implements MatchFile {
  readonly handle: FileHandle

  constructor(handle: FileHandle) {
    this.handle = handle
  }

  async size(): Promise<number> {
    return (await this.handle.stat()).size
  }

  async read(position: number, length: number): Promise<Buffer> {
    // Not from the pool: it may be kept for as long as the slowest reader needs it.
    const bytes = Buffer.allocUnsafeSlow(length)
    const { bytesRead } = await this.handle.read(bytes, 0, length, position)
    return bytes.subarray(0, bytesRead)
  }

  close(): Promise<void> {
    return this.handle.close()
  }
}

export class FolderMatchFiles implements MatchFiles {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async open(matchId: string): Promise<{ readonly file: MatchFile; readonly isComplete: boolean } | null> {
    const path = this.#path(matchId)
    const written = await openThere(path + REPLAY_PART)
    if (written !== null) return { file: written, isComplete: false }
    const complete = await openThere(path)
    return complete && { file: complete, isComplete: true }
  }

  async completed(matchId: string, file: MatchFile): Promise<MatchFile | null> {
    if (!(file instanceof OpenFile)) return null
    const path = this.#path(matchId)
    const [published, known] = await Promise.all([stat(path).catch(unlessGone), file.handle.stat()])
    if (published === null) return null
    return published.ino === known.ino && published.dev === known.dev ? file : openThere(path)
  }

  /** Only ids become file names. */
  #path(matchId: string): string {
    return join(this.#folder, `${MatchId.parse(matchId)}.slp`)
  }
}

async function openThere(path: string): Promise<OpenFile | null> {
  const handle = await open(path).catch(unlessGone)
  return handle && new OpenFile(handle)
}

function unlessGone(error: NodeJS.ErrnoException): null {
  if (error.code !== 'ENOENT') throw error
  return null
}
