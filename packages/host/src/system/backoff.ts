/** The delay before each attempt after a failed one: twice the last delay, up to a limit. */
export class Backoff {
  readonly #firstMs: number
  readonly #longestMs: number
  #nextMs: number

  constructor(firstMs: number, longestMs: number) {
    this.#firstMs = firstMs
    this.#longestMs = longestMs
    this.#nextMs = firstMs
  }

  /** The wait before the next attempt. */
  take(): number {
    const waitMs = this.#nextMs
    this.#nextMs = Math.min(2 * waitMs, this.#longestMs)
    return waitMs
  }

  /** The last attempt was good for something. */
  reset(): void {
    this.#nextMs = this.#firstMs
  }
}
