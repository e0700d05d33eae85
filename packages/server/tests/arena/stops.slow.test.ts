/** The program from outside: what a bot sees when the arena stops or dies, as docs/play-protocol.md says it, and what the record says afterwards. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Match } from '@arena/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { layDatabase, openToOthers } from '../data-folder.ts'
import { stillEngine } from './kit.ts'
import { ARENA, JUDGED } from '../../../../scripts/tests/programs.ts'
import { IS_LONG } from '../../../../scripts/tests/series.ts'
import { eventsOf, gameEndOf, rawOf } from './slp-by-hand.ts'
import { SpecBot } from './spec-bot.ts'
import type { Seat } from './spec-bot.ts'

const GAME_END = 0x39
/** A signal within half a second of another is the same one, passed on by npm. */
const ECHO_MS = 500
/** Messages after which a game has begun in earnest. */
const BEGUN = 40
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

class Program {
  readonly child: ChildProcess
  readonly exited: Promise<unknown>
  readonly #url: Promise<string>

  constructor() {
    const child = spawn(process.execPath, [...JUDGED, ARENA], {
      cwd: folder,
      // A group of its own, so that hosts and engines can be killed with it.
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
        // However late a game is broken off, it is not over.
        ARENA_ENGINE: stillEngine('ends=20000'),
      },
    })
    const group = child.pid!
    groups.add(group)
    this.child = child
    this.exited = once(child, 'exit').then(() => groups.delete(group))
    this.#url = new Promise((resolve) => {
      createInterface(child.stdout).on('line', (line) => {
        const found = /Bot Arena +(http:\S+)/.exec(line)
        if (found !== null) resolve(found[1]!)
      })
    })
  }

  /** The program, its hosts and its engines at once, as when the machine goes down. */
  async kill(): Promise<void> {
    process.kill(-this.child.pid!, 'SIGKILL')
    await this.exited
  }

  async fetch(path: string, init?: RequestInit): Promise<Response> {
    return fetch((await this.#url) + path, init)
  }

  async match(id: string): Promise<Match> {
    return (await (await this.fetch(`/matches/${id}`)).json()) as Match
  }

  async raw(id: string): Promise<Buffer> {
    return rawOf(Buffer.from(await (await this.fetch(`/matches/${id}/replay.slp`)).arrayBuffer()))
  }
}

async function register(program: Program, bot: SpecBot, email: string): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const key = await program.fetch('/dev/keys', { method: 'POST', headers, body: JSON.stringify({ email }) })
  const { secret } = (await key.json()) as { secret: string }
  const answer = await program.fetch('/bots', {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${secret}` },
    body: JSON.stringify({ name: email, mode: 'live', url: bot.url }),
  })
  expect(answer.status).toBe(200)
}

/** A seat of the bot's in a match that is not over, once its game has begun in earnest. */
async function inPlay(bot: SpecBot, over: ReadonlySet<string>): Promise<Seat> {
  for (let index = 0; ; index++) {
    const seat = await bot.seat(index)
    if (over.has(seat.matchId)) continue
    await Promise.race([seat.received(BEGUN), seat.closed])
    // A game that has ended is followed by another.
    if (seat.messages.length >= BEGUN && seat.socket.readyState === seat.socket.OPEN) return seat
  }
}

test.runIf(IS_LONG)(
  'what was running when the arena was stopped at once or killed is aborted with its replay, and both bots play again',
  async () => {
    const bots = [await SpecBot.listen(), await SpecBot.listen()] as const
    const over = new Set<string>()
    let program = new Program()
    await register(program, bots[0], 'ada@example.org')
    await register(program, bots[1], 'bob@example.org')

    const ends: [what: string, end: () => Promise<unknown>, closing: [number, string]][] = [
      ['the program, its hosts and its engines at once', () => program.kill(), [1006, '']],
      [
        'a second signal: the stream ends in order',
        async () => {
          program.child.kill('SIGTERM')
          // Nothing happens upon the first one, and a second one at once would be taken for its echo.
          await new Promise((resolve) => setTimeout(resolve, 2 * ECHO_MS))
          expect(bots[0].seats.at(-1)!.socket.readyState).toBe(1)
          program.child.kill('SIGTERM')
          await program.exited
        },
        [1000, 'match over'],
      ],
      [
        'the program alone: its hosts notice, and end the stream in order',
        () => {
          program.child.kill('SIGKILL')
          return program.exited
        },
        [1000, 'match over'],
      ],
    ]
    for (const [what, end, closing] of ends) {
      const seat = await inPlay(bots[0], over)
      const { matchId } = seat
      await end()
      expect(await seat.closed, what).toEqual(closing)
      expect(seat.messages.at(-1)![0] === GAME_END, what).toBe(closing[0] === 1000)
      for (const { matchId: id } of bots[0].seats) over.add(id)

      program = new Program()
      const unrated = { placement: null, score: null, ratingDelta: null }
      expect(await program.match(matchId), what).toMatchObject({
        status: 'aborted',
        seed: expect.stringMatching(/^[0-9a-f]{64}$/),
        replayBytes: expect.any(Number),
        players: [unrated, unrated],
      })
      const raw = await program.raw(matchId)
      expect(gameEndOf(eventsOf(raw)), what).toMatchObject({ method: 7 })
      for (const bot of bots) {
        const seen = bot.stream(matchId)
        expect(raw.subarray(0, seen.length).equals(seen), what).toBe(true)
        // None was dialled again.
        expect(bot.seats.filter((one) => one.matchId === matchId)).toHaveLength(1)
      }
      expect(await readdir(join(folder, 'data', 'replays'))).not.toContain(`${matchId}.slp.part`)
    }

    // The folder was made open, as by an earlier version; the embedded database has written to it since.
    expect(openToOthers(join(folder, 'data'))).toEqual([])
    await program.kill()
    for (const bot of bots) await bot.close()
  },
  600_000,
)
