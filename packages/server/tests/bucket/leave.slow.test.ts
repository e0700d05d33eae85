/** The way back from the bucket to the folder of a single machine (docs/operating.md, "Replays in a bucket"): no replay is lost on it. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Environment } from '../../src/config.ts'
import type { ServingParts } from '../../src/machine/serving.ts'
import { newId } from '../../src/db/ids.ts'
import { MachineStore } from '../../src/matches/taking/store.ts'
import { Attempts } from '../../src/replays/attempts.ts'
import { deleteOldReplays } from '../../src/replays/retention.ts'
import { admin } from '../admin.ts'
import { layDatabase } from '../data-folder.ts'
import { HOUR, playedMatch, withContext } from './machines.ts'
import { S3Server } from './s3-server.ts'

let s3: S3Server
let dataDir: string

beforeEach(async () => {
  s3 = await S3Server.listen()
  dataDir = await mkdtemp(join(tmpdir(), 'arena-leave-'))
  await layDatabase(dataDir)
})
afterEach(async () => {
  await s3[Symbol.asyncDispose]()
  await rm(dataDir, { recursive: true })
})

const leave = (...options: string[]) =>
  admin({ ARENA_DATA_DIR: dataDir }, 'leave-bucket', '--why', 'back to the folder', '--as', 'ada', ...options)

const running = <Result>(env: Environment, use: (context: ServingParts) => Promise<Result>) =>
  withContext(dataDir, env, use)

/** One of an hour ago, which is in the bucket only, and one that is still in the folder too. */
async function play(context: ServingParts) {
  const { replayDir, bucketReplays } = context
  const old = await playedMatch(context, replayDir, undefined, Date.now() - HOUR)
  const recent = await playedMatch(context, replayDir)
  // Stored in the first round, removed in the second.
  for (let round = 0; round < 2; round++) await bucketReplays!.uploads.round()
  expect(await readdir(replayDir)).toEqual([`${recent.id}.slp`])
  return { old, recent }
}

const read = async ({ replays }: ServingParts, id: string) => buffer(await (await replays.open(id))!.stream())

const marks = ({ db }: ServingParts) => db.selectFrom('replay_objects').select('match_id').execute()

/** How many replays retention deletes, once all are old enough. */
const retention = ({ replayRecords, localReplays: replays, machineId }: ServingParts) =>
  deleteOldReplays({ replayRecords, replays, machineId, replayDays: 0, attempts: new Attempts() }, Date.now() + HOUR)

test('the records change once every replay is in the folder, whole; from then on the folder serves them and retention deletes them', async () => {
  const { old, recent } = await running(s3.environment, play)
  const isRefused = async () => {
    const words = `1 of 2 replays of the bucket are missing from ${join(dataDir, 'replays')}, or damaged there: ${old.id}.`
    const { code, errors } = await leave()
    expect([code, errors]).toEqual([1, expect.stringContaining(words)])
  }
  await isRefused()
  const object = s3.objects.get(s3.path(old.id))!
  const copy = (bytes: Buffer) => writeFile(join(dataDir, 'replays', `${old.id}.slp.gz`), bytes)
  for (const damaged of [Buffer.alloc(0), object.subarray(0, -9), gzipSync('another')]) {
    await copy(damaged)
    await isRefused()
  }
  await running({}, async (context) => {
    expect(await marks(context)).toHaveLength(2)
    expect(await retention(context)).toBe(0)
  })

  await copy(object)
  const done = await leave('--json')
  expect(done).toMatchObject({ code: 0, json: { replays: 2, missing: 0 } })
  const { log } = (await admin({ ARENA_DATA_DIR: dataDir }, 'log', '--json')).json as { log: object[] }
  const noted = { act: 'leave-bucket', who: 'ada', why: 'back to the folder', facts: { replays: 2, missing: 0 } }
  expect(log).toMatchObject([noted])
  await running({}, async (context) => {
    for (const { id, content } of [old, recent]) expect((await read(context, id)).equals(content)).toBe(true)
    expect(await retention(context)).toBe(2)
    expect(await readdir(context.replayDir)).toEqual([])
  })
  expect(s3.objects.size).toBe(2)
})

test('with --without-missing the records of missing replays change too, and a replay that is copied later is served', async () => {
  const { old } = await running(s3.environment, play)
  const done = await leave('--without-missing')
  expect([done.code, done.output]).toEqual([0, expect.stringContaining('in the folder now: 1. Given up: 1.')])
  await running({}, async (context) => {
    expect(await marks(context)).toEqual([])
    expect(await context.replays.open(old.id)).toBeNull()
    await writeFile(join(context.replayDir, `${old.id}.slp.gz`), s3.objects.get(s3.path(old.id))!)
    expect((await read(context, old.id)).equals(old.content)).toBe(true)
  })
})

test('it is refused while the arena runs, and while another machine of it does', async () => {
  await running(s3.environment, async (context) => {
    await play(context)
    const { code, errors } = await leave()
    expect([code, errors]).toEqual([1, expect.stringContaining('is in use by')])
    expect(await marks(context)).toHaveLength(2)
    const process = { process: '', role: 'all', build: '', region: '', address: null, maxMatches: 1 } as const
    await new MachineStore(context.db).report({ id: newId('arena'), ...process }, null)
  })
  const { code, errors } = await leave('--without-missing')
  expect([code, errors]).toEqual([1, expect.stringContaining('Other machines of this arena run')])
  await running({}, async (context) => expect(await marks(context)).toHaveLength(2))
})
