/** Machines of one arena for tests of the bucket: one database and one S3 server, and for each machine a data folder and an app. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pino } from 'pino'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import type { Environment } from '../../src/config.ts'
import { openServing } from '../../src/machine/serving.ts'
import type { ServingParts } from '../../src/machine/serving.ts'
import { BucketReplays } from '../../src/replays/bucket/bucket-replays.ts'
import { Bucket } from '../../src/replays/bucket/bucket.ts'
import { FolderReplayStore } from '../../src/replays/store.ts'
import { endMatch, seatMatch } from '../stored-match.ts'
import type { S3Server } from './s3-server.ts'

export const HOUR = 3_600_000

/** Not all alike, not all random: what compresses as a replay does. */
export function replayBytes(pieces = 300): Buffer {
  return Buffer.concat(Array.from({ length: pieces }, (_, i) => Buffer.concat([randomBytes(16), Buffer.alloc(300, i)])))
}

/** A match that is over, with its replay in a folder. */
export async function playedMatch(
  context: ServingParts,
  folder: string,
  content = replayBytes(),
  endedAt = Date.now(),
): Promise<{ readonly id: string; readonly content: Buffer }> {
  const { matchId } = await seatMatch(context, { startedAt: endedAt - 60_000 })
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${matchId}.slp`), content)
  await endMatch(context, matchId, { replayBytes: content.length }, endedAt)
  return { id: matchId, content }
}

/** What an arena does on a data folder while it runs. */
export async function withContext<Result>(
  dataDir: string,
  env: Environment,
  use: (context: ServingParts) => Promise<Result>,
): Promise<Result> {
  const context = await openServing(readConfig({ ARENA_DATA_DIR: dataDir, ...env }), pino({ level: 'silent' }))
  try {
    return await use(context)
  } finally {
    context.bucketReplays?.bucket.close()
    await context.lifetimes.close()
  }
}

export interface Answer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

export interface Machine extends AsyncDisposable {
  readonly context: ServingParts
  readonly bucketReplays: BucketReplays
  readonly dataDir: string
  /** The folder of the replays. */
  readonly folder: string
}

/** One that also answers requests. */
export interface WebMachine extends Machine {
  /** Bytes and headers as they are on the wire. */
  readonly ask: (path: string, headers?: Readonly<Record<string, string>>, method?: string) => Promise<Answer>
}

/** One more machine beside that of `first`, in a folder of its own by default. */
export async function createMachine(first: ServingParts, s3: S3Server, folderOf?: string): Promise<Machine> {
  const dataDir = folderOf ?? (await mkdtemp(join(tmpdir(), 'arena-machine-')))
  const folder = join(dataDir, 'replays')
  const local = new FolderReplayStore(folder)
  const { db, replayRecords, metrics: counts, log, clock } = first
  const bucket = new Bucket(s3.options)
  const parts = { bucket, dataDir, db, local, replayRecords, replayDays: 90, counts, log, now: clock.now }
  const bucketReplays = new BucketReplays(parts)
  return {
    context: {
      ...first,
      config: { ...first.config, dataDir },
      replayDir: folder,
      localReplays: local,
      bucketReplays,
      replays: bucketReplays.store,
    },
    bucketReplays,
    dataDir,
    folder,
    async [Symbol.asyncDispose]() {
      bucketReplays.bucket.close()
      if (folderOf === undefined) await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export async function startMachine(...of: Parameters<typeof createMachine>): Promise<WebMachine> {
  const machine = await createMachine(...of)
  const app = await buildApp(machine.context)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    ...machine,
    ask: (path, headers = {}, method = 'GET') => ask(url + path, headers, method),
    async [Symbol.asyncDispose]() {
      await app.close()
      await machine[Symbol.asyncDispose]()
    },
  }
}

async function ask(url: string, headers: Readonly<Record<string, string>>, method: string): Promise<Answer> {
  const sent = request(url, { method, headers, agent: false })
  sent.end()
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve)
    sent.once('error', reject)
  })
  return { status: response.statusCode!, headers: response.headers, body: await buffer(response) }
}
