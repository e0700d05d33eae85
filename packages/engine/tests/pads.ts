/**
 * Pads as a restless player would send them, from a seed: sticks are held for a while, thrown to the rim, or anywhere;
 * buttons are tapped and held. Integer arithmetic only, so the same seed gives the same pads on every platform.
 */
import type { Pad } from '../src/index.ts'

const BUTTONS = [0x10, 0x20, 0x40, 0x100, 0x200, 0x400, 0x800]
const RIM = [48, 71, 128, 185, 208]

export class PadSource {
  readonly pad: Pad = { buttons: 0, stickX: 128, stickY: 128, cstickX: 128, cstickY: 128, l: 0, r: 0 }
  #state: number

  constructor(seed: number) {
    this.#state = (Math.imul(seed, 2654435761) ^ 0x9e3779b9) | 1
  }

  /** The pad of the next frame; the same object every time. */
  next(): Pad {
    const { pad } = this
    if (this.#below(6) === 0) pad.stickX = this.#axis()
    if (this.#below(6) === 0) pad.stickY = this.#axis()
    if (this.#below(20) === 0) pad.cstickX = this.#axis()
    if (this.#below(20) === 0) pad.cstickY = this.#axis()
    if (this.#below(5) === 0) pad.buttons ^= BUTTONS[this.#below(BUTTONS.length)]!
    if (this.#below(4) === 0) pad.buttons &= this.#below(0x1000)
    if (this.#below(15) === 0) pad.l = this.#below(256)
    if (this.#below(15) === 0) pad.r = this.#below(2) * 255
    return pad
  }

  #axis(): number {
    const kind = this.#below(4)
    return kind === 0 ? 128 : kind === 1 ? this.#below(256) : RIM[this.#below(RIM.length)]!
  }

  /** xorshift32. */
  #below(limit: number): number {
    let x = this.#state
    x ^= x << 13
    x ^= x >>> 17
    x ^= x << 5
    this.#state = x
    return (x >>> 0) % limit
  }
}
