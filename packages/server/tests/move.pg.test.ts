/**
 * The operator's guide to PostgreSQL and to a bucket (docs/operating.md, "Moving to PostgreSQL"), word for word, with the program and
 * real servers: its commands run in a shell, in a folder with a `.env`. Only the addresses and what `systemctl` starts are the test's.
 */
import { execFile, execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort } from '@arena/host/system'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fencesOf } from '../../../scripts/tests/guide.ts'
import { ADMIN, ARENA } from '../../../scripts/tests/programs.ts'
import { moveToPostgres } from '../src/admin/move.ts'
import { readConfig } from '../src/config.ts'
import { openServing } from '../src/machine/serving.ts'
import { openDatabase } from '../src/db/database.ts'
import { dumpDatabase } from '../src/db/dump.ts'
import { loadDatabase } from '../src/db/load.ts'
import { readMachineId } from '../src/machine/id.ts'
import { admin } from './admin.ts'
import { contentsOf, fillDatabase } from './arena-data.ts'
import { stillEngine } from './arena/kit.ts'
import { rawOf } from './arena/slp-by-hand.ts'
import { SpecBot } from './arena/spec-bot.ts'
import { HOUR, playedMatch } from './bucket/machines.ts'
import { startObjectServer } from './bucket/object-server.ts'
import type { ObjectServer } from './bucket/object-server.ts'
import { createDataFolder, layDatabase, openEmptyDatabase } from './data-folder.ts'
import { createPostgres, databaseUrl } from './storage/postgres.ts'

/** Nobody has second thoughts. */
const isMeant = async (): Promise<void> => {}

async function fillEmbedded(dataDir: string): Promise<void> {
  const source = await openDatabase({ databaseUrl: null, dataDir })
  await fillDatabase(source)
  await source.destroy()
}

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const GUIDE = path('../../../docs/operating.md')
const WHY = ['--why', 'a test', '--as', 'ada'] as const

