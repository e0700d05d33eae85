/**
 * What became of the connections to one bot: dials, sockets and their ends, the pick, round trips. Of long lists the first entries
 * and the last one are kept, so that a bot whose socket keeps dropping costs no more than another.
 */
import { KEPT_CONNECTIONS, type ReceiptLink, type SocketEnd } from '@arena/protocol'
import { FIRST_FRAME } from '@arena/slp'
import { LatenessHistogram } from '../lateness.ts'
import type { NoPick, Pick } from '../../order.ts'
import type { Arrivals } from './arrivals.ts'
import { tenths } from './tenths.ts'

type Connection = ReceiptLink['connections'][number]

/** How a socket ended, as its link found out. */
export interface Ending {
  readonly why: SocketEnd
  /** The code of the bot's close frame. */
  readonly code?: number
  readonly detail?: string
}

/** The most characters of what a bot or a library says. */
const MOST_WORDS = 120

export class LinkJournal {
  readonly now: () => number
  readonly #arrivals: Arrivals
  readonly #startedAt: number
  readonly #connections: Connection[] = []
  #connectionCount = 0
  readonly #failedDials: ReceiptLink['failedDials'] = []
  #failedDialCount = 0
  #failedSinceOpen = 0
  #dialledAt = 0
  #isOpen = false
  #isPlaying = false
  #frame = FIRST_FRAME - 1
  #askedAt = NaN
  #pick: ReceiptLink['pick'] = null
  readonly #trips = new LatenessHistogram()
  #leastTripMs = Infinity

  /** `now`: milliseconds of a monotonic clock. */
  constructor(now: () => number, arrivals: Arrivals) {
    this.now = now
    this.#arrivals = arrivals
    this.#startedAt = now()
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  dialling(): void {
    this.#dialledAt = this.now()
  }

  /** A dial given up because the match is over has not failed. */
  dialFailed(why: string): void {
    this.#failedSinceOpen++
    this.#failedDialCount++
    const tookMs = tenths(this.now() - this.#dialledAt)
    keep(this.#failedDials, { ...this.#moment(this.#dialledAt), tookMs, why: plain(why) })
  }

  opened(): void {
    const now = this.now()
    this.#isOpen = true
    this.#connectionCount++
    keep(this.#connections, {
      opened: this.#moment(now),
      dialMs: tenths(now - this.#dialledAt),
      failedDials: this.#failedSinceOpen,
      ended: null,
    })
    this.#failedSinceOpen = 0
    if (this.#isPlaying) this.#arrivals.listening(now)
  }

  ended({ why, code, detail = '' }: Ending): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#arrivals.deaf()
    this.#connections.at(-1)!.ended = { ...this.#moment(this.now()), why, code: code ?? null, detail: plain(detail) }
  }

  asked(): void {
    this.#askedAt = this.now()
  }

  /** The question for the pick is settled. */
  picked(pick: Pick | NoPick): void {
    const outcome = 'kind' in pick ? pick.kind : 'answered'
    this.#pick = {
      askedMs: tenths(this.#askedAt - this.#startedAt),
      tookMs: tenths(this.now() - this.#askedAt),
      outcome,
    }
  }

  /** A message that the bot itself has written. */
  heard(now: number): void {
    this.#arrivals.heard(now)
  }

  trip(ms: number): void {
    this.#trips.record(ms)
    this.#leastTripMs = Math.min(this.#leastTripMs, ms)
  }

  /** The game begins. */
  playing(now: number): void {
    this.#isPlaying = true
    if (this.#isOpen) this.#arrivals.listening(now)
  }

  /** A frame was polled. */
  polled(frame: number): void {
    this.#frame = frame
  }

  facts({ heard, unansweredPings }: { heard: boolean; unansweredPings: number }): ReceiptLink {
    const { p50, max } = this.#trips.summary()
    return {
      connections: this.#connections,
      connectionCount: this.#connectionCount,
      failedDials: this.#failedDials,
      failedDialCount: this.#failedDialCount,
      pick: this.#pick,
      roundTripMs:
        this.#trips.count === 0 ? null : { least: tenths(this.#leastTripMs), p50: tenths(p50), max: tenths(max) },
      unansweredPings,
      heard,
    }
  }

  #moment(at: number): { ms: number; frame: number | null } {
    return { ms: tenths(at - this.#startedAt), frame: this.#frame < FIRST_FRAME ? null : this.#frame }
  }
}

function keep<Entry>(list: Entry[], entry: Entry): void {
  if (list.length < KEPT_CONNECTIONS) list.push(entry)
  else list[KEPT_CONNECTIONS - 1] = entry
}

/** Printable ASCII, cut short: what a bot sends may be anything, and a database refuses some of it. */
function plain(words: string): string {
  const printable = words.replaceAll(/[^\x20-\x7e]/g, '?')
  return printable.length > MOST_WORDS ? `${printable.slice(0, MOST_WORDS)}...` : printable
}
