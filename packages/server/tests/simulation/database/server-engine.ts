/**
 * A PostgreSQL server, with a database of its own for many runs. Its sessions are those of real processes of the server, so transactions
 * interleave and wait for each other's locks. What asks it for the time is given that of the simulation.
 */
import { createHash } from 'node:crypto'
import { Client } from 'pg'
import { CHANGES_CHANNEL } from '../../../src/db/changes.ts'
import { createPostgres } from '../../storage/postgres.ts'
import type { TestPostgres } from '../../storage/postgres.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { Answer, Done, Engine, Sessions } from './engine.ts'
import { ManySessions } from './many-sessions.ts'
import { TABLES } from './tables.ts'

/** Found before the server's own by whatever has these schemas for its path. */
const CLOCK = [
  'create schema simulation',
  `create function simulation.clock_timestamp() returns timestamptz language sql volatile
     as $$ select pg_catalog.to_timestamp(pg_catalog.current_setting('simulation.ms')::double precision / 1000) $$`,
]

const SETTINGS = {
  search_path: 'simulation,pg_catalog,public',
  timezone: 'UTC',
  // Otherwise a statement is planned by its values a few times, and then by what those plans cost.
  plan_cache_mode: 'force_generic_plan',
}

/** Tables that are cleaned at moments of the server's own may give their rows in another order. */
const WITHOUT_CLEANING = (table: string) => `alter table ${table} set (autovacuum_enabled = off)`

/** A process of the server. */
export class Backend {
  readonly #client: Client
  readonly pid: number
  #changes: string[] = []
  /** The last time that it was told; null where that may not hold any more. */
  #toldMs: number | null = null

  private constructor(client: Client, pid: number) {
    this.#client = client
    this.pid = pid
    client.on('notification', ({ processId, payload }) => {
      if (processId === pid) this.#changes.push(payload ?? '')
    })
  }

  static async open(url: string): Promise<Backend> {
    const options = Object.entries(SETTINGS).map(([name, value]) => `-c ${name}=${value}`)
    const client = new Client({ connectionString: url, options: options.join(' ') })
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    await client.query(`listen ${CHANGES_CHANNEL}`)
    return new Backend(client, rows[0]!.pid)
  }

  async run(sql: string, values: readonly unknown[] = []): Promise<Answer> {
    await this.#tell(Date.now())
    // The time that a transaction was told ends with it.
    if (sql === 'rollback' || sql === 'commit') this.#toldMs = null
    this.#changes = []
    const { command, rowCount, rows } = await this.#client.query<Record<string, unknown>>({
      name: createHash('sha256').update(sql).digest('hex').slice(0, 16),
      text: sql,
      values: [...values],
    })
    const exchange = Buffer.from(JSON.stringify([sql, values, command, rowCount, rows]))
    return { command, rowCount: rowCount ?? 0, rows, exchange, changes: [...new Set(this.#changes)] }
  }

  async close(): Promise<void> {
    await this.#client.end()
  }

  async #tell(ms: number): Promise<void> {
    if (ms === this.#toldMs) return
    try {
      await this.#client.query({
        name: 'clock',
        text: `select set_config('simulation.ms', $1, false)`,
        values: [String(ms)],
      })
      this.#toldMs = ms
    } catch {
      // In a transaction that has failed nothing is done, whatever the time.
      this.#toldMs = null
    }
  }
}

export class ServerEngine implements Engine {
  readonly #postgres: TestPostgres
  readonly #beside: Backend
  readonly #tables: string
  #free: Backend[] = []
  #last: ManySessions | null = null

  private constructor(postgres: TestPostgres, beside: Backend, tables: string) {
    this.#postgres = postgres
    this.#beside = beside
    this.#tables = tables
  }

  /** On the server that DATABASE_URL names. `setUp` are statements that follow the migrations. */
  static async open(setUp: readonly string[] = []): Promise<ServerEngine> {
    const postgres = await createPostgres()
    // Migrates it.
    await postgres.open()
    const beside = await Backend.open(postgres.url)
    for (const each of [...CLOCK, ...setUp]) await beside.run(each)
    const { rows } = await beside.run(TABLES)
    const tables = rows.map(({ name }) => name as string)
    for (const table of tables) await beside.run(WITHOUT_CLEANING(table))
    return new ServerEngine(postgres, beside, tables.join(', '))
  }

  query(text: string, values: readonly unknown[] = []): Promise<Answer> {
    return this.#beside.run(text, values)
  }

  async sessions(kernel: Kernel, done: Done): Promise<Sessions> {
    await this.#last?.close()
    await this.query(`truncate ${this.#tables} restart identity`)
    this.#last = new ManySessions(kernel, this, done)
    return this.#last
  }

  async close(): Promise<void> {
    await this.#last?.close()
    for (const backend of [this.#beside, ...this.#free]) await backend.close()
    await this.#postgres.drop()
  }

  /** For a session. */
  take(): Backend | Promise<Backend> {
    return this.#free.pop() ?? Backend.open(this.#postgres.url)
  }

  /** Has no transaction open. */
  giveBack(backend: Backend): void {
    this.#free.push(backend)
  }

  /** The backends that each one waits for, among those that wait for a lock. */
  async waiting(backends: readonly Backend[]): Promise<ReadonlyMap<number, readonly number[]>> {
    const { rows } = await this.query(
      `select pid, pg_blocking_pids(pid) as "blockedBy" from pg_locks where not granted and pid = any($1)`,
      [backends.map(({ pid }) => pid)],
    )
    return new Map(rows.map(({ pid, blockedBy }) => [pid as number, blockedBy as number[]]))
  }

  /** A statement that is under way fails. */
  async cancel({ pid }: Backend): Promise<void> {
    await this.query('select pg_cancel_backend($1)', [pid])
  }
}
