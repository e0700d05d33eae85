/**
 * Times without a message from a bot while its socket is open and the game runs: the longest of them, and all from three frames
 * on, with the polls missed meanwhile. Nothing grows while the game runs: the shortest make room for longer ones.
 */
import { KEPT_PAUSES, type ReceiptArrivals } from '@arena/protocol'
import { FIRST_FRAME } from '@arena/slp'
import { tenths } from './tenths.ts'

/** Three frames: more than the network makes of a frame. */
const PAUSE_MS = 50
/** Pauses are regular where the times between them deviate by a smaller share of their mean. */
const REGULAR = 0.35

interface Pause {
  frame: number
  ms: number
  missed: number
  short: number
  pollLateMs: number
}

export class Pauses {
  /** When the last message came; NaN while none can. */
  #since = NaN
  #lastPoll = FIRST_FRAME - 1
  /** Since the last message. */
  #frame = FIRST_FRAME - 1
  #missedNow = 0
  #shortNow = 0
  #pollLateNowMs = 0

  readonly #longest = { frame: 0, ms: 0 }
  readonly #kept: Pause[] = Array.from({ length: KEPT_PAUSES }, () => ({
    frame: 0,
    ms: 0,
    missed: 0,
    short: 0,
    pollLateMs: 0,
  }))
  #count = 0
  #totalMs = 0
  #missed = 0
  #silentAtEndMs = 0
  #startedAt = NaN
  /** The sum of the times from the start of one to the start of the next. */
  #betweenMs = 0
  #betweenSquared = 0

  /** Polls during pauses that found no pad. */
  get missed(): number {
    return this.#missed
  }

  begin(now: number): void {
    this.#restart(now)
  }

  /** The next message does not end the pause: the socket is gone. */
  breakOff(): void {
    this.#since = NaN
  }

  /** `isShort`: it is missed, and counted among those that the arena left too little time. */
  poll(frame: number, pollLateMs: number, isMissed: boolean, isShort: boolean): void {
    this.#lastPoll = frame
    if (isMissed) this.#missedNow++
    if (isShort) this.#shortNow++
    if (pollLateMs > this.#pollLateNowMs) this.#pollLateNowMs = pollLateMs
  }

  end(now: number): void {
    const ms = now - this.#since
    if (ms > this.#longest.ms) {
      this.#longest.ms = ms
      this.#longest.frame = this.#frame
    }
    if (ms >= PAUSE_MS) this.#add(ms)
    // Where the game has not begun, nothing is counted yet.
    if (!Number.isNaN(this.#since)) this.#restart(now)
  }

  finish(now: number): void {
    if (!Number.isNaN(this.#since)) this.#silentAtEndMs = now - this.#since
    this.end(now)
    this.breakOff()
  }

  facts(): Pick<ReceiptArrivals, 'longestGap' | 'pauses' | 'silentAtEndMs'> {
    const intervals = this.#count - 1
    const meanMs = intervals > 0 ? this.#betweenMs / intervals : null
    const deviationMs = meanMs === null ? 0 : Math.sqrt(Math.max(0, this.#betweenSquared / intervals - meanMs ** 2))
    return {
      longestGap: this.#longest.ms === 0 ? null : { frame: this.#longest.frame, ms: tenths(this.#longest.ms) },
      pauses: {
        count: this.#count,
        totalMs: tenths(this.#totalMs),
        everyMs: meanMs === null ? null : tenths(meanMs),
        isRegular: meanMs !== null && intervals > 1 && deviationMs < REGULAR * meanMs,
        longest: this.#kept
          .filter(({ ms }) => ms > 0)
          .map((pause) => ({ ...pause, ms: tenths(pause.ms), pollLateMs: tenths(pause.pollLateMs) }))
          .toSorted((a, b) => a.frame - b.frame),
      },
      silentAtEndMs: tenths(this.#silentAtEndMs),
    }
  }

  #restart(now: number): void {
    this.#since = now
    this.#frame = this.#lastPoll
    this.#missedNow = 0
    this.#shortNow = 0
    this.#pollLateNowMs = 0
  }

  #add(ms: number): void {
    if (this.#count > 0) {
      const betweenMs = this.#since - this.#startedAt
      this.#betweenMs += betweenMs
      this.#betweenSquared += betweenMs ** 2
    }
    this.#startedAt = this.#since
    this.#count++
    this.#totalMs += ms
    this.#missed += this.#missedNow
    let shortest = this.#kept[0]!
    for (const each of this.#kept) if (each.ms < shortest.ms) shortest = each
    if (ms <= shortest.ms) return
    shortest.frame = this.#frame
    shortest.ms = ms
    shortest.missed = this.#missedNow
    shortest.short = this.#shortNow
    shortest.pollLateMs = this.#pollLateNowMs
  }
}
