/**
 * Who may be seated (spec: Matchmaking 2, Missed-game rule, Bot `status`). Pure: the clock is passed in, moments are
 * unix milliseconds.
 */
import type { MissStreak } from './attendance.ts'
import { SET_BACK_MS } from '../db/set-back.ts'

const HOUR_MS = 3_600_000

/** Consecutive misses after which a bot is offered a seat only every `REDUCED_REST_MS`. */
export const MISSES_BEFORE_REDUCED_SEATING = 10
export const REDUCED_REST_MS = 3 * HOUR_MS
/** A miss streak this old pauses the bot. */
export const PAUSING_STREAK_MS = 7 * 24 * HOUR_MS
/** So long before, its owner is told. */
const PAUSING_NOTICE_MS = 24 * HOUR_MS

/** What seating has to know of an active bot. */
export interface ActiveBot extends MissStreak {
  readonly id: string
  readonly ownerId: string
  readonly rating: number
  readonly isPlaying: boolean
  /** Since it was registered or last unpaused. */
  readonly activeSince: number
  readonly lastMatchEndedAt: number | null
  /** The start of the streak of which its owner was told that it leads to a pause. */
  readonly toldMissingSince?: number | null
}

/** From when on the bot may be seated, given the mode's rest between matches. */
export function seatableFrom(bot: ActiveBot, restMs: number, now: number): number {
  const rest = bot.misses >= MISSES_BEFORE_REDUCED_SEATING ? Math.max(REDUCED_REST_MS, restMs) : restMs
  // A moment still to come would keep the bot waiting for as long as the clock was set back by.
  const hasBeen = (moment: number) => moment <= now + SET_BACK_MS
  const activeSince = hasBeen(bot.activeSince) ? bot.activeSince : now
  if (bot.lastMatchEndedAt === null || !hasBeen(bot.lastMatchEndedAt)) return activeSince
  return Math.max(activeSince, bot.lastMatchEndedAt + rest)
}

export function isCandidate(bot: ActiveBot, restMs: number, now: number): boolean {
  return !bot.isPlaying && now >= seatableFrom(bot, restMs, now)
}

/** Whether the scheduler pauses the bot. Not in mid-match: what it does there decides. */
export function hasBeenMissingTooLong(bot: ActiveBot, now: number): boolean {
  return !bot.isPlaying && bot.missingSince !== null && now - bot.missingSince >= PAUSING_STREAK_MS
}

/** Whether its owner is to be told that the scheduler is about to pause it. */
export function isToBeToldOfPause(bot: ActiveBot, now: number): boolean {
  if (bot.isPlaying || bot.missingSince === null || bot.toldMissingSince === bot.missingSince) return false
  return now - bot.missingSince >= PAUSING_STREAK_MS - PAUSING_NOTICE_MS && !hasBeenMissingTooLong(bot, now)
}
