/**
 * How many matches this machine is given at once. It finds out by itself: a limit that has been reached without trouble
 * grows by one (additive increase), and matches that fall too far behind their clock halve it (multiplicative decrease), as
 * TCP finds the capacity of a line. So a machine that is too slow plays fewer matches, instead of breaking all of them off.
 * Pure: the clock is passed in, in milliseconds of a clock that is never set.
 */

/** Matches that fall behind within so long do so for one reason, and count once. */
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
  #fellAt = -Infinity
  #changedAt = -Infinity
  /** Matches that fell behind in the stall that was counted last. */
  #behind = 0

  constructor({ most, first }: SeatLimitOptions) {
    this.#most = most
    this.#limit = Math.min(most, first)
  }

  get limit(): number {
    return this.#limit
  }

  /** How many matches fell behind in the last stall, while the limit still suffers from it; 0 when it does not. */
  get behind(): number {
    return this.#limit < this.#most ? this.#behind : 0
  }

  /** `matches` have just fallen too far behind their clock, of `running` that were being played. */
  fellBehind(now: number, matches: number, running: number): void {
    if (now - this.#fellAt < ONE_STALL_MS) {
      this.#behind += matches
    } else {
      this.#limit = Math.max(1, Math.floor(Math.min(this.#limit, Math.max(running, 1)) / 2))
      this.#behind = matches
    }
    this.#fellAt = this.#changedAt = now
  }

  /** To be asked at every tick, with the matches that run: whether one more may be seated. */
  mayPlay(now: number, running: number): boolean {
    const isCalm = now - this.#fellAt >= CALM_MS && now - this.#changedAt >= GROW_MS
    if (running >= this.#limit && this.#limit < this.#most && isCalm) {
      this.#limit++
      this.#changedAt = now
    }
    return running < this.#limit
  }
}
