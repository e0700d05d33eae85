/**
 * Decides when an engine has fallen too far behind the clock (spec: Match `status`, engine failure): more than a
 * second behind, without a break, for five seconds.
 */
import { MODES, type ModeRules } from '@arena/protocol'

export class EngineLag {
  readonly #rules: Pick<ModeRules, 'lagMs' | 'lagForMs'>
  /** When the lag last rose above the limit; null while it is below. */
  #since: number | null = null

  constructor(rules: Pick<ModeRules, 'lagMs' | 'lagForMs'> = MODES.live) {
    this.#rules = rules
  }

  /** Takes an observation; true when the match has to be aborted. `now` and `lagMs` are in milliseconds. */
  observe(now: number, lagMs: number): boolean {
    if (lagMs <= this.#rules.lagMs) {
      this.#since = null
      return false
    }
    this.#since ??= now
    return now - this.#since >= this.#rules.lagForMs
  }
}
