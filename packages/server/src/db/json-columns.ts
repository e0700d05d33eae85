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

/** What happened, as its notice words it. */
export interface NoticeFacts {
  /** The bot, as it was called then. */
  readonly name?: string
  readonly matchId?: string
  readonly opponent?: string
  /** Consecutive misses. */
  readonly misses?: number
  /** When the first of them ended. */
  readonly missingSince?: string
  /** When the arena pauses the bot. */
  readonly pausesAt?: string
  /** The URL that a deploy check was of, and where and how it failed. */
  readonly url?: string
  readonly step?: string
  readonly received?: string
  /** The announcement of a maintenance and its times, or why a webhook was disabled. */
  readonly text?: string
  readonly from?: string
  readonly until?: string
}
