/**
 * The room that the ladder leaves for rehearsals on this machine. It is what of the machine's limit the ladder has not needed for some
 * time: where the ladder is full, a seat that is free for a moment is taken by the next tick, and a rehearsal that began there would only
 * be broken off again. Pure: the clock is passed in, in milliseconds of a clock that nobody sets.
 */

export class LeftRoom {
  readonly #windowMs: number
  /** Matches of the ladder that run at the same time, from a moment on: those that say something of the window, oldest first. */
  #seen: { readonly at: number; readonly matches: number }[] = []
  #since: number | null = null

  /** `windowMs`: for how long the ladder has to have left room. */
  constructor(windowMs: number) {
    this.#windowMs = windowMs
  }

  /** `matches` of the ladder run now. */
  saw(now: number, matches: number): void {
    this.#since ??= now
    if (this.#seen.at(-1)?.matches !== matches) this.#seen.push({ at: now, matches })
    // What ran as the window began is part of it.
    while (this.#seen[1] !== undefined && this.#seen[1].at <= now - this.#windowMs) this.#seen.shift()
  }

  /** How many rehearsals may run, of `limit` matches of both kinds; 0 until a whole window has been seen. */
  of(now: number, limit: number): number {
    if (this.#since === null || now - this.#since < this.#windowMs) return 0
    return Math.max(0, limit - Math.max(...this.#seen.map(({ matches }) => matches)))
  }
}
