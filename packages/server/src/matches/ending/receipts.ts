/** The receipts that a result brings, a bot each, put on record where the bot's owner still has an account. */
import type { MatchResult, Pair } from '@arena/host'
import type { Database } from '../../db/schema.ts'

interface OwnedBot {
  readonly id: string
  readonly owner_id: string
}

/** Those of the owners that still have an account. While `bots` are held for update, none of them can be deleted. */
export async function ownersOf(trx: Database, bots: Pair<OwnedBot>): Promise<ReadonlySet<string>> {
  const rows = await trx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [bots[0].owner_id, bots[1].owner_id])
    .where('deleted_at', 'is', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** `bots`, by port, are held for update, and `owners` are those of them that have an account. */
export async function recordReceipts(
  trx: Database,
  { matchId, receipts }: MatchResult,
  bots: Pair<OwnedBot>,
  owners: ReadonlySet<string>,
  endedAt: Date,
): Promise<void> {
  if (receipts === undefined) return
  for (const port of [0, 1] as const) {
    const { id, owner_id: ownerId } = bots[port]
    if (!owners.has(ownerId)) continue
    const facts = JSON.stringify(receipts[port])
    await trx.insertInto('receipts').values({ match_id: matchId, port, bot_id: id, ended_at: endedAt, facts }).execute()
  }
}
