/** Whole machines with a bucket: what they played is in it when they end, also when they are killed on the way. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestArena, stillEngine } from '../arena/kit.ts'
import { layDatabase } from '../data-folder.ts'
import { Program } from '../faults/program.ts'
import { playedMatch, withContext } from './machines.ts'
import { S3Server } from './s3-server.ts'
import type { Fault } from './s3-server.ts'

let s3: S3Server

beforeEach(async () => {
  s3 = await S3Server.listen()
})
afterEach(() => s3[Symbol.asyncDispose]())

test('an arena that ends has brought the replay of its last match into the bucket', async () => {
  await using arena = await createTestArena({ env: { ...s3.environment, ARENA_ENGINE: stillEngine('ends=-84') } })
  const { matchId } = await arena.pair()
  await arena.ended(matchId)
  const replay = await arena.replay(matchId)
  await arena.machine.drain()
  await arena.machine.close()
  expect(gunzipSync(s3.objects.get(s3.path(matchId))!).equals(replay)).toBe(true)
  expect(arena.log.lines.filter(({ level }) => Number(level) > 40)).toEqual([])
})

test('an arena that is killed while it sends, and while it checks, has everything in the bucket after the next start', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'arena-bucket-'))
  const dataDir = join(folder, 'data')
  await layDatabase(dataDir)
  const { id, content } = await withContext(dataDir, s3.environment, (context) =>
    playedMatch(context, context.replayDir),
  )
  const env = { ...s3.environment, PORT: '0', ARENA_DATA_DIR: dataDir, ARENA_HOUSE_BOTS: '0', ARENA_HOSTS: '1' }
  const program = new Program({ folder, env })
  try {
    for (const method of ['PUT', 'GET']) {
      const asked = silentAt(method)
      await program.start()
      await asked
      await program.killAll()
      expect(await readdir(join(dataDir, 'replays'))).toEqual([`${id}.slp`])
    }
    s3.fault = () => null
    await program.start()
    program.signal('SIGTERM')
    expect(await program.exited()).toBe(0)
    const row = await withContext(dataDir, s3.environment, ({ bucketReplays }) => bucketReplays!.objects.find(id))
    const object = s3.objects.get(s3.path(id))!
    expect(row).toMatchObject({ bytes: content.length, packedBytes: object.length })
    expect(gunzipSync(object).equals(content)).toBe(true)
  } finally {
    await program.killAll()
    await rm(folder, { recursive: true, maxRetries: 5 })
  }
}, 60_000)

/** Resolves once the server is asked that; it never answers. */
function silentAt(method: string): Promise<void> {
  return new Promise((resolve) => {
    s3.fault = (asked): Fault | null => {
      if (asked !== method) return null
      resolve()
      return 'stays silent'
    }
  })
}
