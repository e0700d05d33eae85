/**
 * Where finished replays are kept. The host that plays a match writes `<id>.slp.part` and renames it to `<id>.slp` when
 * the file is complete, so what has that name is whole.
 */
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { MatchId } from '@arena/protocol'

/** Both ends belong to the range. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

export interface StoredReplay {
  readonly bytes: number
  /** The file or a part of it. */
  read(range?: ByteRange): Readable
}

export interface ReplayStore {
  /** Null when there is none. */
  find(matchId: string): Promise<StoredReplay | null>
  /** Removing what is not there is no mistake. */
  remove(matchId: string): Promise<void>
}

export class FolderReplayStore implements ReplayStore {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async find(matchId: string): Promise<StoredReplay | null> {
    const path = this.#path(matchId)
    try {
      const { size } = await stat(path)
      return { bytes: size, read: (range) => createReadStream(path, range) }
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
      throw error
    }
  }

  async remove(matchId: string): Promise<void> {
    await rm(this.#path(matchId), { force: true })
  }

  /** Only ids become file names. */
  #path(matchId: string): string {
    return join(this.#folder, `${MatchId.parse(matchId)}.slp`)
  }
}
