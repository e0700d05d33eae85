/**
 * An arena under test with all it touches: a database that can go away, a folder of replays that can fill up, a clock
 * that can be set, and bots that can vanish. Everything plays on, one short game after another, while faults are injected.
 */
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Bot, MatchSummary } from '@arena/protocol'
import type { Database } from '../../src/db/schema.ts'
import { openDatabase } from '../../src/db/database.ts'
import { EngineProgram } from '../arena/kit.ts'
import { pickText, SpecBot } from '../arena/spec-bot.ts'
import type { Seat } from '../arena/spec-bot.ts'
import { layDatabase } from '../data-folder.ts'
import { createPostgres } from '../storage/postgres.ts'
import type { TestPostgres } from '../storage/postgres.ts'
import { DatabaseProxy } from './database-proxy.ts'
import { Program, send } from './program.ts'

/** Two seconds of a game: long enough for a fault in its middle. */
const LAST_FRAME = 0
const BOTS = 4
/** Room for a few replays of this engine above what the arena keeps free for each. */
const REPLAYS_MIB = 160
/** A host that says nothing is given up after a minute; with what follows, nothing takes longer than this. */
const PATIENCE_MS = 150_000
const POLL_MS = 50

/** What a bot does when the arena comes; changed by faults. */
interface Manners {
  refuses: boolean
  /** Accepts the socket and then never says a word. */
  isMute: boolean
  sendsPads: boolean
}

export interface WorldBot {
  readonly bot: SpecBot
  readonly key: string
  readonly record: Bot
  readonly manners: Manners
}

export type DatabaseKind = 'embedded' | 'postgresql'

export class World {
  readonly kind: DatabaseKind
  readonly folder: string
  readonly program: Program
  readonly engine: EngineProgram
  readonly bots: WorldBot[] = []
  readonly proxy: DatabaseProxy | null
  /** Whether the replays are on a small file system of their own, which a fault may fill. */
  readonly hasSmallDisk: boolean
  readonly #postgres: TestPostgres | null
  #direct: Database | null = null

  private constructor(
    kind: DatabaseKind,
    folder: string,
    program: Program,
    engine: EngineProgram,
    postgres: TestPostgres | null,
    proxy: DatabaseProxy | null,
    hasSmallDisk: boolean,
  ) {
    this.kind = kind
    this.folder = folder
    this.program = program
    this.engine = engine
    this.#postgres = postgres
    this.proxy = proxy
    this.hasSmallDisk = hasSmallDisk
  }

