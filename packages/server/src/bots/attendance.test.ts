import { expect, test } from 'vitest'
import { streakAfter } from './attendance.ts'
import type { MissStreak } from './attendance.ts'

const none: MissStreak = { misses: 0, missingSince: null }

test('Missed-game rule 2: misses count consecutively, from the first of them; any answered match resets the count', () => {
  const one = streakAfter(none, 'missed', 100)
  expect(one).toEqual({ misses: 1, missingSince: 100 })
  expect(streakAfter(one, 'missed', 200)).toEqual({ misses: 2, missingSince: 100 })
  expect(streakAfter({ misses: 12, missingSince: 100 }, 'answered', 200)).toEqual(none)
})

test('a match that the arena aborted counts neither for nor against the bot', () => {
  const streak = { misses: 4, missingSince: 100 }
  expect(streakAfter(streak, 'unknown', 200)).toEqual(streak)
})
