import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chooseMachine, roomOf, withRoom } from './choose.ts'
import type { PlayingMachine } from './choose.ts'
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
const chosen = (...machines: readonly PlayingMachine[]) => chooseMachine(withRoom(machines, 'new', NOW))?.id ?? null

describe('a match is placed', () => {
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

  test('and never over the limit of a machine, whatever is placed one after another', () => {
    const limits = fc.array(fc.nat(5), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(limits, fc.nat(40), (all, count) => {
        let machines = all.map((limit, index) => machine(`m${index}`, { limit }))
        let placed = 0
        for (let i = 0; i < count; i++) {
          const id = chosen(...machines)
          if (id === null) continue
          placed++
          machines = machines.map((each) => (each.id === id ? { ...each, running: each.running + 1 } : each))
        }
        expect(machines.every((each) => each.running <= each.limit!)).toBe(true)
        expect(placed).toBe(
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
