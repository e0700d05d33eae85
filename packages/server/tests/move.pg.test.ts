/**
 * The operator's guide to PostgreSQL (docs/operating.md, "Moving to PostgreSQL"), word for word, with the program and a real server:
 * its commands run in a shell, in a folder with a `.env`. Only the addresses and what `systemctl` starts are the test's.
 */
import { execFile, execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADMIN, ARENA } from '../../../scripts/tests/programs.ts'
import { openDatabase } from '../src/db/database.ts'
import { dumpDatabase } from '../src/db/dump.ts'
import { loadDatabase } from '../src/db/load.ts'
import { readArenaId } from '../src/db/arena-id.ts'
import { admin } from './admin.ts'
import { contentsOf, fillDatabase } from './arena-data.ts'
import { createDataFolder, openEmptyDatabase } from './data-folder.ts'
import { startBot } from './http-service.ts'
import { createPostgres, databaseUrl } from './storage/postgres.ts'

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

const isEquipped = databaseUrl !== undefined && has('psql') && has('npx')
if (!isEquipped) console.warn('skipped: the move to PostgreSQL needs DATABASE_URL, psql and npx')

describe.skipIf(!isEquipped)('the guide', () => {
  let folder: string
  let arena: ChildProcess | null = null
  const DATABASE = `arena_guide_${process.pid}`

  /** What the unit of systemd does: starts the program in the folder, and ends it with SIGTERM. */
  async function start(): Promise<string> {
    arena = spawn(process.execPath, ['--liftoff-only', ARENA], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: process.env['PATH'] },
    })
    for await (const line of createInterface(arena.stdout!)) {
      const url = /Bot Arena +(http:\S+)/.exec(line)?.[1]
      if (url === undefined) continue
      arena.stdout!.resume()
      return url
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

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arena-move-'))
    await mkdir(join(folder, 'node_modules/.bin'), { recursive: true })
    const program = `#!/bin/sh\nexec '${process.execPath}' --liftoff-only '${ADMIN}' "$@"\n`
    await writeFile(join(folder, 'node_modules/.bin/arena-admin'), program, { mode: 0o755 })
    await writeFile(join(folder, '.env'), 'PORT=0\nARENA_HOUSE_BOTS=0\nARENA_HOSTS=1\nARENA_RATE_LIMITS=off\n')
    // The test itself starts and stops.
    await writeFile(join(folder, 'systemctl'), '#!/bin/sh\n', { mode: 0o755 })
  })
  afterAll(async () => {
    arena?.kill('SIGKILL')
    await rm(folder, { recursive: true, maxRetries: 5 })
    execFileSync('psql', [databaseUrl!, '-qc', `drop database if exists ${DATABASE}`])
  })

  test('leads from an embedded arena to one on PostgreSQL with the same accounts, bots and keys', async () => {
    const section = (await readFile(GUIDE, 'utf8'))
      .split(/^## /m)
      .find((text) => text.startsWith('Moving to PostgreSQL'))!
    const commands = /```sh\n([^]*?)```/.exec(section)![1]!.trim().split('\n')
    const target = new URL(databaseUrl!)
    target.pathname = DATABASE
    async function run(command: string): Promise<void> {
      const own = command
        .replace(/postgres:\/\/postgres:[^' ]+/, databaseUrl!)
        .replace(/postgres:\/\/arena:[^' ]+/, target.href)
        .replace('create database arena', `create database ${DATABASE}`)
      const env = { PATH: `${folder}:${process.env['PATH']}`, HOME: folder, npm_config_update_notifier: 'false' }
      await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', own], { cwd: folder, env })
    }

    let url = await start()
    const headers = { 'content-type': 'application/json' }
    const made = await fetch(`${url}/dev/keys`, { method: 'POST', headers, body: '{"email":"ada@example.org"}' })
    const { secret } = (await made.json()) as { secret: string }
    const key = { headers: { authorization: `Bearer ${secret}` } }
    await using bot = await startBot()
    const body = JSON.stringify({ name: 'Waveland', mode: 'live', url: bot.url })
    const added = await fetch(`${url}/bots`, { method: 'POST', headers: { ...headers, ...key.headers }, body })
    expect(added.status).toBe(200)
    const bots = async () => (await (await fetch(`${url}/bots`, key)).json()) as unknown
    const writes = async () => (await fetch(`${url}/auth/sign-out`, { method: 'POST' })).status
    const platformKey = async () => (await fetch(`${url}/.well-known/arena.json`)).text()
    const before = [await bots(), await platformKey()]
    expect(before[0]).toMatchObject({ bots: [{ name: 'Waveland', status: 'active' }] })

    for (const command of commands) {
      await run(command)
      if (command.includes('systemctl stop')) await stop()
      if (command.includes('systemctl start')) url = await start()
      if (command.includes('announce')) await expect.poll(writes).toBe(503)
    }
    expect([await bots(), await platformKey()]).toEqual(before)
    await expect.poll(writes).toBe(200)
    expect(await readdir(join(folder, 'data'))).toContain('database.moved')
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

describe.skipIf(databaseUrl === undefined)('from the embedded database to PostgreSQL', () => {
  test('every row arrives as it was, and goes back as it came', async () => {
    const postgres = await createPostgres()
    const dataDir = await createDataFolder('arena-move-')
    try {
      await readArenaId(dataDir)
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
    } finally {
      await postgres.drop()
      await rm(dataDir, { recursive: true })
    }
  }, 120_000)

  test('a database that holds data is left as it is, and so is the embedded one', async () => {
    const postgres = await createPostgres()
    const dataDir = await createDataFolder('arena-move-')
    try {
      const target = await postgres.open()
      await fillDatabase(target)
      const before = await contentsOf(target)
      const env = { DATABASE_URL: postgres.url, ARENA_DATA_DIR: dataDir }
      const refused = await admin(env, 'move-to-postgres', '--yes', ...WHY)
      expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining('The database is not empty')])
      expect(await contentsOf(target)).toEqual(before)
      expect(await readdir(dataDir)).toContain('database')
    } finally {
      await postgres.drop()
      await rm(dataDir, { recursive: true })
    }
  }, 120_000)
})
