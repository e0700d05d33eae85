/**
 * One bot's pads that have arrived and wait for their frame to be polled (spec: Pad timing rules 2-6).
 * A ring of raw pads indexed by frame: nothing is decoded here. Those that were polled are kept, see `LandedPads`.
 */
import { MODES, PAD_BYTES } from '@arena/protocol'
import { POLLED_PAD_BYTES } from '../engine/engine-protocol.ts'
import { LeadCounts, NOTHING } from './lead.ts'
import { LandedPads } from './landed-pads.ts'
import { MissedFrames } from './missed-frames.ts'
import type { Arrivals } from './receipt/arrivals.ts'
import type { IgnoredPads } from '../order.ts'

const FRAME_BYTES = PAD_BYTES - POLLED_PAD_BYTES

/** buttons 0, both sticks at their centre, triggers released. */
const NEUTRAL_PAD = Uint8Array.of(0, 0, 128, 128, 128, 128, 0, 0)

/** A power of two above the window, so that no two frames inside the window share a slot. */
const CAPACITY = 1024

/** No pad has this frame: it is below the first frame, where every pad counts as late. */
const EMPTY = -(2 ** 31)

export class PadBuffer {
  /** Frames that were polled without a pad. */
  readonly missed: MissedFrames
  /** The pads of the others. */
  readonly landed = new LandedPads()
  readonly #window: number
  readonly #frames = new Int32Array(CAPACITY).fill(EMPTY)
  readonly #pads = new Uint8Array(CAPACITY * POLLED_PAD_BYTES)
  /** The newest frame that the bot had seen when it sent the pad. */
  readonly #seen = new Int32Array(CAPACITY)
  readonly #leads = new LeadCounts()
  readonly #ignored = { malformed: 0, lastLength: 0, late: 0, seen: 0, tooFar: 0, reversed: 0 }
  readonly #arrivals: Arrivals | null
  /** The newest frame that the bot had seen when it sent any pad. */
  #heard = NOTHING
  #received = 0
  #corrections = 0
  readonly #first: number
  #lastPoll: number
  /** The newest frame that a pad has answered, and that a pad has answered which replaced an older one. */
  #answered = NOTHING
  #corrected = NOTHING
  /** Until it is known better. */
  #isCorrecting = true

  /** `lastPoll` is the frame before the first one that will be polled. */
  constructor(lastPoll: number, window: number = MODES.live.padWindow, arrivals: Arrivals | null = null) {
    if (window >= CAPACITY) throw new RangeError(`pad window ${window} does not fit a ring of ${CAPACITY}`)
    this.#first = lastPoll + 1
    this.missed = new MissedFrames(this.#first)
    this.#lastPoll = lastPoll
    this.#window = window
    this.#arrivals = arrivals
  }

  /**
   * Takes a binary message that came at `now`, from a bot that had seen the frame `seen`; false when it is malformed, late or
   * too far ahead, and thereby ignored.
   */
  put(message: Uint8Array, seen: number = NOTHING, now = 0): boolean {
    if (message.length !== PAD_BYTES) {
      this.#ignored.malformed++
      this.#ignored.lastLength = message.length
      return false
    }
    this.#received++
    this.#heard = Math.max(this.#heard, seen)
    const frame = message[0]! | (message[1]! << 8) | (message[2]! << 16) | (message[3]! << 24)
    if (frame <= this.#lastPoll) {
      this.#ignored.late++
      if (frame <= seen) this.#ignored.seen++
      if (frame < this.#lastPoll - this.#window) this.#noteReversed(message)
      if (this.missed.late(frame)) this.#arrivals?.cameLate(frame, now)
      return false
    }
    if (frame > this.#lastPoll + this.#window) {
      this.#ignored.tooFar++
      this.#noteReversed(message)
      return false
    }
    const slot = frame & (CAPACITY - 1)
    const replaces = this.#frames[slot] === frame
    if (replaces) this.#corrections++
    else this.#arrivals?.came(frame, now)
    this.#note(seen, replaces)
    this.#frames[slot] = frame
    this.#seen[slot] = seen
    const at = slot * POLLED_PAD_BYTES
    for (let i = 0; i < POLLED_PAD_BYTES; i++) this.#pads[at + i] = message[FRAME_BYTES + i]!
    return true
  }

  /** A frame far from the game may be near it in the other byte order. */
  #noteReversed(message: Uint8Array): void {
    const frame = (message[0]! << 24) | (message[1]! << 16) | (message[2]! << 8) | message[3]!
    if (Math.abs(frame - this.#lastPoll) <= this.#window) this.#ignored.reversed++
  }

  #note(seen: number, replaces: boolean): void {
    if (seen > this.#answered) {
      if (this.#answered !== NOTHING) this.#isCorrecting = this.#corrected === this.#answered
      this.#answered = seen
    }
    if (replaces) this.#corrected = seen
  }

  /**
   * Whether a better pad than the one that is here is likely to come: the bot corrects its pads frame by frame, and has
   * not answered the frame that was sent last.
   */
  awaitsCorrection(newestSent: number): boolean {
    return this.#isCorrecting && this.#answered < newestSent
  }

  /** Whether a pad has come since the frame that was sent last, for whatever frame. */
  hasAnswered(newestSent: number): boolean {
    return this.#heard >= newestSent
  }

  /** The median lead of the pads that were played. */
  get lead(): number | null {
    return this.#leads.median()
  }

  /** How often each lead was played with. */
  get leads(): { lead: number; pads: number }[] {
    return this.#leads.list()
  }

  /** Messages of 12 bytes. */
  get received(): number {
    return this.#received
  }

  /** Pads that replaced an earlier one. */
  get corrections(): number {
    return this.#corrections
  }

  get ignored(): IgnoredPads {
    return this.#ignored
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
    // It did not arrive in time, or the clock does not wait.
    if (frame > this.#first && this.#answered < frame - 1) this.#isCorrecting = false
    const hasLanded = this.has(frame)
    this.missed.poll(frame, hasLanded)
    if (!hasLanded) {
      into.set(NEUTRAL_PAD, offset)
      return false
    }
    const slot = frame & (CAPACITY - 1)
    const seen = this.#seen[slot]!
    // A pad that was sent before there was anything to see answers no frame.
    if (seen !== NOTHING) this.#leads.count(frame - seen - 1)
    const at = slot * POLLED_PAD_BYTES
    for (let i = 0; i < POLLED_PAD_BYTES; i++) into[offset + i] = this.#pads[at + i]!
    this.landed.add(into, offset)
    return true
  }
}
