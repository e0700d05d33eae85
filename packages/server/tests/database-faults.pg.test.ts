/**
 * Connections to PostgreSQL that end, are reset, or fall silent at each query in turn: before it, before its answer, or
 * right after. What each of them leaves on the server, locks and open transactions, is over soon.
 */
import { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postgresDialect } from '../src/db/postgres.ts'
import type { Patience } from '../src/db/postgres.ts'
import type { Database, Schema } from '../src/db/schema.ts'
import { CONNECTION_FAULTS, FailingServer } from './storage/faults/failing-server.ts'
import type { ConnectionFault } from './storage/faults/failing-server.ts'
import { playScenario, SCENARIOS } from './storage/faults/scenarios.ts'
import type { Scenario } from './storage/faults/scenarios.ts'
import { createPostgres, databaseUrl } from './storage/postgres.ts'
import type { TestPostgres } from './storage/postgres.ts'

/** In the order of the real one; a silent connection costs `queryMs` each time. */
const PATIENCE: Patience = { idleInTransactionMs: 200, lockMs: 300, statementMs: 400, queryMs: 500, connectMs: 2_000 }
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
    test.each(Object.entries(SCENARIOS))('%s', async (_name, scenario) => {
      const queries = await lanes[0]!.play(scenario)
      const cases = Array.from({ length: queries }, (_, index) =>
        CONNECTION_FAULTS.map((fault) => ({ at: index + 1, fault })),
      ).flat()
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
    }, 300_000)
  })
})
