import { describe, expect, test } from 'vitest'
import { hasBeenMissingTooLong, isCandidate, seatableFrom } from './seating.ts'
import type { ActiveBot } from './seating.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const WEEK = 7 * 24 * HOUR
const REST = 2 * MINUTE

function bot(fields: Partial<ActiveBot> = {}): ActiveBot {
  return {
    id: 'bot',
    ownerId: 'ada',
    rating: 0,
    isPlaying: false,
    activeSince: 0,
    lastMatchEndedAt: null,
    misses: 0,
    missingSince: null,
    ...fields,
  }
}

describe('candidates', () => {
  test('Matchmaking 2: candidates are not already playing, and have rested since their last match, if they had one', () => {
    expect(isCandidate(bot({ activeSince: 1_000 }), REST, 1_000)).toBe(true)
    expect(isCandidate(bot({ isPlaying: true }), REST, HOUR)).toBe(false)
    const played = bot({ lastMatchEndedAt: HOUR })
    expect([HOUR + REST - 1, HOUR + REST].map((now) => isCandidate(played, REST, now))).toEqual([false, true])
  })

  test('Missed-game rule 3: after 10 consecutive misses a seat is offered only every 3 hours instead of the usual rest', () => {
    const missing = { lastMatchEndedAt: HOUR, missingSince: 0 }
    expect(seatableFrom(bot({ ...missing, misses: 9 }), REST, HOUR)).toBe(HOUR + REST)
    expect(seatableFrom(bot({ ...missing, misses: 10 }), REST, HOUR)).toBe(HOUR + 3 * HOUR)
    expect(seatableFrom(bot({ ...missing, misses: 11 }), REST, HOUR)).toBe(HOUR + 3 * HOUR)
  })

  test('unpausing does not spare the rest, and waiting is counted from it', () => {
    expect(seatableFrom(bot({ lastMatchEndedAt: HOUR, activeSince: HOUR + 1 }), REST, WEEK)).toBe(HOUR + REST)
    expect(seatableFrom(bot({ lastMatchEndedAt: HOUR, activeSince: WEEK }), REST, WEEK)).toBe(WEEK)
  })

  test('times written before the clock was set back delay no bot until it catches up', () => {
    const played = bot({ activeSince: HOUR, lastMatchEndedAt: 2 * HOUR })
    // By less than a minute: an arena's clock may be ahead of another's.
    expect(isCandidate(played, REST, 2 * HOUR - MINUTE)).toBe(false)
    expect(isCandidate(played, REST, 2 * HOUR - MINUTE - 1)).toBe(true)
    expect(seatableFrom(played, REST, HOUR)).toBe(HOUR)
    expect(isCandidate(bot({ activeSince: 2 * HOUR }), REST, HOUR)).toBe(true)
    expect(isCandidate(bot({ ...played, misses: 10 }), REST, HOUR)).toBe(true)
    // What has been written since holds.
    expect(seatableFrom(bot({ activeSince: 2 * HOUR, lastMatchEndedAt: HOUR }), REST, HOUR)).toBe(HOUR + REST)
    expect(isCandidate(bot({ ...played, isPlaying: true }), REST, HOUR)).toBe(false)
  })

  test('Bot `status`: a miss streak that has grown a week old pauses the bot', () => {
    const missing = bot({ misses: 3, missingSince: HOUR })
    expect(hasBeenMissingTooLong(missing, HOUR + WEEK - 1)).toBe(false)
    expect(hasBeenMissingTooLong(missing, HOUR + WEEK)).toBe(true)
    expect(hasBeenMissingTooLong(bot(), 10 * WEEK)).toBe(false)
    // A match under way may end the streak.
    expect(hasBeenMissingTooLong({ ...missing, isPlaying: true }, HOUR + WEEK)).toBe(false)
  })
})
