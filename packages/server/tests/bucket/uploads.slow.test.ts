/** Replays on their way into the bucket and, after their retention, out of it. The simulation ends processes in the middle of it. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../src/db/ids.ts'
import { Uploads } from '../../src/replays/bucket/uploads.ts'
import { packReplays } from '../../src/replays/packing.ts'
import { retentionRounds } from '../../src/replays/retention-keeper.ts'
import { startService } from '../http-service.ts'
import { shared } from '../begun-once.ts'
import { endMatch, seatMatch } from '../stored-match.ts'
import { HOUR, playedMatch, replayBytes, createMachine } from './machines.ts'
import type { Machine } from './machines.ts'
import { S3Server } from './s3-server.ts'

const DAY = 24 * HOUR
const SETTLED = HOUR

const s3 = shared(() => S3Server.listen())
const service = shared(() => startService({ ...s3.environment, ARENA_REPLAY_DAYS: '90' }))
let machine: Machine
let other: Machine

// Each test has machines of its own, and leaves nothing in the bucket.
beforeEach(async () => {
  machine = await createMachine(service.context, s3)
  other = await createMachine(service.context, s3)
})
afterEach(async () => {
  s3.fault = () => null
  s3.objects.clear()
  await service.context.db.deleteFrom('replay_objects').execute()
  await machine[Symbol.asyncDispose]()
  await other[Symbol.asyncDispose]()
})

const files = () => readdir(machine.folder)

async function readAt({ context }: Machine, id: string): Promise<Buffer> {
  return buffer(await (await context.replays.open(id))!.stream())
}

async function marked(): Promise<string[]> {
  const rows = await service.context.db.selectFrom('replay_objects').select('match_id').orderBy('match_id').execute()
  return rows.map((row) => row.match_id)
}

/** The machine's uploads, with parts that take the place of its own. */
function uploadsOf(replace: Partial<ConstructorParameters<typeof Uploads>[0]> = {}): Uploads {
  const { bucket, objects } = machine.bucketReplays
  const { localReplays: local, metrics: counts, log } = machine.context
  return new Uploads({ local, bucket, objects, counts, log, ...replace })
}

/** As another process has them, some time later. */
const laterUploads = (replace: Parameters<typeof uploadsOf>[0] = {}) =>
  uploadsOf({ now: () => Date.now() + SETTLED, ...replace })

/** The newest replay is of today, so the clock is believed. */
const retention = (context = machine.context) => retentionRounds(context, { now: Date.now, elapsed: () => 0 })

/** Gives what is logged from now on. */
function listen(): () => string {
  const from = service.logged().length
  return () => service.logged().slice(from)
}

class Crash extends Error {}

