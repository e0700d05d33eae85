/** Two machines on loopback: one that plays and keeps the files, and what another one gets of them. */
import { randomBytes } from 'node:crypto'
import { mkdir, appendFile, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Readiness } from '../health/readiness.ts'
import { openKept } from '../archive/kept-files.ts'
import { FolderMatchFiles } from '../live/match-file.ts'
import { MatchTail } from '../live/match-tail.ts'
import { FolderReplayStore } from '../replays/store.ts'
import { allThatIsShown } from '../../tests/all-that-is-shown.ts'
import { openRemoteFile, openRemoteReplay, ArenaMatchFiles } from './remote-replay.ts'
import { InternalServer } from './server.ts'
import { InternalSigner, SIGNATURE_HEADER } from './signing.ts'

const PLAYING = 'arena_playing'
const MATCH = 'match_01jd0000000000000000000000'
const ADDRESS = { host: '127.0.0.1', port: 0 }
const signer = new InternalSigner(['the secret of the arena'])

let folder: string
let server: InternalServer
let address: string
let asked: string[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'arena-remote-'))
  server = await InternalServer.listen(
    {
      machineId: PLAYING,
      signer,
      files: new FolderMatchFiles(folder),
      replays: new FolderReplayStore(folder),
      openKept: (name) => openKept(folder, name),
      metrics: { json: () => Promise.resolve([]) },
      relays: { openHere: () => null },
      readiness: new Readiness(),
      draining: new AbortController().signal,
      log: pino({ level: 'silent' }),
      now: Date.now,
    },
    ADDRESS,
  )
  address = server.addressFor(ADDRESS)
  asked = []
})
afterEach(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const machines = {
  holderOf: () => Promise.resolve(PLAYING),
  async ask(machineId: string, path: string, { method = 'GET' } = {}): Promise<Response | null> {
    asked.push(path)
    const signature = signer.sign({ machineId, method, path }, Date.now())
    const response = await fetch(address + path, { method, headers: { [SIGNATURE_HEADER]: signature } })
    return response.status === 404 ? null : response
  },
}

const path = () => join(folder, `${MATCH}.slp`)
const written = () => `${path()}.part`

/** As the spectators of the other machine see it: each look is 100 ms after the one before. */
function createTail() {
  const clock = { now: 0 }
  const files = new ArenaMatchFiles(new FolderMatchFiles(join(folder, 'nowhere')), machines)
  const tail = new MatchTail({ matchId: MATCH, files, delayMs: 1_000, now: () => clock.now })
  return {
    tail,
    look: async (times = 1) => {
      for (; times > 0; times--) {
        clock.now += 100
        await tail.look()
      }
    },
    all: () => allThatIsShown(tail),
  }
}

const HEAD = Buffer.from('{U\x03raw[$U#l\0\0\0\0', 'latin1')

test('a match that another machine plays costs one request for each look, and is shown byte by byte', async () => {
  const game = randomBytes(40_000)
  await writeFile(written(), HEAD)
  const { tail, look, all } = createTail()
  await look(10)
  for (let at = 0; at < game.length; at += 2_000) {
    await appendFile(written(), game.subarray(at, at + 2_000))
    await look()
  }
  await look(10)
  expect((await all()).equals(Buffer.concat([HEAD, game]))).toBe(true)
  // The first look opens the file.
  expect(asked.length).toBe(1 + 40)
  await rename(written(), path())
  await look(2)
  expect(tail.state).toBe('over')
})

test('a match that ends without a replay is cut off, so that nobody on another machine takes it for whole', async () => {
  await writeFile(written(), Buffer.concat([HEAD, randomBytes(1_000)]))
  const { tail, look } = createTail()
  await look(11)
  expect([tail.state, tail.released]).toEqual(['follows', HEAD.length + 1_000])
  await rm(written())
  await look(2)
  expect(tail.state).toBe('broken')
})

test('a finished replay comes from the machine that keeps it: whole, a part of it, and packed', async () => {
  expect(await openRemoteReplay(machines, PLAYING, MATCH)).toBe(null)
  const bytes = randomBytes(100_000)
  await writeFile(path(), bytes)
  const open = async () => (await openRemoteReplay(machines, PLAYING, MATCH))!
  const plain = await open()
  expect([plain.bytes, plain.packedBytes]).toEqual([bytes.length, null])
  expect((await buffer(await plain.stream())).equals(bytes)).toBe(true)
  await new FolderReplayStore(folder).pack(MATCH)
  const packed = await open()
  expect(packed.bytes).toBe(bytes.length)
  expect(gunzipSync(await buffer(await packed.packed())).equals(bytes)).toBe(true)
  const part = await buffer(await (await open()).stream({ first: 10, last: 99_000 }))
  expect(part.equals(bytes.subarray(10, 99_001))).toBe(true)
})

test('only the machines of the arena are answered, and only what there is to read', async () => {
  await writeFile(path(), 'bytes')
  const ask = async (url: string, { method = 'GET', signed = url } = {}) => {
    const signature = signer.sign({ machineId: PLAYING, method, path: signed }, Date.now())
    const response = await fetch(address + url, { method, headers: { [SIGNATURE_HEADER]: signature } })
    await response.body?.cancel()
    return response.status
  }
  const replay = `/matches/${MATCH}/replay`
  expect(await ask(replay)).toBe(200)
  expect(await ask(replay, { signed: '/metrics' })).toBe(401)
  expect(await ask(replay, { method: 'DELETE' })).toBe(405)
  expect(await ask(`/matches/${MATCH}/part?from=99&length=9`)).toBe(200)
  for (const nowhere of ['/', '/matches/..%2f..%2fetc/replay', `${replay}/more`]) expect(await ask(nowhere)).toBe(404)
  // Liveness needs no signature.
  expect((await fetch(`${address}/health`)).status).toBe(200)
})

test('a day of the archive comes from the machine that wrote it, and no other file of that machine', async () => {
  const name = 'archive/2026-11-24.parquet'
  const bytes = randomBytes(100_000)
  await mkdir(join(folder, 'archive'))
  await writeFile(join(folder, name), bytes)
  const fetched = async (wanted: string) => buffer(await openRemoteFile(machines, PLAYING, wanted))
  expect((await fetched(name)).equals(bytes)).toBe(true)
  await writeFile(join(folder, 'platform-key'), 'a secret')
  for (const other of ['archive/2026-11-25.parquet', 'platform-key', 'archive%2F..%2Fplatform-key']) {
    await expect(fetched(other), other).rejects.toThrow('does not have the file')
  }
})
