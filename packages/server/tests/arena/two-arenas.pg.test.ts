/** Two machines on one PostgreSQL: one ladder, played by both. */
import type { MatchSummary } from '@arena/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPostgres, databaseUrl } from '../storage/postgres.ts'
import type { TestPostgres } from '../storage/postgres.ts'
import { createTestArena, stillEngine } from './kit.ts'
import type { Player, TestArena } from './kit.ts'
import { rawOf } from './slp-by-hand.ts'

const TICK_MS = 50

describe.skipIf(databaseUrl === undefined)('two machines on one database', () => {
  let postgres: TestPostgres
  let machines: readonly [TestArena, TestArena]
  const players: Player[] = []
  let matches: MatchSummary[]

  const started = ({ startedAt }: MatchSummary) => Date.parse(startedAt)
  const ended = ({ endedAt }: MatchSummary) => Date.parse(endedAt!)
  const playedBy = (arena: TestArena, id: string) =>
    arena.log.lines.some(({ msg, matchId }) => msg === 'match ended' && matchId === id)

  beforeAll(async () => {
    postgres = await createPostgres()
    const env = {
      DATABASE_URL: postgres.url,
      ARENA_ENGINE: stillEngine('ends=-84'),
      ARENA_TICK_MS: String(TICK_MS),
      ARENA_REST_MS: '0',
      ARENA_MAX_MATCHES: '1',
    }
    const partner = await createTestArena({ env })
    machines = [partner, await createTestArena({ env, partner })]
    for (let i = 0; i < 6; i++) players.push(await machines[0].player())
    await Promise.all(machines.map((arena) => arena.haveEnded(6)))
    for (const player of players) await machines[0].remove(player)
    await Promise.all(machines.map(({ machine }) => machine.drain()))
    matches = (await machines[1].get<{ matches: MatchSummary[] }>('/matches?limit=200')).matches.toReversed()
  })
  afterAll(async () => {
    for (const arena of machines) await arena[Symbol.asyncDispose]()
    await postgres.drop()
  })

  test('Matchmaking 1: a tick starts at most one match, whichever arena it is', () => {
    const ticks = matches.map((match) => Math.floor(started(match) / TICK_MS))
    expect(new Set(ticks).size).toBe(ticks.length)
  })

  test('Matchmaking 5: a bot plays at most one match at a time, on whichever arena', () => {
    for (const { record } of players) {
      const played = matches.filter((match) => match.players.some(({ botId }) => botId === record.id))
      for (const [i, match] of played.slice(1).entries()) expect(started(match)).toBeGreaterThan(ended(played[i]!))
    }
  })

  test('each match is played by one of them, and every record is read from both', async () => {
    for (const match of matches) {
      expect(match.status).toBe('completed')
      const [here, there] = machines.map((arena) => playedBy(arena, match.id))
      expect(here).not.toBe(there)
    }
    const other = await machines[0].get<{ matches: MatchSummary[] }>('/matches?limit=200')
    expect(other.matches.toReversed()).toEqual(matches)
    for (const arena of machines) expect(matches.some(({ id }) => playedBy(arena, id))).toBe(true)
  })

  test('the arena that played a match has its replay', async () => {
    for (const arena of machines) {
      const { id } = matches.find((match) => playedBy(arena, match.id))!
      const raw = rawOf(await arena.replay(id))
      const streams = players.map(({ bot }) => bot.stream(id)).filter(({ length }) => length > 0)
      expect(streams.map((stream) => stream.equals(raw))).toEqual([true, true])
    }
  })

  test('both show one leaderboard', async () => {
    expect(await machines[0].get('/leaderboard?mode=live')).toEqual(await machines[1].get('/leaderboard?mode=live'))
  })
})
