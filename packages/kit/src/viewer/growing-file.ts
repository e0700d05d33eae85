/** A file that is still being written, from its first byte to its last. */
import { open, type FileHandle } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** Three frames of a game. */
const LOOK_MS = 50
const PIECE_BYTES = 64 * 1024

export interface GrowingFile {
  /** Where it is while it is written, and where once it is complete; the first that is there. */
  readonly paths: readonly string[]
  /** Whether nothing is written to it any more. */
  readonly isOver: () => boolean
}

/** Ends once the file is over and has been read, or the reader is gone. A file that never comes has no bytes. */
export async function* readGrowing({ paths, isOver }: GrowingFile, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  let file: FileHandle | null = null
  let position = 0
  try {
    while (!signal.aborted) {
      // Asked first: what was written before it was over is then read.
      const wasOver = isOver()
      file ??= await openFirst(paths)
      const piece = Buffer.allocUnsafe(PIECE_BYTES)
      const { bytesRead } = (await file?.read(piece, 0, PIECE_BYTES, position)) ?? { bytesRead: 0 }
      position += bytesRead
      if (bytesRead > 0) yield piece.subarray(0, bytesRead)
      else if (wasOver) return
      else await sleep(LOOK_MS)
    }
  } finally {
    await file?.close()
  }
}

async function openFirst(paths: readonly string[]): Promise<FileHandle | null> {
  for (const path of paths) {
    try {
      return await open(path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  return null
}
