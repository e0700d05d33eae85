/** The receipts of matches: written when a match ends, read by the owner of the bot alone, forgotten with replays and accounts. */
import { hasForfeited, likelyCauses } from '@arena/host'
import type { MatchResult, Pair } from '@arena/host'
import { ReceiptFacts } from '@arena/protocol'
import type { Receipt } from '@arena/protocol'
import { isId } from '../db/ids.ts'
import type { Database } from '../db/schema.ts'

export class ReceiptStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** Null where the account has no bot in the match, while the match runs, and once the receipt is forgotten. */
  async find(ownerId: string, matchId: string): Promise<Receipt | null> {
    if (!isId('match', matchId)) return null
    // Bots of one account never meet: there is one at most.
    const row = await this.#db
      .selectFrom('receipts')
      .innerJoin('bots', 'bots.id', 'receipts.bot_id')
      .innerJoin('matches', 'matches.id', 'receipts.match_id')
      .select(['receipts.port', 'receipts.bot_id', 'receipts.facts', 'matches.summary'])
      .where('receipts.match_id', '=', matchId)
      .where('bots.owner_id', '=', ownerId)
      .executeTakeFirst()
    if (row === undefined) return null
    const facts = ReceiptFacts.parse(row.facts)
    const causes = likelyCauses(facts, hasForfeited(row.summary, row.port))
    return { matchId, port: row.port, botId: row.bot_id, causes, ...facts }
  }

  /** Forgets those of matches that an arena ended before a moment; answers how many it were. */
  async forget(arenaId: string, endedBefore: Date): Promise<number> {
    const forgotten = await this.#db
      .deleteFrom('receipts')
      .using('matches')
      .whereRef('matches.id', '=', 'receipts.match_id')
      .where('matches.arena_id', '=', arenaId)
      .where('receipts.ended_at', '<', endedBefore)
      .executeTakeFirst()
    return Number(forgotten.numDeletedRows)
  }
}

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

export async function forgetReceipts(trx: Database, botIds: readonly string[]): Promise<void> {
  if (botIds.length > 0) await trx.deleteFrom('receipts').where('bot_id', 'in', botIds).execute()
}
