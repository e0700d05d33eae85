/** A bot's missed games (spec: Missed-game rule). Pure: moments are unix milliseconds. */

/** Consecutive misses, and when the first of them ended. */
export interface MissStreak {
  readonly misses: number
  readonly missingSince: number | null
}

/** `unknown`: the match was cut short by the arena, which says nothing about the bot. */
export type Attendance = 'answered' | 'missed' | 'unknown'

export function streakAfter(streak: MissStreak, attendance: Attendance, endedAt: number): MissStreak {
  if (attendance === 'answered') return { misses: 0, missingSince: null }
  if (attendance === 'unknown') return streak
  return { misses: streak.misses + 1, missingSince: streak.missingSince ?? endedAt }
}
