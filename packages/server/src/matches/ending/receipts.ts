/** The receipts that a result brings, a bot each, put on record where the bot's owner still has an account. */
import type { MatchResult, Pair } from '@arena/host'
import type { Database } from '../../db/schema.ts'

interface OwnedBot {
  readonly id: string
  readonly owner_id: string
}

/** `bots`, by port, are held for update: while they are, their owners cannot be deleted. */
export async function recordReceipts(
  trx: Database,
  { matchId, receipts }: MatchResult,
  bots: Pair<OwnedBot>,
  endedAt: Date,
): Promise<void> {
  if (receipts === undefined) return
  const owners = await trx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [bots[0].owner_id, bots[1].owner_id])
    .where('deleted_at', 'is', null)
    .execute()
  for (const port of [0, 1] as const) {
    const { id, owner_id: ownerId } = bots[port]
    if (!owners.some((owner) => owner.id === ownerId)) continue
    const facts = JSON.stringify(receipts[port])
    await trx.insertInto('receipts').values({ match_id: matchId, port, bot_id: id, ended_at: endedAt, facts }).execute()
  }
}
