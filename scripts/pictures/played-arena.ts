/** An arena to be looked at: its house bots have played before, and play now. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LeaderboardRow, LiveMatch, MatchSummary } from '@arena/protocol'
import { pino } from 'pino'
import { Machine } from '../../packages/server/src/machine/open.ts'
import { readOutbox, signInOf } from '../../packages/server/tests/mailbox.ts'
import { readConfig, type Environment } from '../../packages/server/src/config.ts'

const SETTINGS: Environment = {
  PORT: '0',
  ARENA_HOUSE_BOTS: '8',
  ARENA_MAX_MATCHES: '2',
  ARENA_TICK_MS: '200',
  ARENA_REST_MS: '0',
  ARENA_RATE_LIMITS: 'off',
}
/** Matches of the past: as few as fill a page of results and leave all bots rated. */
const PLAYED = 12
const LOOK_EVERY_MS = 200
const PATIENCE_MS = 600_000

export class PlayedArena implements AsyncDisposable {
  readonly #machine: Machine
  readonly #folder: string

  private constructor(machine: Machine, folder: string) {
    this.#machine = machine
    this.#folder = folder
  }

  /** Plays the past on the clock that follows the bots, then starts again on the clock on the wall. */
  static async open(say: (progress: string) => void): Promise<PlayedArena> {
    const folder = await mkdtemp(join(tmpdir(), 'arena-pictures-'))
    const config = readConfig({ ...SETTINGS, ARENA_DATA_DIR: folder })
    const log = pino({ level: 'silent' })
    const past = await Machine.open(config, log, { clock: 'fast' })
    let count = -1
    await until(async () => {
      const { length } = await endedMatches(past)
      if (length !== count) say(`${Math.min(length, PLAYED)} of ${PLAYED} matches played`)
      count = length
      return count >= PLAYED
    })
    await past.drain()
    await past.close()
    const arena = new PlayedArena(await Machine.open(config, log), folder)
    say('the next matches have begun')
    await until(async () => (await arena.live()).some(({ frame }) => (frame ?? 0) > 0))
    return arena
  }

  get url(): string {
    return this.#machine.localUrl
  }

  /** What a person reads in the newest mail to that address. */
  async codeOf(email: string): Promise<string> {
    await this.#machine.parts.serving!.mailer.settled()
    return signInOf((await readOutbox(join(this.#folder, 'outbox'), email)).at(-1)!).code
  }

  async live(): Promise<LiveMatch[]> {
    return (await get<{ matches: LiveMatch[] }>(this.#machine, '/live')).matches
  }

  async ended(): Promise<MatchSummary[]> {
    return endedMatches(this.#machine)
  }

  async leaderboard(): Promise<LeaderboardRow[]> {
    return (await get<{ leaderboard: LeaderboardRow[] }>(this.#machine, '/leaderboard')).leaderboard
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#machine.close()
    await rm(this.#folder, { recursive: true })
  }
}

async function get<Body>(machine: Machine, path: string): Promise<Body> {
  const answer = await fetch(machine.localUrl + path)
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return (await answer.json()) as Body
}

async function endedMatches(machine: Machine): Promise<MatchSummary[]> {
  const { matches } = await get<{ matches: MatchSummary[] }>(machine, '/matches')
  return matches.filter(({ status }) => status === 'completed')
}

async function until(claim: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; !(await claim()); await sleep(LOOK_EVERY_MS)) {
    if (Date.now() > end) throw new Error('The arena did not get so far in time')
  }
}
