/**
 * Who may be seated (spec: Matchmaking 2, Missed-game rule, Bot `status`). Pure: the clock is passed in, moments are
 * unix milliseconds.
 */

const HOUR_MS = 3_600_000

/** A moment on record further ahead than this was written before the clock was set back; arenas' clocks differ by less. */
export const SET_BACK_MS = 60_000

/** Consecutive misses after which a bot is offered a seat only every `REDUCED_REST_MS`. */
const MISSES_BEFORE_REDUCED_SEATING = 10
const REDUCED_REST_MS = 3 * HOUR_MS
/** A miss streak this old pauses the bot. */
const PAUSING_STREAK_MS = 7 * 24 * HOUR_MS

/** Consecutive misses, and when the first of them ended. */
export interface MissStreak {
  readonly misses: number
  readonly missingSince: number | null
}

/** What seating has to know of an active bot. */
export interface ActiveBot extends MissStreak {
  readonly id: string
  readonly ownerId: string
  readonly rating: number
  readonly isPlaying: boolean
  /** Since it was registered or last unpaused. */
  readonly activeSince: number
  readonly lastMatchEndedAt: number | null
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

/** `unknown`: the match was cut short by the arena, which says nothing about the bot. */
export type Attendance = 'answered' | 'missed' | 'unknown'

export function streakAfter(streak: MissStreak, attendance: Attendance, endedAt: number): MissStreak {
  if (attendance === 'answered') return { misses: 0, missingSince: null }
  if (attendance === 'unknown') return streak
  return { misses: streak.misses + 1, missingSince: streak.missingSince ?? endedAt }
}
