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

/**
 * Three seconds of play: long enough for a signal in the middle, and so short that a machine at half the speed of the clock
 * comes to the end before five seconds of lag abort the match.
 */
const LAST_FRAME = 60
/** For a game that is to be broken off: however late that comes, it is not over. */
const FAR_FRAME = 20_000
const GAME_END = 0x39
/** A signal within half a second of another is the same one, passed on by npm. */
const ECHO_MS = 500
/** Messages after which a game has begun in earnest. */
const BEGUN = 40
/**
 * Ends that the live clock brings about by the rules where a machine has too much else to do, whatever the program does. Such
 * a match is played again, but not for ever: a program that always ends so fails.
 */
const STARVED = new Set(['before', 'engine-lag', 'forfeit', 'double-forfeit', 'absent', 'nobody-connected'])
const ATTEMPTS = 5

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
  readonly exited: Promise<number | null>
  readonly url: Promise<string>
  #log = ''

  constructor(lastFrame = LAST_FRAME) {
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
        ARENA_ENGINE: stillEngine(`ends=${lastFrame}`),
      },
    })
    const group = child.pid!
    groups.add(group)
    this.child = child
    this.exited = once(child, 'exit').then(([code]) => {
      groups.delete(group)
      return code as number | null
    })
    this.url = new Promise((resolve, reject) => {
      createInterface(child.stdout).on('line', (line) => {
        this.#log += `${line}\n`
        const found = /Bot Arena +(http:\S+)/.exec(line)
        if (found !== null) resolve(found[1]!)
      })
      this.exited.then((code) => reject(new Error(`the program ended with ${code}`)), reject)
    })
    // Whoever waits for it hears of it; after a test that has failed that is nobody.
    this.url.catch(() => {})
  }

  /** The program, its hosts and its engines at once, as when the machine goes down. */
  async kill(): Promise<void> {
    process.kill(-this.child.pid!, 'SIGKILL')
    await this.exited
  }

  /** As the operator reads it. */
  causeOf(matchId: string): string {
    return isOver(matchId).exec(this.#log)?.[1] ?? 'none'
  }

  /** Ends politely; how the match that was in play then has ended, or that it was over before the signal came. */
  async drain({ matchId }: Seat): Promise<string> {
    this.child.kill('SIGTERM')
    expect(await this.exited).toBe(0)
    const [before, after] = this.#log.split('draining: ')
    expect(after, 'no match is seated after the signal').not.toContain('match seated')
    return isOver(matchId).test(before!) ? 'before' : this.causeOf(matchId)
  }

  async get(path: string): Promise<Response> {
    return fetch((await this.url) + path)
  }

  async match(id: string): Promise<Match> {
    return (await (await this.get(`/matches/${id}`)).json()) as Match
  }

  async raw(id: string): Promise<Buffer> {
    return rawOf(Buffer.from(await (await this.get(`/matches/${id}/replay.slp`)).arrayBuffer()))
  }
}

async function register(program: Program, bot: SpecBot, email: string): Promise<void> {
  const url = await program.url
  const headers = { 'content-type': 'application/json' }
  const key = await fetch(`${url}/dev/keys`, { method: 'POST', headers, body: JSON.stringify({ email }) })
  const { secret } = (await key.json()) as { secret: string }
  const answer = await fetch(`${url}/bots`, {
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

/** The line of the log about the end of a match. */
const isOver = (matchId: string) => new RegExp(`match ended.*"matchId":"${matchId}".*"cause":"([\\w-]+)"`)

test.runIf(IS_LONG)(
  'what was running when the arena was killed or stopped is aborted with its replay; SIGTERM: what runs is played to its end',
  async () => {
    const bots = [await SpecBot.listen(), await SpecBot.listen()] as const
    const over = new Set<string>()
    let program = new Program(FAR_FRAME)
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
    for (const [i, [what, end, closing]] of ends.entries()) {
      const seat = await inPlay(bots[0], over)
      const { matchId } = seat
      await end()
      expect(await seat.closed, what).toEqual(closing)
      expect(seat.messages.at(-1)![0] === GAME_END, what).toBe(closing[0] === 1000)
      for (const { matchId: id } of bots[0].seats) over.add(id)

      program = new Program(i === ends.length - 1 ? LAST_FRAME : FAR_FRAME)
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

    // Both are seated again without having to do anything.
    for (let attempt = 1; ; attempt++) {
      const seat = await inPlay(bots[0], over)
      const drained = seat.matchId
      const cause = await program.drain(seat)
      program = new Program()
      if (STARVED.has(cause) && attempt < ATTEMPTS) {
        over.add(drained)
        continue
      }
      expect(cause).toBe('time')
      expect(await program.match(drained)).toMatchObject({
        status: 'completed',
        summary: { endReason: 'time', frames: LAST_FRAME + 1 },
        players: [{ placement: 1 }, { placement: 1 }],
      })
      expect(bots[1].stream(drained).equals(await program.raw(drained))).toBe(true)
      break
    }
    // The folder was made open, as by an earlier version; the embedded database has written to it since.
    expect(openToOthers(join(folder, 'data'))).toEqual([])
    await program.kill()
    for (const bot of bots) await bot.close()
    // How long that takes is not judged: five programs start, and four games are played.
  },
  600_000,
)
