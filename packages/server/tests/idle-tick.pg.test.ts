/**
 * What a tick costs that finds nothing to do: the rows that the database reads for it, by its own counters, do not depend on how many
 * matches were ever played.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { IS_LONG } from '../../../scripts/tests/series.ts'
import { openDatabase } from '../src/db/database.ts'
import { MIGRATION_PATIENCE } from '../src/db/postgres.ts'
import type { Database } from '../src/db/schema.ts'
import { ARENA, Fixture } from './storage/fixture.ts'
import { createPostgres, databaseUrl } from './storage/postgres.ts'
import type { TestPostgres } from './storage/postgres.ts'
import { Listener, TICK } from './storage/scheduler/kit.ts'
import { testMachine } from './storage/test-machine.ts'

const FEW = 1_000
/** Work that grows with the number of matches shows with twenty times as many; to store a million takes a minute. */
const MANY = IS_LONG ? 1_000_000 : 20_000
const TICKS = 20

describe.skipIf(databaseUrl === undefined)('an idle tick', () => {
  let postgres: TestPostgres
  let db: Database

  beforeAll(async () => {
    postgres = await createPostgres()
    // Filling the tables takes longer than any statement of the service may.
    db = await openDatabase({ databaseUrl: postgres.url, dataDir: null, patience: MIGRATION_PATIENCE })
  })
  afterAll(async () => {
    await db.destroy()
    await postgres.drop()
  })

  test('reads the same number of rows with a thousand finished matches and with many more', async () => {
    const f = new Fixture(db)
    const owner = await f.account()
    const bots: string[] = []
    // All bots are of one account, so that nobody can be seated.
    await f.report(ARENA, 1)
    for (let i = 0; i < 10; i++) bots.push((await f.bot({ owner })).botId)
    await store(FEW, bots)
    await sql`vacuum analyze`.execute(db)
    // The first tick begins the days.
    await rowsReadByTicks(f)
    const few = await rowsReadByTicks(f)
    await sql`truncate match_players, matches cascade`.execute(db)
    await store(MANY, bots)
    await sql`vacuum analyze`.execute(db)
    const many = await rowsReadByTicks(f)
    console.log(`rows read by ${TICKS} idle ticks: ${few} with ${FEW} finished matches, ${many} with ${MANY}`)
    expect(few).toBeGreaterThan(0)
    expect(many).toBe(few)
  }, 300_000)

  /** Finished matches of two bots each, of many years. */
  async function store(count: number, bots: readonly string[]): Promise<void> {
    await db.transaction().execute(async (trx) => {
      // Rows that are right need not be looked up one by one.
      await sql`set local session_replication_role = replica`.execute(trx)
      const start = sql`timestamptz '2010-01-01'`
      await sql`
        insert into matches (id, mode, status, seed, machine_id, tick, started_at, ended_at)
        select 'match_' || lpad(i::text, 26, '0'), 'live', 'aborted', lpad(to_hex(i), 64, '0'), ${ARENA},
          ${start} + i * interval '1 min', ${start} + i * interval '1 min', ${start} + i * interval '1 min'
        from generate_series(1, ${sql.lit(count)}) i`.execute(trx)
      await sql`
        insert into match_players (match_id, port, bot_id, bot_name, started_at)
        select 'match_' || lpad(i::text, 26, '0'), port, case port when 0 then ${bots[0]!} else ${bots[1]!} end, '',
          ${start} + i * interval '1 min'
        from generate_series(1, ${sql.lit(count)}) i, generate_series(0, 1) port`.execute(trx)
    })
  }

  async function rowsReadByTicks(f: Fixture): Promise<number> {
    // On one connection, whose counters are flushed before they are read.
    const { scheduler } = testMachine({ ...new Listener().options(f), machineId: 'ticking', playing: () => [] })
    // The first tick of a database writes rows that later ones find.
    f.now += TICK
    await scheduler.tick()
    const before = await rowsRead()
    for (let i = 0; i < TICKS; i++) {
      f.now += TICK
      expect((await scheduler.tick()).order).toBeNull()
    }
    return (await rowsRead()) - before
  }

  /** Rows fetched by sequential scans and by indexes, in all tables of ours. */
  async function rowsRead(): Promise<number> {
    // A connection reports what it has counted when it has been idle for a second, or when it is asked to.
    await sql`select pg_stat_force_next_flush()`.execute(db)
    await sql`select 1`.execute(db)
    await sql`select pg_stat_clear_snapshot()`.execute(db)
    const { rows } = await sql<{ rows: string }>`
      select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::text as rows
      from pg_stat_user_tables`.execute(db)
    return Number(rows[0]!.rows)
  }
})
