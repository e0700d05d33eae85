import { expect, test } from 'vitest'
import { StreamLimits } from './stream-limits.ts'

const taken = (limits: StreamLimits, client: string, until = 1_000) => {
  const place = limits.take(client, until, 0)
  if (place.kind !== 'taken') throw new Error(place.kind)
  return place
}

test('a client has a limited number of streams; a refused one learns when the first of them has certainly ended', () => {
  const limits = new StreamLimits({ perClient: 2, inAll: 10 })
  taken(limits, 'a', 700)
  const second = taken(limits, 'a', 500)
  expect(limits.take('a', 900, 100)).toEqual({ kind: 'client-full', waitMs: 400 })
  expect(limits.take('a', 900, 800)).toEqual({ kind: 'client-full', waitMs: 0 })
  taken(limits, 'b')
  second.leave()
  taken(limits, 'a')
})

test('the limit in all holds for clients that have none yet', () => {
  const limits = new StreamLimits({ perClient: 2, inAll: 3 })
  const places = ['a', 'a', 'b'].map((client) => taken(limits, client))
  expect(limits.take('c', 1_000, 0)).toEqual({ kind: 'all-full' })
  places[0]!.leave()
  taken(limits, 'c')
})

test('a stream that is left twice counts once, and nobody who has left is remembered', () => {
  const limits = new StreamLimits({ perClient: 8, inAll: 10 })
  const places = ['a', 'a', 'b'].map((client) => taken(limits, client))
  expect([limits.open, limits.clients]).toEqual([3, 2])
  for (const { leave } of [...places, ...places]) leave()
  expect([limits.open, limits.clients]).toEqual([0, 0])
})
