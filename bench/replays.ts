/**
 * What replays cost to keep and to send: bytes and processor time of gzip, and the time of a download from the folder and from a
 * bucket, first and again. The S3 server is the one of the tests, in a process of its own, or any other:
 *
 *   npx tsx --conditions=source bench/replays.ts
 *
 * The replays are four games of the engine, or the files of a folder.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cpuUsage } from 'node:process'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Option } from '@commander-js/extra-typings'
import { Game, loadFighters } from '@arena/engine'
import { GameMetadata, writeReplay } from '@arena/slp'
import { wholeNumber } from '@arena/host/command-line'
import { RandomPads, type Habits } from '../packages/engine/tests/random-pads.ts'
import { newId } from '../packages/server/src/db/ids.ts'
import { BucketReplayStore } from '../packages/server/src/replays/bucket/bucket-store.ts'
import type { BucketOptions } from '../packages/server/src/config/bucket.ts'
import { Bucket } from '../packages/server/src/replays/bucket/bucket.ts'
import { ReplayCache } from '../packages/server/src/replays/bucket/replay-cache.ts'
import { sha256 } from '../packages/server/src/replays/bucket/signature.ts'
import { FolderReplayStore, packedName, type ReplayStore } from '../packages/server/src/replays/store.ts'
import { S3Server } from '../packages/server/tests/bucket/s3-server.ts'
import { newScript } from '../scripts/command-line.ts'
import { thisMachine } from './this-machine.ts'

const values = newScript(
  'npx tsx --conditions=source bench/replays.ts',
  'Measures what replays cost to keep and to send, from the folder and from a bucket.',
)
  .option('--files <folder>', 'its `.slp` files are the replays')
  .option('--count <n>', 'downloads of each kind', wholeNumber(1), 20)
  .option('--endpoint <url>', 'another S3 server than that of the tests')
  .option('--bucket <name>', 'its bucket', 'arena')
  .option('--key <id>', 'the access key', '')
  .option('--secret <secret>', 'its secret', '')
  // The role of a process that this program starts.
  .addOption(new Option('--role <role>').default('measure').hideHelp())
  .parse()
  .opts()

if (values.role === 's3') {
  const server = await S3Server.listen()
  process.send!(server.options)
  process.once('disconnect', () => process.exit())
} else {
  await measure()
}

async function measure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'arena-bench-'))
  const child = values.endpoint === undefined ? fork(fileURLToPath(import.meta.url), ['--role', 's3']) : null
  try {
    const options = child === null ? given() : ((await once(child, 'message'))[0] as BucketOptions)
    await compare(folder, new Bucket(options), await replays())
  } finally {
    child?.kill()
    rmSync(folder, { recursive: true })
  }
}

function given(): BucketOptions {
  const { endpoint, bucket, key, secret } = values
  return { endpoint: endpoint!, bucket, prefix: 'bench/', region: 'us-east-1', keyId: key, secret }
}

async function compare(folder: string, bucket: Bucket, files: readonly Buffer[]): Promise<void> {
  const packed = files.map((file) => timed(() => gzipSync(file)))
  const plain = packed.map(({ result }) => timed(() => gunzipSync(result)))
  const bytes = sum(files.map((file) => file.length))
  const packedBytes = sum(packed.map(({ result }) => result.length))
  const perMb = (of: readonly { readonly cpuMs: number }[]) => (sum(of.map(({ cpuMs }) => cpuMs)) / bytes) * 1e6
  console.log(thisMachine())
  console.log(
    `${files.length} replays, ${mb(bytes)} MB, in gzip ${mb(packedBytes)} MB: ${(bytes / packedBytes).toFixed(2)} to 1`,
  )
  console.log(`processor time per MB: packing ${perMb(packed).toFixed(1)} ms, unpacking ${perMb(plain).toFixed(1)} ms`)

  await mkdir(join(folder, 'here'))
  const local = new FolderReplayStore(join(folder, 'here'))
  const known = new Map<string, { bytes: number; packedBytes: number; sha256: string }>()
  const sending: number[] = []
  const here: string[] = []
  for (let i = 0; i < values.count; i++) {
    const content = files[i % files.length]!
    const gz = packed[i % files.length]!.result
    const id = newId('match')
    here.push(id)
    writeFileSync(join(folder, 'here', packedName(id)), gz)
    known.set(id, { bytes: content.length, packedBytes: gz.length, sha256: sha256(gz) })
    sending.push(await time(() => bucket.put(packedName(id), gz)))
  }
  const cache = new ReplayCache(join(folder, 'cache'))
  const nothing: ReplayStore = { open: async () => null, file: async () => null }
  const objects = { find: async (id: string) => known.get(id)! }
  const log = { warn: console.error, error: console.error } as never
  const store = new BucketReplayStore({ local: nothing, bucket, objects, cache, log })
  const download = async (from: ReplayStore, id: string) => void (await buffer(await (await from.open(id))!.packed()))
  const of = async (from: ReplayStore) => {
    const times: number[] = []
    for (const id of here) times.push(await time(() => download(from, id)))
    return times
  }
  console.log(`sent to the bucket: ${spread(sending)}`)
  console.log(`download from the folder: ${spread(await of(local))}`)
  console.log(`download from the bucket, first: ${spread(await of(store))}`)
  console.log(`download from the bucket, again: ${spread(await of(store))}`)
  for (const id of here) await bucket.delete(packedName(id))
  bucket.close()
}

/** Files of the folder that was named, or games between two that press what comes. */
async function replays(): Promise<Buffer[]> {
  const { files } = values
  if (files !== undefined) {
    const names = readdirSync(files).filter((name) => name.endsWith('.slp'))
    return names.map((name) => readFileSync(join(files, name)))
  }
  const FOX = 2
  await loadFighters([FOX])
  const habits: Habits = { presses: [0, 0, 0x100, 0x200, 0x400, 0x800], sticks: [0, 64, 128, 192, 255], isWild: false }
  return [1, 2, 3, 4].map((seed) => {
    const game = new Game({
      seed: new Uint8Array(32).fill(seed),
      stage: 31,
      players: [
        { character: FOX, costume: 0, name: 'one' },
        { character: FOX, costume: 1, name: 'two' },
      ],
    })
    const pads = [new RandomPads(seed, habits), new RandomPads(-seed, habits)] as const
    const messages = [game.start().slice()]
    while (!game.ending) messages.push(game.step(pads[0].next(), pads[1].next()).slice())
    messages.push(game.end({ kind: 'natural' }).slice())
    return Buffer.from(writeReplay(Buffer.concat(messages), new GameMetadata(['one', 'two']).build(0)))
  })
}

function timed<Result>(run: () => Result): { readonly result: Result; readonly cpuMs: number } {
  const before = cpuUsage()
  const result = run()
  const { user, system } = cpuUsage(before)
  return { result, cpuMs: (user + system) / 1000 }
}

async function time(run: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await run()
  return performance.now() - startedAt
}

function spread(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!.toFixed(1)
  return `median ${at(0.5)} ms, nine of ten within ${at(0.9)} ms`
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}

function mb(bytes: number): string {
  return (bytes / 1e6).toFixed(2)
}
