/**
 * Contract of data from before arenas were called machines (schema 25), which a machine of today takes over. An arena of that time wrote
 * `before-machines.jsonl`, with four bots and two of the house, while two matches ran. The round trips, and the mark of a replay in the
 * bucket, were put there through its stores; most receipts are left out.
 */
import { createReadStream, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { DUMP_END } from '../../src/db/dump.ts'
import { loadDatabase } from '../../src/db/load.ts'
import type { Database } from '../../src/db/schema.ts'
import { RoundTripStore } from '../../src/matches/taking/round-trips.ts'
import { PlatformKeyStore } from '../../src/platform/key-store.ts'
import { ReplayObjects } from '../../src/replays/bucket/replay-objects.ts'
import { contentsOf } from '../arena-data.ts'
import { Fixture } from './fixture.ts'
import { Listener } from './scheduler/kit.ts'
import { clockOf, processOf, testMachine } from './test-machine.ts'

const DUMP = new URL('before-machines.jsonl', import.meta.url)
const RENAMED = { arenas: 'machines', arena_id: 'machine_id', placed_at: 'assigned_at' } as const
const MACHINE = 'arena_01m8hm512kfvmakj7hp1fvn8nt'

type Rows = Readonly<Record<string, readonly object[]>>

/** What its people hold, and the secret of the arena: all of this test alone. */
const ADA = {
  bearer: 'arn_Du+0dxhmXruBK6N2+TiCEWujAGobEM5Kw8dLWB7b',
  revoked: 'arn_amBpx5dpot3ITtSzcO69xSWRtYFoGlPqEhS1T0L6',
  keyId: 'key_01m8hm6rv3fvmakja022drgafj',
  session: '7T5wuzVUHa3jQH7z7Yuevv5GQcrLL0EiZuFVQu_SdAQ',
}
const SECRET = 'a secret of these tests, known to all'

/** The rows of each table, with the names that they have today. */
function rowsWritten(): Rows {
  const rows: Record<string, object[]> = {}
  let table = ''
  for (const line of readFileSync(DUMP, 'utf8').trimEnd().split('\n').slice(1)) {
    if (line.startsWith(DUMP_END)) break
    if (line.startsWith('#')) rows[(table = newName(line.slice(1)))] = []
    else rows[table]!.push(JSON.parse(line, renamed) as object)
  }
  return rows
}

function newName(name: string): string {
  return name in RENAMED ? RENAMED[name as keyof typeof RENAMED] : name
}

/** As `JSON.parse` asks about each value, its parts first. */
function renamed(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [newName(name), each]))
}

/** A row without the columns of later migrations, which are null in it. */
function withoutLater(columns: readonly string[], row: object): object {
  return Object.fromEntries(Object.entries(row).filter(([name, value]) => value !== null || columns.includes(name)))
}

function inOrder(rows: Rows): Rows {
  const text = (row: object) => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return Object.fromEntries(
    Object.entries(rows)
      .filter(([, each]) => each.length > 0)
      .map(([name, each]) => [name, each.toSorted((a, b) => (text(a) < text(b) ? -1 : 1))]),
  )
}

/** `open` gives a database that may be left changed. */
export function beforeMachinesContract(open: () => Promise<Database>): void {
  describe('data from before arenas were called machines', () => {
    test('holds the same rows, and all that people see of them, once it is migrated; its running matches wait for their machine', async () => {
      const db = await open()
      await sql`drop schema public cascade`.execute(db)
      await sql`create schema public`.execute(db)
      await loadDatabase(db, createInterface({ input: createReadStream(DUMP) }))
      const contents = Object.entries(await contentsOf(db))
      const written = rowsWritten()
      const found = contents.map(([name, rows]) => {
        const columns = Object.keys(written[name]?.[0] ?? {})
        return [name, rows.map((row) => withoutLater(columns, JSON.parse(row) as object))]
      })
      expect(inOrder(Object.fromEntries(found) as Rows)).toEqual(inOrder(written))

      const f = new Fixture(db)
      f.now = Date.parse('2026-11-28T17:47:00.000Z')
      const { userId, key } = (await f.keys.findBearer(ADA.bearer))!
      expect(await f.accounts.find(userId)).toMatchObject({ name: 'ada', email: 'ada@example.org' })
      expect(key).toMatchObject({ kind: 'bearer', name: 'ci', scopes: ['bots.read', 'bots.write'] })
      expect(await f.keys.findSignature(ADA.keyId)).toMatchObject({ userId, key: { name: 'laptop' } })
      expect(await f.keys.findBearer(ADA.revoked)).toBeNull()
      expect(await f.sessions.find(ADA.session)).toBe(userId)
      const keys = await new PlatformKeyStore(db, SECRET).load(
        () => Promise.reject(new Error('there is a key')),
        async () => {},
      )
      expect(keys.current.publicKey).toBe('imEU7eIMIlXxiQEk33OHH8IDJjvoGRIpHaIbOsAUQFU=')

      const board = await f.ratings.leaderboard({ mode: 'live', limit: 10, offset: 0 })
      expect(board.map(({ name, owner, rating, wins, losses }) => [name, owner, rating, wins, losses])).toEqual([
        ['Leaper', 'bea', 6.2, 2, 0],
        ['Stander', 'bea', 6.2, 2, 0],
        ['Runner', 'ada', -3.1, 0, 2],
        ['Second', 'ada', -3.1, 0, 2],
      ])
      const { botId } = board[2]!
      const played = 'match_01m8hm7117fvmakje7mme1e605'
      expect(await f.matches.find(played)).toMatchObject({
        status: 'completed',
        stage: 3,
        players: [
          { botId, placement: 2, score: 0 },
          { placement: 1, score: 1 },
        ],
        replayBytes: 328_381,
      })
      expect(await new ReplayObjects(db).find(played)).toMatchObject({ bytes: 328_381, packedBytes: 51_204 })
      expect(await f.receipts.find(userId, played)).toMatchObject({ botId, pads: { polled: 1_004, missed: 0 } })
      const trips = await new RoundTripStore(db, clockOf(f)).of([botId, board[0]!.botId])
      expect([...trips]).toEqual([['eu-west', [14, 31]]])

      const running = (await f.machineStore.runningOn(MACHINE)).toSorted((a, b) => (a.id < b.id ? -1 : 1))
      const attempt = { machineId: MACHINE, attempt: 1 }
      const at = (time: string) => Date.parse(`2026-11-28T17:46:${time}Z`)
      expect(running).toEqual([
        { id: 'match_01m8hm8cz0fvmakjf03ns3yrjj', ...attempt, assignedAt: at('42.019'), takenAt: at('42.026') },
        { id: 'match_01m8hm8fwkfvmakjffkga48xj1', ...attempt, assignedAt: at('45.012'), takenAt: at('45.016') },
      ])
      const former = (await f.machineStore.holderOf(MACHINE))!
      expect(await f.machineStore.succeed({ id: MACHINE, process: processOf(MACHINE) }, former, 'ended')).toBe(true)
      const { keeper } = testMachine({ ...new Listener().options(f), machineId: MACHINE })
      await keeper.open()
      for (const { id } of running) expect(await f.matches.find(id)).toMatchObject({ status: 'aborted', summary: null })
      expect(await f.ratings.leaderboard({ mode: 'live', limit: 10, offset: 0 })).toEqual(board)
    })
  })
}
