/** Pads as a wild but reproducible player would send them: held for a while, flicked, pressed together. */
import type { Pad } from '../src/index.ts'
import { BUTTON } from './scene.ts'

const PRESSES = [
  0,
  0,
  0,
  0,
  BUTTON.X,
  BUTTON.Y,
  BUTTON.A,
  BUTTON.B,
  BUTTON.L,
  BUTTON.R,
  BUTTON.Z,
  BUTTON.L | BUTTON.A,
  0xffff,
]
/** For a player who wants to see every special, charge, follow-up and item throw. */
export const SPECIAL_PRESSES = [0, 0, 0, BUTTON.B, BUTTON.B, BUTTON.B, BUTTON.B, BUTTON.A, BUTTON.X, BUTTON.Z, BUTTON.R]
const STICKS = [0, 0, 48, 76, 128, 128, 128, 180, 208, 255]

export class RandomPads {
  #state: number
  readonly #presses: readonly number[]
  readonly pad: Pad = { buttons: 0, stickX: 128, stickY: 128, cstickX: 128, cstickY: 128, l: 0, r: 0 }

  constructor(seed: number, presses: readonly number[] = PRESSES) {
    this.#state = seed | 0
    this.#presses = presses
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
    if (this.#below(8) === 0) {
      pad.stickX = this.#pick(STICKS)
      pad.stickY = this.#pick(STICKS)
    }
    if (this.#below(6) === 0) pad.buttons = this.#pick(this.#presses)
    if (this.#below(30) === 0) {
      pad.cstickX = this.#pick(STICKS)
      pad.cstickY = this.#pick(STICKS)
      pad.l = this.#below(256)
      pad.r = this.#below(3) === 0 ? this.#below(256) : 0
    }
    return pad
  }
}
