/** A machine that was killed while it played, and comes back on the same data folder to serve only. */
import { readdir } from 'node:fs/promises'
import { loadFighters } from '@arena/engine'
import { beforeAll, expect, test } from 'vitest'
import { LiveStateStore } from '../../src/live/live-states.ts'
import { HOUR, playedMatch } from '../bucket/machines.ts'
import { FRAMES_OF_PLAY, leaveReplay } from '../left-replay.ts'
import { seatMatch } from '../stored-match.ts'
import type { TestArena } from './kit.ts'
import { describeOnPostgres, Machines } from './machines.ts'

describeOnPostgres('a machine that played when it was killed, and comes back to serve', () => {
  const machines = new Machines({ ARENA_MAX_MATCHES: '1' })
  let other: TestArena
  let again: TestArena
  let matchIds: readonly string[]
  /** One that was over, with its replay, long before the machine was killed. */
  let settled: { readonly id: string; readonly content: Buffer }

  beforeAll(async () => {
    await loadFighters([2, 20])
    other = await machines.open('web')
    const killed = await machines.start('play')
    await killed.machine.close()
    const { machineId, replayDir } = killed.parts
    const of = { ...other.parts, machineId }
    const seat = async (startedAt: number) => (await seatMatch(of, { startedAt })).matchId
    matchIds = [await seat(Date.UTC(2026, 0, 1)), await seat(Date.UTC(2026, 0, 2))]
    leaveReplay(replayDir, matchIds[0]!)
    settled = await playedMatch(of, replayDir, undefined, Date.now() - HOUR)
    await new LiveStateStore(of.db, machineId).show({ matches: [] })
    again = await machines.open('web', { dataDir: killed.dataDir })
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
    const { db, machineId } = other.parts
    expect(await new LiveStateStore(db, machineId).others()).toEqual([])
  })
})
