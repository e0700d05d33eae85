import { describe, expect, test } from 'vitest'
import { Lobby } from './lobby.ts'
import type { LobbyOptions, Seats } from './lobby.ts'
import type { ActiveBot } from '../../bots/seating.ts'

const MINUTE = 60_000
const REST = 2 * MINUTE
const NOW = 24 * 60 * MINUTE
const ROOMY: Seats = { running: 0, room: 8 }

function bot(id: string, fields: Partial<ActiveBot> = {}): ActiveBot {
  const rested = { isPlaying: false, activeSince: 0, lastMatchEndedAt: null, misses: 0, missingSince: null }
  return { id, ownerId: `owner of ${id}`, rating: 0, ...rested, ...fields }
}

const house = (id: string, fields: Partial<ActiveBot> = {}): ActiveBot =>
  bot(id, { ownerId: id.endsWith('r') ? 'red' : 'blue', ...fields })

const lobby = (active: readonly ActiveBot[], options: Partial<LobbyOptions> = {}): Lobby =>
  new Lobby({ active, houseOwners: new Set(['red', 'blue']), restMs: REST, now: NOW, ...options })

const pairOf = (active: readonly ActiveBot[], seats = ROOMY): string[] | null =>
  lobby(active)
    .pairs(seats)
    ?.choose(() => null)
    .map(({ id }) => id)
    .sort() ?? null

test('Matchmaking 2: bots of accounts rest as long as the mode says, not more and not less', () => {
  const played = [bot('a', { lastMatchEndedAt: NOW }), bot('b', { lastMatchEndedAt: NOW - 1 })]
  expect(lobby(played, { now: NOW + REST - 1 }).free.map(({ id }) => id)).toEqual(['b'])
  expect(lobby(played, { now: NOW + REST }).free).toHaveLength(2)
})

describe('house bots', () => {
  test('rest for one to four times as long, each for a time of its own, which is another after each match', () => {
    const ends = Array.from({ length: 200 }, (_, i) => NOW + i)
    const rests = ends.map((lastMatchEndedAt) => lobby([]).restOf(house('h r', { lastMatchEndedAt })) / REST)
    expect(Math.min(...rests)).toBeGreaterThanOrEqual(1)
    expect(Math.max(...rests)).toBeLessThanOrEqual(4)
    expect(rests.filter((rest) => rest < 2.5).length).toBeGreaterThan(60)
    expect(rests.filter((rest) => rest > 2.5).length).toBeGreaterThan(60)
    expect(lobby([]).restOf(house('h r', { lastMatchEndedAt: NOW }))).not.toBe(
      lobby([]).restOf(house('i r', { lastMatchEndedAt: NOW })),
    )
  })

  test('rest before they meet each other, the longer the more there are, and are free for others meanwhile', () => {
    const many = Array.from({ length: 24 }, (_, i) =>
      house(`${i} ${i % 2 ? 'r' : 'b'}`, { lastMatchEndedAt: NOW - 4 * REST }),
    )
    expect(pairOf(many)).toBeNull()
    expect(pairOf([...many, bot('new')])).toContain('new')
    expect(pairOf(many.slice(0, 2))).toEqual(['0 b', '1 r'])
    expect(pairOf(many.map((each) => ({ ...each, lastMatchEndedAt: NOW - 30 * REST })))).toHaveLength(2)
  })

  test('keep half of the seats free, of which there is at least one for them', () => {
    const two = [house('1 r'), house('2 b')]
    expect(pairOf(two, { running: 0, room: 1 })).toEqual(['1 r', '2 b'])
    expect(pairOf(two, { running: 1, room: 3 })).toEqual(['1 r', '2 b'])
    expect(pairOf(two, { running: 2, room: 2 })).toBeNull()
  })

  test('keep a seat free for each other bot that is free within a rest, not for one that plays or comes seldom', () => {
    const four = ['1 r', '2 b', '3 r', '4 b', '5 r', '6 b'].map((id, i) => house(id, { rating: 10 * i }))
    const resting = bot('resting', { lastMatchEndedAt: NOW - 1, rating: 100 })
    expect(pairOf([...four, resting], { running: 0, room: 1 })).toBeNull()
    expect(pairOf([...four, resting], { running: 0, room: 2 })).toHaveLength(2)
    expect(pairOf([...four, { ...resting, isPlaying: true }], { running: 0, room: 1 })).toHaveLength(2)
    expect(pairOf([...four, { ...resting, misses: 10 }], { running: 0, room: 1 })).toHaveLength(2)
  })

  test('stay free for another bot where they are the two nearest to it', () => {
    const [a, b, c, d] = [
      house('1 r', { rating: 1 }),
      house('2 b', { rating: 2 }),
      house('8 r', { rating: 8 }),
      house('9 b', { rating: 20 }),
    ]
    const resting = bot('resting', { lastMatchEndedAt: NOW - 1 })
    expect(pairOf([a, b, c, d])).toEqual(['1 r', '2 b'])
    expect(pairOf([a, b, c, d, resting])).toEqual(['8 r', '9 b'])
  })
})
