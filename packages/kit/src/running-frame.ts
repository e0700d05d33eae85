/**
 * The frame that a running match stands at, read from its replay, which grows by a message a frame. A report of the host comes ten
 * times a second: without the clock, that is hundreds of frames.
 */
import { closeSync, openSync, readSync } from 'node:fs'
import { REPLAY_PART } from '@arena/host'
import { EventReader, RAW_OFFSET } from '@arena/slp'

const PIECE_BYTES = 64 * 1024

export class RunningFrame implements Disposable {
  readonly #path: string
  readonly #piece = new Uint8Array(PIECE_BYTES)
  readonly #reader = new EventReader((event) => {
    if (event.name === 'frameBookend') this.#frame = event.record.frame
    if (event.name === 'gameEnd') this.#isOver = true
  })
  #fd: number | null = null
  #position = RAW_OFFSET
  #frame: number | null = null
  #isOver = false

  /** `path` is where the complete replay will be. */
  constructor(path: string) {
    this.#path = path
  }

  /** The newest frame that both bots have been sent; null before the first. Stays at the last one. */
  get frame(): number | null {
    this.#fd ??= opened(this.#path + REPLAY_PART) ?? opened(this.#path)
    while (this.#fd !== null && !this.#isOver) {
      const length = readSync(this.#fd, this.#piece, 0, PIECE_BYTES, this.#position)
      if (length === 0) break
      this.#position += length
      this.#read(this.#piece.slice(0, length))
    }
    return this.#frame
  }

  [Symbol.dispose](): void {
    if (this.#fd !== null) closeSync(this.#fd)
    this.#fd = null
    this.#isOver = true
  }

  #read(piece: Uint8Array): void {
    try {
      this.#reader.push(piece)
    } catch {
      // After the Game End the file holds no events.
      this.#isOver = true
    }
  }
}

function opened(path: string): number | null {
  try {
    return openSync(path, 'r')
  } catch {
    return null
  }
}
