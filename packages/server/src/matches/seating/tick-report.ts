/** What a tick found, for metrics and the operator. */
import type { MatchOrder } from '@arena/host'

/** Kept on record, so that every machine shows the figures of the last tick, whichever machine ran it. */
export interface TickFigures {
  readonly activeBots: number
  /** Candidates that were left waiting, and how long the one that waits longest has. */
  readonly waiting: number
  readonly longestWaitMs: number
  /** Matches on all machines, the new one included. */
  readonly running: number
  /** Simultaneous matches of all machines. */
  readonly capacity: number
}

export interface TickReport extends TickFigures {
  readonly order: MatchOrder | null
  /** Bots the tick paused because they had been missing for too long. */
  readonly paused: readonly string[]
  /** Fewer than a third of the active bots can play at once. */
  readonly isShortOfCapacity: boolean
}

export function figuresOf({ activeBots, waiting, longestWaitMs, running, capacity }: TickReport): TickFigures {
  return { activeBots, waiting, longestWaitMs, running, capacity }
}
