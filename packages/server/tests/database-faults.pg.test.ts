/**
 * Connections to PostgreSQL that fall silent, and a machine that freezes in a transaction: what they leave on the server, locks and
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
import type { Schema } from '../src/db/schema.ts'
import { canSeeProcesses } from '../../host/tests/processes.ts'
import { DatabaseProxy } from './faults/database-proxy.ts'
import { PATIENCE } from './storage/faults/patience.ts'
import { FROM_SOURCES } from '../../../scripts/tests/programs.ts'
import { Fixture } from './storage/fixture.ts'
import { createPostgres, databaseUrl } from './storage/postgres.ts'
import { testMachine } from './storage/test-machine.ts'

describe.skipIf(databaseUrl === undefined)('on PostgreSQL', () => {
  describe('a machine that freezes in its tick', () => {
    test.runIf(canSeeProcesses)(
      'holds the others up for a moment only, and writes nothing when it continues',
      async () => {
        await using place = await openPlace()
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

  test('a server that never answers again does not keep a machine from closing its database', async () => {
    await using place = await openPlace()
    await using proxy = await proxyOf(place)
    const db = new Kysely<Schema>({ dialect: postgresDialect(proxy.url, PATIENCE) })
    await sql`select 1`.execute(db)
    const speak = proxy.silence()
    await expect(sql`select 2`.execute(db)).rejects.toThrow('Query read timeout')
    speak()
    await sql`select 3`.execute(db)
    proxy.silence()
    await db.destroy()
  })

  test('the connection that listens for changes is replaced when it stops answering', async () => {
    await using place = await openPlace()
    await using proxy = await proxyOf(place)
    const changes = new Changes()
    const listener = new ChangeListener(proxy.url, changes)
    await vi.waitUntil(() => changes.revision('matches') !== null)
    const speak = proxy.silence()
    await vi.waitUntil(() => changes.revision('matches') === null, { timeout: 20_000 })
    speak()
    await vi.waitUntil(() => changes.revision('matches') !== null, { timeout: 20_000 })
    await listener.close()
  })
})

/** A database of its own for one test. */
async function openPlace() {
  const postgres = await createPostgres()
  const f = new Fixture(await postgres.open())
  return { url: postgres.url, f, [Symbol.asyncDispose]: () => postgres.drop() }
}

async function proxyOf({ url }: { readonly url: string }) {
  const proxy = await DatabaseProxy.before(url)
  return Object.assign(proxy, { [Symbol.asyncDispose]: () => proxy.close() })
}

/** As Linux shows it: `T` is stopped. */
function stateOf(pid: number): string {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3)
}
