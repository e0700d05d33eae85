/**
 * What a match writes down for the owners of its two bots, each on its own: nothing in one receipt comes from the other bot. How
 * punctual the arena was is in both.
 */
import type { ReceiptFacts } from '@arena/protocol'
import type { Ignored, Pair } from '../../order.ts'
import { LatenessHistogram } from '../lateness.ts'
import { Arrivals } from './arrivals.ts'
import { LinkJournal } from './link-journal.ts'
import { tenths } from './tenths.ts'

/** What others count of a bot. */
export interface Counted {
  readonly ignored: Ignored
  readonly received: number
  readonly corrections: number
  readonly leads: readonly { readonly lead: number; readonly pads: number }[]
  readonly heard: boolean
  readonly unansweredPings: number
}

export class MatchReceipts {
  readonly arrivals: Pair<Arrivals> = [new Arrivals(), new Arrivals()]
  readonly journals: Pair<LinkJournal>
  readonly #now: () => number
  readonly #pollLate = new LatenessHistogram()
  readonly #steps = new LatenessHistogram()
  #polledAt = 0
  #isOver = false

  constructor(now: () => number) {
    this.#now = now
    this.journals = [new LinkJournal(now, this.arrivals[0]), new LinkJournal(now, this.arrivals[1])]
  }

  /** A frame was polled, at `now` and `lateMs` behind its time. */
  polled(frame: number, now: number, lateMs: number, landed0: boolean, landed1: boolean): void {
    if (this.#pollLate.count === 0) for (const journal of this.journals) journal.playing(now)
    this.#polledAt = now
    this.#pollLate.record(lateMs)
    this.journals[0].polled(frame)
    this.journals[1].polled(frame)
    this.arrivals[0].poll(frame, now, lateMs, landed0, this.journals[0].isOpen)
    this.arrivals[1].poll(frame, now, lateMs, landed1, this.journals[1].isOpen)
  }

  /** The engine has answered the frame polled last. */
  stepped(now: number): void {
    this.#steps.record(now - this.#polledAt)
  }

  /** No poll follows. */
  over(): void {
    if (this.#isOver) return
    this.#isOver = true
    const now = this.#now()
    for (const arrivals of this.arrivals) arrivals.finish(now)
  }

  facts(port: 0 | 1, counted: Counted): ReceiptFacts {
    this.over()
    const { ignored, received, corrections, leads } = counted
    return {
      pads: {
        ...this.arrivals[port].counts(),
        received,
        corrections,
        ignoredLate: ignored.late,
        ignoredSeen: ignored.seen,
        ignoredTooFar: ignored.tooFar,
        reversed: ignored.reversed,
        malformed: ignored.malformed,
        malformedBytes: ignored.lastLength,
        texts: ignored.texts,
      },
      arrivals: { ...this.arrivals[port].facts(), leads: [...leads] },
      link: this.journals[port].facts(counted),
      arena: this.#pollLate.count === 0 ? null : { pollLateMs: spread(this.#pollLate), stepMs: spread(this.#steps) },
    }
  }
}

function spread(histogram: LatenessHistogram): { p50: number; p99: number; max: number } {
  const { p50, p99, max } = histogram.summary()
  return { p50: tenths(p50), p99: tenths(p99), max: tenths(max) }
}
