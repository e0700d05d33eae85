import { MODES } from '@arena/protocol'
import { STEP_MS } from '../engine/engine-process.ts'

export interface LinkTiming {
  /** From the first dial until the socket has to be open. */
  readonly dialMs: number
  readonly redialMinMs: number
  readonly redialMaxMs: number
  /** After a dial that came to its end in TLS: its bot, or whoever is in the way, can make that expensive. */
  readonly redialTlsMs: number
  readonly pingMs: number
}

export const LINK_TIMING = { redialMinMs: 250, redialMaxMs: 2000, redialTlsMs: 10_000, pingMs: 5000 } as const

export interface MatchTiming extends LinkTiming {
  readonly pickMs: number
  /** How long an engine may take for one answer before it counts as dead. */
  readonly stepMs: number
  /**
   * What becomes of a match that has been behind its clock for too long: by the interface it is aborted. On a machine
   * that is used for other work, it may continue instead, with its clock set back.
   */
  readonly whenBehind: 'abort' | 'forgive'
}

/** The figures of the specification; how long a bot may think about its pick is the operator's to say. */
export function matchTiming(pickMs: number = MODES.live.pickMs): MatchTiming {
  return { ...LINK_TIMING, dialMs: MODES.live.dialMs, pickMs, stepMs: STEP_MS, whenBehind: 'abort' }
}
