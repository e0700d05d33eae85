/** What an arena holds, taken elsewhere and back: a dump has every table, and a backup of a running arena is restored whole. */
import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { createKeyPair } from '@arena/protocol'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { backUp } from '../src/admin/backup-folder.ts'
import { openLink } from '../src/admin/link.ts'
import type { Link } from '../src/admin/link.ts'
import type { Environment } from '../src/config.ts'
import { openDatabase } from '../src/db/database.ts'
import { readRows } from '../src/db/dump-file.ts'
import { dumpDatabase } from '../src/db/dump.ts'
import { checkLoad, loadDatabase, LoadError } from '../src/db/load.ts'
import { schemaOf } from '../src/db/migrate.ts'
import { MIGRATIONS } from '../src/db/migrations/index.ts'
import type { Database } from '../src/db/schema.ts'
import { inOrder } from '../src/db/tables.ts'
import { Operator } from '../src/operators/operator.ts'
import { OperatorSocket } from '../src/operators/socket.ts'
import { agreeOnKey } from '../src/platform/shared-key.ts'
import { ReplayObjects } from '../src/replays/bucket/replay-objects.ts'
import { admin } from './admin.ts'
import { contentsOf, fillDatabase } from './arena-data.ts'
import { layDatabase, openEmptyDatabase, openToOthers } from './data-folder.ts'
import { sharedFolder, sharedService } from './begun-once.ts'

const folder = sharedFolder('arena-backup-')
let lines: string[]
let contents: Record<string, string[]>

beforeAll(async () => {
  const db = await openEmptyDatabase()
  await fillDatabase(db)
  contents = await contentsOf(db)
  lines = []
  for await (const line of dumpDatabase(db)) lines.push(line)
  await db.destroy()
})

async function* given(from: readonly string[]): AsyncGenerator<string, void> {
  yield* from
}

describe('a dump', () => {
  let db: Database
  beforeAll(async () => {
    db = await openEmptyDatabase()
  })
  afterAll(() => db.destroy())

  test.each([
    ['cut off', () => lines.slice(0, -1), 'cut off'],
    ['with a row less', () => lines.filter((_line, i) => !lines[i - 1]?.startsWith('#bots')), 'is damaged'],
    ['with a changed row', () => lines.map((line) => line.replace('"ada"', '"eve"')), 'differs from what was written'],
    [
      'of a newer schema',
      () => [JSON.stringify({ ...JSON.parse(lines[0]!), schema: 999 }), ...lines.slice(1)],
      'is of schema 999',
    ],
    ['of something else', () => ['{"format":"else"}'], 'not data of an arena'],
    ['that is empty', () => [], 'not data of an arena'],
  ])('%s is refused, and nothing of it stays', async (_name, damaged, words) => {
    const loading = loadDatabase(db, given(damaged()))
    await expect(loading).rejects.toThrow(LoadError)
    await expect(loading).rejects.toThrow(words)
    expect(Object.values(await contentsOf(db)).flat()).toEqual([])
  })

  test('whose load cannot be written down leaves nothing', async () => {
    const unwritten = loadDatabase(db, given(lines), async (trx, { users }) => {
      expect(users).toBe(2)
      await sql`delete from operator_acts`.execute(trx)
    })
    await expect(unwritten).rejects.toThrow(/are a record/)
    expect(Object.values(await contentsOf(db)).flat()).toEqual([])
  })

  test('that is whole gives every row of every table again, to the last digit, and numbering goes on after it', async () => {
    const counts = await loadDatabase(db, given(lines))
    expect(await contentsOf(db)).toEqual(contents)
    expect(counts).toMatchObject({ users: 2, bots: 2, matches: 2, operator_acts: 2 })
    await sql`insert into operator_acts (at, who, why, act, facts) values (now(), 'a', 'b', 'c', '{}')`.execute(db)
  })

  test('is not loaded over data', async () => {
    await expect(checkLoad(db, given(lines))).rejects.toThrow(/not empty/)
    await expect(loadDatabase(db, given(lines))).rejects.toThrow(/not empty/)
  })
})

