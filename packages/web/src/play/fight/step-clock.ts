/**
 * How many frames of the game are due when the screen is drawn. The game has 60 a second whatever the screen has. On a screen of
 * about 60 a second each drawing plays one frame and shows it at once; on others time adds up, and what is shown lies between the
 * last two frames. Pure: the clock is passed in.
 */

const FRAME_MS = 1000 / 60
/** Drawings this near to whole frames are taken for them: timers are coarse, and a screen of 59.94 Hz is no other screen. */
const SNAP_MS = 1.2
/** Drawings in a row after which a screen is known to be of about 60 a second. */
const STEADY = 10
/** A machine that is slower than this plays slower, instead of later and later. */
const MOST_STEPS = 4
/** After a longer silence the game continues where it was. */
const LONGEST_MS = 250

export interface Due {
  readonly steps: number
  /** From 0, the frame before the newest, to 1, the newest. */
  readonly alpha: number
}

export class StepClock {
  #last: number | null = null
  /** Milliseconds that have passed and are not played yet: less than a frame. */
  #owed = 0
  #steady = 0

  /** Time that passes until the next call is not played. */
  reset(): void {
    this.#last = null
    this.#owed = 0
  }

  advance(nowMs: number): Due {
    const elapsed = this.#last === null ? FRAME_MS : nowMs - this.#last
    this.#last = nowMs
    if (!(elapsed >= 0 && elapsed <= LONGEST_MS)) return { steps: 0, alpha: 1 }
    const whole = Math.round(elapsed / FRAME_MS)
    const isWhole = whole > 0 && Math.abs(elapsed - whole * FRAME_MS) <= SNAP_MS
    this.#steady = isWhole ? this.#steady + 1 : 0
    if (this.#steady >= STEADY) {
      this.#owed = 0
      return { steps: Math.min(whole, MOST_STEPS), alpha: 1 }
    }
    this.#owed += elapsed
    const due = Math.floor(this.#owed / FRAME_MS + 1e-6)
    this.#owed = Math.max(0, this.#owed - due * FRAME_MS)
    return { steps: Math.min(due, MOST_STEPS), alpha: Math.min(1, this.#owed / FRAME_MS) }
  }
}
