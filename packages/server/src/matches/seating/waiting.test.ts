import { describe, expect, test } from 'vitest'
import { MISSES_BEFORE_REDUCED_SEATING, REDUCED_REST_MS } from '../../bots/seating.ts'
import type { ActiveBot } from '../../bots/seating.ts'
import { Lobby } from './lobby.ts'
import type { Seats } from './lobby.ts'
import { waitingOf } from './waiting.ts'

const SECOND = 1_000
const TICK = 5 * SECOND
const REST = 120 * SECOND
/** A second after a tick. */
const NOW = 100_000 * TICK + SECOND
const ROOMY: Seats = { running: 0, room: 8 }

function bot(id: string, fields: Partial<ActiveBot> = {}): ActiveBot {
  const rested = { isPlaying: false, activeSince: 0, lastMatchEndedAt: null, misses: 0, missingSince: null }
  return { id, ownerId: `owner of ${id}`, rating: 0, ...rested, ...fields }
}

/** A bot whose rest is over after the given milliseconds. */
const restsFor = (ms: number): Partial<ActiveBot> => ({ lastMatchEndedAt: NOW - REST + ms })
const plays: Partial<ActiveBot> = { isPlaying: true }
const seldom: Partial<ActiveBot> = { misses: MISSES_BEFORE_REDUCED_SEATING, missingSince: NOW, lastMatchEndedAt: NOW }

const OWN = bot('own')

function waiting(others: readonly Partial<ActiveBot>[], own: ActiveBot = OWN, seats = ROOMY) {
  const active = [own, ...others.map((fields, i) => bot(`bot ${i}`, fields))]
  const lobby = new Lobby({ active, houseOwners: new Set(['house']), restMs: REST, now: NOW })
  return waitingOf(own, { lobby, seats, restMs: REST, tickMs: TICK }, NOW)
}

describe('the next match of a bot may begin on the first tick at which it and a bot of another account are free', () => {
  test.each<[string, Partial<ActiveBot>[], ActiveBot, number]>([
    ['both are: the next tick', [{}], OWN, 4 * SECOND],
    ['the other rests', [restsFor(80 * SECOND)], OWN, 84 * SECOND],
    ['the other is free just on a tick', [restsFor(79 * SECOND)], OWN, 79 * SECOND],
    ['the one that is free first counts', [restsFor(80 * SECOND), restsFor(20 * SECOND)], OWN, 24 * SECOND],
    ['it rests itself', [{}], bot('own', restsFor(60 * SECOND)), 64 * SECOND],
    ['it comes seldom itself, and the other plays', [plays], bot('own', seldom), REDUCED_REST_MS + 4 * SECOND],
  ])('%s', (_name, others, own, nextMatchMs) => {
    expect(waiting(others, own).nextMatchMs).toBe(nextMatchMs)
  })

  test('a house bot rests longer than others, and is waited for as long', () => {
    const house = { ownerId: 'house', lastMatchEndedAt: NOW }
    const { nextMatchMs } = waiting([house])
    expect(nextMatchMs).toBeGreaterThan(REST + TICK)
    expect(nextMatchMs).toBeLessThanOrEqual(4 * REST + TICK)
  })

  test.each<[string, Partial<ActiveBot>[], Seats]>([
    ['there is no other', [], ROOMY],
    ['the others are of its account', [{ ownerId: OWN.ownerId }], ROOMY],
    ['all that could come soon play', [plays, plays], ROOMY],
    ['one plays, and the other comes seldom', [plays, seldom], ROOMY],
    ['every seat is taken', [{}], { running: 8, room: 0 }],
  ])('and nobody knows when where %s', (_name, others, seats) => {
    expect(waiting(others, OWN, seats).nextMatchMs).toBeNull()
  })
})

test('bots of other accounts are counted as free, resting or playing', () => {
  const others = [{}, restsFor(1), restsFor(REST), plays, seldom, { ownerId: OWN.ownerId }]
  expect(waiting(others)).toMatchObject({ free: 1, resting: 3, playing: 1 })
})

test.each<[string, Partial<ActiveBot>[], Seats]>([
  ['1 bot is free, 3 rest: next match in about 4 s.', [{}, restsFor(80 * SECOND), restsFor(9 * SECOND), seldom], ROOMY],
  ['2 bots are free: next match in about 4 s.', [{}, {}], ROOMY],
  ['1 bot rests, 1 plays: next match in about 84 s.', [restsFor(80 * SECOND), plays], ROOMY],
  ['2 bots rest: next match in about 3 min.', [restsFor(150 * SECOND), seldom], ROOMY],
  ['1 bot rests: next match in about 3 hours.', [seldom], ROOMY],
  ['2 bots play: next match once one that plays has rested.', [plays, plays], ROOMY],
  ['No bot of another account is here yet.', [], ROOMY],
  ['1 bot is free: every seat is taken until a match ends.', [{}], { running: 2, room: 0 }],
  ['1 bot is free: the arena begins no match at the moment.', [{}], { running: 0, room: 0 }],
])('in words: %s', (words, others, seats) => {
  expect(waiting(others, OWN, seats).says).toBe(words)
})

test('in words, while it rests itself', () => {
  const others = [{}, restsFor(REST), restsFor(REST), restsFor(REST)]
  expect(waiting(others, bot('own', restsFor(79 * SECOND))).says).toBe(
    '1 bot is free, 3 rest: next match in about 79 s.',
  )
})
