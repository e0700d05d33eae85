/**
 * Connections to PostgreSQL that end, are reset, or fall silent at each query in turn: before it, before its answer, or
 * right after. What each of them leaves on the server, locks and open transactions, is over soon.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ChangeListener } from '../src/db/change-listener.ts'
import { Changes } from '../src/db/changes.ts'
import { postgresDialect } from '../src/db/postgres.ts'
import type { Database, Schema } from '../src/db/schema.ts'
import { canSeeProcesses } from '../../host/tests/processes.ts'
import { CONNECTION_FAULTS, FailingServer } from './storage/faults/failing-server.ts'
import type { ConnectionFault } from './storage/faults/failing-server.ts'
import { PATIENCE } from './storage/faults/patience.ts'
import { playScenario, SCENARIOS } from './storage/faults/scenarios.ts'
import type { Scenario } from './storage/faults/scenarios.ts'
import { numbers, some } from '../../../scripts/tests/series.ts'
import { FROM_SOURCES } from '../../../scripts/tests/programs.ts'
import { Fixture } from './storage/fixture.ts'
import { createPostgres, databaseUrl } from './storage/postgres.ts'
import { testMachine } from './storage/test-machine.ts'
import type { TestPostgres } from './storage/postgres.ts'

/** Most of the time is spent waiting for what has gone silent: so several databases are worked on at once. */
const LANES = 6

/** A database of its own, and a server in front of it that fails. */
class Lane {
  readonly #postgres: TestPostgres
  readonly #whole: Database
  readonly #server: FailingServer
  /** Connections that were silent in the end are given up after a while. */
  readonly #closing: Promise<void>[] = []

  private constructor(postgres: TestPostgres, whole: Database, server: FailingServer) {
    this.#postgres = postgres
    this.#whole = whole
    this.#server = server
  }

  static async open(): Promise<Lane> {
    const postgres = await createPostgres()
    return new Lane(postgres, await postgres.open(), await FailingServer.before(postgres.url))
  }

  /** Answers how many queries it took. */
  async play(scenario: Scenario, at?: number, fault?: ConnectionFault): Promise<number> {
    const url = this.#server.urlFor(this.#postgres.url)
    const db = new Kysely<Schema>({ dialect: postgresDialect(url, PATIENCE) })
    this.#server.plan(at, fault)
    try {
      await playScenario(scenario, { db, whole: this.#whole, faults: this.#server })
    } finally {
      this.#closing.push(db.destroy())
    }
    return this.#server.queries
  }

  async close(): Promise<void> {
    await Promise.all(this.#closing)
    await this.#server[Symbol.asyncDispose]()
    await this.#postgres.drop()
  }
}

describe.skipIf(databaseUrl === undefined)('on PostgreSQL', () => {
  let lanes: Lane[]
  beforeAll(async () => {
    lanes = await Promise.all(Array.from({ length: LANES }, () => Lane.open()))
  })
  afterAll(async () => {
    for (const lane of lanes) await lane.close()
  })

  describe('whichever connection fails, what is tried again succeeds, and the rows agree with each other', () => {
    test.each(Object.entries(SCENARIOS))(
      '%s',
      async (_name, scenario) => {
        // The least of two plays counts, as a query that a busy machine is slow to answer is asked again.
        const queries = Math.min(await lanes[0]!.play(scenario), await lanes[0]!.play(scenario))
        const cases = some(numbers(queries, 1), 16).flatMap((at) => CONNECTION_FAULTS.map((fault) => ({ at, fault })))
        const failures: string[] = []
        async function work(lane: Lane): Promise<void> {
          for (let next = cases.pop(); next !== undefined; next = cases.pop()) {
            const { at, fault } = next
            const where = `query ${at} of ${queries}, ${fault.manner} ${fault.moment}`
            try {
              expect(await lane.play(scenario, at, fault)).toBeGreaterThanOrEqual(at)
            } catch (error) {
              failures.push(`${where}: ${(error as Error).stack}`)
            }
          }
        }
        await Promise.all(lanes.map(work))
        expect(failures).toEqual([])
      },
      300_000,
    )
  })

  describe('an arena that freezes in its tick', () => {
    test.runIf(canSeeProcesses)(
      'holds the others up for a moment only, and writes nothing when it continues',
      async () => {
        await using place = await Place.open()
        const { f, url } = place
        for (let i = 0; i < 4; i++) await f.bot()
        const frozen = fork(new URL('storage/faults/freezing-tick.ts', import.meta.url), [url], {
          execArgv: [...FROM_SOURCES],
        })
        const told: unknown[] = []
        frozen.on('message', (message) => told.push(message))
        await vi.waitFor(() => expect(stateOf(frozen.pid!)).toBe('T'), { timeout: 20_000 })
        const orders: string[] = []
        const other = testMachine({
          db: f.db,
          machineId: 'arena other',
          mode: 'live',
          tickMs: 5_000,
          restMs: 0,
          maxMatches: 10,
          play: ({ matchId }) => void orders.push(matchId),
          log: { warn() {}, error() {} },
        })
        await other.scheduler.tick()
        frozen.kill('SIGCONT')
        await once(frozen, 'exit')
        expect(told).toEqual([expect.stringMatching(/terminat|idle-in-transaction|not queryable/)])
        expect((await f.running()).map(({ id }) => id)).toEqual(orders)
        expect(orders).toHaveLength(1)
      },
    )
  })

  test('a server that never answers again does not keep an arena from closing its database', async () => {
    await using place = await Place.open()
    await using server = await FailingServer.before(place.url)
    const db = new Kysely<Schema>({ dialect: postgresDialect(server.urlFor(place.url), PATIENCE) })
    await sql`select 1`.execute(db)
    server.plan(1, { moment: 'before', manner: 'silent' })
    server.arm()
    await expect(sql`select 2`.execute(db)).rejects.toThrow('Query read timeout')
    await sql`select 3`.execute(db)
    await db.destroy()
  })

  test('the connection that listens for changes is replaced when it stops answering', async () => {
    await using place = await Place.open()
    await using server = await FailingServer.before(place.url)
    const changes = new Changes()
    const listener = new ChangeListener(server.urlFor(place.url), changes)
    await vi.waitUntil(() => changes.revision('matches') !== null)
    // The next time it is asked whether it is there.
    server.plan(1, { moment: 'before', manner: 'silent' })
    server.arm()
    await vi.waitUntil(() => changes.revision('matches') === null, { timeout: 20_000 })
    await vi.waitUntil(() => changes.revision('matches') !== null, { timeout: 20_000 })
    await listener.close()
  })
})

/** A database of its own for one test. */
class Place implements AsyncDisposable {
  readonly f: Fixture
  readonly url: string
  readonly #postgres: TestPostgres

  private constructor(postgres: TestPostgres, db: Database) {
    this.#postgres = postgres
    this.url = postgres.url
    this.f = new Fixture(db)
  }

  static async open(): Promise<Place> {
    const postgres = await createPostgres()
    return new Place(postgres, await postgres.open())
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#postgres.drop()
  }
}

/** As Linux shows it: `T` is stopped. */
function stateOf(pid: number): string {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3)
}