function has(command: string): boolean {
  try {
    execFileSync(command, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function commandsOf(chapter: string): Promise<string> {
  const text = (await readFile(GUIDE, 'utf8')).split(/^##+ /m).find((section) => section.startsWith(`${chapter}\n`))!
  const [commands, ...more] = fencesOf(text, 'sh')
  expect(more).toEqual([])
  return commands!
}

const isEquipped = databaseUrl !== undefined && ['psql', 'npx', 'curl'].every(has)
if (!isEquipped) console.warn('skipped: the move to PostgreSQL needs DATABASE_URL, psql, npx and curl')

describe.skipIf(!isEquipped)('the guide', () => {
  let folder: string
  let url: string
  let bucket: ObjectServer
  let service: Server
  let arena: ChildProcess | null = null
  const bots: SpecBot[] = []
  /** The name of the database, and of the role that it belongs to. */
  const NAME = `arena_guide_${process.pid}`
  const target = new URL(databaseUrl ?? 'postgres://unused')
  target.pathname = NAME
  target.username = NAME
  target.password = 'password'

  const replays = () => join(folder, 'data/replays')
  const writes = async () => (await fetch(`${url}/auth/sign-out`, { method: 'POST' })).status

  /** What the unit of systemd does: starts the program in the folder, and ends it with SIGTERM. */
  async function start(): Promise<void> {
    arena = spawn(process.execPath, ['--liftoff-only', ARENA], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: process.env['PATH'] },
    })
    for await (const line of createInterface(arena.stdout!)) {
      if (!line.includes(url)) continue
      arena.stdout!.resume()
      return
    }
    throw new Error('the arena did not start')
  }

  async function stop(): Promise<void> {
    if (arena === null) return
    const ended = once(arena, 'exit')
    arena.kill('SIGTERM')
    expect((await ended)[0]).toBe(0)
    arena = null
  }

  const units: Readonly<Record<string, () => Promise<void>>> = {
    '/start': start,
    async '/stop'() {
      // A write after the backup would be lost, so writes are refused.
      expect(await writes()).toBe(503)
      await stop()
    },
    async '/restart'() {
      await stop()
      await start()
    },
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arena-move-'))
    bucket = await startObjectServer()
    service = createServer((request, response) => {
      units[request.url!]!().then(
        () => response.end(),
        (error: unknown) => response.writeHead(500).end(String(error)),
      )
    }).listen(0, '127.0.0.1')
    await once(service, 'listening')
    const { port } = service.address() as AddressInfo
    await mkdir(join(folder, 'node_modules/.bin'), { recursive: true })
    const programs = {
      'node_modules/.bin/arena-admin': `exec '${process.execPath}' --liftoff-only '${ADMIN}' "$@"`,
      systemctl: `exec curl -sS --fail-with-body --data '' "http://127.0.0.1:${port}/$1"`,
    }
    for (const [name, text] of Object.entries(programs))
      await writeFile(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
    const arenaPort = await freePort()
    url = `http://127.0.0.1:${arenaPort}`
    const settings = {
      PORT: arenaPort,
      ARENA_HOUSE_BOTS: 0,
      ARENA_HOSTS: 1,
      ARENA_RATE_LIMITS: 'off',
      ARENA_METRICS_TOKEN: 'the-metrics-token',
      ARENA_TICK_MS: 250,
      ARENA_REST_MS: 3_600_000,
      // Ten seconds of a game.
      ARENA_ENGINE: `'${stillEngine('ends=480', 'by=stocks', 'winner=0')}'`,
    }
    await writeFile(
      join(folder, '.env'),
      Object.entries(settings)
        .map(([name, value]) => `${name}=${value}`)
        // Without an end of its last line, as an editor may leave it.
        .join('\n'),
    )
  })
  afterAll(async () => {
    arena?.kill('SIGKILL')
    for (const bot of bots) await bot.close()
    service.close()
    await bucket[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, maxRetries: 5 })
    const drops = ['database', 'role'].flatMap((kind) => ['-c', `drop ${kind} if exists ${NAME}`])
    execFileSync('psql', [databaseUrl!, '-q', ...drops])
  })

  /** The commands of a chapter, as they stand there but for the addresses, in one shell. */
  async function follow(chapter: string): Promise<void> {
    const { endpoint, region, prefix, keyId, secret } = bucket.options
    const addresses = [
      ['postgres://postgres@db.example.org/postgres', databaseUrl!],
      ['postgres://arena:password@db.example.org/arena', target.href],
      ['create role arena', `create role ${NAME}`],
      ['create database arena', `create database ${NAME}`],
      ['owner arena', `owner ${NAME}`],
      ['s3://my-bucket/replays', `s3://${bucket.options.bucket}/${prefix}`],
      ['https://s3.example.org', endpoint],
      ['eu-central-1', region],
      ['ARENA_S3_KEY_ID=key-id', `ARENA_S3_KEY_ID=${keyId}`],
      ['ARENA_S3_SECRET=secret', `ARENA_S3_SECRET=${secret}`],
      ['http://127.0.0.1:8080', url],
    ] as const
    const commands = await commandsOf(chapter)
    const own = addresses.reduce((script, [there, here]) => script.replaceAll(there, here), commands)
    expect(own).not.toContain('example.org')
    const env = { PATH: `${folder}:${process.env['PATH']}`, HOME: folder, npm_config_update_notifier: 'false' }
    await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', own], { cwd: folder, env })
  }

  /** Matches that are over: files as they were written, and packed ones, all of which the embedded arena has. */
  async function playBefore(): Promise<string[]> {
    await layDatabase(join(folder, 'data'))
    const config = readConfig({ ARENA_DATA_DIR: join(folder, 'data') })
    const context = await openServing(config, pino({ level: 'silent' }))
    const ids: string[] = []
    for (const hoursAgo of [40 * 24, 3, 0]) {
      const { id } = await playedMatch(context, replays(), undefined, Date.now() - hoursAgo * HOUR)
      if (hoursAgo > 0) await context.localReplays.pack(id)
      ids.push(id)
    }
    await context.db.updateTable('bots').set({ status: 'paused' }).execute()
    await context.lifetimes.close()
    return ids
  }

  test('leads from an embedded arena to PostgreSQL, as a role of its own, and a bucket: accounts, bots, keys, matches, every replay byte by byte', async () => {
    const ids = await playBefore()
    await start()
    const get = async (of: string, init?: RequestInit): Promise<unknown> => (await fetch(url + of, init)).json()
    const headers = { 'content-type': 'application/json' }
    const players = await Promise.all(
      ['ada', 'bob'].map(async (name) => {
        const bot = await SpecBot.listen()
        bots.push(bot)
        const body = JSON.stringify({ email: `${name}@example.org` })
        const { secret } = (await get('/dev/keys', { method: 'POST', headers, body })) as { secret: string }
        return { bot, name, key: { headers: { ...headers, authorization: `Bearer ${secret}` } } }
      }),
    )
    for (const { bot, name, key } of players) {
      const body = JSON.stringify({ name, mode: 'live', url: bot.url })
      expect((await fetch(`${url}/bots`, { method: 'POST', ...key, body })).status).toBe(200)
    }
    const { matchId } = await players[0]!.bot.seat()
    /** Without their standing, which the match that runs meanwhile changes. */
    const botsOf = async (key: RequestInit) => {
      const { bots: own } = (await get('/bots', key)) as { bots: Record<string, unknown>[] }
      return own.map((bot) => ({ ...bot, standing: null }))
    }
    const facts = async () => ({
      bots: await Promise.all(players.map(({ key }) => botsOf(key))),
      platformKey: await get('/.well-known/arena.json'),
      matches: await Promise.all(ids.map((id) => get(`/matches/${id}`))),
      replays: await Promise.all(ids.map(replay)),
    })
    const replay = async (id: string) => {
      const answer = await fetch(`${url}/matches/${id}/replay.slp`)
      expect(answer.status).toBe(200)
      return Buffer.from(await answer.arrayBuffer())
    }
    const before = await facts()
    expect(before.bots).toMatchObject(players.map(({ name }) => [{ name, status: 'active' }]))
    expect(before.replays.map(({ length }) => length > 0)).toEqual([true, true, true])

    // A match runs meanwhile.
    expect(await get(`/matches/${matchId}`)).toMatchObject({ status: 'running' })
    await follow('Moving to PostgreSQL')
    await expect.poll(writes, { timeout: 30_000 }).toBe(200)
    expect(await get(`/matches/${matchId}`)).toMatchObject({ status: 'completed' })
    expect(await readdir(join(folder, 'data'))).toContain('database.moved')

    await follow('Moving replays into a bucket')
    // Only of the last ten minutes; without them, all come from the bucket.
    const recent = [`${ids[2]}.slp`, `${matchId}.slp`].toSorted()
    await expect.poll(async () => (await readdir(replays())).toSorted(), { timeout: 30_000 }).toEqual(recent)
    for (const name of recent) await rm(join(replays(), name))
    const after = await facts()
    expect({ ...after, replays: [] }).toEqual({ ...before, replays: [] })
    expect(after.replays.map((bytes, i) => bytes.equals(before.replays[i]!))).toEqual([true, true, true])
    const played = rawOf(await replay(matchId))
    for (const { bot } of players) expect(bot.stream(matchId).equals(played)).toBe(true)
    await stop()

    const log = await admin({ DATABASE_URL: target.href }, 'log', '--json')
    const acts = (log.json as { log: { act: string; why: string }[] }).log
    expect(acts.map(({ act }) => act)).toEqual([
      'maintenance.cancel',
      'move-to-postgres',
      'backup',
      'maintenance.announce',
    ])
    expect(new Set(acts.map(({ why }) => why))).toEqual(new Set(['move to PostgreSQL']))

    const forgetful = await admin({ ARENA_DATA_DIR: join(folder, 'data') }, 'bots', 'list')
    expect([forgetful.code, forgetful.errors]).toEqual([1, expect.stringContaining('set DATABASE_URL')])
  }, 300_000)
})

describe('the wait for the bucket', () => {
  const NAME = 'arena_replays_waiting'
  const HEAD = `# HELP ${NAME} Replays that are not in the bucket yet.\n# TYPE ${NAME} gauge\n`
  const machine = (id: string, waiting: number) => `${NAME}{machine="${id}"} ${waiting}\n`

  test.each([
    ['one machine, none waits', 'ends', 1, `${NAME} 0\n`],
    ['one machine, some wait', 'goes on', 1, `${NAME} 10\n`],
    ['none has counted', 'goes on', 1, ''],
    ['two machines, none waits', 'ends', 2, machine('a', 0) + machine('b', 0)],
    ['two machines, some wait on the second', 'goes on', 2, machine('a', 0) + machine('b', 3)],
    ['two machines, some wait on the first', 'goes on', 2, machine('a', 3) + machine('b', 0)],
    ['two machines, one of them away', 'goes on', 2, machine('a', 0)],
    ['more machines than were named', 'goes on', 1, machine('a', 0) + machine('b', 0)],
    ['no answer', 'goes on', 1, null],
  ])('%s: it %s', async (_case, outcome, machines, answer) => {
    const commands = await commandsOf('Moving replays into a bucket')
    const wait = commands
      .slice(commands.indexOf('until '))
      .replace('machines=1', `machines=${machines}`)
      .replace('sleep 5', 'echo goes on; exit')
    // In the place of the program; what it prints is in the environment.
    const curl = answer === null ? 'curl() { return 7; }' : `curl() { printf %s "$ANSWER"; }`
    const env = { PATH: process.env['PATH'], ANSWER: HEAD + (answer ?? '') }
    const { stdout } = await promisify(execFile)('sh', ['-c', `${curl}\n${wait}\necho ends`], { env })
    expect(stdout).toBe(`${outcome}\n`)
  })
})

/** An empty database on the server, and a data folder. */
async function createPlace() {
  const postgres = await createPostgres()
  const dataDir = await createDataFolder('arena-move-')
  return {
    postgres,
    dataDir,
    async [Symbol.asyncDispose]() {
      await postgres.drop()
      await rm(dataDir, { recursive: true })
    },
  }
}

describe.skipIf(databaseUrl === undefined)('from the embedded database to PostgreSQL', () => {
  test('every row arrives as it was, and goes back as it came', async () => {
    await using place = await createPlace()
    const { postgres, dataDir } = place
    await readMachineId(dataDir)
    const source = await openDatabase({ databaseUrl: null, dataDir })
    await fillDatabase(source)
    const before = await contentsOf(source)
    await source.destroy()

    const env = { DATABASE_URL: postgres.url, ARENA_DATA_DIR: dataDir }
    const moved = await admin(env, 'move-to-postgres', '--yes', ...WHY)
    expect([moved.code, moved.errors]).toEqual([0, ''])
    const target = await postgres.open()
    const after = await contentsOf(target)
    expect(after['operator_acts']).toHaveLength(before['operator_acts']!.length + 1)
    expect({ ...after, operator_acts: before['operator_acts'] }).toEqual(before)

    // By the same way back.
    const back = await openEmptyDatabase()
    await loadDatabase(back, dumpDatabase(target))
    expect(await contentsOf(back)).toEqual(after)
    await back.destroy()

    expect((await admin(env, 'move-to-postgres', '--yes', ...WHY)).errors).toContain('There is no embedded database')
    expect((await admin(env, 'bots', 'list', '--json')).json).toMatchObject({ bots: [{}, {}] })
  }, 120_000)

  test('a move that cannot be written down moves nothing, and can be repeated', async () => {
    await using place = await createPlace()
    const { postgres, dataDir } = place
    await fillEmbedded(dataDir)
    await expect(
      moveToPostgres({ databaseUrl: postgres.url, dataDir }, { who: 'ada', why: 'no text: \0' }, isMeant),
    ).rejects.toThrow(/0x00/)
    expect(await readdir(dataDir)).toContain('database')
    expect(
      await moveToPostgres({ databaseUrl: postgres.url, dataDir }, { who: 'ada', why: 'a test' }, isMeant),
    ).toMatchObject({ rows: { users: 2 } })
  }, 120_000)

  test('a move that was ended before its last step moves nothing twice: repeated, it says which step is left', async () => {
    await using place = await createPlace()
    const { postgres, dataDir } = place
    await fillEmbedded(dataDir)
    const { kept } = await moveToPostgres(
      { databaseUrl: postgres.url, dataDir },
      { who: 'ada', why: 'a test' },
      isMeant,
    )
    await rename(kept, join(dataDir, 'database'))
    const target = await postgres.open()
    const moved = await contentsOf(target)
    const env = { DATABASE_URL: postgres.url, ARENA_DATA_DIR: dataDir }
    const again = await admin(env, 'move-to-postgres', '--yes', ...WHY)
    const words = `only the last step is left: rename ${join(dataDir, 'database')} to database.moved`
    expect([again.code, again.errors]).toEqual([1, expect.stringContaining(words)])
    expect(await contentsOf(target)).toEqual(moved)
    expect(await readdir(dataDir)).toContain('database')
  }, 120_000)

  test('a database that holds data is left as it is, and so is the embedded one', async () => {
    await using place = await createPlace()
    const { postgres, dataDir } = place
    const target = await postgres.open()
    await fillDatabase(target)
    const before = await contentsOf(target)
    const env = { DATABASE_URL: postgres.url, ARENA_DATA_DIR: dataDir }
    const refused = await admin(env, 'move-to-postgres', '--yes', ...WHY)
    expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining('The database is not empty')])
    expect(await contentsOf(target)).toEqual(before)
    expect(await readdir(dataDir)).toContain('database')
  }, 120_000)
})
