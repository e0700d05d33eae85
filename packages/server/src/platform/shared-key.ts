/**
 * Arenas that share a database are one arena to a bot, which remembers one public key: an arena with another key would be
 * refused by every bot that verifies, and its matches would be lost by bots that did nothing wrong. So it does not start.
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
  readonly arenaId: string
  readonly publicKey: string
  readonly maxMatches: number
  /** Whether it has its keys from where the others have theirs: in a rotation they sign with two. */
  readonly isAgreed?: boolean
}

/** A machine that has not reported for this long signs nothing any more. */
const SILENT_S = 60

/** Reports this arena with its key, unless one that is alive signs with another and the two are not known to belong together. */
export async function agreeOnKey(db: Database, arena: ArenaKey, clock: SqlClock = DATABASE_TIME): Promise<void> {
  const advice =
    'Give both the same ARENA_SECRET, or copy the file platform-key from its data folder to this one, and start again.'
  await db.transaction().execute((trx) => report(trx, arena, clock, advice))
}

/**
 * The same in the transaction that makes the key of this machine that of all. Where another one that is alive signs already, bots
 * remember its key, which would be lost with its next start. One that starts at the same time finds this one on record.
 */
export async function claimKey(trx: Database, machine: Omit<ArenaKey, 'isAgreed'>): Promise<void> {
  const advice =
    'The first machine that starts with ARENA_SECRET gives its key to all: start first the one whose data folder has the key ' +
    'of the arena, or copy the file platform-key from there to this data folder, and start again.'
  await report(trx, machine, DATABASE_TIME, advice)
}

async function report(trx: Database, arena: ArenaKey, clock: SqlClock, advice: string): Promise<void> {
  await takeLock(trx, 'tick')
  const other = await trx
    .selectFrom('arenas')
    .select('id')
    .where('id', '<>', arena.arenaId)
    .where('seen_at', '>=', sql<Date>`${clock()} - make_interval(secs => ${SILENT_S})`)
    .where('public_key', '<>', arena.publicKey)
    .executeTakeFirst()
  if (other && arena.isAgreed !== true) {
    throw new PlatformKeyError(
      `Another arena (${other.id}) uses this database and signs with another platform key, so bots that verify would ` +
        `refuse one of the two. ${advice}`,
    )
  }
  const row = { max_matches: arena.maxMatches, seen_at: clock(), public_key: arena.publicKey }
  await trx
    .insertInto('arenas')
    .values({ id: arena.arenaId, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}
