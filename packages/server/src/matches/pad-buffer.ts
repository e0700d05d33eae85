/**
 * One bot's pads that have arrived and wait for their frame to be polled (spec: Pad timing rules 2-6).
 * A ring of raw pads indexed by frame: nothing is decoded here and nothing is allocated after construction.
 */
import { MODES, PAD_BYTES } from '@arena/protocol'
import { POLLED_PAD_BYTES } from './engine-protocol.ts'

const FRAME_BYTES = PAD_BYTES - POLLED_PAD_BYTES

/** buttons 0, both sticks at their centre, triggers released. */
const NEUTRAL_PAD = Uint8Array.of(0, 0, 128, 128, 128, 128, 0, 0)

/** A power of two above the window, so that no two frames inside the window share a slot. */
const CAPACITY = 1024

/** No pad has this frame: it is below the first frame, where every pad counts as late. */
const EMPTY = -(2 ** 31)

export class PadBuffer {
  readonly #window: number
  readonly #frames = new Int32Array(CAPACITY).fill(EMPTY)
  readonly #pads = new Uint8Array(CAPACITY * POLLED_PAD_BYTES)
  #lastPoll: number

  /** `lastPoll` is the frame before the first one that will be polled. */
  constructor(lastPoll: number, window: number = MODES.live.padWindow) {
    if (window >= CAPACITY) throw new RangeError(`pad window ${window} does not fit a ring of ${CAPACITY}`)
    this.#lastPoll = lastPoll
    this.#window = window
  }

  /** Takes a binary message as it came; false when it is malformed, late or too far ahead, and thereby ignored. */
  put(message: Uint8Array): boolean {
    if (message.length !== PAD_BYTES) return false
    const frame = message[0]! | (message[1]! << 8) | (message[2]! << 16) | (message[3]! << 24)
    if (frame <= this.#lastPoll || frame > this.#lastPoll + this.#window) return false
    const slot = frame & (CAPACITY - 1)
    this.#frames[slot] = frame
    const at = slot * POLLED_PAD_BYTES
    for (let i = 0; i < POLLED_PAD_BYTES; i++) this.#pads[at + i] = message[FRAME_BYTES + i]!
    return true
  }

  /** Whether a pad for a frame not polled yet is here. */
  has(frame: number): boolean {
    return this.#frames[frame & (CAPACITY - 1)] === frame
  }

  /**
   * Polls a frame: writes its pad, neutral when none has arrived, to `into` at `offset`. True when a pad had landed.
   * Frames are polled in ascending order; from here on a pad for this one is late.
   */
  poll(frame: number, into: Uint8Array, offset: number): boolean {
    this.#lastPoll = frame
    if (!this.has(frame)) {
      into.set(NEUTRAL_PAD, offset)
      return false
    }
    const at = (frame & (CAPACITY - 1)) * POLLED_PAD_BYTES
    for (let i = 0; i < POLLED_PAD_BYTES; i++) into[offset + i] = this.#pads[at + i]!
    return true
  }
}
