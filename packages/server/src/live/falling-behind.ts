/**
 * Whether a reader of a growing stream is too slow: it may be as far behind as when it came, since it begins at the first byte,
 * but not lose more ground than the allowance.
 */
export class FallingBehind {
  readonly #allowance: number
  /** The least that it has been behind. */
  #least = Number.POSITIVE_INFINITY

  constructor(allowance: number) {
    this.#allowance = allowance
  }

  /** To be told at every step how many bytes are waiting for the reader. */
  isTooSlow(bytes: number): boolean {
    this.#least = Math.min(this.#least, bytes)
    return bytes > this.#least + this.#allowance
  }
}
