/**
 * Decides when an engine has fallen too far behind the clock (spec: Match `status`, engine failure): more than a
 * second behind, without a break, for five seconds.
 */
export const LAG_LIMIT_MS = 1000
export const LAG_PATIENCE_MS = 5000

export class EngineLag {
  /** When the lag last rose above the limit; null while it is below. */
  #since: number | null = null

  /** Takes an observation; true when the match has to be aborted. `now` and `lagMs` are in milliseconds. */
  observe(now: number, lagMs: number): boolean {
    if (lagMs <= LAG_LIMIT_MS) {
      this.#since = null
      return false
    }
    this.#since ??= now
    return now - this.#since >= LAG_PATIENCE_MS
  }
}
