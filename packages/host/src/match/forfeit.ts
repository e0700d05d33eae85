/**
 * Counts the polls that found no pad (spec: Forfeit; Winning and scoring 3). Counting starts with the first poll.
 */
import { MODES } from '@arena/protocol'
import type { Pair } from '../order.ts'

/** The port that forfeits; null is both together, a draw. */
export interface Forfeit {
  readonly port: 0 | 1 | null
}

const BY_PORT: Pair<Forfeit> = [{ port: 0 }, { port: 1 }]
const BY_BOTH: Forfeit = { port: null }

export class ForfeitCounter {
  readonly #limit: number
  /** Consecutive polls without a pad, by port. */
  readonly #streak = [0, 0] as [number, number]
  /** All polls without a pad, by port. */
  readonly #missed = [0, 0] as [number, number]

  constructor(limit: number = MODES.live.forfeitPolls) {
    this.#limit = limit
  }

  /** Polls without a pad since the last that had one. */
  streak(port: 0 | 1): number {
    return this.#streak[port]
  }

  get missed(): Pair<number> {
    return this.#missed
  }

  /** Takes one poll: whether each port's pad had landed. Answers the forfeit that this poll completes, if any. */
  poll(landed0: boolean, landed1: boolean): Forfeit | null {
    const out0 = this.#count(0, landed0)
    const out1 = this.#count(1, landed1)
    if (out0) return out1 ? BY_BOTH : BY_PORT[0]
    return out1 ? BY_PORT[1] : null
  }

  #count(port: 0 | 1, landed: boolean): boolean {
    if (landed) {
      this.#streak[port] = 0
      return false
    }
    this.#missed[port]++
    return ++this.#streak[port] >= this.#limit
  }
}
