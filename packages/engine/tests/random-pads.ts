/** Pads as a wild but reproducible player would send them: held for a while, flicked, pressed together. */
import type { Pad } from '../src/index.ts'
import { BUTTON } from './scene.ts'

/** What a player picks from. */
export interface Habits {
  readonly presses: readonly number[]
  readonly sticks: readonly number[]
  /** Are the C-stick and the triggers moved too? */
  readonly isWild: boolean
}

const { A, B, X, Y, L, R, Z } = BUTTON
const STICKS = [0, 0, 48, 76, 128, 128, 128, 180, 208, 255]
const WILD: Habits = { presses: [0, 0, 0, 0, X, Y, A, B, L, R, Z, L | A, 0xffff], sticks: STICKS, isWild: true }
/** Every special, its charges and follow-ups, and throws of what is in the hand. */
export const SPECIALS: Habits = { presses: [0, 0, 0, 0, B, B, B, B, B, A, X, Z, R], sticks: STICKS, isWild: false }
/** Stays about where it is and fires. */
export const FIRING: Habits = {
  presses: [0, B, B, B],
  sticks: [128, 128, 128, 128, 128, 128, 128, 128, 76, 180],
  isWild: false,
}

export class RandomPads {
  #state: number
  readonly #habits: Habits
  readonly pad: Pad = { buttons: 0, stickX: 128, stickY: 128, cstickX: 128, cstickY: 128, l: 0, r: 0 }

  constructor(seed: number, habits = WILD) {
    this.#state = seed | 0
    this.#habits = habits
  }

  /** A whole number below `limit` (mulberry32). */
  #below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % limit
  }

  #pick(values: readonly number[]): number {
    return values[this.#below(values.length)]!
  }

  next(): Pad {
    const { pad } = this
    const { presses, sticks, isWild } = this.#habits
    if (this.#below(8) === 0) {
      pad.stickX = this.#pick(sticks)
      pad.stickY = this.#pick(sticks)
    }
    if (this.#below(6) === 0) pad.buttons = this.#pick(presses)
    if (isWild && this.#below(30) === 0) {
      pad.cstickX = this.#pick(STICKS)
      pad.cstickY = this.#pick(STICKS)
      pad.l = this.#below(256)
      pad.r = this.#below(3) === 0 ? this.#below(256) : 0
    }
    return pad
  }
}
