import { expect, test } from 'vitest'
import { missesInWords } from './misses.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const SINCE = Date.parse('2026-11-20T12:00:00.000Z')
const rule = { misses: 10, reducedRestMs: 3 * HOUR, pausingStreakMs: 7 * DAY }

const words = (misses: number, sinceMs: number, status: 'active' | 'paused' = 'active') =>
  missesInWords({ misses, missingSince: misses === 0 ? null : SINCE, rule, status }, SINCE + sinceMs).replaceAll(
    '\u00a0',
    ' ',
  )

test('Missed-game rule: the owner sees how many misses are left, and when the streak pauses the bot', () => {
  expect(words(0, 0)).toBe('None. After 10 matches in a row that it did not join, it is offered a seat only every 3 h.')
  expect(words(1, HOUR)).toBe(
    '1 match since 20 Nov 2026, 12:00 UTC. After 9 more it is offered a seat only every 3 h. If it stays away, it is ' +
      'paused in 6 d. The first match that it joins resets the count.',
  )
  expect(words(10, 2 * DAY)).toContain('10 matches since 20 Nov 2026, 12:00 UTC. It is offered a seat only every 3 h.')
  expect(words(60, 7 * DAY)).toContain('It is about to be paused.')
  expect(words(60, 8 * DAY, 'paused')).toBe(
    '60 matches since 20 Nov 2026, 12:00 UTC. Unpausing it starts the count again.',
  )
})
