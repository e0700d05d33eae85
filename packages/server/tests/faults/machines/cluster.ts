/**
 * Three machines of one arena, each a process with its hosts, a folder and a way to the database of its own: two serve and play,
 * one plays. They share a database on a PostgreSQL server, and a bucket. Six bots keep all three of them busy.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Bot } from '@arena/protocol'
import type { Database } from '../../../src/db/schema.ts'
import type { BucketOptions } from '../../../src/replays/bucket/bucket.ts'
import { stillEngine } from '../../arena/kit.ts'
import { SpecBot } from '../../arena/spec-bot.ts'
import type { Seat } from '../../arena/spec-bot.ts'
import { bucketSettings } from '../../bucket/settings.ts'
import { createPostgres } from '../../storage/postgres.ts'
import type { TestPostgres } from '../../storage/postgres.ts'
import { DatabaseProxy } from '../database-proxy.ts'
import { Program } from '../program.ts'
import { watchRecords } from './witness.ts'

/** The first two serve. */
const ROLES = ['all', 'all', 'play'] as const
export const MACHINES = ROLES.length
const BOTS = 2 * MACHINES
/** Ten seconds of a game: ten points of a match have to lie apart. */
const LAST_FRAME = 480
const SECRET = 'a secret that only the tests have, of 32 letters or more'
/** Longer than anything takes after a fault: a lease, ticks, a match, and a machine under load. */
const PATIENCE_MS = 120_000
const POLL_MS = 25

export interface ClusterMachine {
  readonly program: Program
  readonly proxy: DatabaseProxy
  readonly role: (typeof ROLES)[number]
  /** What it is in the database. */
  readonly id: string
}

interface Player {
  readonly bot: SpecBot
  readonly key: string
  readonly record: Bot
}

export class Cluster {
  readonly machines: ClusterMachine[] = []
  readonly players: Player[] = []
  readonly db: Database
  readonly #folder: string
  readonly #postgres: TestPostgres
  readonly #bucket: BucketOptions

  private constructor(folder: string, postgres: TestPostgres, db: Database, bucket: BucketOptions) {
    this.#folder = folder
    this.#postgres = postgres
    this.db = db
    this.#bucket = bucket
  }

  /** In a bucket that others may use as well. */
  static async create(bucket: BucketOptions): Promise<Cluster> {
    const folder = await mkdtemp(join(tmpdir(), 'arena-cluster-'))
    const postgres = await createPostgres()
    const cluster = new Cluster(folder, postgres, await postgres.open(), bucket)
    try {
      for (const [index, role] of ROLES.entries()) await cluster.#add(`machine-${index}`, role)
      await watchRecords(cluster.db)
      for (let i = 0; i < BOTS; i++) await cluster.#join(i)
      return cluster
    } catch (error) {
      await cluster.close()
      throw error
    }
  }

  /** Those that answer requests from outside. */
  get serving(): ClusterMachine[] {
    return this.machines.filter(({ role }) => role !== 'play')
  }

  /** Sockets that were opened for a match, one for each bot unless one was opened again. */
  seatsOf(matchId: string): Seat[] {
    return this.players.flatMap(({ bot }) => bot.seats.filter((seat) => seat.matchId === matchId))
  }

  /** Changes all bots, through whichever machine serves at the moment. */
  async setStatus(status: 'active' | 'paused'): Promise<void> {
    for (const { key, record } of this.players) {
      await this.until(`${record.name} ${status}`, async () => {
        for (const { program } of this.serving) {
          const answer = await ask(`${program.url}/bots/${record.id}`, 'PATCH', { status }, key).catch(() => null)
          if (answer !== null) return true
        }
        return null
      })
    }
  }

  /** Asks until there is an answer. A question may fail as long as there is none. */
  async until<Answer>(
    what: string,
    question: () => Answer | null | Promise<Answer | null>,
    patienceMs = PATIENCE_MS,
  ): Promise<Answer> {
    const deadline = performance.now() + patienceMs
    let last = ''
    while (performance.now() < deadline) {
      try {
        const answer = await question()
        if (answer !== null) return answer
        last = ''
      } catch (error) {
        last = ` (${(error as Error).message})`
      }
      await sleep(POLL_MS)
    }
    throw new Error(`${what}: not within ${patienceMs / 1000} s${last}`)
  }

  /** What the bots remember of matches that have been looked at. */
  forget(): void {
    for (const { bot } of this.players) bot.seats.splice(0)
  }

  async close(): Promise<void> {
    await Promise.all(this.machines.map(({ program }) => program.killAll()))
    await Promise.all(this.machines.map(({ proxy }) => proxy.close()))
    await Promise.all(this.players.map(({ bot }) => bot.close()))
    await this.#postgres.drop()
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 })
  }

  async #add(name: string, role: ClusterMachine['role']): Promise<void> {
    const data = join(this.#folder, name)
    await mkdir(data)
    const proxy = await DatabaseProxy.before(this.#postgres.url)
    const program = new Program({
      folder: data,
      env: {
        PORT: '0',
        ARENA_ROLE: role,
        ARENA_SECRET: SECRET,
        ARENA_DATA_DIR: data,
        DATABASE_URL: proxy.url,
        ...bucketSettings(this.#bucket),
        ARENA_HOSTS: '1',
        ARENA_HOUSE_BOTS: '0',
        ARENA_MAX_MATCHES: '1',
        ARENA_RATE_LIMITS: 'off',
        // The tick is that of production: what is promised depends on it.
        ARENA_REST_MS: '0',
        ARENA_PICK_MS: '2000',
        // The same command on each machine, or their builds would differ.
        ARENA_ENGINE: stillEngine(`ends=${LAST_FRAME}`, 'by=stocks', 'winner=0', `of=${this.#folder}`),
        FAULTS_CLOCK: join(data, 'clock'),
      },
    })
    const known = this.machines.map(({ id }) => id)
    await program.start()
    const rows = await this.db.selectFrom('machines').select('id').execute()
    const { id } = rows.find((row) => !known.includes(row.id))!
    this.machines.push({ program, proxy, role, id })
  }

  async #join(index: number): Promise<void> {
    const bot = await SpecBot.listen()
    const { url } = this.serving[0]!.program
    bot.arenaUrl = url
    const { secret: key } = await ask<{ secret: string }>(`${url}/dev/keys`, 'POST', {
      email: `owner${index}@example.org`,
    })
    const record = await ask<Bot>(`${url}/bots`, 'POST', { name: `Bot ${index}`, mode: 'live', url: bot.url }, key)
    this.players.push({ bot, key, record })
  }
}

async function ask<Body>(url: string, method: string, body: object, key = ''): Promise<Body> {
  const answer = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...(key !== '' && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  })
  if (answer.status !== 200) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Body
}
