/**
 * Machines that share a database are one arena to a bot, which remembers what that arena publishes: a machine that signs with another key
 * would be refused by every bot that verifies, and its matches would be lost by bots that did nothing wrong. So it does not start.
 */
import { DATABASE_TIME } from '../db/clock.ts'
import type { SqlClock } from '../db/clock.ts'
import { sql } from 'kysely'
import { takeLock } from '../db/locks.ts'
import type { Database } from '../db/schema.ts'

export class PlatformKeyError extends Error {
  override readonly name = 'PlatformKeyError'
}

export interface ArenaKey {
  readonly machineId: string
  readonly publicKey: string
  readonly maxMatches: number
  /** Published beside it: in a rotation, machines sign with two. */
  readonly others?: readonly string[]
}

/** A machine that has not reported for this long signs nothing any more. */
const SILENT_S = 60

/** Reports this machine with its key, unless one that is alive signs with a key that this one does not publish. */
export async function agreeOnKey(db: Database, arena: ArenaKey, clock: SqlClock = DATABASE_TIME): Promise<void> {
  const advice =
    'Give both the same ARENA_SECRET or ARENA_PLATFORM_KEY, or copy the file platform-key from its data folder to this one, and ' +
    'start again. A machine that has ended counts for another minute.'
  await db.transaction().execute((trx) => report(trx, arena, clock, advice))
}

/**
 * The same in the transaction that makes the key of this machine that of all. Where another one that is alive signs already, bots
 * remember its key, which would be lost with its next start. One that starts at the same time finds this one on record.
 */
export async function claimKey(trx: Database, machine: Omit<ArenaKey, 'others'>): Promise<void> {
  const advice =
    'The first machine that starts with ARENA_SECRET gives its key to all: start first the one whose data folder has the key ' +
    'of the arena, or copy the file platform-key from there to this data folder, and start again.'
  await report(trx, machine, DATABASE_TIME, advice)
}

async function report(trx: Database, arena: ArenaKey, clock: SqlClock, advice: string): Promise<void> {
  await takeLock(trx, 'tick')
  const { machineId, publicKey, others = [] } = arena
  const other = await signers(trx, clock)
    .where('id', '<>', machineId)
    .where('public_key', 'not in', [publicKey, ...others])
    .executeTakeFirst()
  if (other) {
    throw new PlatformKeyError(
      `Another machine (${other.id}) uses this database and signs with another platform key, so bots that verify would ` +
        `refuse one of the two. ${advice}`,
    )
  }
  const row = { max_matches: arena.maxMatches, seen_at: clock(), public_key: publicKey }
  await trx
    .insertInto('machines')
    .values({ id: machineId, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

/** Machines that are alive, or were a minute ago. Each signs with the key that it had when it started. */
export function signers(db: Database, clock: SqlClock = DATABASE_TIME) {
  return db
    .selectFrom('machines')
    .select('id')
    .where('seen_at', '>=', sql<Date>`${clock()} - make_interval(secs => ${SILENT_S})`)
}
