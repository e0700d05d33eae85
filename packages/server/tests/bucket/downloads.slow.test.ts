/** Replays in a bucket as clients see them: the same from every machine, whole or in parts, packed or plain. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ProblemBody } from '@arena/protocol'
import { afterEach, describe, expect, test } from 'vitest'
import { smallDisk } from '../small-disk.ts'
import { startService } from '../http-service.ts'
import { shared } from '../begun-once.ts'
import { playedMatch, replayBytes, startMachine } from './machines.ts'
import type { Answer } from './machines.ts'
import { S3Server } from './s3-server.ts'

const s3 = shared(() => S3Server.listen())
/** It has the database. */
const service = shared(() => startService(s3.environment))
/** It plays. */
const player = shared(() => startMachine(service.context, s3))
/** It serves what others played. */
const web = shared(() => startMachine(service.context, s3))
afterEach(() => {
  s3.fault = () => null
})

/** The path of a replay that is in the bucket and nowhere else. */
async function storedReplay(content = replayBytes()) {
  const { id } = await playedMatch(service.context, player.folder, content)
  expect(await player.bucketReplays.uploads.round()).toBe(0)
  await player.context.localReplays.remove(id)
  return { id, content, path: `/matches/${id}/replay.slp` }
}

function problemOf({ status, headers, body }: Answer) {
  const problem = ProblemBody.parse(JSON.parse(body.toString()))
  expect(problem.status).toBe(status)
  return { ...problem, retryAfter: headers['retry-after'] }
}

/** Lines of the log about a match, with these words. */
const logged = (id: string, words: string) =>
  service
    .logged()
    .split('\n')
    .filter((line) => line.includes(id) && line.includes(words))
    .map((line) => JSON.parse(line) as { level: number; err?: unknown })

const AWAY = { status: 503, code: 'replay-storage-unavailable', retryAfter: '10' }

