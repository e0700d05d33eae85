/**
 * What operators do to bots. A disabled bot is paused, and its owner cannot unpause it. Either way a match that it is in plays to its
 * end, as when its owner pauses or removes it.
 */
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import { forgetChecks } from '../bots/deploy-checks.ts'
import { isId } from '../db/ids.ts'
import type { Database, Schema } from '../db/schema.ts'
import { findAccount } from './accounts.ts'
import { containing } from './search.ts'
import { OperatorFailure } from './outcome.ts'
import type { Row } from './outcome.ts'

type BotRow = Selectable<Schema['bots']>

interface BotFilter {
  readonly account?: string | undefined
  /** Part of the name. */
  readonly find?: string | undefined
  readonly limit: number
}

/** Newest first. */
export async function listBots(db: Database, { account, find, limit }: BotFilter): Promise<Row[]> {
  let query = db
    .selectFrom('bots')
    .innerJoin('users', 'users.id', 'bots.owner_id')
    .leftJoin('seats', 'seats.bot_id', 'bots.id')
    .selectAll('bots')
    .select(['users.handle', 'users.email', 'seats.match_id'])
    .where('bots.deleted_at', 'is', null)
    .orderBy('bots.created_at', 'desc')
    .orderBy('bots.id', 'desc')
    .limit(limit)
  if (account !== undefined) query = query.where('bots.owner_id', '=', (await findAccount(db, account)).id)
  if (find !== undefined) query = query.where(containing('bots.name', find))
  return (await query.execute()).map((row) => ({
    ...factsOf(row),
    owner: row.owner_id,
    email: row.email,
    handle: row.handle,
    url: row.url,
    rating: row.rating,
    games: row.games,
    match: row.match_id,
  }))
}

export async function disableBot(trx: Database, text: string, now: Date): Promise<Row> {
  const { id } = await findBot(trx, text)
  return factsOf(await setDisabled(trx, id, now))
}

/** It stays paused: its owner has to know that it plays again. */
export async function enableBot(trx: Database, text: string): Promise<Row> {
  const { id } = await findBot(trx, text)
  return factsOf(await setDisabled(trx, id, null))
}

export async function deleteBot(trx: Database, text: string, now: Date): Promise<Row> {
  const { id } = await findBot(trx, text)
  const row = await trx
    .updateTable('bots')
    .set({ deleted_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await forgetChecks(trx, [id])
  return factsOf(row)
}

function setDisabled(trx: Database, id: string, at: Date | null): Promise<BotRow> {
  return trx
    .updateTable('bots')
    .set(
      at === null
        ? { disabled_at: null }
        : {
            disabled_at: sql<Date>`coalesce(disabled_at, ${at})`,
            status: 'paused',
            misses: 0,
            missing_since: null,
          },
    )
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** By its id, or by its name where no other bot has it. Held until the transaction ends. */
async function findBot(trx: Database, text: string): Promise<BotRow> {
  const rows = await trx
    .selectFrom('bots')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where((where) => (isId('bot', text) ? where('id', '=', text) : where(sql`lower(name)`, '=', sql`lower(${text})`)))
    .orderBy('id')
    .limit(2)
    .forUpdate()
    .execute()
  if (rows.length > 1) throw new OperatorFailure(`Several bots are called "${text}": name one by its id.`)
  if (rows.length === 0) throw new OperatorFailure(`There is no bot "${text}".`)
  return rows[0]!
}

function factsOf(row: BotRow): Row {
  return {
    id: row.id,
    name: row.name,
    status: row.deleted_at !== null ? 'deleted' : row.disabled_at !== null ? 'disabled' : row.status,
    createdAt: row.created_at.toISOString(),
    disabledAt: row.disabled_at?.toISOString() ?? null,
  }
}
