/**
 * One direction of a connection: bytes that go in come out later, in order, as TCP delivers them. Pure: the time and the
 * chance are passed in. What is written at once counts as one packet.
 *
 * - A packet takes half of the round trip, and up to `jitterMs` more, evenly distributed.
 * - A packet does not overtake the one before it.
 * - A lost packet is sent again, and what follows waits for it. TCP finds out by the third packet after it (fast
 *   retransmit, RFC 5681), or after the round trip and 200 ms without that (the least timeout of Linux).
 */

export interface Conditions {
  readonly roundTripMs: number
  /** Each way. */
  readonly jitterMs: number
  /** The share of packets, 0 to 1, each way. */
  readonly loss: number
}

export const NO_DELAY: Conditions = { roundTripMs: 0, jitterMs: 0, loss: 0 }

/** The least retransmission timeout of Linux, on top of the round trip. */
const LEAST_TIMEOUT_MS = 200
/** Packets after a lost one that tell its sender. */
const TELLING = 3

interface Packet {
  readonly bytes: Uint8Array
  dueAt: number
  /** How many more packets tell that it is lost. */
  telling: number
}

export class DelayLine {
  readonly #conditions: Conditions
  readonly #random: () => number
  readonly #packets: Packet[] = []
  /** Packets that are lost, and whose sender does not know it yet. */
  readonly #untold: Packet[] = []
  #lost = 0
  /** When the packet that came out last did. */
  #lastAt = -Infinity

  /** `random` is below 1. */
  constructor(conditions: Conditions, random: () => number) {
    this.#conditions = conditions
    this.#random = random
  }

  /** Packets lost so far. */
  get lost(): number {
    return this.#lost
  }

  get isEmpty(): boolean {
    return this.#packets.length === 0
  }

  /** A packet is sent. `now` in milliseconds of a clock that is never set. */
  push(bytes: Uint8Array, now: number): void {
    const { roundTripMs, jitterMs, loss } = this.#conditions
    const arrivesAt = now + roundTripMs / 2
    for (const packet of this.#untold) {
      if (--packet.telling === 0) packet.dueAt = Math.min(packet.dueAt, arrivesAt + roundTripMs)
    }
    while (this.#untold.length > 0 && this.#untold[0]!.telling <= 0) this.#untold.shift()
    const isLost = this.#random() < loss
    if (isLost) this.#lost++
    const laterMs = this.#random() * jitterMs + (isLost ? roundTripMs + LEAST_TIMEOUT_MS : 0)
    const packet = { bytes, dueAt: arrivesAt + laterMs, telling: TELLING }
    this.#packets.push(packet)
    if (isLost) this.#untold.push(packet)
  }

  /** When the next packet comes out; null where none is under way. */
  get dueAt(): number | null {
    const next = this.#packets[0]
    return next === undefined ? null : Math.max(next.dueAt, this.#lastAt)
  }

  /** The next packet that has come out by now, or null. */
  take(now: number): Uint8Array | null {
    const { dueAt } = this
    if (dueAt === null || dueAt > now) return null
    this.#lastAt = dueAt
    return this.#packets.shift()!.bytes
  }
}

/** A sequence of numbers below 1 that a seed determines (Mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
