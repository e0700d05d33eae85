/**
 * Chance of a run: a stream of draws from its seed (mulberry32 over a hash of the seed). What a draw gives depends on the draws before
 * it, so a run has one stream for everything, in the order in which things happen.
 */
export class Stream {
  #state: number

  constructor(seed: number) {
    // Neighbouring seeds are to have nothing in common.
    this.#state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(Math.floor(seed / 2 ** 32) + 1, 0xc2b2ae35)
    for (let i = 0; i < 4; i++) this.bits()
  }

  /** 32 of them. */
  bits(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return (t ^ (t >>> 14)) >>> 0
  }

  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + Math.floor((this.bits() / 2 ** 32) * (high - low + 1))
  }

  /** True with a chance of one in `inDraws`. */
  once(inDraws: number): boolean {
    return this.between(1, inDraws) === 1
  }

  one<Item>(items: readonly Item[]): Item {
    const item = items[this.between(0, items.length - 1)]
    if (item === undefined) throw new Error('there is nothing to choose from')
    return item
  }

  bytes(length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length)
    for (let at = 0; at < length; at++) bytes[at] = this.bits() & 0xff
    return bytes
  }
}