test('a dump of an older schema is loaded into that, and migrated', async () => {
  // From before accounts could be disabled.
  const old = MIGRATIONS.findIndex(({ name }) => name === 'operators')
  const db = await openDatabase({ databaseUrl: null, dataDir: join(folder, 'old'), isAsItIs: true })
  // A row as that schema had it, without the column that was added.
  const row =
    '{"id": "user_01k9y3v8h2e6wbz4m0t7qnd5fa", "email": "a@b.c", "handle": "", "created_at": "2026-03-01T12:00:00+00:00", "deleted_at": null}'
  const sum = String(Number.parseInt(createHash('sha256').update(row).digest('hex').slice(0, 12), 16))
  const head = { format: 'arena-data', version: 1, schema: old }
  const dumped = [JSON.stringify(head), '#users', row, JSON.stringify({ end: { users: { rows: 1, sum } } })]
  const note = new Error('the note is refused')
  await expect(loadDatabase(db, given(dumped), () => Promise.reject(note))).rejects.toThrow(note)
  expect(await schemaOf(db)).toBe(0)
  // The log is of a later schema.
  const noteIt = (trx: Database) =>
    new Operator(trx).note({ act: 'restore', subject: null, facts: {} }, { who: 'ada', why: 'a test' })
  expect(await loadDatabase(db, given(dumped), noteIt)).toEqual({ users: 1 })
  expect(await schemaOf(db)).toBe(MIGRATIONS.length)
  expect((await contentsOf(db))['operator_acts']).toHaveLength(1)
  await db.destroy()
}, 60_000)

test('tables are in an order in which each comes after those that it refers to', () => {
  const references = [
    { from: 'a', to: 'c' },
    { from: 'c', to: 'b' },
    { from: 'b', to: 'b' },
  ]
  expect(inOrder(['a', 'b', 'c'], references)).toEqual(['b', 'c', 'a'])
  expect(() =>
    inOrder(['a', 'b'], [...references.slice(1, 1), { from: 'a', to: 'b' }, { from: 'b', to: 'a' }]),
  ).toThrow(/in a circle: a, b/)
})

