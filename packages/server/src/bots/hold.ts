import type { Database } from '../db/schema.ts'

/** Holds all bots of an account, those that are removed too, before something is done to them. In the order that `db/locks.ts` gives. */
export async function holdBotsOf(trx: Database, ownerId: string): Promise<void> {
  await trx.selectFrom('bots').select('id').where('owner_id', '=', ownerId).orderBy('id').forUpdate().execute()
}
