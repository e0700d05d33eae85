import { describe, expect, test } from 'vitest'
import { fateOf, isAlive, LEASE_MS, mayJudge, REPORT_MS, steadySince, TAKE_MS } from './lease.ts'
import type { AssignedMatch } from './lease.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const TICK = 5_000

describe('a machine', () => {
  test('is alive for twelve seconds after its last report, by the clock of the database', () => {
    expect(isAlive(NOW, NOW + LEASE_MS - 1)).toBe(true)
    expect(isAlive(NOW, NOW + LEASE_MS)).toBe(false)
  })

  test('that dies has its matches ended within twenty seconds: the lease, and one tick', () => {
    expect(LEASE_MS + TICK).toBeLessThan(20_000)
  })
})

describe('ticks that are held up', () => {
  const beat = (at: number, since: number) => ({ at: NOW + at, steadySince: NOW + since })

  test('are steady since the first; one that comes late, or before the last, begins anew', () => {
    expect(steadySince(null, NOW, TICK)).toBe(NOW)
    expect(steadySince(beat(0, -60_000), NOW + TICK, TICK)).toBe(NOW - 60_000)
    expect(steadySince(beat(0, -60_000), NOW + 7_501, TICK)).toBe(NOW + 7_501)
    expect(steadySince(beat(0, -60_000), NOW - 1, TICK)).toBe(NOW - 1)
  })

  test('with a longer interval, half an interval more is no delay', () => {
    expect(steadySince(beat(0, 0), NOW + 90_000, 60_000)).toBe(NOW)
    expect(steadySince(beat(0, 0), NOW + 90_001, 60_000)).toBe(NOW + 90_001)
  })

  test('judge nobody until they have been steady for as long as a lease', () => {
    expect(mayJudge(beat(LEASE_MS - 1, 0), NOW + LEASE_MS - 1)).toBe(false)
    expect(mayJudge(beat(LEASE_MS, 0), NOW + LEASE_MS)).toBe(true)
  })

  test('judge nobody either where they are held up after they were claimed, or the clock is set back meanwhile', () => {
    const tick = beat(0, -60_000)
    expect([mayJudge(tick, NOW + 7_500), mayJudge(tick, NOW + 7_501)]).toEqual([true, false])
    expect([mayJudge(tick, NOW), mayJudge(tick, NOW - 1)]).toEqual([true, false])
  })

  test('an outage that steady ticks do not notice leaves time for a report before a lease is over', () => {
    // The last report came just before the outage, and the first tick comes right after it.
    for (let outage = 0; outage <= 20_000; outage += 100) {
      if (steadySince(beat(0, -60_000), NOW + outage, TICK) !== NOW - 60_000) continue
      expect(isAlive(NOW - REPORT_MS, NOW + outage + REPORT_MS)).toBe(true)
    }
  })
})

describe('what becomes of a running match', () => {
  const assigned: AssignedMatch = { attempt: 1, assignedAt: NOW, takenAt: null }
  const taken = { ...assigned, takenAt: NOW + 100 }

  test('one that its machine took stays there as long as the machine lives, and is never run again', () => {
    expect(fateOf(taken, false, NOW + 600_000)).toBe('keep')
    expect(fateOf(taken, true, NOW + 100)).toBe('abort')
  })

  test('one that its machine does not take is assigned again, at once where the machine is dead', () => {
    expect(fateOf(assigned, false, NOW + TAKE_MS - 1)).toBe('keep')
    expect(fateOf(assigned, false, NOW + TAKE_MS)).toBe('reassign')
    expect(fateOf(assigned, true, NOW + 1)).toBe('reassign')
  })

  test('after three machines it is given up', () => {
    expect(fateOf({ ...assigned, attempt: 2 }, true, NOW)).toBe('reassign')
    expect(fateOf({ ...assigned, attempt: 3 }, true, NOW)).toBe('abort')
  })

  test('one that an arena of an older version seated for itself counts as taken', () => {
    const own = { attempt: 1, assignedAt: null, takenAt: null }
    expect([fateOf(own, false, NOW + 600_000), fateOf(own, true, NOW)]).toEqual(['keep', 'abort'])
  })
})
