/**
 * A whole arena on free loopback ports, with a data folder of its own: database, host processes, engine processes,
 * HTTP. Tests speak to it as the world does, over HTTP and as bots, and wait for what it writes to its log.
 */
import { rmSync, writeFileSync } from 'node:fs'
import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Bot, LeaderboardRow, LiveMatch, Match, MatchSummary } from '@arena/protocol'
import { pino } from 'pino'
import { Machine } from '../../src/machine/open.ts'
import type { ServingParts } from '../../src/machine/serving.ts'
import type { World } from '../../src/machine/world.ts'
import { readConfig } from '../../src/config.ts'
import type { Environment } from '../../src/config.ts'
import { createDataFolder } from '../data-folder.ts'
import { SpecBot } from './spec-bot.ts'
import type { BotOptions } from './spec-bot.ts'

const HOUR_MS = 3_600_000

const STILL = new URL('../../../host/tests/engines/still.mjs', import.meta.url)

/** `ARENA_ENGINE` of an engine in which no fighter moves; see its file for the options. */
export function stillEngine(...options: readonly string[]): string {
  return [`"${process.execPath}"`, `"${fileURLToPath(STILL)}"`, ...options].join(' ')
}

/** The same as a program of its own in a folder, which can be removed and put back. */
export class EngineProgram {
  readonly #path: string

  constructor(folder: string) {
    this.#path = join(folder, 'still.mjs')
    this.putBack()
  }

  command(...options: readonly string[]): string {
    return [`"${this.#path}"`, ...options].join(' ')
  }

  putBack(): void {
    writeFileSync(this.#path, `#!${process.execPath}\nimport ${JSON.stringify(STILL.href)}\n`, { mode: 0o700 })
  }

  remove(): void {
    rmSync(this.#path)
  }
}

export interface LogLine {
  readonly msg: string
  readonly matchId?: string
  readonly [field: string]: unknown
}

/** Resolves what waits for a line of the log. */
export class Log {
  readonly lines: LogLine[] = []
  #waiting: (() => void)[] = []

  readonly sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      for (const line of chunk.toString().split('\n')) if (line !== '') this.lines.push(JSON.parse(line) as LogLine)
      for (const wake of this.#waiting.splice(0)) wake()
      done()
    },
  })

  /** The first line that fits, as soon as it is written. */
  async line(fits: (line: LogLine) => boolean): Promise<LogLine> {
    for (;;) {
      const found = this.lines.find(fits)
      if (found !== undefined) return found
      await this.next()
    }
  }

  next(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve))
  }
}

export interface TestArenaOptions {
  readonly env?: Environment
  readonly pace?: Partial<World>
  /** An arena whose platform key this one signs with too, as one that shares its ladder has to. */
  readonly partner?: TestArena
  /** The folder of an arena that has stopped; one of its own by default. */
  readonly dataDir?: string
}

/** A registered bot, and what plays it. */
export interface Player {
  readonly bot: SpecBot
  readonly record: Bot
  readonly key: string
}

export class TestArena implements AsyncDisposable {
  readonly machine: Machine
  readonly log: Log
  readonly dataDir: string
  readonly #bots: SpecBot[] = []
  #accounts = 0
  #seating: Promise<unknown> = Promise.resolve()

  constructor(machine: Machine, log: Log, dataDir: string) {
    this.machine = machine
    this.log = log
    this.dataDir = dataDir
  }

  /** The parts of a machine that serves. */
  get parts(): ServingParts {
    return { ...this.machine.common, ...this.machine.parts.serving! }
  }

  get url(): string {
    return this.machine.localUrl
  }

  async get<Body>(path: string): Promise<Body> {
    const answer = await fetch(this.url + path)
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Body
  }

