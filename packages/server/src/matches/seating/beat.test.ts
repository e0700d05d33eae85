import { describe, expect, test } from 'vitest'
import { beatOf, freeTick } from './beat.ts'
import type { TickTaken } from './beat.ts'

const TICK = 5_000
const MINUTE = 60_000
const HOUR = 60 * MINUTE

test('a beat lasts five seconds', () => {
  expect([HOUR, HOUR + TICK - 1, HOUR + TICK].map((now) => beatOf(now, TICK))).toEqual([HOUR, HOUR, HOUR + TICK])
})

describe('Matchmaking 1: a tick starts at most one match', () => {
  test('the first of all, and one in each beat', () => {
    expect(freeTick(null, HOUR + 1, TICK)).toBe(HOUR)
    const taken = { tick: HOUR, startedAt: HOUR + 1 }
    expect(freeTick(taken, HOUR + TICK - 1, TICK)).toBeNull()
    expect(freeTick(taken, HOUR + TICK, TICK)).toBe(HOUR + TICK)
  })

  test('the clock of another arena that is a little ahead takes the beat for both', () => {
    expect(freeTick({ tick: HOUR + TICK, startedAt: HOUR + TICK }, HOUR + TICK - 1, TICK)).toBeNull()
    expect(freeTick({ tick: HOUR + 60_000, startedAt: HOUR + 60_000 }, HOUR, TICK)).toBeNull()
  })

  test.each([HOUR, 2 * MINUTE, 24 * HOUR])(
    'also with a clock that is set back by %i ms, from the next beat on',
    (step) => {
      let newest: TickTaken = { tick: 100 * HOUR, startedAt: 100 * HOUR }
      const ticks: (number | null)[] = []
      for (let now = 100 * HOUR - step; now < 100 * HOUR - MINUTE; now += TICK / 2) {
        const tick = freeTick(newest, now, TICK)
        ticks.push(tick)
        if (tick !== null) newest = { tick, startedAt: now }
      }
      // In the first half of each beat, and never the same.
      expect(ticks.every((tick, half) => (tick === null) === (half % 2 === 1))).toBe(true)
      expect(new Set(ticks).size).toBe(ticks.length / 2 + 1)
      // For the last minute it could be an arena whose clock is ahead.
      expect(freeTick(newest, 100 * HOUR - TICK, TICK)).toBeNull()
      const caughtUp = beatOf(newest.tick, TICK) + TICK
      expect(freeTick(newest, caughtUp, TICK)).toBe(caughtUp)
    },
  )
})
