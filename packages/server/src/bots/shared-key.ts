/**
 * Arenas that share a database are one arena to a bot, which remembers one public key: an arena with another key would be
 * refused by every bot that verifies, and its matches would be lost by bots that did nothing wrong. So it does not start.
 */
import { SET_BACK_MS, SILENT_MS } from '../db/arena-reports.ts'
import { takeLock } from '../db/locks.ts'
import type { Database } from '../db/schema.ts'

export class PlatformKeyError extends Error {
  override readonly name = 'PlatformKeyError'
}

export interface ArenaKey {
  readonly arenaId: string
  readonly publicKey: string
  readonly maxMatches: number
}

/**
 * Reports this arena with its key, unless one that is alive signs with another: one whose last report is from now, and not
 * from further ahead than a clock that was set back leaves it.
 */
export async function agreeOnKey(db: Database, arena: ArenaKey, now: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await takeLock(trx, 'tick')
    const other = await trx
      .selectFrom('arenas')
      .select('id')
      .where('id', '<>', arena.arenaId)
      .where('seen_at', '>=', new Date(now - SILENT_MS))
      .where('seen_at', '<=', new Date(now + SET_BACK_MS))
      .where('public_key', '<>', arena.publicKey)
      .executeTakeFirst()
    if (other) {
      throw new PlatformKeyError(
        `Another arena (${other.id}) uses this database and signs with another platform key, so bots that verify would ` +
          'refuse one of the two. Copy the file platform-key from its data folder to this one, and start again.',
      )
    }
    const report = { max_matches: arena.maxMatches, seen_at: new Date(now), public_key: arena.publicKey }
    await trx
      .insertInto('arenas')
      .values({ id: arena.arenaId, ...report })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(report))
      .execute()
  })
}
