/** Draws from a seed by label: what one draw gives does not depend on which others were made before it. */
import { createHash } from 'node:crypto'

export class Chance {
  readonly seed: number

  constructor(seed: number) {
    this.seed = seed
  }

  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number, label: string): number {
    return low + Math.floor(this.#fraction(label) * (high - low + 1))
  }

  one<Item>(items: readonly Item[], label: string): Item {
    const item = items[this.between(0, items.length - 1, label)]
    if (item === undefined) throw new Error(`${label}: there is nothing to choose from`)
    return item
  }

  #fraction(label: string): number {
    return createHash('sha256').update(`${this.seed}/${label}`).digest().readUInt32BE(0) / 2 ** 32
  }
}
