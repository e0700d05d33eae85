/** What a tick found, for metrics and the operator. */
import type { MatchOrder } from '@arena/host'
import type { TickFigures } from '../../db/json-columns.ts'

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
