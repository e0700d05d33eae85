/** The program from outside: what a kill and a polite end leave of the matches that bots were playing. */
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
/** For a game that is to be killed: however late the kill comes, it is not over. */
const FAR_FRAME = 20_000
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
  folder = await mkdtemp(join(tmpdir(), 'arena-killed-'))
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

const matchesOf = (bot: SpecBot): string[] => [...new Set(bot.seats.map(({ matchId }) => matchId))]

test.runIf(IS_LONG)(
  'kill -9 of everything, then SIGTERM: what was running is aborted with its replay, what runs is played to its end',
  async () => {
    const bots = [await SpecBot.listen(), await SpecBot.listen()] as const

    const first = new Program(FAR_FRAME)
    await register(first, bots[0], 'ada@example.org')
    await register(first, bots[1], 'bob@example.org')
    const { matchId: killed } = await inPlay(bots[0], new Set())
    await first.kill()
    const over = new Set(matchesOf(bots[0]))

    const second = new Program()
    const match = await second.match(killed)
    expect(match).toMatchObject({ status: 'aborted', replayBytes: expect.any(Number) })
    for (const player of match.players)
      expect(player).toMatchObject({ placement: null, score: null, ratingDelta: null })
    expect(match.seed).toMatch(/^[0-9a-f]{64}$/)
    const raw = await second.raw(killed)
    expect(gameEndOf(eventsOf(raw))).toMatchObject({ method: 7 })
    for (const bot of bots) {
      const seen = bot.stream(killed)
      expect(raw.subarray(0, seen.length).equals(seen)).toBe(true)
    }
    expect(await readdir(join(folder, 'data', 'replays'))).not.toContain(`${killed}.slp.part`)

    // Both are seated again without having to do anything.
    let program = second
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
    // How long that takes is not judged: three programs start, and two games are played.
  },
  600_000,
)
