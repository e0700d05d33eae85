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
  await db.transaction().execute(async (trx) => {
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
          'refuse one of the two. Give both the same ARENA_SECRET, or copy the file platform-key from its data folder to this one, and start again.',
      )
    }
    const report = { max_matches: arena.maxMatches, seen_at: clock(), public_key: arena.publicKey }
    await trx
      .insertInto('arenas')
      .values({ id: arena.arenaId, ...report })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(report))
      .execute()
  })
}