describe('a backup of a running arena', () => {
  const REPLAY = 'match_01k9y40r6yes3v1c5hzq8p2n7t.slp.gz'
  const PART = 'match_01k9y40r6yes3v1c5hzq8p2n7u.slp.part'
  const KEPT = ['archive/2026-11-24.parquet', 'engines/9f091acc-000000000000.cjs']
  const service = sharedService()
  let socket: OperatorSocket
  let before: Record<string, string[]>
  const backup = () => join(folder, 'backup')
  const why = ['--why', 'a test', '--as', 'ada'] as const

  beforeAll(async () => {
    const { db, config, log, replayDir, machineId, keyRing } = service.context
    const { dataDir } = config
    await fillDatabase(db)
    await agreeOnKey(db, { machineId, publicKey: keyRing.current.publicKey, maxMatches: 1 })
    await mkdir(replayDir, { recursive: true })
    await writeFile(join(replayDir, REPLAY), 'a replay')
    await writeFile(join(replayDir, PART), 'half of one')
    for (const name of KEPT) {
      await mkdir(dirname(join(dataDir, name)), { recursive: true })
      await writeFile(join(dataDir, name), `${name}, as it is`)
    }
    socket = (await OperatorSocket.open({ dataDir, db, log }))!
    before = await contentsOf(db)
  })
  afterAll(() => socket.close())

  test('is made while it answers, and is for its owner only', async () => {
    const { dataDir } = service.context.config
    const done = await admin({ ARENA_DATA_DIR: dataDir }, 'backup', backup(), ...why, '--json')
    expect(done).toMatchObject({ code: 0, json: { replays: 1, newReplays: 1 } })
    expect((await service.fetch('/leaderboard')).status).toBe(200)
    expect(openToOthers(join(dataDir, 'admin'))).toEqual([])
    expect((await stat(join(backup(), 'arena.jsonl.gz'))).mode & 0o077).toBe(0)
    expect((await stat(backup())).mode & 0o077).toBe(0)
  })

  test('again copies only replays that are new', async () => {
    await writeFile(join(service.context.replayDir, 'match_01k9y40r6yes3v1c5hzq8p2n7v.slp'), 'another')
    const done = await admin({ ARENA_DATA_DIR: service.context.config.dataDir }, 'backup', backup(), ...why, '--json')
    expect(done).toMatchObject({ code: 0, json: { replays: 2, newReplays: 1 } })
  })

  test('is restored into a new data folder: all rows, the platform key, the identity, the replays and the archive', async () => {
    const env = { ARENA_DATA_DIR: join(folder, 'restored') }
    // To make an embedded database takes seconds.
    await layDatabase(env.ARENA_DATA_DIR)
    expect((await admin(env, 'restore', backup(), ...why)).code).toBe(2)
    const done = await admin(env, 'restore', backup(), ...why, '--yes')
    expect([done.code, done.errors]).toEqual([0, ''])
    const { dataDir } = service.context.config
    for (const name of ['platform-key', 'arena-id', `replays/${REPLAY}`, ...KEPT]) {
      expect(await readFile(join(env.ARENA_DATA_DIR, name))).toEqual(await readFile(join(dataDir, name)))
    }
    await expect(stat(join(env.ARENA_DATA_DIR, 'replays', PART))).rejects.toThrow(/ENOENT/)
    const db = await openDatabase({ databaseUrl: null, dataDir: env.ARENA_DATA_DIR })
    const { operator_acts: acts, ...rest } = await contentsOf(db)
    await db.destroy()
    const { operator_acts: actsBefore, ...restBefore } = before
    // Another public log begins, and secrets that nobody has seen are drawn anew.
    const anew = { public_logs: null, public_log_entries: null, days: null }
    expect({ ...rest, ...anew }).toEqual({ ...restBefore, ...anew })
    // Both backups were noted, the second after its tables were written; then the restore.
    expect(acts).toHaveLength(actsBefore!.length + 2)
    expect(acts!.at(-1)).toContain('"act": "restore"')
  })

  test('whose restore is broken off is restored by the same command: the data, which is never overwritten, comes last', async () => {
    const dataDir = join(folder, 'again')
    await layDatabase(dataDir)
    const obstacle = join(dataDir, 'replays', `${REPLAY}.new`)
    await mkdir(obstacle, { recursive: true })
    const run = () => admin({ ARENA_DATA_DIR: dataDir }, 'restore', backup(), ...why, '--yes')
    const brokenOff = await run()
    expect([brokenOff.code, brokenOff.errors]).toEqual([1, expect.stringContaining(obstacle)])
    await rm(obstacle, { recursive: true })
    const again = await run()
    expect([again.code, again.errors]).toEqual([0, ''])
    expect(await readFile(join(dataDir, 'replays', REPLAY), 'utf8')).toBe('a replay')
  })

  test('is not restored over an arena, nor into the folder of another', async () => {
    const own = { ARENA_DATA_DIR: join(folder, 'restored') }
    await rm(join(folder, 'restored', 'replays'), { recursive: true })
    expect((await admin(own, 'restore', backup(), ...why, '--yes')).errors).toContain('The database is not empty')
    expect(await readdir(join(folder, 'restored'))).not.toContain('replays')
    const other = join(folder, 'other')
    await mkdir(other)
    await writeFile(join(other, 'arena-id'), 'arena_01k9y40r6yes3v1c5hzq8p2n7t\n')
    const refused = await admin({ ARENA_DATA_DIR: other }, 'restore', backup(), ...why, '--yes')
    expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining('is of another arena than the backup')])
    expect(await readdir(other)).toEqual(['arena-id'])
    const running = await admin(
      { ARENA_DATA_DIR: service.context.config.dataDir },
      'restore',
      backup(),
      ...why,
      '--yes',
    )
    expect([running.code, running.errors]).toEqual([1, expect.stringContaining('is in use by')])
  })

  describe('beside an upload', () => {
    const name = (matchId: string) => `${matchId}.slp.gz`
    let target: string
    let matchId: string
    let objects: ReplayObjects
    let link: Link

    /** A backup that finds something done after its tables were written; how often they were. */
    async function backUpWhile(done: () => Promise<void>): Promise<number> {
      const { dataDir } = service.context.config
      let dumps = 0
      const slow: Pick<Link, 'backUp'> = {
        async backUp(path, reason) {
          await link.backUp(path, reason)
          dumps++
          if (dumps === 1) await done()
        },
      }
      await backUp(slow, { dataDir, platformKeys: [] }, target, { who: 'ada', why: 'a test' })
      return dumps
    }
    async function hasRow(): Promise<boolean> {
      for await (const row of readRows(join(target, 'arena.jsonl.gz'), 'replay_objects')) {
        if ((row as { match_id: string }).match_id === matchId) return true
      }
      return false
    }
    const mark = () => objects.mark(matchId, { packedBytes: 12, sha256: '0'.repeat(64) })
    const file = () => join(service.context.replayDir, name(matchId))

    beforeEach(async () => {
      const { db, config } = service.context
      target = await mkdtemp(join(folder, 'beside-'))
      objects = new ReplayObjects(db)
      link = await openLink({ databaseUrl: null, dataDir: config.dataDir })
      const row = db.selectFrom('matches').select('id').where('replay_bytes', 'is not', null)
      matchId = (await row.executeTakeFirstOrThrow()).id
      await objects.forget(matchId)
    })
    afterEach(mark)

    test('has a replay that goes into the bucket after the tables were written', async () => {
      await writeFile(file(), 'of the match')
      await backUpWhile(async () => {
        await mark()
        await rm(file())
      })
      expect(await hasRow()).toBe(false)
      expect(await readFile(join(target, 'replays', name(matchId)), 'utf8')).toBe('of the match')
    })

    test('has the row of one that came meanwhile and goes before it is copied: the tables are written again', async () => {
      const dumps = await backUpWhile(async () => {
        // A name without a file is what a copy finds that was about to begin.
        await symlink(join(folder, 'removed'), file())
        setTimeout(() => void mark().then(() => rm(file())), 100)
      })
      expect(dumps).toBe(2)
      expect(await hasRow()).toBe(true)
      expect(await readdir(join(target, 'replays'))).not.toContain(name(matchId))
    })
  })

  describe('beside a data folder', () => {
    const own = () => join(service.context.config.dataDir, 'platform-key')
    const elsewhere = () => join(folder, 'elsewhere')
    const target = () => join(folder, 'of-a-key')
    const run = (env: Environment = {}) =>
      admin({ ARENA_DATA_DIR: service.context.config.dataDir, ...env }, 'backup', target(), ...why)
    const kept = () => readdir(target())

    beforeAll(() => rename(own(), elsewhere()))
    afterAll(() => rename(elsewhere(), own()))
    afterEach(async () => {
      await rm(own(), { force: true })
      await rm(target(), { recursive: true })
    })

    test('without the platform key fails, and says so', async () => {
      const { code, errors } = await run()
      expect([code, errors]).toEqual([1, expect.stringContaining(service.context.keyRing.current.publicKey)])
      expect(await kept()).not.toContain('arena.jsonl.gz')
    })

    test('with the key of another arena, or what is no key, fails and takes none', async () => {
      for (const text of [createKeyPair().privateKey, 'not a key']) {
        await writeFile(own(), `${text}\n`)
        expect(await run()).toMatchObject({ code: 1, errors: expect.stringContaining('which is neither in') })
        expect(await kept()).not.toContain('platform-key')
      }
    })

    test('without the key needs none where the database has it, sealed', async () => {
      const { db, keyRing } = service.context
      const row = {
        public_key: keyRing.current.publicKey,
        sealed: 'sealed',
        state: 'previous',
        since: new Date(),
      } as const
      await db.insertInto('platform_keys').values(row).execute()
      expect(await run()).toMatchObject({ code: 0, errors: '' })
      expect(await kept()).not.toContain('platform-key')
      await db.deleteFrom('platform_keys').where('state', '=', 'previous').execute()
    })
  })

  test('that is damaged is refused before anything of it is copied', async () => {
    const damaged = join(folder, 'damaged')
    await layDatabase(join(folder, 'new'))
    await cp(backup(), damaged, { recursive: true })
    const file = join(damaged, 'arena.jsonl.gz')
    const text = gunzipSync(await readFile(file)).toString()
    await writeFile(file, gzipSync(text.slice(0, text.length / 2)))
    const cut = await admin({ ARENA_DATA_DIR: join(folder, 'new') }, 'restore', damaged, ...why, '--yes')
    expect([cut.code, cut.errors]).toEqual([1, expect.stringContaining('cut off')])
    await writeFile(file, (await readFile(file)).subarray(0, 300))
    const broken = await admin({ ARENA_DATA_DIR: join(folder, 'new') }, 'restore', damaged, ...why, '--yes')
    expect([broken.code, broken.errors]).toEqual([1, expect.stringContaining('unexpected end of file')])
    expect(await readdir(join(folder, 'new'))).toEqual(['database'])
  })
})

test('an arena that is not running is reached by its folder; one that never was is not made', async () => {
  const env = { ARENA_DATA_DIR: join(folder, 'restored') }
  expect((await admin(env, 'accounts', 'list', '--json')).json).toMatchObject({ accounts: [{}, {}] })
  const none = await admin({ ARENA_DATA_DIR: join(folder, 'nowhere') }, 'bots', 'list')
  expect([none.code, none.errors]).toEqual([1, expect.stringContaining('There is no arena in')])
})
