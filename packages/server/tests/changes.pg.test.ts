/** Hearing of changes, from a PostgreSQL server that others write to as well. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ChangeListener } from '../src/db/change-listener.ts'
import { Changes } from '../src/db/changes.ts'
import type { Database } from '../src/db/schema.ts'
import { changesContract } from './storage/changes.ts'
import { createPostgres, databaseUrl } from './storage/postgres.ts'
import type { TestPostgres } from './storage/postgres.ts'

describe.skipIf(databaseUrl === undefined)('PostgreSQL', () => {
  let postgres: TestPostgres
  let db: Database
  let listener: ChangeListener
  const changes = new Changes()

  beforeAll(async () => {
    postgres = await createPostgres()
    db = await postgres.open()
    listener = new ChangeListener(postgres.url, changes)
    await vi.waitUntil(() => changes.revision('matches') !== null)
  })
  afterAll(async () => {
    await listener.close()
    await postgres.drop()
  })

  /** Notifications keep their order: once this one is there, so are those before it. */
  async function settle(): Promise<void> {
    const heard = changes.heard.bind(changes)
    const marked = new Promise<void>((resolve) => {
      changes.heard = (message) => (message === 'mark' ? resolve() : heard(message))
    })
    await sql`select pg_notify('arena_changes', 'mark')`.execute(db)
    await marked
    changes.heard = heard
  }

  changesContract(() => ({ db, changes }), settle)

  test('while the connection is broken nothing is known; then everything counts as changed', async () => {
    const before = changes.revision('matches')!
    const seen: (number | null)[] = []
    const lose = changes.lose.bind(changes)
    changes.lose = () => {
      lose()
      seen.push(changes.revision('matches'))
    }
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'arena changes' and datname = current_database()`.execute(db)
    await expect.poll(() => seen.length > 0 && changes.revision('matches'), { timeout: 10_000 }).toBeGreaterThan(before)
    expect(seen[0]).toBeNull()
  })
})
