/**
 * Holds back what was written a short while ago. It sees only lengths: the bytes wait where they were written. A length that
 * was seen at a moment was there by then, so what it lets through is never younger than the delay.
 */
interface Mark {
  readonly at: number
  readonly bytes: number
}

export class DelayLine {
  readonly #delayMs: number
  /** Oldest first, each longer than the one before. */
  readonly #marks: Mark[] = []
  #due = 0

  constructor(delayMs: number) {
    this.#delayMs = delayMs
  }

  /** Records that `bytes` were there at `now`, which never goes back. */
  saw(now: number, bytes: number): void {
    if (bytes > (this.#marks.at(-1)?.bytes ?? this.#due)) this.#marks.push({ at: now, bytes })
  }

  /** How many of them are old enough. */
  due(now: number): number {
    const young = this.#marks.findIndex(({ at }) => at > now - this.#delayMs)
    const old = this.#marks.splice(0, young === -1 ? this.#marks.length : young)
    return (this.#due = old.at(-1)?.bytes ?? this.#due)
  }
}
