import { describe, expect, test } from 'vitest'
import { LeadCounts, NOTHING, Sight } from './lead.ts'

const FRAME_MS = 1000 / 60

/** Frames -123 to `last`, each sent at its time. */
function sightOf(last: number, isTimed = true): Sight {
  const sight = new Sight(isTimed)
  for (let frame = -123; frame <= last; frame++) sight.sent(frame, (frame + 123) * FRAME_MS)
  return sight
}

const at = (frame: number): number => (frame + 123) * FRAME_MS

describe('what a bot can have seen', () => {
  test('is nothing before the first frame has been sent', () => {
    expect(new Sight(true).newestSeen(5)).toBe(NOTHING)
    expect(new Sight(true).newestSent).toBe(NOTHING)
  })

  test('is the newest frame sent, as long as no round trip is known', () => {
    const sight = sightOf(10)
    expect(sight.newestSent).toBe(10)
    expect(sight.newestSeen(at(10) + 0.1)).toBe(10)
  })

  test('is the newest frame sent a round trip ago: a pad that arrives now was sent before what came later was seen', () => {
    const sight = sightOf(10)
    sight.trip(40)
    expect(sight.newestSeen(at(10) + 41)).toBe(10)
    expect(sight.newestSeen(at(10) + 30)).toBe(9)
    expect(sight.newestSeen(at(10) + 10)).toBe(8)
  })

  test('follows the shortest round trip, and forgives two milliseconds', () => {
    const sight = sightOf(10)
    for (const ms of [40, 12, 25]) sight.trip(ms)
    expect(sight.newestSeen(at(10) + 10.1)).toBe(10)
    expect(sight.newestSeen(at(10) + 9.9)).toBe(9)
  })

  test('is the frame sent last where frames take no time', () => {
    const sight = sightOf(10, false)
    sight.trip(40)
    expect(sight.newestSeen(at(10))).toBe(10)
  })

  test('is not reported when the round trip is longer than what is remembered', () => {
    const sight = sightOf(1000)
    sight.trip(3000)
    expect(sight.newestSeen(at(1000))).toBe(NOTHING)
    sight.trip(1000)
    expect(sight.newestSeen(at(1000))).toBe(1000 - 60 + Math.floor(2 / FRAME_MS))
  })
})

describe('the median lead', () => {
  const median = (...leads: number[]): number | null => {
    const counts = new LeadCounts()
    for (const lead of leads) counts.count(lead)
    return counts.median()
  }

  test('is the one in the middle, of two the smaller; null of none', () => {
    expect(median()).toBeNull()
    expect(median(2)).toBe(2)
    expect(median(0, 2, 2)).toBe(2)
    expect(median(2, 0, 0, 2)).toBe(0)
    expect(median(5, 1, 3)).toBe(3)
  })

  test('holds for pads as far ahead as they may be, and further', () => {
    expect(median(599, 599, 0)).toBe(599)
    expect(median(10_000)).toBe(600)
  })
})
