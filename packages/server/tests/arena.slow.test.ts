/** The arena as an operator uses it: started as a program, observed over HTTP, stopped by signals, killed. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { platform } from 'node:process'
import { LiveList, Match, MatchList } from '@arena/protocol'
import type { LiveMatch } from '@arena/protocol'
import { readReplay } from '@arena/slp'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { lockFolder } from '../src/db/folder-lock.ts'
import { startIdle } from './arena/idle.ts'
import { stillEngine } from './arena/kit.ts'
import { layDatabase } from './data-folder.ts'
import { sharedFolder } from './begun-once.ts'
import { ARENA, JUDGED } from '../../../scripts/tests/programs.ts'

/** Every expected event happens well within this time. Its duration is not tested. */
const PATIENCE = { timeout: 60_000, interval: 100 }

const folder = sharedFolder('arena-program-')
const running = new Set<ChildProcess>()

beforeAll(async () => {
  for (const name of ['data', 'other']) await layDatabase(join(folder, name))
})

afterEach(async () => {
  for (const child of running) child.kill('SIGKILL')
  await Promise.all([...running].map((child) => once(child, 'exit')))
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

  test('reports why it cannot start, and ends with 1', async () => {
    const unlock = lockFolder(join(folder, 'other'))
    const program = run({ ARENA_DATA_DIR: join(folder, 'other') })
    expect(await program.exited).toBe(1)
    unlock()
    const why = `The data folder ${join(folder, 'other')} is in use by process ${process.pid}`
    expect(program.output()).toContain(`The arena could not start: ${why}`)
  })

  const unstarted: [what: string, env: () => Record<string, string>, why: () => string][] = [
    [
      'a port that is taken',
      () => ({ PORT: String(taken) }),
      () => `Port ${taken} is taken by another program. Choose another with PORT=…`,
    ],
    [
      'a database that is not there',
      () => ({ DATABASE_URL: 'postgres://arena:hunter2@127.0.0.1:1/arena' }),
      () => 'The database at 127.0.0.1:1 (DATABASE_URL) cannot be used: connect ECONNREFUSED',
    ],
    [
      'a data folder that is a file',
      () => ({ ARENA_DATA_DIR: ARENA }),
      () => `The data folder ${ARENA} (ARENA_DATA_DIR) cannot be written to: ENOTDIR`,
    ],
  ]
  if (platform === 'linux') {
    unstarted.push([
      'a data folder that nobody can make',
      () => ({ ARENA_DATA_DIR: '/proc/arena' }),
      () => 'The data folder /proc/arena (ARENA_DATA_DIR) cannot be written to',
    ])
  }
  let taken: number
  test.each(unstarted)('%s: it cannot start, and reports the setting concerned', async (_what, env, why) => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    taken = (server.address() as AddressInfo).port
    const { stack, message } = await startIdle({ ARENA_DATA_DIR: join(folder, 'other'), ...env() }).then(
      () => expect.unreachable('it has started'),
      (error: unknown) => error as Error,
    )
    server.close()
    expect(message).toContain(why())
    expect(stack).not.toContain('hunter2')
  })

  test('prints how to get a key, and the command works as printed; SIGTERM ends an idle arena with 0', async () => {
    const program = run({ ARENA_HOUSE_BOTS: '0' })
    await address(program)
    const [, url, header, body] = /^ +curl -s (\S+) -H '([^']+)' -d '([^']+)'$/m.exec(program.output())!
    const [name, value] = header!.split(': ')
    const response = await fetch(url!, { method: 'POST', headers: { [name!]: value! }, body: body! })
    expect(await response.json()).toMatchObject({ kind: 'bearer', secret: expect.stringMatching(/^arn_/) })
    program.child.kill('SIGTERM')
    expect(await program.exited).toBe(0)
  })

  // One story, so that each program is started once.
  test(
    'the first signal lets a running match continue, the second aborts it; its record and replay stay; ' +
      'after a kill -9 the next start marks the matches that were running as aborted and saves their replays; ' +
      'SIGINT ends an idle arena with 0',
    async () => {
      // The game does not matter here, and the arena's own engine warms up for seconds.
      const program = run({ ARENA_TICK_MS: '100', ARENA_HOUSE_BOTS: '2', ARENA_ENGINE: stillEngine() })
      const firstUrl = await address(program)
      const { id: brokenOff } = await matchInPlay(firstUrl)

      // As when npm passes on a Ctrl-C that the terminal has sent to everyone: two at once are one.
      program.child.kill('SIGINT')
      program.child.kill('SIGTERM')
      await vi.waitFor(async () => expect((await fetch(`${firstUrl}/health`)).status).toBe(503), PATIENCE)
      const { frame } = await matchInPlay(firstUrl, brokenOff)
      // Two seconds: what is shown may be one second old, and a signal within half a second of the first one would be one with it.
      await vi.waitFor(
        async () => expect((await matchInPlay(firstUrl, brokenOff)).frame).toBeGreaterThan(frame + 120),
        PATIENCE,
      )

      program.child.kill('SIGTERM')
      expect(await program.exited).toBe(0)

      const again = run({ ARENA_TICK_MS: '100', ARENA_REST_MS: '0', ARENA_HOUSE_BOTS: '2' })
      const secondUrl = await address(again)
      const match = Match.parse(await (await fetch(`${secondUrl}/matches/${brokenOff}`)).json())
      expect(match).toMatchObject({ status: 'aborted', summary: { endReason: 'engine', winner: null } })
      expect(match.players.map(({ ratingDelta }) => ratingDelta)).toEqual([null, null])

      const { id } = await matchInPlay(secondUrl)
      again.child.kill('SIGKILL')
      await again.exited

      const last = run({ ARENA_HOUSE_BOTS: '0' })
      const url = await address(last)
      const { matches } = MatchList.parse(await (await fetch(`${url}/matches`)).json())
      expect(matches.map(({ status }) => status)).not.toContain('running')
      expect(matches.find((each) => each.id === id)).toMatchObject({
        status: 'aborted',
        stage: expect.any(Number),
        summary: { endReason: 'engine', winner: null, frames: expect.any(Number) },
      })
      for (const saved of [id, brokenOff]) {
        const response = await fetch(`${url}/matches/${saved}/replay.slp`)
        expect(response.status).toBe(200)
        const replay = readReplay(new Uint8Array(await response.arrayBuffer()))
        expect(replay.raw.length).toBeGreaterThan(10_000)
      }
      expect((await readdir(join(folder, 'data', 'replays'))).filter((name) => name.endsWith('.part'))).toEqual([])

      last.child.kill('SIGINT')
      expect(await last.exited).toBe(0)
    },
  )
})
