/**
 * The lead that a bot plays with: the number of frames between the newest frame that it can have seen when it sent a
 * pad and the frame of that pad. It is measured from the times at which frames are sent and pads arrive. A frame counts
 * as seen one round trip after it is sent. Nothing is allocated after construction.
 */
import { MODES } from '@arena/protocol'

/** Before the first frame has been sent: below every frame. */
export const NOTHING = -(2 ** 31)

/** Frames sent that are remembered: two seconds of them, longer than any round trip that can be played with. */
const REMEMBERED = 128
/** The quickest ping is hardly ever as quick as the quickest pad, which is answered while the bot is warm. */
const TOLERANCE_MS = 2

/** What one bot can have seen by a time. Times are milliseconds of one monotonic clock. */
export class Sight {
  readonly #frames = new Int32Array(REMEMBERED)
  readonly #sentAt = new Float64Array(REMEMBERED)
  readonly #takesTime: boolean
  #count = 0
  #tripMs = Infinity

  /** Where frames follow the bots and not time, what arrives answers the frame sent last. */
  constructor(takesTime: boolean) {
    this.#takesTime = takesTime
  }

  /** The frame sent last. */
  get newestSent(): number {
    return this.#count === 0 ? NOTHING : this.#frames[(this.#count - 1) % REMEMBERED]!
  }

  sent(frame: number, at: number): void {
    const slot = this.#count++ % REMEMBERED
    this.#frames[slot] = frame
    this.#sentAt[slot] = at
  }

  /** A round trip to the bot took this long. The shortest of all counts: what took longer waited for something. */
  trip(ms: number): void {
    this.#tripMs = Math.min(this.#tripMs, ms)
  }

  /** The newest frame that something which arrives at `now` can be an answer to. */
  newestSeen(now: number): number {
    const isKnown = this.#takesTime && this.#tripMs < Infinity
    const sentBy = isKnown ? now - Math.max(0, this.#tripMs - TOLERANCE_MS) : now
    const oldest = Math.max(0, this.#count - REMEMBERED)
    for (let i = this.#count - 1; i >= oldest; i--) {
      if (this.#sentAt[i % REMEMBERED]! <= sentBy) return this.#frames[i % REMEMBERED]!
    }
    return NOTHING
  }
}

/** How often each lead was played with. */
export class LeadCounts {
  readonly #counts = new Uint32Array(MODES.live.padWindow + 1)
  #total = 0

  count(lead: number): void {
    this.#counts[Math.min(lead, this.#counts.length - 1)]!++
    this.#total++
  }

  /** The leads that were played with. */
  list(): { lead: number; pads: number }[] {
    return [...this.#counts].flatMap((pads, lead) => (pads === 0 ? [] : [{ lead, pads }]))
  }

  /** Null where nothing was counted; of an even number of leads the smaller of the two in the middle. */
  median(): number | null {
    let left = (this.#total + 1) >> 1
    if (left === 0) return null
    for (let lead = 0; ; lead++) {
      left -= this.#counts[lead]!
      if (left <= 0) return lead
    }
  }
}
