/** Pads that make fighters do many things, the same each time: for the built-in engine's warm-up and for checks of an engine. */
import { BUTTON } from '@arena/slp'

const NEUTRAL = 128
const STICK = [0, 0, 48, NEUTRAL, NEUTRAL, NEUTRAL, 208, 255]
const { A, B, X, L, R, Z } = BUTTON
const PRESSES = [0, 0, 0, 0, X, A, A, B, X, L, R, Z]
// Bytes of a pad without its frame.
const [STICK_X, STICK_Y, CSTICK_X, CSTICK_Y, TRIGGER_L, TRIGGER_R] = [2, 3, 4, 5, 6, 7]

/** Held for a while, flicked, pressed together: what makes fighters do many things. */
export class WildPad {
  readonly #bytes: Uint8Array
  #state: number

  constructor(bytes: Uint8Array, seed: number) {
    this.#bytes = bytes
    this.#state = seed
    bytes.fill(NEUTRAL, STICK_X, TRIGGER_L)
  }

  #pick(values: readonly number[]): number {
    this.#state = (Math.imul(this.#state, 214013) + 2531011) | 0
    return values[(this.#state >>> 16) % values.length]!
  }

  move(): void {
    const bytes = this.#bytes
    if (this.#pick(STICK) === 48) {
      bytes[STICK_X] = this.#pick(STICK)
      bytes[STICK_Y] = this.#pick(STICK)
    }
    if (this.#pick(STICK) === 48) {
      const buttons = this.#pick(PRESSES)
      bytes[0] = buttons
      bytes[1] = buttons >> 8
    }
    if (this.#pick(PRESSES) === Z) {
      bytes[CSTICK_X] = this.#pick(STICK)
      bytes[CSTICK_Y] = this.#pick(STICK)
      bytes[TRIGGER_L] = this.#pick(STICK)
      bytes[TRIGGER_R] = this.#pick(STICK)
    }
  }
}
