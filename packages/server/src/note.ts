/** Writes notices, each in the transaction of its cause. Who of their owners hears of them, and how, is settled when they are sent (`notices/`). */
import type { AnyNoticeKind } from '@arena/protocol'
import { newId } from './db/ids.ts'
import type { NoticeFacts } from './db/json-columns.ts'
import type { Database } from './db/schema.ts'

export interface Noted {
  readonly kind: AnyNoticeKind
  /** Null for all owners of active bots. */
  readonly ownerId: string | null
  readonly botId?: string | null
  readonly facts: NoticeFacts
}

/** In the order in which they are to be heard. */
export async function note(trx: Database, notices: readonly Noted[], at: Date): Promise<void> {
  if (notices.length === 0) return
  await trx
    .insertInto('notices')
    .values(
      notices.map(({ kind, ownerId, botId = null, facts }) => ({
        id: newId('notice'),
        kind,
        owner_id: ownerId,
        bot_id: botId,
        at,
        facts: JSON.stringify(facts),
      })),
    )
    .execute()
}
