/** Operators' acts on a PostgreSQL server reach every arena that uses it, from a machine that has no data folder of theirs. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admin } from '../admin.ts'
import { createPostgres, databaseUrl } from '../storage/postgres.ts'
import type { TestPostgres } from '../storage/postgres.ts'
import { createTestArena, stillEngine } from './kit.ts'
import type { TestArena } from './kit.ts'

if (databaseUrl === undefined) console.warn('DATABASE_URL is not set: operators do not act on PostgreSQL.')

describe.skipIf(databaseUrl === undefined)('on PostgreSQL', () => {
  let postgres: TestPostgres
  let arenas: readonly [TestArena, TestArena]
  const act = (...argv: string[]) => admin({ DATABASE_URL: postgres.url }, ...argv, '--why', 'a test', '--as', 'ada')

  beforeAll(async () => {
    postgres = await createPostgres()
    const env = { DATABASE_URL: postgres.url, ARENA_ENGINE: stillEngine('ends=100000000') }
    const first = await createTestArena({ env })
    arenas = [first, await createTestArena({ env, partner: first })]
  })
  afterAll(async () => {
    for (const arena of arenas) await arena[Symbol.asyncDispose]()
    await postgres.drop()
  })

  test('a match ends, whichever arena plays it', async () => {
    const bots = [await arenas[0].player(), await arenas[0].player()] as const
    const seat = await bots[0].bot.seat(0)
    await seat.received(5)
    expect((await act('matches', 'end', seat.matchId, '--yes')).code).toBe(0)
    const ended = await Promise.race(arenas.map((arena) => arena.ended(seat.matchId)))
    expect(ended).toMatchObject({ cause: 'operator', match: { status: 'aborted' } })
  })

  test('maintenance is known to every arena', async () => {
    const writes = () =>
      Promise.all(arenas.map(async ({ url }) => (await fetch(`${url}/auth/sign-out`, { method: 'POST' })).status))
    expect((await act('maintenance', 'announce', 'A new disk.', '--minutes', '5')).code).toBe(0)
    await expect.poll(writes, { timeout: 10_000 }).toEqual([503, 503])
    expect((await act('maintenance', 'cancel')).code).toBe(0)
    await expect.poll(writes, { timeout: 10_000 }).toEqual([200, 200])
  })
})
