/** What a bot sees when the arena stops or dies, as docs/play-protocol.md says it, and what the record says afterwards. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Match } from '@arena/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { layDatabase } from '../data-folder.ts'
import { ARENA, JUDGED } from '../../../../scripts/tests/programs.ts'
import { IS_LONG } from '../../../../scripts/tests/series.ts'
import { stillEngine } from './kit.ts'
import { canSeeProcesses, childrenOf } from '../../../host/tests/processes.ts'
import { SpecBot, type Seat } from './spec-bot.ts'

const BEGUN = 30
const GAME_END = 0x39
const METHOD_NO_CONTEST = 7
/** A signal within half a second of another is the same one, passed on by npm. */
const ECHO_MS = 500

let folder: string
const groups = new Set<number>()
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'arena-stops-'))
  await layDatabase(join(folder, 'data'))
})
afterAll(async () => {
  for (const group of groups) process.kill(-group, 'SIGKILL')
  await rm(folder, { recursive: true, maxRetries: 5 })
})

interface Program {
  readonly url: string
  readonly child: ChildProcess
  readonly exited: Promise<unknown>
  match(id: string): Promise<Match>
}

async function start(): Promise<Program> {
  const child = spawn(process.execPath, [...JUDGED, ARENA], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      ARENA_DATA_DIR: join(folder, 'data'),
      ARENA_HOUSE_BOTS: '0',
      ARENA_HOSTS: '1',
      ARENA_RATE_LIMITS: 'off',
      ARENA_TICK_MS: '50',
      ARENA_REST_MS: '0',
      ARENA_ENGINE: stillEngine(),
    },
  })
  const group = child.pid!
  groups.add(group)
  const exited = once(child, 'exit').then(() => groups.delete(group))
  const url = await new Promise<string>((resolve) => {
    createInterface(child.stdout).on('line', (line) => {
      const found = /Bot Arena +(http:\S+)/.exec(line)
      if (found !== null) resolve(found[1]!)
    })
  })
  const match = async (id: string): Promise<Match> => (await (await fetch(`${url}/matches/${id}`)).json()) as Match
  return { url, child, exited, match }
}

async function register(url: string, bot: SpecBot, name: string): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ email: `${name}@example.org` })
  const key = await fetch(`${url}/dev/keys`, { method: 'POST', headers, body })
  const { secret } = (await key.json()) as { secret: string }
  const answer = await fetch(`${url}/bots`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${secret}` },
    body: JSON.stringify({ name, mode: 'live', url: bot.url }),
  })
  expect(answer.status).toBe(200)
}

/** How a socket closed. */
const closings = new Map<Seat, Promise<readonly [code: number, reason: string]>>()
const listen = () =>
  SpecBot.listen({
    opened: (seat) => {
      closings.set(
        seat,
        once(seat.socket, 'close').then(([code, reason]) => [code as number, String(reason)] as const),
      )
    },
  })

/** The bot's next seat whose game has begun, after those that are over. */
async function inPlay(bot: SpecBot, over: ReadonlySet<string>): Promise<Seat> {
  for (let index = 0; ; index++) {
    const seat = await bot.seat(index)
    if (over.has(seat.matchId)) continue
    await Promise.race([seat.received(BEGUN), seat.closed])
    if (seat.messages.length >= BEGUN && seat.socket.readyState === seat.socket.OPEN) return seat
  }
}

const lastByte = (seat: Seat): number => seat.messages.at(-1)![0]!

test.runIf(IS_LONG && canSeeProcesses)(
  'what a bot sees when engine, host or arena end in the middle of a match',
  async () => {
    const bots = [await listen(), await listen()] as const
    const over = new Set<string>()
    const first = await start()
    await register(first.url, bots[0], 'ada')
    await register(first.url, bots[1], 'bob')
    /** Plays until a game is on, ends something, and gives what one bot saw. */
    const whenEnded = async (end: () => void | Promise<void>) => {
      const seat = await inPlay(bots[0], over)
      over.add(seat.matchId)
      await end()
      const closing = await closings.get(seat)!
      return { matchId: seat.matchId, last: seat.messages.at(-1)!, lastByte: lastByte(seat), closing }
    }
    const host = () => childrenOf(first.child.pid!, 'host-main')[0]!
    const aborted = { status: 'aborted', summary: { endReason: 'engine', winner: null } }

    // An engine: the stream ends in order.
    const engine = await whenEnded(() => {
      for (const pid of childrenOf(host(), 'still.mjs')) process.kill(pid, 'SIGKILL')
    })
    expect(engine).toMatchObject({ lastByte: GAME_END, closing: [1000, 'match over'] })
    expect(engine.last[1]).toBe(METHOD_NO_CONTEST)
    await expect.poll(() => first.match(engine.matchId), { timeout: 60_000 }).toMatchObject(aborted)

    // A host: the socket breaks, and nobody dials for this match again.
    const lost = await whenEnded(() => void process.kill(host(), 'SIGKILL'))
    expect(lost).toMatchObject({ lastByte: 0x3a, closing: [1006, ''] })
    await expect.poll(() => first.match(lost.matchId), { timeout: 60_000 }).toMatchObject(aborted)

    // The second signal: as an engine's end.
    const stopped = await whenEnded(async () => {
      first.child.kill('SIGTERM')
      // Nothing happens upon the first one, and a second one at once would be taken for its echo.
      await new Promise((resolve) => setTimeout(resolve, 2 * ECHO_MS))
      expect(bots[0].seats.at(-1)!.socket.readyState).toBe(1)
      first.child.kill('SIGTERM')
    })
    expect(stopped).toMatchObject({ lastByte: GAME_END, closing: [1000, 'match over'] })
    await first.exited

    // The arena alone: its hosts notice, and end the stream in order.
    const second = await start()
    expect(await second.match(stopped.matchId)).toMatchObject({ ...aborted, replayBytes: expect.any(Number) })
    const orphaned = await whenEnded(() => void second.child.kill('SIGKILL'))
    expect(orphaned).toMatchObject({ lastByte: GAME_END, closing: [1000, 'match over'] })
    await second.exited

    const third = await start()
    const record = await third.match(orphaned.matchId)
    expect(record).toMatchObject({ status: 'aborted', replayBytes: expect.any(Number) })
    for (const { matchId } of [engine, lost, stopped, orphaned]) {
      // Every match has one socket a bot: none was dialled again.
      expect(bots[0].seats.filter((seat) => seat.matchId === matchId)).toHaveLength(1)
      expect((await third.match(matchId)).players).toMatchObject([{ ratingDelta: null }, { ratingDelta: null }])
    }
    third.child.kill('SIGKILL')
    await third.exited
    for (const bot of bots) await bot.close()
  },
  600_000,
)