  /** A bearer key of a new account. */
  async account(): Promise<string> {
    const body = JSON.stringify({ email: `owner${++this.#accounts}@example.org` })
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${this.url}/dev/keys`, { method: 'POST', headers, body })
    return ((await answer.json()) as { secret: string }).secret
  }

  /** As the owner of the key. */
  async own(key: string, method: string, path: string, body?: object): Promise<Bot> {
    const answer = await fetch(this.url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Bot
  }

  /** A bot that listens and is registered; of an account of its own by default. */
  async player(options: BotOptions = {}, key?: string): Promise<Player> {
    const bot = await this.listen(options)
    return this.register(bot, key)
  }

  /** Two that meet. Tests may ask at once: whoever is to meet is alone with that until they have. */
  pair(one: BotOptions = {}, other: BotOptions = {}, prepare?: (first: Player) => Promise<unknown>) {
    const pair = this.#seating.then(async () => {
      const first = await this.player(one)
      await prepare?.(first)
      const players = [first, await this.player(other)] as const
      return { players, matchId: await this.seated(first) }
    })
    this.#seating = pair.catch(() => {})
    return pair
  }

  async listen(options: BotOptions = {}): Promise<SpecBot> {
    const bot = await SpecBot.listen(options)
    bot.arenaUrl = this.url
    this.#bots.push(bot)
    return bot
  }

  async register(bot: SpecBot, key?: string, url = bot.url): Promise<Player> {
    const owner = key ?? (await this.account())
    const name = `Bot ${this.#bots.indexOf(bot) + 1}`
    return { bot, key: owner, record: await this.own(owner, 'POST', '/bots', { name, mode: 'live', url }) }
  }

  setStatus({ key, record }: Player, status: 'active' | 'paused'): Promise<Bot> {
    return this.own(key, 'PATCH', `/bots/${record.id}`, { status })
  }

  remove({ key, record }: Player): Promise<Bot> {
    return this.own(key, 'DELETE', `/bots/${record.id}`)
  }

  match(matchId: string): Promise<Match> {
    return this.get(`/matches/${matchId}`)
  }

  async matchesOf({ record }: Player): Promise<MatchSummary[]> {
    return (await this.get<{ matches: MatchSummary[] }>(`/matches?botId=${record.id}`)).matches
  }

  async live(matchId: string): Promise<LiveMatch | undefined> {
    return (await this.get<{ matches: LiveMatch[] }>('/live?mode=live')).matches.find(({ id }) => id === matchId)
  }

  async leaderboardRow({ record }: Player): Promise<LeaderboardRow | undefined> {
    const { leaderboard } = await this.get<{ leaderboard: LeaderboardRow[] }>('/leaderboard?mode=live')
    return leaderboard.find(({ botId }) => botId === record.id)
  }

  async replay(matchId: string): Promise<Buffer> {
    const answer = await fetch(`${this.url}/matches/${matchId}/replay.slp`)
    if (answer.status !== 200) throw new Error(`replay of ${matchId}: ${answer.status}`)
    return Buffer.from(await answer.arrayBuffer())
  }

  /** The record of a match once it has ended, and the reason as the operator reads it. */
  async ended(matchId: string): Promise<{ match: Match; cause: string }> {
    const line = await this.log.line(({ msg, matchId: id }) => msg === 'match ended' && id === matchId)
    return { match: await this.match(matchId), cause: String(line['cause']) }
  }

  /** The id of the n-th match that a bot is seated in. */
  async seated({ record }: Player, n = 0): Promise<string> {
    const isIts = ({ msg, bots }: LogLine) => msg === 'match seated' && (bots as string[]).includes(record.name)
    for (;;) {
      const seats = this.log.lines.filter(isIts)
      if (seats[n] !== undefined) return seats[n].matchId!
      await this.log.next()
    }
  }

  /** Resolves when a number of matches have ended since the start of the arena. */
  async haveEnded(count: number): Promise<void> {
    while (this.log.lines.filter(({ msg }) => msg === 'match ended').length < count) await this.log.next()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.machine.close()
    await Promise.all(this.#bots.map((bot) => bot.close()))
    await rm(this.dataDir, { recursive: true })
  }
}

/**
 * On the fast clock, a tick every 250 ms, and a rest so long that a bot plays one match, by default. With a tick every 80 ms the
 * embedded database takes an eighth of a core of an arena that does nothing.
 */
export async function createTestArena({ env, pace, partner, ...known }: TestArenaOptions = {}): Promise<TestArena> {
  const dataDir = known.dataDir ?? (await createDataFolder('arena-'))
  if (partner !== undefined) await copyFile(join(partner.dataDir, 'platform-key'), join(dataDir, 'platform-key'))
  const log = new Log()
  const config = readConfig({
    PORT: '0',
    ARENA_DATA_DIR: dataDir,
    ARENA_HOUSE_BOTS: '0',
    ARENA_HOSTS: '1',
    ARENA_RATE_LIMITS: 'off',
    ARENA_TICK_MS: '250',
    ARENA_REST_MS: String(HOUR_MS),
    ...env,
  })
  const machine = await Machine.open(config, pino({ level: 'debug' }, log.sink), { clock: 'fast', ...pace })
  return new TestArena(machine, log, dataDir)
}
