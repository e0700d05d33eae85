/** A failure that comes again and again, as while the database is away, is logged once a minute with the number since. */
const EVERY_MS = 60_000

type Say = (fields: { readonly err: unknown; readonly times: number }) => void

export class RepeatedFailure {
  readonly #say: Say
  readonly #elapsed: () => number
  #saidAt = Number.NEGATIVE_INFINITY
  #times = 0

  /** `elapsed` gives milliseconds on a clock that nobody sets. */
  constructor(say: Say, elapsed: () => number = () => performance.now()) {
    this.#say = say
    this.#elapsed = elapsed
  }

  add(err: unknown): void {
    this.#times++
    const now = this.#elapsed()
    if (now - this.#saidAt < EVERY_MS) return
    this.#say({ err, times: this.#times })
    this.#saidAt = now
    this.#times = 0
  }

  /** Ends a series of failures: the next one is logged at once. */
  clear(): void {
    this.#saidAt = Number.NEGATIVE_INFINITY
    this.#times = 0
  }
}
