/**
 * Connections to PostgreSQL that fall silent, and an arena that freezes in a transaction: what they leave on the server, locks and
 * open transactions, is over soon. The simulation ends connections at each query in turn.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Kysely, sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { ChangeListener } from '../src/db/change-listener.ts'
import { Changes } from '../src/db/changes.ts'
import { postgresDialect } from '../src/db/postgres.ts'
import type { Database, Schema } from '../src/db/schema.ts'
import { canSeeProcesses } from '../../host/tests/processes.ts'
import { DatabaseProxy } from './faults/database-proxy.ts'
import { PATIENCE } from './storage/faults/patience.ts'
import { FROM_SOURCES } from '../../../scripts/tests/programs.ts'
import { Fixture } from './storage/fixture.ts'
import { createPostgres, databaseUrl } from './storage/postgres.ts'
import { testMachine } from './storage/test-machine.ts'
import type { TestPostgres } from './storage/postgres.ts'

describe.skipIf(databaseUrl === undefined)('on PostgreSQL', () => {
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
    const proxy = await DatabaseProxy.before(place.url)
    const db = new Kysely<Schema>({ dialect: postgresDialect(proxy.url, PATIENCE) })
    await sql`select 1`.execute(db)
    proxy.silence()
    await expect(sql`select 2`.execute(db)).rejects.toThrow('Query read timeout')
    await db.destroy()
    await proxy.close()
  })

  test('the connection that listens for changes is replaced when it stops answering', async () => {
    await using place = await Place.open()
    const proxy = await DatabaseProxy.before(place.url)
    const changes = new Changes()
    const listener = new ChangeListener(proxy.url, changes)
    await vi.waitUntil(() => changes.revision('matches') !== null)
    // The next time it is asked whether it is there.
    const goOn = proxy.silence()
    await vi.waitUntil(() => changes.revision('matches') === null, { timeout: 20_000 })
    goOn()
    await vi.waitUntil(() => changes.revision('matches') !== null, { timeout: 20_000 })
    await listener.close()
    await proxy.close()
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
