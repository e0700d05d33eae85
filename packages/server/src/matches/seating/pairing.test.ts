import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findClosestPairs, housesApart } from './pairing.ts'
import type { Candidate, CandidatePair, LastMet } from './pairing.ts'

type Meetings = ReadonlyMap<string, number>

function met(meetings: Meetings): LastMet {
  return (a, b) => meetings.get([a, b].sort().join(' ')) ?? null
}

/** What the rules say, read off every pair there is. */
function orderOf([a, b]: CandidatePair, lastMet: LastMet): readonly number[] {
  const rest = [a.restingSince, b.restingSince].sort((x, y) => x - y)
  return [Math.abs(a.rating - b.rating), lastMet(a.id, b.id) ?? -Infinity, ...rest]
}

function compare(a: readonly number[], b: readonly number[]): number {
  const i = a.findIndex((value, index) => value !== b[index])
  return i < 0 ? 0 : a[i]! < b[i]! ? -1 : 1
}

function bestByBruteForce(candidates: readonly Candidate[], lastMet: LastMet): readonly number[] | null {
  const orders = candidates.flatMap((a, i) =>
    candidates
      .slice(i + 1)
      .filter((b) => b.ownerId !== a.ownerId)
      .map((b) => orderOf([a, b], lastMet)),
  )
  return orders.sort(compare)[0] ?? null
}

function pick(candidates: readonly Candidate[], meetings: Meetings = new Map()): string[] | null {
  return (
    findClosestPairs(candidates)
      ?.choose(met(meetings))
      .map(({ id }) => id)
      .sort() ?? null
  )
}

function bot(id: string, rating: number, rest: Partial<Candidate> = {}): Candidate {
  return { id, ownerId: `owner of ${id}`, rating, restingSince: 0, ...rest }
}

