import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chooseMachine, playedFrom, roomOf, withRoom } from './choose.ts'
import type { RoundTripPair } from '../../db/json-columns.ts'
import type { PlayingMachine, RoundTrips } from './choose.ts'
import { LEASE_MS } from './lease.ts'

const NOW = 1_700_000_000_000
const machine = (id: string, rest: Partial<PlayingMachine> = {}): PlayingMachine => ({
  id,
  build: 'new',
  region: '',
  limit: 10,
  running: 0,
  seenAt: NOW,
  ...rest,
})
const NO_FIGURES: RoundTrips = new Map()
const chosen = (...machines: readonly PlayingMachine[]) => chosenBy(NO_FIGURES, ...machines)
const chosenBy = (roundTrips: RoundTrips, ...machines: readonly PlayingMachine[]) =>
  chooseMachine(withRoom(machines, 'new', NOW), roundTrips)?.id ?? null

describe('a match is assigned', () => {
  test('on the machine with the most room, of equal ones on the one that runs fewest, then on the smaller id', () => {
    expect(chosen(machine('a', { running: 3 }), machine('b', { running: 2 }))).toBe('b')
    expect(chosen(machine('a', { limit: 40, running: 30 }), machine('b', { limit: 11, running: 1 }))).toBe('b')
    expect(chosen(machine('b'), machine('a'))).toBe('a')
  })

  test('nowhere where all are full, or drain', () => {
    expect(chosen(machine('a', { running: 10 }), machine('b', { limit: 0 }), machine('c', { limit: null }))).toBeNull()
    expect(chosen()).toBeNull()
  })

  test('on no machine that plays with another build than the ladder', () => {
    expect(chosen(machine('a', { build: 'old' }), machine('b', { build: null }))).toBeNull()
  })

  test('on no machine whose lease is over', () => {
    expect(chosen(machine('a', { seenAt: NOW - LEASE_MS }), machine('b', { running: 9 }))).toBe('b')
  })

  test('and never over the limit of a machine, whatever is assigned one after another', () => {
    const limits = fc.array(fc.nat(5), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(limits, fc.nat(40), (all, count) => {
        let machines = all.map((limit, index) => machine(`m${index}`, { limit }))
        let assigned = 0
        for (let i = 0; i < count; i++) {
          const id = chosen(...machines)
          if (id === null) continue
          assigned++
          machines = machines.map((each) => (each.id === id ? { ...each, running: each.running + 1 } : each))
        }
        expect(machines.every((each) => each.running <= each.limit!)).toBe(true)
        expect(assigned).toBe(
          Math.min(
            count,
            all.reduce((sum, limit) => sum + limit, 0),
          ),
        )
        const rooms = machines.map(roomOf)
        // Room is levelled: who was given a match had the most, so nobody is left with two more than them.
        for (const each of machines) {
          if (each.running > 0) expect(Math.max(...rooms) - roomOf(each)).toBeLessThanOrEqual(1)
        }
      }),
      { seed: 11, numRuns: 100 },
    )
  })
})

describe('where machines stand in several regions, a match is assigned', () => {
  const eu = machine('a', { region: 'eu' })
  const us = machine('b', { region: 'us', running: 5 })
  const figures = (pairs: Record<string, RoundTripPair>): RoundTrips => new Map(Object.entries(pairs))

  test('where the two round trips differ least, however long they are and however much room there is elsewhere', () => {
    expect(chosenBy(figures({ eu: [10, 90], us: [95, 95] }), eu, us)).toBe('b')
    expect(chosenBy(figures({ eu: [10, 90], us: [140, 60] }), eu, us)).toBe('a')
  })

  test('by room where regions are equally fair, give or take two milliseconds', () => {
    expect(chosenBy(figures({ eu: [10, 15], us: [80, 83] }), eu, us)).toBe('a')
    expect(chosenBy(figures({ eu: [10, 16], us: [80, 83] }), eu, us)).toBe('b')
  })

  test('in a region without figures only where no other has room', () => {
    const slow = figures({ us: [10, 400] })
    expect(chosenBy(slow, eu, us)).toBe('b')
    expect(chosenBy(slow, eu, { ...us, running: 10 })).toBe('a')
  })

  test('and keeps the figures of its region, if there are any', () => {
    expect(playedFrom(us, figures({ eu: [1, 2], us: [80, 83] }))).toEqual({ region: 'us', ms: [80, 83] })
    expect(playedFrom(us, figures({ eu: [1, 2] }))).toBeNull()
  })

  const ms = fc.nat(300)
  const region = fc.constantFrom('eu', 'us', 'asia', '')
  const roundTrips = fc
    .dictionary(fc.constantFrom('eu', 'us', 'asia'), fc.tuple(ms, ms))
    .map((pairs): RoundTrips => new Map(Object.entries(pairs)))
  const machines = fc
    .array(fc.record({ region, limit: fc.nat(6), running: fc.nat(6) }), { maxLength: 8 })
    .map((all) => all.map((rest, index) => machine(`m${index}`, rest)))
  const gapAt = (figuresOf: RoundTrips, { region: name }: PlayingMachine) => {
    const pair = figuresOf.get(name)
    return pair === undefined ? Infinity : Math.abs(pair[0] - pair[1])
  }

  test('so that no machine with room is fairer by more than two milliseconds, and none as fair as the fairest has more room', () => {
    fc.assert(
      fc.property(machines, roundTrips, (all, known) => {
        const open = withRoom(all, 'new', NOW)
        const choice = chooseMachine(open, known)
        expect(choice === null).toBe(open.length === 0)
        if (choice === null) return
        const least = Math.min(...open.map((each) => gapAt(known, each)))
        expect(gapAt(known, choice)).toBeLessThanOrEqual(least + 2)
        for (const each of open) {
          if (gapAt(known, each) <= least + 2) expect(roomOf(each)).toBeLessThanOrEqual(roomOf(choice))
        }
      }),
      { seed: 12, numRuns: 300 },
    )
  })

  test('in the same place whichever bot has port 0, and whatever the order of the machines', () => {
    fc.assert(
      fc.property(machines, roundTrips, (all, known) => {
        const turned = new Map([...known].map(([name, [a, b]]) => [name, [b, a] as const]))
        expect(chosenBy(turned, ...all.toReversed())).toBe(chosenBy(known, ...all))
      }),
      { seed: 13, numRuns: 300 },
    )
  })
})
