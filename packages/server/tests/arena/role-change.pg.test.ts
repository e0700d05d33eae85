/** A machine that was killed while it played, and comes back on the same data folder to serve only. */
import { readdir } from 'node:fs/promises'
import { loadFighters } from '@arena/engine'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LiveStateStore } from '../../src/live/live-states.ts'
import { HOUR, playedMatch } from '../bucket/machines.ts'
import { FRAMES_OF_PLAY, leaveReplay } from '../left-replay.ts'
import { createPostgres, databaseUrl } from '../storage/postgres.ts'
import type { TestPostgres } from '../storage/postgres.ts'
import { seatMatch } from '../stored-match.ts'
import { createTestArena } from './kit.ts'
import type { TestArena } from './kit.ts'

describe.skipIf(databaseUrl === undefined)('a machine that played when it was killed, and comes back to serve', () => {
  let postgres: TestPostgres
  let other: TestArena
  let again: TestArena
  let matchIds: readonly string[]
  /** One that was over, with its replay, long before the machine was killed. */
  let settled: { readonly id: string; readonly content: Buffer }

  beforeAll(async () => {
    await loadFighters([2, 20])
    postgres = await createPostgres()
    const env = (role: string) => ({ DATABASE_URL: postgres.url, ARENA_ROLE: role, ARENA_MAX_MATCHES: '1' })
    other = await createTestArena({ env: env('web') })
    const killed = await createTestArena({ env: env('play'), partner: other })
    await killed.machine.close()
    const { machineId, replayDir } = killed.parts
    const context = other.parts
    const seat = async (startedAt: number) => (await seatMatch({ ...context, machineId }, { startedAt })).matchId
    matchIds = [await seat(Date.UTC(2026, 0, 1)), await seat(Date.UTC(2026, 0, 2))]
    leaveReplay(replayDir, matchIds[0]!)
    settled = await playedMatch({ ...context, machineId }, replayDir, undefined, Date.now() - HOUR)
    await new LiveStateStore(context.db, machineId).show({ matches: [] })
    again = await createTestArena({ env: env('web'), dataDir: killed.dataDir })
  })
  afterAll(async () => {
    for (const arena of [again, other]) await arena[Symbol.asyncDispose]()
    await postgres.drop()
  })

  test('aborts its matches, with the replay of the one that has a file, which every machine sends', async () => {
    const [played, begun] = matchIds
    expect(await other.match(played!)).toMatchObject({ status: 'aborted', summary: { frames: FRAMES_OF_PLAY } })
    expect(await other.match(begun!)).toMatchObject({ status: 'aborted', summary: null, replayBytes: null })
    expect((await other.replay(played!)).equals(await again.replay(played!))).toBe(true)
  })

  test('packs the replays that it has of then', async () => {
    await expect.poll(() => readdir(again.parts.replayDir)).toContain(`${settled.id}.slp.gz`)
    expect((await other.replay(settled.id)).equals(settled.content)).toBe(true)
  })

  test('shows no match that it played then', async () => {
    const context = other.parts
    expect(await new LiveStateStore(context.db, context.machineId).others()).toEqual([])
  })
})
