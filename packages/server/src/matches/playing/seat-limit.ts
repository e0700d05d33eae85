/**
 * The limit of simultaneous matches on this machine. It adapts, as TCP congestion control does: a limit that is reached
 * without lag grows by one (additive increase), and matches that fall too far behind their clock halve it
 * (multiplicative decrease). It is not halved again while more matches run than it allows. So a machine that is too
 * slow plays fewer matches, instead of aborting all of them. Pure: the clock is passed in, in milliseconds of a clock
 * that is never set.
 */

/** Matches that fall behind within this time of the first do so for one reason, and count once. */
const ONE_STALL_MS = 10_000
/** So long nothing may have fallen behind before the limit grows. */
const CALM_MS = 30_000
/** From one increase to the next. */
const GROW_MS = 10_000

export interface SeatLimitOptions {
  /** What the operator allows: the limit never passes it. */
  readonly most: number
  /** What it begins with. */
  readonly first: number
}

export class SeatLimit {
  readonly #most: number
  #limit: number
  /** When a match last fell behind. */
  #fellAt = -Infinity
  /** When the limit last fell, and when it last changed. */
  #halvedAt = -Infinity
  #changedAt = -Infinity
  /** When as many matches ran as may. */
  #reachedAt = -Infinity
  /** The limit from before the trouble that lasts; null while there is none. */
  #before: number | null = null

  constructor({ most, first }: SeatLimitOptions) {
    this.#most = most
    this.#limit = Math.min(most, first)
  }

  get limit(): number {
    return this.#limit
  }

  /** Whether matches fell behind, and the limit still keeps others from being played for that. */
  get isInTrouble(): boolean {
    return this.#before !== null
  }

  /** A match has just fallen too far behind its clock, of `running` that were being played. */
  fellBehind(now: number, running: number): void {
    const isKnown = now - this.#halvedAt < ONE_STALL_MS || running > this.#limit
    this.#fellAt = now
    if (isKnown && this.#before !== null) return
    this.#before = Math.max(this.#before ?? 0, this.#limit)
    this.#limit = Math.max(1, Math.floor(Math.min(this.#limit, running) / 2))
    this.#halvedAt = this.#changedAt = now
  }

  /** To be asked at every tick, with the matches that run: whether one more may be seated. */
  mayPlay(now: number, running: number): boolean {
    const isReached = running >= this.#limit
    if (isReached) this.#reachedAt = now
    if (now - this.#fellAt >= CALM_MS) {
      if (isReached && this.#limit < this.#most && now - this.#changedAt >= GROW_MS) {
        this.#limit++
        this.#changedAt = now
      }
      if (this.#limit >= (this.#before ?? 0) || now - this.#reachedAt >= CALM_MS) this.#before = null
    }
    return running < this.#limit
  }
}
