/** The public log in the database. What an entry says and the entry are one transaction: neither is there without the other. */
import { entryText } from '@arena/protocol/public-log'
import type { Entry } from '@arena/protocol/public-log'
import type { Database } from '../db/schema.ts'

/** Stands in an entry for the name of the log that takes it. */
export const CURRENT_LOG = 'current'

/**
 * An entry of the current log. It has its number as the transaction commits, which fails where no log has begun.
 *
 * @param entry with `CURRENT_LOG` as its log
 * @throws NoteError for an entry that could not be read again
 */
export async function enter(trx: Database, entry: Entry, matchId: string | null = null): Promise<void> {
  await trx
    .insertInto('public_log_entries')
    .values({ text: entryText(entry), match_id: matchId })
    .execute()
}

interface EnteredResult {
  readonly text: string
  readonly log: number
  readonly origin: string
  readonly publicKey: string | null
}

/** The entry of a match, with the log that holds it. Null while it runs, and for one from before the log. */
export async function entryOf(db: Database, matchId: string): Promise<EnteredResult | null> {
  const row = await db
    .selectFrom('public_log_entries as entries')
    .innerJoin('public_logs as logs', 'logs.log', 'entries.log')
    .select(['entries.text', 'logs.log', 'logs.origin', 'logs.public_key as publicKey'])
    .where('match_id', '=', matchId)
    .executeTakeFirst()
  return row ?? null
}
