/** The public log in the database. What an entry says and the entry are one transaction: neither is there without the other. */
import { entryText } from '@arena/protocol/public-log'
import type { Entry } from '@arena/protocol/public-log'
import type { Database } from '../db/schema.ts'

/**
 * The next entry of the current log. It is the last that a transaction writes: from here to its end all others that enter
 * something wait for it.
 *
 * @throws NoteError for an entry that could not be read again
 */
export async function enter(
  trx: Database,
  entryIn: (origin: string) => Entry,
  matchId: string | null = null,
): Promise<void> {
  const { log, origin, size } = await trx
    .updateTable('public_logs')
    .set((eb) => ({ size: eb('size', '+', 1) }))
    .where('is_current', '=', true)
    .returning(['log', 'origin', 'size'])
    .executeTakeFirstOrThrow(() => new Error('there is no current public log'))
  await trx
    .insertInto('public_log_entries')
    .values({ log, index: size - 1, text: entryText(entryIn(origin)), match_id: matchId })
    .execute()
}

/** The entry of a match, with the log that holds it. Null while it runs, and for one from before the log. */
export async function entryOf(
  db: Database,
  matchId: string,
): Promise<{ text: string; log: number; origin: string; publicKey: string | null } | null> {
  const row = await db
    .selectFrom('public_log_entries as entries')
    .innerJoin('public_logs as logs', 'logs.log', 'entries.log')
    .select(['entries.text', 'logs.log', 'logs.origin', 'logs.public_key as publicKey'])
    .where('match_id', '=', matchId)
    .executeTakeFirst()
  return row ?? null
}
