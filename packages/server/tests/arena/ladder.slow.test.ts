/** Matchmaking at work: what the records of a running arena say about the pairs that met, and when. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { MatchSummary } from '@arena/protocol'
import { shared } from '../begun-once.ts'
import { createTestArena, stillEngine } from './kit.ts'
import type { Player } from './kit.ts'

const TICK_MS = 100
const REST_MS = 200
const CAP = 2
/** Played once all are there. */
const MATCHES = 16
/** A match of 40 frames, over in no time; one engine process plays many. */
const ENGINE = stillEngine('ends=-84', 'rests=999')

const started = ({ startedAt }: MatchSummary) => Date.parse(startedAt)
const ended = ({ endedAt }: MatchSummary) => Date.parse(endedAt!)
const has =
  ({ record }: Player) =>
  ({ players }: MatchSummary) =>
    players.some(({ botId }) => botId === record.id)

const arena = shared(() =>
  createTestArena({
    env: {
      ARENA_ENGINE: ENGINE,
      ARENA_TICK_MS: String(TICK_MS),
      ARENA_REST_MS: String(REST_MS),
      ARENA_MAX_MATCHES: String(CAP),
    },
    pace: { timing: { dialMs: 500, redialMinMs: 5 } },
  }),
)

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
    await arena.haveEnded(MATCHES)
    allUntil = Date.now()
    for (const player of owners.flat()) await arena.remove(player)
    do {
      const list = await arena.get<{ matches: MatchSummary[] }>('/matches?limit=200')
      matches = list.matches.toReversed()
    } while (matches.some(({ status }) => status === 'running'))
  })

  const of = (player: Player) => matches.filter(has(player))

  test('every match ends normally, and is rated', () => {
    expect(matches.length).toBeGreaterThanOrEqual(MATCHES)
    for (const match of matches) expect(match).toMatchObject({ status: 'completed', summary: { endReason: 'time' } })
  })

  test('Matchmaking 1: each tick starts at most one match', () => {
    const ticks = matches.map((match) => Math.floor(started(match) / TICK_MS))
    expect(new Set(ticks).size).toBe(ticks.length)
  })

  test('Matchmaking 2 and 5: candidates have rested since their last match; a bot plays at most one match at a time', () => {
    for (const player of owners.flat()) {
      const played = of(player)
      expect(played.length).toBeGreaterThan(1)
      for (const [i, match] of played.slice(1).entries()) {
        expect(started(match)).toBeGreaterThanOrEqual(ended(played[i]!) + REST_MS)
      }
    }
  })

  test('Matchmaking 3: the two candidates closest in rating are seated', () => {
    const recorded = ({ id }: MatchSummary) =>
      Number(arena.log.lines.find(({ msg, matchId }) => msg === 'match ended' && matchId === id)!['time'])
    const seatedThen = matches.filter((match) => started(match) > allFrom && started(match) <= allUntil)
    expect(seatedThen.length).toBeGreaterThan(10)
    for (const match of seatedThen) {
      // As the records of the matches before it show: who could be seated, and the rating that these had left each.
      const known = owners.flatMap((own, owner) =>
        own.map((player) => {
          const before = of(player).filter((other) => started(other) < started(match))
          const deltas = before.map(
            ({ players }) => players.find(({ botId }) => botId === player.record.id)!.ratingDelta!,
          )
          return { player, owner, before, rating: deltas.reduce((sum, delta) => sum + delta, 0) }
        }),
      )
      const rested = known.filter(({ before }) => before.every((other) => ended(other) + REST_MS <= started(match)))
      // On a busy machine a match may be on record only after the rest that began with its end.
      const free = rested.filter(({ before }) => before.every((other) => recorded(other) < started(match)))
      const leastGap = (bots: typeof known) =>
        Math.min(
          ...bots.flatMap((a) => bots.filter((b) => a.owner !== b.owner).map((b) => Math.abs(a.rating - b.rating))),
        )
      const [first, second] = known.filter(({ player }) => has(player)(match))
      const gap = Math.abs(first!.rating - second!.rating)
      expect(gap).toBeGreaterThanOrEqual(leastGap(rested) - 1e-6)
      expect(gap).toBeLessThanOrEqual(leastGap(free) + 1e-6)
    }
  })

  test('Matchmaking 4 and 7: bots of one account are never matched against each other', () => {
    for (const match of matches)
      expect(owners.filter((own) => own.some((player) => has(player)(match)))).toHaveLength(2)
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
