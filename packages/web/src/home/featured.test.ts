import type { LiveMatch } from '@arena/protocol'
import { expect, test } from 'vitest'
import { chooseFeatured, withWatched } from './featured.ts'

const match = (id: string, bots: readonly string[] = [id, id]): LiveMatch =>
  ({ id, players: bots.map((botId) => ({ botId })) }) as unknown as LiveMatch

test('the match of the highest rated two is shown large, until it ends', () => {
  const ratings = new Map([
    ['a', 10],
    ['b', 30],
  ])
  const [a, b] = [match('a'), match('b')]
  expect(chooseFeatured([a, b], ratings).best).toBe(b)
  expect(chooseFeatured([a, b], ratings, 'a')).toEqual({ best: a, others: [b] })
  expect(chooseFeatured([b], ratings, 'a').best).toBe(b)
})

test('a match that has ended stays until its viewer, a second late, has shown the last hit', () => {
  const [a, b] = [match('a'), match('b')]
  const watched = { match: a, listedAt: 1_000 }
  expect(withWatched([b], watched, 3_500)).toEqual([b, a])
  expect(withWatched([b], watched, 3_501)).toEqual([b])
  expect(withWatched([a, b], watched, 3_000)).toEqual([a, b])
})
