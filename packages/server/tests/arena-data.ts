/** An arena's data for tests that take it elsewhere: every table has rows, and every kind of value is in them. */
import { createKeyPair } from '@arena/protocol'
import { sql } from 'kysely'
import { newId } from '../src/db/ids.ts'
import type { Database } from '../src/db/schema.ts'
import { dataTables } from '../src/db/tables.ts'
import { Operator } from '../src/operators/operator.ts'
import { MachineStore } from '../src/matches/taking/store.ts'
import { PlatformKeyStore } from '../src/platform/key-store.ts'
import { receiptFacts } from './receipt-facts.ts'
import { ReplayObjects } from '../src/replays/bucket/replay-objects.ts'
import { ARENA, Fixture, KEPT, resultOf } from './storage/fixture.ts'

export async function fillDatabase(db: Database): Promise<void> {
  const f = new Fixture(db)
  const owner = await f.account('ada')
  // With what names might hold before: a dump that has it is still taken up.
  const [one, other] = [await f.bot({ owner, name: 'a "b" \\ \t💥 龍 \u2028\u2029' }), await f.bot()]
  const { matchId } = await f.seat(one, other)
  await f.finish(
    resultOf(matchId, {}, { ...KEPT, missedPads: ['', '300+2l'], receipts: [receiptFacts(), receiptFacts()] }),
  )
  const running = await f.seat(one, other)
  await f.rate(one, 25.000000000000004, 1 / 3)
  await f.sessions.open(owner)
  await f.keys.create(owner, { kind: 'bearer', name: 'a', scopes: ['bots.read', 'bots.write'] })
  const claim = await f.signIns.claim('203.0.113.1')
  if (claim.kind === 'claimed') await f.signIns.open(claim.token, 'ada@example.org')
  await f.signIns.tryCode('ada@example.org', '000000', '203.0.113.1')
  const report = { ok: true, steps: [] }
  await f.bots.update(owner, one.botId, { url: 'https://bot.example.org/b' }, report)
  const operator = new Operator(db)
  const reason = { who: 'ada', why: 'a test' }
  await operator.act({ act: 'match.end', match: running.matchId }, reason)
  await operator.act({ act: 'maintenance.announce', text: 'x', end: { afterMs: 3_600_000 } }, reason)
  const object = { packedBytes: 12, sha256: '0'.repeat(64) }
  if (!(await new ReplayObjects(db).mark(matchId, object))) throw new Error('the match has no replay')
  await new MachineStore(db).setBuild('live', 'a-build')
  const measured = { region: 'eu-west', measured_at: new Date(f.now) }
  await db
    .insertInto('round_trips')
    .values([
      { ...measured, bot_id: one.botId, ms: 14 },
      { ...measured, bot_id: other.botId, ms: null },
    ])
    .execute()
  await db
    .updateTable('matches')
    .set({ round_trips: JSON.stringify({ region: 'eu-west', ms: [14, 17] }) })
    .where('id', '=', matchId)
    .execute()
  const keys = new PlatformKeyStore(db, 'a secret of at least 32 characters')
  await keys.load(
    async () => createKeyPair(),
    async () => {},
  )
  await keys.announce()
  const now = new Date(f.now)
  await db
    .insertInto('relays')
    .values({ id: newId('relay'), user_id: owner, name: 'a', created_at: now, changed_at: now })
    .execute()
  await db
    .insertInto('rehearsals')
    .values({ bot_id: one.botId, id: newId('rehearsal'), owner_id: owner, status: 'waiting', requested_at: now })
    .execute()
  await db
    .insertInto('match_moments')
    .values({ match_id: matchId, started_at: now, kinds: 0, packed: Buffer.of(0) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('public_logs')
    .values({ log: 1, origin: 'arena.example/log/1', size: 1, is_current: true })
    .execute()
  await db
    .insertInto('public_log_entries')
    .values({ log: 1, index: 0, text: 'an entry\n', match_id: matchId })
    .execute()
  const day = '2026-11-24'
  await db
    .insertInto('days')
    .values({ day, secret: '5f'.repeat(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const file = { bytes: 12, sha256: '0'.repeat(64), machine_id: ARENA }
  await db
    .insertInto('archive_days')
    .values({ ...file, day, matches: 1 })
    .execute()
  await db
    .insertInto('engine_builds')
    .values({ ...file, revision: '9f091acc' })
    .execute()
  const at = new Date('2026-11-25T01:00:00Z')
  const about = { file: 'names', month: null, stored: 'open-data/names-20261125T010000Z.parquet', rows: 2 }
  await db
    .insertInto('open_data')
    .values({ ...file, ...about, through: at, made_at: at, first_made_at: at })
    .execute()
  for (const { name } of await dataTables(db)) {
    const { rows } = await sql`select from ${sql.table(name)} limit 1`.execute(db)
    if (rows.length === 0) throw new Error(`a table is without rows: ${name}. Put some in here`)
  }
}

/** Every row of every table as text. */
export async function contentsOf(db: Database): Promise<Record<string, string[]>> {
  const contents: Record<string, string[]> = {}
  for (const { name } of await dataTables(db)) {
    const { rows } = await sql<{ row: string }>`select to_jsonb(t)::text as row from ${sql.table(name)} t`.execute(db)
    contents[name] = rows.map(({ row }) => row).toSorted()
  }
  return contents
}
