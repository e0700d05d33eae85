/**
 * Modes: the clock a game runs under (spec: Modes), as data. Rules, stream and pads are the same in every mode; only
 * these figures differ. `live` is the only one.
 */
import { z } from 'zod'

export const Mode = z.enum(['live']).meta({
  id: 'Mode',
  description: 'The clock a game runs under. A bot is registered into one mode for its lifetime.',
  examples: ['live'],
})
export type Mode = z.infer<typeof Mode>

export interface ModeRules {
  /** The lead: having seen frame F, a bot sends the pad for F + 1 + inputDelayFrames. */
  readonly inputDelayFrames: number
  /** Time between two polls. */
  readonly frameMs: number
  /** Consecutive polls without a landed pad after which a bot has lost. */
  readonly forfeitPolls: number
  /** How far past the last poll a pad may lie. */
  readonly padWindow: number
  /** From the dial until both sockets have to be open; dialling is repeated inside it. */
  readonly dialMs: number
  /** `deadlineMs` of the PickRequest. */
  readonly pickMs: number
  /** Rest between two matches of a bot. */
  readonly restMs: number
  /** A match still running after this long is aborted. */
  readonly wallClockMs: number
  /** A match more than `lagMs` behind its clock for `lagForMs` is aborted. */
  readonly lagMs: number
  readonly lagForMs: number
}

export const MODES: Readonly<Record<Mode, ModeRules>> = {
  live: {
    inputDelayFrames: 2,
    frameMs: 1000 / 60,
    forfeitPolls: 300,
    padWindow: 600,
    dialMs: 10_000,
    pickMs: 10_000,
    restMs: 120_000,
    wallClockMs: 720_000,
    lagMs: 1_000,
    lagForMs: 5_000,
  },
}