  static async create(kind: DatabaseKind): Promise<World> {
    const folder = await mkdtemp(join(tmpdir(), 'arena-faults-'))
    const data = join(folder, 'data')
    await mkdir(join(data, 'replays'), { recursive: true })
    const hasSmallDisk = mountSmallDisk(join(data, 'replays'))
    if (kind === 'embedded') await layDatabase(data)
    const postgres = kind === 'postgresql' ? await createPostgres() : null
    const proxy = postgres && (await DatabaseProxy.before(postgres.url))
    const engine = new EngineProgram(folder)
    const program = new Program({
      folder,
      env: {
        // The same at each start, so that bots find the arena again.
        PORT: String(await freePort()),
        ARENA_DATA_DIR: data,
        ARENA_HOUSE_BOTS: '0',
        ARENA_HOSTS: '2',
        ARENA_MAX_MATCHES: '2',
        ARENA_RATE_LIMITS: 'off',
        ARENA_TICK_MS: '100',
        ARENA_REST_MS: '0',
        ARENA_PICK_MS: '1000',
        ARENA_ENGINE: engine.command(`ends=${LAST_FRAME}`, 'by=stocks', 'winner=0', `of=${folder}`),
        FAULTS_CLOCK: join(folder, 'clock'),
        ...(proxy && { DATABASE_URL: proxy.url }),
      },
    })
    const world = new World(kind, folder, program, engine, postgres, proxy, hasSmallDisk)
    try {
      await program.start()
      for (let i = 0; i < BOTS; i++) world.bots.push(await world.#join(i))
      return world
    } catch (error) {
      await world.close()
      throw error
    }
  }

  get replays(): string {
    return join(this.folder, 'data', 'replays')
  }

  get dataDir(): string {
    return join(this.folder, 'data')
  }

  /** The database itself, beside the arena: PostgreSQL past the proxy, or the embedded one of an arena that is down. */
  async database<Result>(use: (db: Database) => Promise<Result>): Promise<Result> {
    if (this.#postgres !== null) return use((this.#direct ??= await this.#postgres.open()))
    const db = await openDatabase({ databaseUrl: null, dataDir: this.dataDir })
    try {
      return await use(db)
    } finally {
      await db.destroy()
    }
  }

  /** Sets the clock on the wall of every process of the arena. */
  async setClock(offsetMs: number): Promise<void> {
    await writeFile(join(this.folder, 'clock'), String(offsetMs))
    for (const pid of this.program.processes()) send(pid, 'SIGUSR2')
  }

  async get<Body>(path: string): Promise<Body> {
    const answer = await fetch(this.program.url + path, { signal: AbortSignal.timeout(10_000) })
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Body
  }

  /** The newest matches, as the public sees them. */
  async matches(): Promise<MatchSummary[]> {
    return (await this.get<{ matches: MatchSummary[] }>('/matches?limit=200')).matches
  }

  async setStatus(status: 'active' | 'paused'): Promise<void> {
    for (const { key, record } of this.bots) await this.#own(key, 'PATCH', `/bots/${record.id}`, { status })
  }

  /** Sockets of matches that are open and have been streamed so much. */
  playing(messages = 20): Seat[] {
    return this.bots.flatMap(({ bot }) =>
      bot.seats.filter((seat) => seat.socket.readyState === seat.socket.OPEN && seat.messages.length >= messages),
    )
  }

  /** Asks again until there is an answer; an arena that does not answer at the moment is asked again, too. */
  async until<Answer>(what: string, ask: () => Answer | null | Promise<Answer | null>): Promise<Answer> {
    const deadline = performance.now() + PATIENCE_MS
    let last: Error | null = null
    while (performance.now() < deadline) {
      try {
        const answer = await ask()
        if (answer !== null) return answer
        last = null
      } catch (error) {
        last = error as Error
      }
      await sleep(POLL_MS)
    }
    throw new Error(
      `${what} did not come about within ${PATIENCE_MS / 1000} s${last === null ? '' : ` (${last.message})`}`,
    )
  }

  /** What the bots remember of matches that have been looked at. */
  forget(): void {
    for (const { bot } of this.bots) bot.seats.splice(0)
  }

  async close(): Promise<void> {
    await this.program.killAll()
    await Promise.all(this.bots.map(({ bot }) => bot.close()))
    await this.proxy?.close()
    await this.#postgres?.drop()
    if (this.hasSmallDisk) execFileSync('umount', [this.replays])
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 })
  }

  async #join(index: number): Promise<WorldBot> {
    const manners: Manners = { refuses: false, isMute: false, sendsPads: true }
    const bot = await SpecBot.listen({
      refuses: () => manners.refuses,
      pick: () => (manners.isMute ? null : pickText(2, 1)),
      pad: () => (manners.sendsPads && !manners.isMute ? {} : null),
    })
    bot.arenaUrl = this.program.url
    const email = `owner${index}@example.org`
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${this.program.url}/dev/keys`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ email }),
    })
    const { secret } = (await answer.json()) as { secret: string }
    const body = { name: `Bot ${index}`, mode: 'live', url: bot.url }
    return { bot, key: secret, record: await this.#own(secret, 'POST', '/bots', body), manners }
  }

  async #own(key: string, method: string, path: string, body: object): Promise<Bot> {
    const answer = await fetch(this.program.url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    })
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Bot
  }
}

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Only root may mount; elsewhere the faults of a full disk are left out. */
function mountSmallDisk(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${REPLAYS_MIB}m,mode=0700`, 'arena-faults', folder], {
      stdio: 'ignore',
    })
    return true
  } catch {
    return false
  }
}
