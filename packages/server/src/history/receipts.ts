/** The receipts of ended matches: read by the owner of the bot alone, forgotten with replays and accounts. */
import { hasForfeited, likelyCauses } from '@arena/host'
import { ReceiptFacts } from '@arena/protocol'
import type { Receipt } from '@arena/protocol'
import { sql } from 'kysely'
import { isId } from '../db/ids.ts'
import type { Database } from '../db/schema.ts'
import { unpackSwings } from './kept-swings.ts'
import type { SummedReceipt } from './receipt-sum.ts'

/** Receipts that are looked at by a statement: some 3 MB, of which it deletes what is due. */
const STEP = 1_000

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
      .innerJoin('match_players', (join) =>
        join
          .onRef('match_players.match_id', '=', 'receipts.match_id')
          .onRef('match_players.port', '=', 'receipts.port'),
      )
      .leftJoin('match_moments', 'match_moments.match_id', 'receipts.match_id')
      .select([
        'receipts.port',
        'receipts.bot_id',
        'receipts.facts',
        'matches.summary',
        'landed',
        'pads_sha256',
        'version',
        'packed',
        'swings',
      ])
      .where('receipts.match_id', '=', matchId)
      .where('bots.owner_id', '=', ownerId)
      .executeTakeFirst()
    if (row === undefined) return null
    const facts = ReceiptFacts.parse(row.facts)
    const causes = likelyCauses(facts, hasForfeited(row.summary, row.port))
    const { port, bot_id: botId, version, landed: count, pads_sha256: sha256 } = row
    const landed = count === null || sha256 === null ? null : { count, sha256 }
    const swings = row.packed === null ? null : unpackSwings(row.swings, row.packed)
    return { matchId, port, botId, version, causes, landed, swings: swings?.[port] ?? null, ...facts }
  }

  /** The receipts of the last matches of a bot of the account, newest first. */
  async newest(ownerId: string, botId: string, limit: number): Promise<SummedReceipt[]> {
    const rows = await this.#db
      .selectFrom('receipts')
      .innerJoin('bots', 'bots.id', 'receipts.bot_id')
      .innerJoin('matches', 'matches.id', 'receipts.match_id')
      .select(['receipts.match_id', 'receipts.port', 'receipts.facts', 'matches.summary'])
      .where('receipts.bot_id', '=', botId)
      .where('bots.owner_id', '=', ownerId)
      .orderBy('receipts.ended_at', 'desc')
      .limit(limit)
      .execute()
    return rows.map(({ match_id: matchId, port, facts: written, summary }) => {
      const facts = ReceiptFacts.parse(written)
      return { matchId, facts, causes: likelyCauses(facts, hasForfeited(summary, port)) }
    })
  }

  /**
   * Forgets those of matches that ended before a moment; answers how many it were. A machine forgets its own, as each has its own doubts
   * about the clock, and those of machines that have been silent since that moment: they may never come back. In steps, because the
   * database ends a statement that takes long, and undoes it.
   */
  async forget(machineId: string, endedBefore: Date): Promise<number> {
    let forgotten = 0
    let last: Step = { ended_at: '-infinity', match_id: '', port: 0 }
    for (;;) {
      const { rows } = await sql<Step & { is_due: boolean }>`
        select match_id, port, receipts.ended_at::text as ended_at,
            matches.machine_id = ${machineId} or machines.seen_at < ${endedBefore} as is_due
          from receipts join matches on matches.id = match_id join machines on machines.id = matches.machine_id
          where receipts.ended_at < ${endedBefore} and (receipts.ended_at, match_id, port)
            > (${last.ended_at}::timestamptz, ${last.match_id}, ${last.port}::smallint)
          order by receipts.ended_at, match_id, port limit ${STEP}`.execute(this.#db)
      if (rows.length === 0) return forgotten
      last = rows.at(-1)!
      const due = rows.filter((row) => row.is_due)
      if (due.length > 0) forgotten += await this.#delete(due)
    }
  }

  /** Rows that another machine deletes at this moment are left to it: two that waited for each other would both fail. */
  async #delete(due: readonly Step[]): Promise<number> {
    const matchIds = due.map((row) => row.match_id)
    const ports = due.map((row) => row.port)
    const { numAffectedRows } = await sql`
      delete from receipts where ctid = any(array(select ctid from receipts
        where (match_id, port) in (select * from unnest(${matchIds}::text[], ${ports}::smallint[]))
        for update skip locked))`.execute(this.#db)
    return Number(numAffectedRows ?? 0)
  }
}

/** By its place in the order in which they are forgotten; the moment as text, which is exact. */
interface Step {
  readonly ended_at: string
  readonly match_id: string
  readonly port: number
}

export async function forgetReceipts(trx: Database, botIds: readonly string[]): Promise<void> {
  if (botIds.length > 0) await trx.deleteFrom('receipts').where('bot_id', 'in', botIds).execute()
}
