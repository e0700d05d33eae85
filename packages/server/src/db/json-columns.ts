/** What columns of the type jsonb hold. */
import type { LiveMatch } from '@arena/protocol'

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

/** By port, in milliseconds. */
export type RoundTripPair = readonly [number, number]
/** Where a match is played, and how far away its bots are. */
export interface PlayedFrom {
  readonly region: string
  readonly ms: RoundTripPair
}

/** The matches of a machine, as it shows them to the others. */
export interface LiveState {
  readonly matches: readonly LiveMatch[]
  /** What the machine has to say to everyone. */
  readonly notice?: string
}
