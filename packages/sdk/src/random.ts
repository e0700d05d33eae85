/**
 * Draws that follow from a text (mulberry32, seeded by FNV-1a). A bot that draws by its match plays the same match again in the same way.
 *
 * @example
 * pick: ({ matchId, port }) => { random = new Random(`${matchId} ${port}`); ... }
 */
export class Random {
  #state: number

  constructor(seed: string) {
    // FNV-1a over the text.
    let state = 0x811c9dc5
    for (let i = 0; i < seed.length; i++) state = Math.imul(state ^ seed.charCodeAt(i), 0x01000193)
    this.#state = state >>> 0
  }

  /** From 0 up to 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }

  /** True in this share of the draws, 0 to 1. */
  chance(share: number): boolean {
    return this.next() < share
  }

  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  /** One of the weighted choices. */
  pick<T>(choices: readonly (readonly [weight: number, choice: T])[]): T {
    let at = this.next() * choices.reduce((sum, [weight]) => sum + weight, 0)
    for (const [weight, choice] of choices) {
      at -= weight
      if (at < 0) return choice
    }
    return choices.at(-1)![1]
  }
}