/** Parts with an operation that is broken off before it begins. */
function crashing<Parts extends object>(parts: Parts, step: string): Parts {
  return new Proxy(parts, {
    get(target, name) {
      if (name === step) return () => Promise.reject(new Crash(step))
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** Matches whose replays are on the machine only, in the order of their ids. */
async function waiting(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let i = 0; i < count; i++) ids.push((await playedMatch(service.context, machine.folder)).id)
  return ids.toSorted()
}

/** Nobody can read a folder as a file, or remove it as one. */
async function hold(ids: readonly string[], folder = machine.folder, suffix = '.slp') {
  const paths = ids.map((id) => join(folder, `${id}${suffix}`))
  for (const path of paths) await rm(path).then(() => mkdir(path))
  return () => Promise.all(paths.map((path) => rm(path, { recursive: true })))
}

describe('an upload', () => {
  test.each(['keeps half', 'hangs up', 'sends half', 'refuses the connection', 'changes what it has'] as const)(
    'is checked before it counts: a server that %s is sent the replay again',
    async (what) => {
      const { id, content } = await playedMatch(service.context, machine.folder)
      const uploads = laterUploads()
      s3.fault = (method) => {
        if (what !== 'changes what it has') return what
        if (method === 'GET') s3.change(id, replayBytes())
        return null
      }
      for (let round = 0; round < 3; round++) expect(await uploads.round()).toBe(1)
      expect([await marked(), await files()]).toEqual([[], [`${id}.slp`]])
      s3.fault = () => null
      expect(await uploads.round()).toBe(0)
      expect((await readAt(other, id)).equals(content)).toBe(true)
    },
  )

  test('a bucket that is away is asked three times a round', async () => {
    await waiting(5)
    s3.asked.length = 0
    s3.fault = () => 'refuses the connection'
    expect(await laterUploads().round()).toBe(5)
    expect(new Set(s3.asked.map(([method]) => method))).toEqual(new Set(['PUT']))
    expect(new Set(s3.asked.map(([, path]) => path)).size).toBe(3)
  })

  test('replays that the bucket does not take hold up no other, are reported once each, and go there when it does', async () => {
    const ids = await waiting(7)
    // The newest, which come first.
    const refused = ids.slice(2)
    const told = listen()
    const uploads = laterUploads()
    s3.fault = (method) =>
      method === 'PUT' && refused.some((id) => s3.asked.at(-1)![1] === s3.path(id))
        ? { status: 413, code: 'EntityTooLarge' }
        : null
    for (let round = 0; round < 6; round++) await uploads.round()
    expect(await marked()).toEqual(ids.slice(0, 2))
    for (const id of refused) expect(told().split(`"matchId":"${id}"`)).toHaveLength(2)
    expect(told().match(/the bucket does not take a replay/g)).toHaveLength(5)
    s3.fault = () => null
    expect(await uploads.round()).toBe(0)
  })

  test('a file that cannot be read, or removed, holds up no other; it is reported once, and the first round has failed', async () => {
    const [stored, older, newest] = await waiting(3)
    await laterUploads().round()
    await service.context.db.deleteFrom('replay_objects').where('match_id', '<>', stored!).execute()
    await hold([stored!, newest!])
    const told = listen()
    const uploads = laterUploads()
    await expect(uploads.round()).rejects.toThrow(/directory/)
    for (let round = 0; round < 2; round++) expect(await uploads.round()).toBe(1)
    expect(await marked()).toEqual([stored!, older!].toSorted())
    const lines = told().split('\n')
    const about = (id: string) => lines.filter((line) => line.includes(`"matchId":"${id}"`))
    expect(about(newest!)).toEqual([expect.stringContaining('a replay could not be stored')])
    expect(about(stored!)).toEqual([expect.stringContaining('could not be removed here')])
  })

  test('a file that cannot be packed holds up no other', async () => {
    const ids = await waiting(5)
    await hold(ids.slice(0, 2))
    const told = listen()
    await expect(packReplays(machine.context, Date.now() + HOUR)).rejects.toThrow('EISDIR')
    expect((await files()).filter((name) => name.endsWith('.gz'))).toEqual(ids.slice(2).map((id) => `${id}.slp.gz`))
    for (const id of ids.slice(0, 2)) expect(told()).toContain(`"matchId":"${id}"`)
  })

  test('wrong credentials are reported once, with the reason; right ones are reported too', async () => {
    await playedMatch(service.context, machine.folder)
    const told = listen()
    const uploads = laterUploads()
    s3.fault = () => ({ status: 403, code: 'SignatureDoesNotMatch' })
    for (let round = 0; round < 3; round++) await uploads.round()
    s3.fault = () => null
    await uploads.round()
    expect(told().match(/the bucket of the replays cannot be used/g)).toHaveLength(1)
    expect(told()).toContain('403 SignatureDoesNotMatch')
    expect(told().match(/the bucket of the replays can be used again/g)).toHaveLength(1)
  })

  test('the file stays for ten minutes after its match, for those who still read it', async () => {
    const endedAt = Date.now()
    const { id } = await playedMatch(service.context, machine.folder, replayBytes(), endedAt)
    let now = endedAt
    const uploads = uploadsOf({ now: () => now })
    await uploads.round()
    now = endedAt + 599_999
    await uploads.round()
    expect(await files()).toEqual([`${id}.slp`])
    now = endedAt + 600_000
    await uploads.round()
    expect(await files()).toEqual([])
  })

  test('what a folder holds from before there was a bucket goes there too, packed or not', async () => {
    const packed = await playedMatch(service.context, machine.folder)
    await packReplays(machine.context, Date.now() + HOUR)
    const plain = await playedMatch(service.context, machine.folder)
    expect((await files()).toSorted()).toEqual([`${packed.id}.slp.gz`, `${plain.id}.slp`].toSorted())
    await laterUploads().round()
    await laterUploads().round()
    expect(await files()).toEqual([])
    for (const { id, content } of [packed, plain]) expect((await readAt(other, id)).equals(content)).toBe(true)
  })

  test('only what is on record as a replay is stored; a file that is not what the record says stays where it is', async () => {
    const { folder } = machine
    const longer = await playedMatch(service.context, folder)
    await writeFile(join(folder, `${longer.id}.slp`), Buffer.concat([longer.content, Buffer.from('more')]))
    const damaged = await playedMatch(service.context, folder)
    const bytes = gzipSync(damaged.content)
    bytes[2_000]! ^= 1
    await rm(join(folder, `${damaged.id}.slp`))
    await writeFile(join(folder, `${damaged.id}.slp.gz`), bytes)
    const { matchId: running } = await seatMatch(service.context)
    const { matchId: without } = await seatMatch(service.context)
    await endMatch(service.context, without, { replayBytes: null })
    const unknown = newId('match')
    for (const id of [running, without, unknown]) await writeFile(join(folder, `${id}.slp`), 'a file')
    await writeFile(join(folder, `${newId('match')}.slp.part`), 'half')
    const before = await files()
    const told = listen()
    const uploads = laterUploads()
    for (let round = 0; round < 2; round++) expect(await uploads.round()).toBe(2)
    expect([await files(), await marked(), s3.objects.size]).toEqual([before, [], 0])
    expect(told().match(/a replay is damaged, or not of the length on record/g)).toHaveLength(2)
    await endMatch(service.context, running)
  })

  test('a machine that stops stores what it has first, and does not wait for ever', async () => {
    const { id } = await playedMatch(service.context, machine.folder)
    s3.fault = () => 'stays silent'
    machine.bucketReplays.start()
    const told = listen()
    await machine.bucketReplays.stop(50)
    expect(told()).toContain('these replays are on this machine only')
    expect(await files()).toEqual([`${id}.slp`])

    s3.fault = () => null
    await using again = await createMachine(service.context, s3, machine.dataDir)
    again.bucketReplays.start()
    await again.bucketReplays.stop()
    expect(await marked()).toEqual([id])
  })

  test('how many replays wait, and how many were stored, is for the operator to see', async () => {
    const sample = async (name: string) => {
      const { body } = await service.context.metrics.text()
      return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(body)![1])
    }
    const stored = await sample('arena_replays_stored_total')
    for (let i = 0; i < 2; i++) await playedMatch(service.context, machine.folder)
    s3.fault = () => 'refuses the connection'
    await laterUploads().round()
    expect(await sample('arena_replays_waiting')).toBe(2)
    s3.fault = () => null
    await laterUploads().round()
    expect([await sample('arena_replays_waiting'), await sample('arena_replays_stored_total')]).toEqual([0, stored + 2])
  })
})

describe('retention', () => {
  let made = 0
  /** Each of its own: a tick seats one match. */
  const longAgo = () => Date.now() - 91 * DAY - 1_000 * ++made

  async function oldAndYoung() {
    const old = await playedMatch(service.context, machine.folder, replayBytes(), longAgo())
    const young = await playedMatch(service.context, machine.folder)
    await laterUploads().round()
    return { old, young }
  }

  test('every machine deletes its copies of what retention has deleted, whichever machine did so, and no others', async () => {
    const { old, young } = await oldAndYoung()
    const cache = join(other.dataDir, 'replay-cache')
    const round = retention(other.context)
    for (const { id } of [old, young]) await readAt(other, id)
    await machine.bucketReplays.deleteOld(Date.now())
    expect((await readdir(cache)).toSorted()).toEqual([old, young].map(({ id }) => `${id}.slp.gz`).toSorted())
    await round()
    expect(await readdir(cache)).toEqual([`${young.id}.slp.gz`])
    expect((await readAt(other, young.id)).equals(young.content)).toBe(true)
  })

  test('a copy that cannot be deleted holds up no other, and goes when it can', async () => {
    const ids = await waiting(3)
    await laterUploads().round()
    for (const id of ids) await readAt(other, id)
    await service.context.db.deleteFrom('replay_objects').execute()
    const cache = join(other.dataDir, 'replay-cache')
    const letGo = await hold(ids.slice(0, 1), cache, '.slp.gz')
    for (let hour = 0; hour < 2; hour++) {
      await expect(other.bucketReplays.dropOldCopies()).rejects.toThrow(/directory/)
      expect(await readdir(cache)).toEqual([`${ids[0]!}.slp.gz`])
    }
    await letGo()
    await writeFile(join(cache, `${ids[0]!}.slp.gz`), 'a copy')
    await other.bucketReplays.dropOldCopies()
    expect(await readdir(cache)).toEqual([])
  })

  test('a bucket that is away keeps the records of what is in it, and what is here is deleted as ever', async () => {
    const { old } = await oldAndYoung()
    const alone = await playedMatch(service.context, machine.folder, replayBytes(), longAgo())
    s3.fault = () => 'refuses the connection'
    const round = retention()
    await expect(round()).rejects.toThrow('DELETE')
    expect(await files()).not.toContain(`${alone.id}.slp`)
    expect(await service.context.matches.find(alone.id)).toMatchObject({ replayBytes: null })
    expect(await service.context.matches.find(old.id)).toMatchObject({ replayBytes: old.content.length })
    s3.fault = () => null
    expect(await round()).toBe(1)
    expect(await service.context.matches.find(old.id)).toMatchObject({ replayBytes: null })
  })

  const HELD_UP: Record<string, (ids: readonly string[]) => Promise<() => unknown>> = {
    object: async (ids) => {
      for (let round = 0; round < 2; round++) await laterUploads().round()
      const refused = new Set(ids.map((id) => s3.path(id)))
      s3.fault = (method) =>
        method === 'DELETE' && refused.has(s3.asked.at(-1)![1]) ? { status: 403, code: 'AccessDenied' } : null
      return () => (s3.fault = () => null)
    },
    file: hold,
  }

  test.each(Object.entries(HELD_UP))(
    'a replay whose %s cannot be deleted holds up no younger one, is reported once, and goes when it can',
    async (_what, holdUp) => {
      // Oldest first.
      const ids: string[] = []
      while (ids.length < 6) {
        ids.unshift((await playedMatch(service.context, machine.folder, replayBytes(), longAgo())).id)
      }
      const letGo = await holdUp(ids.slice(0, 4))
      const told = listen()
      const round = retention()
      for (let hour = 0; hour < 3; hour++) await expect(round()).rejects.toThrow()
      const isKept = async (id: string) => (await service.context.matches.find(id))!.replayBytes !== null
      expect(await Promise.all(ids.map(isKept))).toEqual([true, true, true, true, false, false])
      for (const [age, id] of ids.entries()) expect(told().split(`"matchId":"${id}"`)).toHaveLength(age < 4 ? 2 : 1)
      await letGo()
      expect(await round()).toBe(4)
      expect(s3.objects.size).toBe(0)
    },
  )

  test.each(['withReplay', 'forget', 'withoutReplayForGood', 'dropOldCopies'])(
    'a step of a round that fails, at %s, keeps no other from its turn, and the round has failed',
    async (step) => {
      const { old } = await oldAndYoung()
      const { context } = machine
      const [replayRecords, receipts] = [crashing(context.replayRecords, step), crashing(context.receipts, step)]
      const bucketReplays = crashing(machine.bucketReplays, step)
      const note = join(machine.dataDir, 'retention.json')
      const round = retention({ ...context, replayRecords, receipts, bucketReplays })
      const told = listen()
      await expect(round()).rejects.toThrow(Crash)
      expect(await context.matches.find(old.id)).toMatchObject({ replayBytes: null })
      expect(s3.objects.has(s3.path(old.id))).toBe(false)
      expect(JSON.parse(await readFile(note, 'utf8'))).toMatchObject({ doubtMs: 0 })
      expect(told().match(/a step of retention failed/g)).toHaveLength(1)
    },
  )

  test('an arena without a bucket does not forget what is in one', async () => {
    const { old } = await oldAndYoung()
    const folderOnly = { ...machine.context, bucketReplays: null, replays: machine.context.localReplays }
    await retention(folderOnly)()
    expect(await service.context.matches.find(old.id)).toMatchObject({ replayBytes: old.content.length })
    expect(await marked()).toContain(old.id)
  })

  test('an object that was sent and not marked goes with the file, where another machine has deleted the replay since', async () => {
    const { id } = await playedMatch(service.context, machine.folder, replayBytes(), longAgo())
    const uploads = uploadsOf({ objects: crashing(machine.bucketReplays.objects, 'mark') })
    await expect(uploads.round()).rejects.toThrow(Crash)
    expect([...s3.objects.keys()]).toEqual([s3.path(id)])
    await service.context.replayRecords.forgetReplay(id)
    await retention()()
    expect([await files(), s3.objects.size]).toEqual([[], 0])
  })

  test('an upload that retention overtook leaves no object', async () => {
    const { id } = await playedMatch(service.context, machine.folder, replayBytes(), longAgo())
    s3.fault = (method) => {
      // Between sending and checking.
      if (method === 'GET') void service.context.replayRecords.forgetReplay(id)
      return null
    }
    await laterUploads().round()
    expect([await marked(), s3.objects.size]).toEqual([[], 0])
  })
})
