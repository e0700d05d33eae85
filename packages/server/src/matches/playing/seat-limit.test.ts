import { describe, expect, test } from 'vitest'
import { SeatLimit } from './seat-limit.ts'

/** Ticks for a time with every allowed seat taken. */
function play(limit: SeatLimit, from: number, ms: number): number {
  let running = Math.min(limit.limit, 1_000)
  for (let now = from; now <= from + ms; now += 5_000) if (limit.mayPlay(now, running)) running++
  return running
}

describe('a machine that is too slow seats fewer matches, instead of aborting all', () => {
  test('matches that fall behind halve what it plays: once for a stall, and not again while more run than may', () => {
    const limit = new SeatLimit({ most: 50, first: 50 })
    for (let match = 0; match < 40; match++) limit.fellBehind(match, 40 - match)
    expect([limit.limit, limit.mayPlay(41, 20), limit.mayPlay(41, 19)]).toEqual([20, false, true])
    // The first time has not shown its effect yet.
    for (let now = 0; now <= 60_000; now += 5_000) limit.fellBehind(now, 40)
    expect(limit.limit).toBe(20)
  })

  test('it is halved again when those that are left fall behind, however closely they follow each other', () => {
    const limit = new SeatLimit({ most: 50, first: 50 })
    limit.fellBehind(0, 40)
    for (let now = 4_000; now <= 20_000; now += 4_000) limit.fellBehind(now, 20)
    expect(limit.limit).toBe(10)
  })

  test('never below one match', () => {
    const limit = new SeatLimit({ most: 4, first: 4 })
    for (let now = 0; now < 200_000; now += 20_000) limit.fellBehind(now, 1)
    expect(limit.limit).toBe(1)
    expect(limit.mayPlay(200_000, 0)).toBe(true)
  })

  test('half a minute of calm, and from then on one match more every ten seconds, up to what is allowed', () => {
    const limit = new SeatLimit({ most: 24, first: 24 })
    limit.fellBehind(0, 24)
    expect(play(limit, 1, 29_000)).toBe(12)
    expect(limit.limit).toBe(12)
    play(limit, 30_000, 60_000)
    expect(limit.limit).toBeGreaterThan(16)
    expect(limit.isInTrouble).toBe(true)
    play(limit, 95_000, 300_000)
    expect([limit.limit, limit.isInTrouble]).toEqual([24, false])
  })

  test('the trouble is over when no more matches were wanted for half a minute, so that the limit restricts none', () => {
    const limit = new SeatLimit({ most: 50, first: 4 })
    limit.fellBehind(0, 4)
    const inTrouble = (from: number, to: number, running: number) => {
      for (let now = from; now <= to; now += 5_000) limit.mayPlay(now, running)
      return limit.isInTrouble
    }
    expect(inTrouble(5_000, 25_000, 2)).toBe(true)
    // A match that ends between two ticks frees a seat that is taken at once.
    expect(inTrouble(30_000, 35_000, 1)).toBe(true)
    expect(inTrouble(40_000, 65_000, 1)).toBe(false)
  })

  test('a limit that is not reached does not grow: nothing is known of more', () => {
    const limit = new SeatLimit({ most: 50, first: 4 })
    for (let now = 0; now < 600_000; now += 5_000) limit.mayPlay(now, 2)
    expect(limit.limit).toBe(4)
  })

  test('it begins with few where it is configured to, and never with more than allowed', () => {
    expect(new SeatLimit({ most: 50, first: 4 }).limit).toBe(4)
    expect(new SeatLimit({ most: 2, first: 4 }).limit).toBe(2)
    expect(new SeatLimit({ most: 50, first: 4 }).isInTrouble).toBe(false)
  })
})