describe('pairing', () => {
  test('Matchmaking 3: the two candidates closest in rating are seated', () => {
    expect(pick([bot('a', 0), bot('b', 10), bot('c', 19), bot('d', 30)])).toEqual(['b', 'c'])
  })

  test('Matchmaking 4: two bots of the same account never meet; the pair is skipped and the next-closest is seated', () => {
    const own = { ownerId: 'ada' }
    expect(pick([bot('a', 9, own), bot('b', 10, own), bot('c', 14), bot('d', 19)])).toEqual(['b', 'c'])
  })

  test('Matchmaking 7: an account may hold any number of bots, which are never matched against each other', () => {
    const many = Array.from({ length: 50 }, (_, i) => bot(`a${i}`, i, { ownerId: 'ada' }))
    expect(pick(many)).toBeNull()
    expect(pick([...many, bot('z', 1_000)])).toEqual(['a49', 'z'])
  })

  test('of equally close pairs the one that met least recently is seated, and one that never met before that', () => {
    const trio = [bot('a', 5), bot('b', 5), bot('c', 5)]
    const all = new Map([
      ['a b', 300],
      ['a c', 100],
      ['b c', 200],
    ])
    expect(pick(trio, all)).toEqual(['a', 'c'])
    all.delete('b c')
    expect(pick(trio, all)).toEqual(['b', 'c'])
  })

  test('of pairs that are alike in that, the longest rested is seated', () => {
    const trio = [
      bot('a', 5, { restingSince: 30 }),
      bot('b', 5, { restingSince: 10 }),
      bot('c', 5, { restingSince: 20 }),
    ]
    expect(pick(trio)).toEqual(['b', 'c'])
  })

  test('a pair as good as any that comparing all pairs finds', () => {
    const anyCandidates = fc
      .array(
        fc.record({
          // Few different values, so that ties of every kind come up.
          ownerId: fc.constantFrom('ada', 'bob', 'eve', 'joe'),
          rating: fc.oneof(fc.integer({ min: 0, max: 6 }), fc.double({ min: 0, max: 6, noNaN: true })),
          restingSince: fc.integer({ min: 0, max: 5 }),
        }),
        { maxLength: 24 },
      )
      .map((bots) => bots.map((fields, i) => ({ id: `bot ${String(i).padStart(2, '0')}`, ...fields })))
    const anyMeetings = fc.array(fc.tuple(fc.nat(23), fc.nat(23), fc.nat(4)), { maxLength: 300 }).map(
      (pairs) =>
        new Map(
          pairs.map(([a, b, at]) => {
            const ids = [a, b].map((i) => `bot ${String(i).padStart(2, '0')}`)
            return [ids.sort().join(' '), at]
          }),
        ),
    )
    fc.assert(
      fc.property(anyCandidates, anyMeetings, (candidates, meetings) => {
        const lastMet = met(meetings)
        const closest = findClosestPairs(candidates)
        const pair = closest?.choose((a, b) => {
          // Only what `ids` announces may be asked for: the meetings of no other bots are known.
          expect(closest.ids).toContain(a)
          expect(closest.ids).toContain(b)
          return lastMet(a, b)
        })
        expect(pair ? orderOf(pair, lastMet) : null).toEqual(bestByBruteForce(candidates, lastMet))
        if (pair) expect(pair[0].ownerId).not.toBe(pair[1].ownerId)
      }),
      { seed: 20261121, numRuns: 3_000 },
    )
  })

  test('the work grows with the number of candidates, not with the number of pairs', () => {
    let questions = 0
    const fresh = Array.from({ length: 20_000 }, (_, i) => bot(`bot ${i}`, 0, { ownerId: `owner ${i % 7}` }))
    const closest = findClosestPairs(fresh)!
    closest.choose(() => {
      questions++
      return null
    })
    expect(closest.gap).toBe(0)
    expect(questions).toBeLessThan(20_000)
  })

  describe('house bots', () => {
    const owners = new Set(['red', 'blue'])
    const house = [bot('h1', 20, { ownerId: 'red' }), bot('h2', 20, { ownerId: 'blue' })]

    test('give way: while anyone else waits, they do not play each other, however close they are', () => {
      expect(pick(housesApart([...house, bot('newcomer', 0)], owners))).toContain('newcomer')
      expect(pick(housesApart([...house, bot('a', 0), bot('b', 1)], owners))).toEqual(['a', 'b'])
    })

    test('play each other when no other bot waits', () => {
      expect(pick(housesApart(house, owners))).toEqual(['h1', 'h2'])
    })

    test('Matchmaking 3: the house bot closest to a waiting bot is seated, or two waiting bots if they are closer', () => {
      const [near, far] = [bot('near', 12, { ownerId: 'red' }), bot('far', 20, { ownerId: 'blue' })]
      expect(pick(housesApart([near, far, bot('a', 10)], owners))).toEqual(['a', 'near'])
      expect(pick(housesApart([near, far, bot('a', 10), bot('b', 18.5)], owners))).toEqual(['b', 'far'])
      expect(pick(housesApart([near, far, bot('a', 10), bot('b', 11)], owners))).toEqual(['a', 'b'])
    })

    test('Matchmaking 3: the pair is as close as any of those that may meet, whoever they are', () => {
      const anyone = fc.record({
        ownerId: fc.constantFrom('ada', 'bob', 'red', 'blue'),
        rating: fc.integer({ min: 0, max: 40 }),
      })
      fc.assert(
        fc.property(fc.array(anyone, { maxLength: 12 }), (bots) => {
          const candidates = bots.map(({ ownerId, rating }, i) =>
            bot(`bot ${String(i).padStart(2, '0')}`, rating, { ownerId }),
          )
          const isHouse = ({ ownerId }: Candidate) => owners.has(ownerId)
          const isHouseAlone = candidates.every(isHouse)
          const gaps = candidates.flatMap((a, i) =>
            candidates
              .slice(i + 1)
              .filter((b) => a.ownerId !== b.ownerId && (isHouseAlone || !isHouse(a) || !isHouse(b)))
              .map((b) => Math.abs(a.rating - b.rating)),
          )
          expect(findClosestPairs(housesApart(candidates, owners))?.gap ?? Infinity).toBe(Math.min(...gaps))
        }),
        { seed: 20261122, numRuns: 1_000 },
      )
    })
  })
})