describe('a replay in the bucket', () => {
  test('is the same from every machine, plain and in every coding', async () => {
    const { path, content } = await storedReplay()
    const codings = [
      ['identity', undefined, (body: Buffer) => body],
      ['gzip, br', 'gzip', gunzipSync],
      ['br', 'br', brotliDecompressSync],
    ] as const
    for (const machine of [player, web]) {
      for (const [accepted, coding, unpack] of codings) {
        const { status, headers, body } = await machine.ask(path, { 'accept-encoding': accepted })
        expect([status, headers['content-encoding']]).toEqual([200, coding])
        if (coding !== 'br') expect(headers['content-length']).toBe(String(body.length))
        expect(unpack(body).equals(content)).toBe(true)
      }
    }
  })

  test('parts of it are parts of the plain form', async () => {
    const { path, content } = await storedReplay()
    const { length } = content
    for (const [range, from, to] of [
      ['bytes=0-99', 0, 100],
      ['bytes=70000-', 70_000, length],
      ['bytes=-100', length - 100, length],
    ] as const) {
      const { status, headers, body } = await web.ask(path, { range, 'accept-encoding': 'gzip' })
      expect([status, headers['content-encoding']]).toEqual([206, undefined])
      expect(headers['content-range']).toBe(`bytes ${from}-${to - 1}/${length}`)
      expect(body.equals(content.subarray(from, to))).toBe(true)
    }
    const beyond = await web.ask(path, { range: `bytes=${length}-` })
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${length}`])
  })

  test('is fetched from the bucket once, however many ask for it at once and however', async () => {
    const { id, path } = await storedReplay()
    s3.asked.length = 0
    await Promise.all(
      Array.from({ length: 8 }, (_, i) => web.ask(path, i % 2 === 0 ? {} : { 'accept-encoding': 'gzip' })),
    )
    await web.ask(path, { range: 'bytes=5-9' })
    expect(s3.asked).toEqual([['GET', s3.path(id)]])
  })

  test('for its headers, and for a client that has it, the bucket is not asked', async () => {
    const { path, content } = await storedReplay()
    s3.asked.length = 0
    s3.fault = () => 'refuses the connection'
    const head = await web.ask(path, {}, 'HEAD')
    expect([head.status, head.headers['content-length'], head.headers['accept-ranges']]).toEqual([
      200,
      String(content.length),
      'bytes',
    ])
    const packed = await web.ask(path, { 'accept-encoding': 'gzip' }, 'HEAD')
    for (const etag of [head.headers.etag!, packed.headers.etag!]) {
      const coding = etag.startsWith('W/') ? { 'accept-encoding': 'gzip' } : {}
      expect((await web.ask(path, { ...coding, 'if-none-match': etag })).status).toBe(304)
    }
    expect(s3.asked).toEqual([])
  })

  test('has the same tags on the machine that still has it as a file', async () => {
    const { id, content } = await playedMatch(service.context, player.folder)
    await player.bucketReplays.uploads.round()
    const path = `/matches/${id}/replay.slp`
    const [here, there] = [await player.ask(path), await web.ask(path)]
    expect(there.headers.etag).toBe(here.headers.etag)
    expect([here.body.equals(content), there.body.equals(content)]).toEqual([true, true])
  })
})

describe('a bucket that is away', () => {
  test.each(['refuses the connection', 'sends half'] as const)(
    'delays the download and loses nothing: it %s',
    async (fault) => {
      const { path, content } = await storedReplay()
      s3.fault = () => fault
      expect(problemOf(await web.ask(path))).toMatchObject(AWAY)
      expect(problemOf(await web.ask(path, { 'accept-encoding': 'gzip' }))).toMatchObject(AWAY)
      expect(problemOf(await web.ask(path, { range: 'bytes=0-9' }))).toMatchObject(AWAY)
      s3.fault = () => null
      expect((await web.ask(path)).body.equals(content)).toBe(true)
    },
  )

  test('is not asked for a replay that is still on the machine; the arena is ready, and its other answers are as ever', async () => {
    const { id, content } = await playedMatch(service.context, player.folder)
    s3.fault = () => 'refuses the connection'
    expect(await player.bucketReplays.uploads.round()).toBeGreaterThan(0)
    expect((await player.ask(`/matches/${id}/replay.slp`)).body.equals(content)).toBe(true)
    for (const path of [`/matches/${id}`, '/ready']) expect((await web.ask(path)).status).toBe(200)
  })
})

test('a replay that the machine that played it has not stored yet is asked for again, elsewhere', async () => {
  const { id } = await playedMatch(service.context, player.folder)
  const problem = problemOf(await web.ask(`/matches/${id}/replay.slp`))
  expect(problem).toMatchObject({
    ...AWAY,
    detail: 'The machine that played this match has not stored the replay yet.',
  })
  await player.bucketReplays.uploads.round()
  expect((await web.ask(`/matches/${id}/replay.slp`)).status).toBe(200)
})

describe('an object that was changed under us', () => {
  const OTHERS: [string, (id: string, content: Buffer) => void][] = [
    ['other content', (id) => s3.change(id, replayBytes())],
    ['one byte', (id) => void (s3.objects.get(s3.path(id))![4_000]! ^= 1)],
    ['a longer one', (id) => s3.change(id, replayBytes(3_000))],
    ['a shorter one', (id) => s3.change(id, 'x')],
    ['nothing', (id) => void s3.objects.delete(s3.path(id))],
  ]

  test.each(OTHERS)('%s is never sent: the answer is 503, and the log says why', async (_what, change) => {
    const { id, path, content } = await storedReplay()
    const sound = Buffer.from(s3.objects.get(s3.path(id))!)
    change(id, content)
    for (const headers of [{}, { 'accept-encoding': 'gzip' }, { range: 'bytes=0-9' }]) {
      expect(problemOf(await web.ask(path, headers))).toMatchObject(AWAY)
    }
    expect(logged(id, 'could not be fetched').map(({ level }) => level)).toEqual([50, 50, 50])
    // The operator puts it right.
    s3.objects.set(s3.path(id), sound)
    expect((await web.ask(path)).body.equals(content)).toBe(true)
  })
})

test('of a card whose replay cannot be fetched the general picture takes the place, for now', async () => {
  const { id } = await storedReplay()
  s3.fault = () => 'refuses the connection'
  const { status, headers } = await web.ask(`/watch/${id}/card.png`)
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'image/png', 'no-store'])
})

test('what an earlier process fetched is not believed', async () => {
  const { path } = await storedReplay()
  await web.ask(path)
  const cache = join(web.dataDir, 'replay-cache')
  expect((await readdir(cache)).length).toBeGreaterThan(0)
  await using again = await startMachine(service.context, s3, web.dataDir)
  const { path: other } = await storedReplay()
  await again.ask(other)
  expect(await readdir(cache)).toHaveLength(1)
  s3.asked.length = 0
  await again.ask(path)
  expect(s3.asked).toHaveLength(1)
})

test('a replay whose file the disk cannot open is asked for again, and the log says why', async () => {
  const { id } = await playedMatch(service.context, player.folder)
  const file = join(player.folder, `${id}.slp`)
  await rm(file)
  // Every read of it fails.
  await symlink(file, file)
  expect(problemOf(await player.ask(`/matches/${id}/replay.slp`))).toMatchObject(AWAY)
  await rm(file)
  expect(logged(id, 'could not be read from the disk')).toMatchObject([{ level: 50, err: { code: 'ELOOP' } }])
})

test('a full disk: replays leave it for the bucket, and one that is asked for takes the place of others', async (task) => {
  await using disk = await smallDisk(3)
  if (disk === null) return task.skip('only root may mount a small disk')
  await using full = await startMachine(service.context, s3, disk.folder)
  const contents = [replayBytes(2_000), replayBytes(2_000)]
  const replays: { readonly id: string }[] = []
  for (const content of contents) replays.push(await playedMatch(service.context, full.folder, content))
  const filling = join(disk.folder, 'filling')
  await writeFile(filling, Buffer.alloc(8 * 1024 * 1024)).catch(() => {})

  expect(await full.bucketReplays.uploads.round()).toBe(0)
  for (const { id } of replays) await full.context.localReplays.remove(id)
  const ask = (i: number) => full.ask(`/matches/${replays[i]!.id}/replay.slp`)
  // Room for one of them.
  expect((await ask(0)).body.equals(contents[0]!)).toBe(true)
  await writeFile(filling, Buffer.alloc(8 * 1024 * 1024)).catch(() => {})
  expect((await ask(1)).body.equals(contents[1]!)).toBe(true)
  await rm(join(disk.folder, 'replay-cache'), { recursive: true })
  await writeFile(join(disk.folder, 'more'), Buffer.alloc(8 * 1024 * 1024)).catch(() => {})
  expect((await ask(1)).status).toBe(503)
  await rm(filling)
  await rm(join(disk.folder, 'more'))
  expect((await ask(1)).body.equals(contents[1]!)).toBe(true)
})

test('neither the secret nor a signature is logged', () => {
  expect(service.logged()).not.toContain(s3.options.secret)
  expect(service.logged()).not.toContain('Signature=')
})
