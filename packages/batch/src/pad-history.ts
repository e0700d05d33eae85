/** Every pad of a game since its beginning: with its settings, all that it takes to play it again. */
import type { Pad } from '@arena/engine'
import { INPUT_PLAYER_BYTES } from './layout.ts'
import { PLAYERS } from './players.ts'
import { newPad, readPadInto, writePads } from './pads.ts'

const FRAME_BYTES = PLAYERS * INPUT_PLAYER_BYTES
const FIRST_FRAMES = 512

export class PadHistory {
  #bytes: Uint8Array
  #length: number

  constructor(pads: Uint8Array = new Uint8Array(0)) {
    this.#bytes = new Uint8Array(Math.max(pads.length, FIRST_FRAMES * FRAME_BYTES))
    this.#bytes.set(pads)
    this.#length = pads.length
  }

  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  push(pads: readonly [Readonly<Pad>, Readonly<Pad>]): void {
    if (this.#length === this.#bytes.length) {
      const grown = new Uint8Array(2 * this.#length)
      grown.set(this.#bytes)
      this.#bytes = grown
    }
    writePads(pads, this.#bytes, this.#length)
    this.#length += FRAME_BYTES
  }

  *[Symbol.iterator](): Generator<readonly [Pad, Pad]> {
    const pads = [newPad(), newPad()] as const
    for (let at = 0; at < this.#length; at += FRAME_BYTES) {
      readPadInto(this.#bytes, at, pads[0])
      readPadInto(this.#bytes, at + INPUT_PLAYER_BYTES, pads[1])
      yield pads
    }
  }
}
