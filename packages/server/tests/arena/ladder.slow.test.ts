/** Matchmaking at work: what the records of a running arena say about the pairs that met, and when. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Match, MatchSummary } from '@arena/protocol'
import { createTestArena, stillEngine } from './kit.ts'
import type { Log, Player, TestArena } from './kit.ts'

const TICK_MS = 100
const REST_MS = 200
const CAP = 2
/** Played once all are there. */
const MATCHES = 16
/** A match of 40 frames, over in no time; one engine process plays many. */
const ENGINE = stillEngine('ends=-84', 'rests=999')

const started = ({ startedAt }: Match | MatchSummary) => Date.parse(startedAt)
const ended = ({ endedAt }: Match | MatchSummary) => Date.parse(endedAt!)

const countEnded = ({ lines }: Log) => lines.filter(({ msg }) => msg === 'match ended').length

interface Known {
  readonly id: string
  readonly owner: string
}

interface Rated extends Known {
  readonly rating: number
}

/** The bots that could be seated when a match began, as the records of all matches show, and how far apart the seated ones are. */
function candidatesFor(match: MatchSummary, everyone: readonly Known[], matches: readonly MatchSummary[], log: Log) {
  const before = matches.filter((other) => started(other) < started(match))
  const of = (id: string) => before.filter(({ players }) => players.some(({ botId }) => botId === id))
  // The rating that the matches before have left it.
  const ratingOf = (id: string) =>
    before
      .flatMap(({ players }) => players)
      .reduce((sum, { botId, ratingDelta }) => sum + (botId === id ? ratingDelta! : 0), 0)
  const recorded = ({ id }: MatchSummary) =>
    Number(log.lines.find(({ msg, matchId }) => msg === 'match ended' && matchId === id)!['time'])
  const rested: Rated[] = everyone
    .filter((bot) => of(bot.id).every((other) => ended(other) + REST_MS <= started(match)))
    .map((bot) => ({ ...bot, rating: ratingOf(bot.id) }))
  // On a busy machine a match may be on record only after the rest that began with its end.
  const free = rested.filter(({ id }) => of(id).every((other) => recorded(other) < started(match)))
  const [first, second] = match.players.map(({ botId }) => ratingOf(botId))
  return { gap: Math.abs(first! - second!), rested, free }
}

/** Between bots of different accounts. */
function leastGap(bots: readonly Rated[]): number {
  const gaps = bots.flatMap((a, i) =>
    bots
      .slice(i + 1)
      .filter((b) => a.owner !== b.owner)
      .map((b) => Math.abs(a.rating - b.rating)),
  )
  return Math.min(...gaps)
}

let arena: TestArena

beforeAll(async () => {
  arena = await createTestArena({
    env: {
      ARENA_ENGINE: ENGINE,
      ARENA_TICK_MS: String(TICK_MS),
      ARENA_REST_MS: String(REST_MS),
      ARENA_MAX_MATCHES: String(CAP),
    },
    pace: { timing: { dialMs: 500, redialMinMs: 5 } },
  })
})
afterAll(() => arena[Symbol.asyncDispose]())

describe('a busy arena', () => {
  /** Three accounts, with three, two and one bot. */
  const owners: Player[][] = []
  let matches: MatchSummary[]
  /** From when on all were there, and until when. */
  let allFrom: number
  let allUntil: number

  beforeAll(async () => {
    for (const bots of [3, 2, 1]) {
      const key = await arena.account()
      const players = []
      for (let i = 0; i < bots; i++) players.push(await arena.player({}, key))
      owners.push(players)
    }
    allFrom = Date.now()
    await arena.haveEnded(countEnded(arena.log) + MATCHES)
    allUntil = Date.now()
    for (const player of owners.flat()) await arena.remove(player)
    do {
      const list = await arena.get<{ matches: MatchSummary[] }>('/matches?limit=200')
      matches = list.matches.toReversed()
    } while (matches.some(({ status }) => status === 'running'))
  })

  const of = ({ record }: Player) => matches.filter(({ players }) => players.some(({ botId }) => botId === record.id))

  test('every match ends normally, and is rated', () => {
    expect(matches.length).toBeGreaterThanOrEqual(MATCHES)
    for (const match of matches) expect(match).toMatchObject({ status: 'completed', summary: { endReason: 'time' } })
  })

  test('Matchmaking 1: each tick starts at most one match', () => {
    const ticks = matches.map((match) => Math.floor(started(match) / TICK_MS))
    expect(new Set(ticks).size).toBe(ticks.length)
  })

  test('Matchmaking 2: candidates have rested since their last match', () => {
    for (const player of owners.flat()) {
      const played = of(player)
      expect(played.length).toBeGreaterThan(1)
      for (const [i, match] of played.slice(1).entries()) {
        expect(started(match)).toBeGreaterThanOrEqual(ended(played[i]!) + REST_MS)
      }
    }
  })

  test('Matchmaking 3: the two candidates closest in rating are seated', () => {
    const everyone = owners.flatMap((own, i) => own.map(({ record }) => ({ id: record.id, owner: String(i) })))
    const seatedThen = matches.filter((match) => started(match) > allFrom && started(match) <= allUntil)
    expect(seatedThen.length).toBeGreaterThan(10)
    for (const match of seatedThen) {
      const { gap, rested, free } = candidatesFor(match, everyone, matches, arena.log)
      expect(gap).toBeGreaterThanOrEqual(leastGap(rested) - 1e-6)
      expect(gap).toBeLessThanOrEqual(leastGap(free) + 1e-6)
    }
  })

  test('Matchmaking 4 and 7: bots of one account are never matched against each other', () => {
    for (const { players } of matches) {
      const met = players.map(({ botId }) => owners.findIndex((own) => own.some(({ record }) => record.id === botId)))
      expect(met[0]).not.toBe(met[1])
    }
  })

  test('Matchmaking 5: a bot plays at most one match at a time', () => {
    for (const player of owners.flat()) {
      const played = of(player)
      for (const [i, match] of played.slice(1).entries()) expect(started(match)).toBeGreaterThan(ended(played[i]!))
    }
  })

  test('Matchmaking 6: the number of simultaneous matches is capped', () => {
    for (const match of matches) {
      const others = matches.filter((other) => started(other) <= started(match) && ended(other) > started(match))
      expect(others.length).toBeLessThanOrEqual(CAP)
    }
  })

  test('Rating 2: the rating of a bot is the sum of its rating deltas', async () => {
    const { db } = arena.parts
    for (const player of owners.flat()) {
      const deltas = of(player).map(
        ({ players }) => players.find(({ botId }) => botId === player.record.id)!.ratingDelta!,
      )
      const query = db.selectFrom('bots').select(['rating', 'games', 'draws']).where('id', '=', player.record.id)
      const row = await query.executeTakeFirstOrThrow()
      expect(row.rating).toBeCloseTo(
        deltas.reduce((sum, delta) => sum + delta, 0),
        6,
      )
      // All of these games end on time with equal stocks; percents differ, but the engine calls it a draw.
      expect(row).toMatchObject({ games: deltas.length, draws: deltas.length })
    }
  })
})
