/**
 * The times of matchmaking ticks by the wall clock (spec: Matchmaking 1), and the tick that a match is recorded under:
 * a tick has at most one match. Pure: the clock is passed in, moments are unix milliseconds.
 */
import { SET_BACK_MS } from '../../db/set-back.ts'

/** A tick that has its match, and when the match was written. */
export interface TickTaken {
  readonly tick: number
  readonly startedAt: number
}

/** The beat a moment belongs to. */
export function beatOf(now: number, tickMs: number): number {
  return Math.floor(now / tickMs) * tickMs
}

/**
 * The tick of a match that is seated now; null when this beat has had its match. That is the beat itself, but for a clock
 * that was set back: its beats have had their matches, an hour ago or however far it went. Then matches are counted on from
 * the newest tick, and the time at which the newest was written shows whether a beat has had its match.
 */
export function freeTick(newest: TickTaken | null, now: number, tickMs: number): number | null {
  const beat = beatOf(now, tickMs)
  if (newest === null || newest.tick < beat) return beat
  const isSetBack = newest.tick > beat + SET_BACK_MS
  return isSetBack && beatOf(newest.startedAt, tickMs) !== beat ? newest.tick + 1 : null
}
