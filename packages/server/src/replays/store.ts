/**
 * Where finished replays are kept. The host that plays a match writes `<id>.slp.part` and renames it to `<id>.slp` when
 * the file is complete, so what has that name is whole.
 */
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { MatchId } from '@arena/protocol'
import type { ByteRange } from '../http/byte-range.ts'

export interface StoredReplay {
  readonly bytes: number
  /** The whole, or the part of it from one byte to another, both included; to be called once, or else `close`. */
  stream(part?: ByteRange): Readable
  close(): Promise<void>
}

export interface ReplayStore {
  /** Null when there is none. */
  open(matchId: string): Promise<StoredReplay | null>
  /** Where its file would be, for another process to read. */
  path(matchId: string): string
  /** Removing what is not there is no mistake. */
  remove(matchId: string): Promise<void>
}

export class FolderReplayStore implements ReplayStore {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async open(matchId: string): Promise<StoredReplay | null> {
    try {
      const file = await open(this.path(matchId))
      const { size } = await file.stat()
      return {
        bytes: size,
        stream: (part) => file.createReadStream(part && { start: part.first, end: part.last }),
        close: () => file.close(),
      }
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
      throw error
    }
  }

  async remove(matchId: string): Promise<void> {
    await rm(this.path(matchId), { force: true })
  }

  /** Only ids become file names. */
  path(matchId: string): string {
    return join(this.#folder, `${MatchId.parse(matchId)}.slp`)
  }
}
