/** The arena as an operator uses it: started as a program, observed over HTTP, stopped by signals, killed. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { platform } from 'node:process'
import { LiveList, Match, MatchList } from '@arena/protocol'
import type { LiveMatch } from '@arena/protocol'
import { readReplay } from '@arena/slp'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { Arena } from '../src/arena.ts'
import { readConfig } from '../src/config.ts'
import { createLog, type Logger } from '../src/log.ts'
import { layDatabase } from './data-folder.ts'
import { ARENA, JUDGED } from '../../../scripts/tests/programs.ts'

/** Every expected event happens well within this time. Its duration is not tested. */
const PATIENCE = { timeout: 60_000, interval: 100 }

let folder: string
const running = new Set<ChildProcess>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'arena-program-'))
  // All but `data`, which the first program to start makes from nothing.
  for (const name of ['other', 'house', 'revived', 'late']) await layDatabase(join(folder, name))
})

afterEach(async () => {
  for (const child of running) child.kill('SIGKILL')
  await Promise.all([...running].map((child) => once(child, 'exit')))
})

afterAll(async () => {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

interface Program {
  readonly child: ChildProcess
  readonly output: () => string
  readonly exited: Promise<number | null>
}

function run(env: Record<string, string>, ...args: string[]): Program {
  const child = spawn(process.execPath, [...JUDGED, ARENA, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], PORT: '0', ARENA_DATA_DIR: join(folder, 'data'), ARENA_HOSTS: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.once('exit', () => running.delete(child))
  // Not at its exit: its last output may not have arrived by then.
  const exited = once(child, 'close').then(([code]: unknown[]) => code as number | null)
  return { child, output: () => output, exited }
}

/** Where the program says that it listens, once it does. */
async function address({ output, exited }: Program): Promise<string> {
  let isOver = false
  void exited.then(() => (isOver = true))
  return vi.waitUntil(() => {
    if (isOver) throw new Error(`the program ended:\n${output()}`)
    return /Bot Arena +(http:\S+)/.exec(output())?.[1]
  }, PATIENCE)
}

/** A match whose game is under way; the one with the id, where one is named. */
async function matchInPlay(url: string, id?: string): Promise<LiveMatch> {
  return vi.waitFor(async () => {
    const { matches } = LiveList.parse(await (await fetch(`${url}/live`)).json())
    const match = matches.find((live) => live.frame > 0 && (id === undefined || live.id === id))
    if (match === undefined) throw new Error('no game is under way')
    return match
  }, PATIENCE)
}

describe('the program', { timeout: 120_000 }, () => {
  test('prints its usage for --help, and refuses every other argument with 2, before it loads the service', async () => {
    // A configuration with a mistake ends the program with 1 once it is read.
    const help = run({ PORT: 'http' }, '--help')
    expect(await help.exited).toBe(0)
    expect(help.output()).toMatch(/environment variables.*\.env\.example.*docs\/operating\.md/s)
    const port = run({ PORT: 'http' }, '--port', '80')
    expect(await port.exited).toBe(2)
    expect(port.output()).toBe('The arena takes no arguments, but was given "--port". See --help.\n')
  })

  test('names every mistake of its configuration and ends with 1', async () => {
    const program = run({ PORT: 'http', ARENA_HOSTS: '0', NODE_ENV: 'prod' })
    expect(await program.exited).toBe(1)
    expect(program.output()).toBe(
      'The configuration has 3 mistakes:\n' +
        '  NODE_ENV must be development, production or test\n' +
        '  PORT must be a whole number\n' +
        '  ARENA_HOSTS must be at least 1\n' +
        '\nSee .env.example for all variables.\n',
    )
  })

  test('reports why it cannot start, with the setting concerned, and ends with 1', async () => {
    const taken = run({ ARENA_HOUSE_BOTS: '0' })
    const port = new URL(await address(taken)).port
    const settings: [Record<string, string>, string][] = [
      [{ PORT: port }, `Port ${port} is taken by another program. Choose another with PORT=…`],
      [
        { DATABASE_URL: 'postgres://arena:hunter2@127.0.0.1:1/arena' },
        'The database at 127.0.0.1:1 (DATABASE_URL) cannot be used: connect ECONNREFUSED',
      ],
      [{ ARENA_DATA_DIR: ARENA }, `The data folder ${ARENA} (ARENA_DATA_DIR) cannot be written to: ENOTDIR`],
      [{ ARENA_DATA_DIR: join(folder, 'data') }, `The data folder ${join(folder, 'data')} is in use by process`],
    ]
    if (platform === 'linux') {
      settings.push([
        { ARENA_DATA_DIR: '/proc/arena' },
        'The data folder /proc/arena (ARENA_DATA_DIR) cannot be written to',
      ])
    }
    for (const [env, why] of settings) {
      const program = run({ ARENA_HOUSE_BOTS: '0', ARENA_DATA_DIR: join(folder, 'other'), ...env })
      expect(await program.exited).toBe(1)
      expect(program.output()).toContain(`The arena could not start: ${why}`)
      expect(program.output()).not.toContain('hunter2')
    }
    // Six programs start, one after the other.
  }, 300_000)

  test('prints how to get a key, and the command works as printed', async () => {
    const program = run({ ARENA_HOUSE_BOTS: '0' })
    await address(program)
    const [, url, header, body] = /^ +curl -s (\S+) -H '([^']+)' -d '([^']+)'$/m.exec(program.output())!
    const [name, value] = header!.split(': ')
    const response = await fetch(url!, { method: 'POST', headers: { [name!]: value! }, body: body! })
    expect(await response.json()).toMatchObject({ kind: 'bearer', secret: expect.stringMatching(/^arn_/) })
  })

  test.each(['SIGTERM', 'SIGINT'] as const)('%s ends an idle arena with 0', async (signal) => {
    const program = run({ ARENA_HOUSE_BOTS: '0' })
    await address(program)
    program.child.kill(signal)
    expect(await program.exited).toBe(0)
  })

  test('the first signal lets a running match continue, the second aborts it; its record and replay stay', async () => {
    const program = run({ ARENA_TICK_MS: '100' })
    const url = await address(program)
    const { id } = await matchInPlay(url)

    // As when npm passes on a Ctrl-C that the terminal has sent to everyone: two at once are one.
    program.child.kill('SIGINT')
    program.child.kill('SIGTERM')
    await vi.waitFor(async () => expect((await fetch(`${url}/health`)).status).toBe(503), PATIENCE)
    const { frame } = await matchInPlay(url, id)
    await vi.waitFor(async () => expect((await matchInPlay(url, id)).frame).toBeGreaterThan(frame + 30), PATIENCE)

    program.child.kill('SIGTERM')
    expect(await program.exited).toBe(0)

    const again = run({ ARENA_HOUSE_BOTS: '0' })
    const match = Match.parse(await (await fetch(`${await address(again)}/matches/${id}`)).json())
    expect(match).toMatchObject({ status: 'aborted', summary: { endReason: 'engine', winner: null } })
    expect(match.players.map(({ ratingDelta }) => ratingDelta)).toEqual([null, null])
  })

  test('after a kill -9 the next start marks the matches that were running as aborted and saves their replays', async () => {
    const program = run({ ARENA_TICK_MS: '100', ARENA_REST_MS: '0' })
    const { id } = await matchInPlay(await address(program))
    program.child.kill('SIGKILL')
    await program.exited

    const again = run({ ARENA_HOUSE_BOTS: '0' })
    const url = await address(again)
    const { matches } = MatchList.parse(await (await fetch(`${url}/matches`)).json())
    expect(matches.map(({ status }) => status)).not.toContain('running')
    expect(matches.find((match) => match.id === id)).toMatchObject({
      status: 'aborted',
      stage: expect.any(Number),
      summary: { endReason: 'engine', winner: null, frames: expect.any(Number) },
    })

    const response = await fetch(`${url}/matches/${id}/replay.slp`)
    expect(response.status).toBe(200)
    const replay = readReplay(new Uint8Array(await response.arrayBuffer()))
    expect(replay.raw.length).toBeGreaterThan(10_000)
    expect((await readdir(join(folder, 'data', 'replays'))).filter((name) => name.endsWith('.part'))).toEqual([])
  })
})

describe('house bots', { timeout: 120_000 }, () => {
  const start = (env: Record<string, string>, log: Logger = createLog({ production: true, level: 'silent' })) =>
    Arena.start(
      readConfig({
        PORT: '0',
        ARENA_DATA_DIR: join(folder, 'house'),
        ARENA_HOSTS: '1',
        ARENA_TICK_MS: '3600000',
        ...env,
      }),
      log,
    )

  const botsOf = async ({ context }: Arena) => {
    const rows = await context.db.selectFrom('bots').selectAll().orderBy('name').execute()
    return rows.map(({ id, owner_id, name, url, status }) => ({ id, owner: owner_id, name, url, status }))
  }

  test('belong to two accounts, stay registered across restarts, and are paused when they are not wanted', async () => {
    const names = async (arena: Arena) => {
      await vi.waitFor(async () => expect(await botsOf(arena)).toHaveLength(4), PATIENCE)
      return botsOf(arena)
    }
    const first = await start({ ARENA_HOUSE_BOTS: '4' })
    const registered = await names(first)
    await first.stop()
    expect(new Set(registered.map(({ owner }) => owner)).size).toBe(2)
    expect(registered.map(({ status }) => status)).toEqual(['active', 'active', 'active', 'active'])

    const second = await start({ ARENA_HOUSE_BOTS: '4' })
    expect(await botsOf(second)).toEqual(registered)
    await second.stop()

    const none = await start({ ARENA_HOUSE_BOTS: '0' })
    expect((await botsOf(none)).map(({ status }) => status)).toEqual(['paused', 'paused', 'paused', 'paused'])
    await none.stop()

    const fewer = await start({ ARENA_HOUSE_BOTS: '2' })
    await vi.waitFor(async () => {
      const active = (await botsOf(fewer)).filter(({ status }) => status === 'active')
      expect(active).toHaveLength(2)
    }, PATIENCE)
    await fewer.stop()
  })

  test('come back when their process dies', async () => {
    await using arena = await start({ ARENA_HOUSE_BOTS: '2', ARENA_DATA_DIR: join(folder, 'revived') })
    const ping = async () => {
      const [bot] = await botsOf(arena)
      return (await fetch(`${bot!.url}/ping`)).text()
    }
    await vi.waitFor(async () => expect(await ping()).toBe('pong'), PATIENCE)
    const { pid } = arena.house!
    process.kill(pid!, 'SIGKILL')
    await vi.waitFor(() => expect(arena.house!.pid).not.toBe(pid), PATIENCE)
    await vi.waitFor(async () => expect(await ping()).toBe('pong'), PATIENCE)
    await vi.waitFor(async () => expect(await botsOf(arena)).toHaveLength(2), PATIENCE)
  })

  test('start later, as hosts do, if processes cannot be started; the arena starts without them', async () => {
    const { execPath } = process
    const lines: string[] = []
    const write = (line: string) => {
      lines.push(line)
      // The house is started after the hosts.
      if (line.includes('the house bots are down')) process.execPath = execPath
    }
    process.execPath = '/no/such/node'
    try {
      await using arena = await start(
        { ARENA_HOUSE_BOTS: '1', ARENA_DATA_DIR: join(folder, 'late') },
        pino({ base: null }, { write }),
      )
      expect(lines.join('')).toMatch(/a host process could not be started.*the house bots are down/s)
      await vi.waitFor(async () => expect(await botsOf(arena)).toHaveLength(1), PATIENCE)
      expect(arena.house!.pid).toBeGreaterThan(0)
    } finally {
      process.execPath = execPath
    }
  })
})
