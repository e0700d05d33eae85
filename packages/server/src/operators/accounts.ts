/**
 * What operators do to accounts. A disabled account can do nothing: its sessions end, its keys and its sign-in are refused, its bots
 * are paused, and nobody is left who could unpause them.
 */
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import { forgetAccount } from '../accounts/store.ts'
import { holdBotsOf } from '../bots/hold.ts'
import { isId } from '../db/ids.ts'
import type { Database, Schema } from '../db/schema.ts'
import { OperatorFailure } from './outcome.ts'
import type { Row } from './outcome.ts'
import { containing } from './search.ts'

export type AccountRow = Selectable<Schema['users']>

interface AccountFilter {
  /** Part of the address or of the handle. */
  readonly find?: string | undefined
  readonly limit: number
}

/** Newest first. */
export async function listAccounts(db: Database, { find, limit }: AccountFilter): Promise<Row[]> {
  let query = db
    .selectFrom('users')
    .selectAll()
    .select([
      sql<number>`(select count(*)::integer from bots where owner_id = users.id and deleted_at is null)`.as('bots'),
      sql<number>`(select count(*)::integer from keys where user_id = users.id and revoked_at is null)`.as('keys'),
    ])
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  if (find !== undefined) {
    query = query.where(sql<boolean>`(${containing('email', find)} or ${containing('handle', find)})`)
  }
  return (await query.execute()).map(({ bots, keys, ...row }) => ({ ...accountFacts(row), bots, keys }))
}

export async function listKeys(db: Database, account: string): Promise<Row[]> {
  const { id } = await findAccount(db, account)
  const rows = await db
    .selectFrom('keys')
    .selectAll()
    .where('user_id', '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(keyFacts)
}

export async function revokeKey(trx: Database, id: string, now: Date): Promise<Row> {
  const row = await trx
    .updateTable('keys')
    .set({ revoked_at: sql<Date>`coalesce(revoked_at, ${now})` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) throw new OperatorFailure(`There is no key ${id}.`)
  return keyFacts(row)
}

export async function disableAccount(trx: Database, text: string, now: Date): Promise<Row> {
  const { id } = await holdAccount(trx, text)
  const row = await trx
    .updateTable('users')
    .set({ disabled_at: sql<Date>`coalesce(disabled_at, ${now})` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await trx.deleteFrom('sessions').where('user_id', '=', id).execute()
  await holdBotsOf(trx, id)
  await trx
    .updateTable('bots')
    .set({ status: 'paused', misses: 0, missing_since: null })
    .where('owner_id', '=', id)
    .where('deleted_at', 'is', null)
    .execute()
  return accountFacts(row)
}

/** Its bots stay paused until their owner unpauses them. */
export async function enableAccount(trx: Database, text: string): Promise<Row> {
  const { id } = await holdAccount(trx, text)
  const row = await trx
    .updateTable('users')
    .set({ disabled_at: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return accountFacts(row)
}

/** As if its owner had: what it says afterwards is what stays of it. */
export async function deleteAccount(trx: Database, text: string, now: Date): Promise<Row> {
  const { id } = await holdAccount(trx, text)
  const bots = await forgetAccount(trx, id, now)
  return { id, bots: bots.length }
}

/** By id, by address, or by handle, with or without the @. */
export async function findAccount(db: Database, text: string): Promise<AccountRow> {
  const row = await accountQuery(db, text).executeTakeFirst()
  if (row === undefined) throw new OperatorFailure(`There is no account "${text}".`)
  return row
}

/** The lock makes wait, and then look again, whatever adds a session, a key or a bot. */
async function holdAccount(trx: Database, text: string): Promise<AccountRow> {
  const { id } = await findAccount(trx, text)
  return trx.selectFrom('users').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

function accountQuery(db: Database, text: string) {
  const query = db.selectFrom('users').selectAll().where('deleted_at', 'is', null)
  if (isId('user', text)) return query.where('id', '=', text)
  const name = text.toLowerCase()
  return name.includes('@', 1) ? query.where('email', '=', name) : query.where('handle', '=', name.replace(/^@/, ''))
}

export function accountFacts(row: AccountRow): Row {
  return {
    id: row.id,
    email: row.email,
    handle: row.handle,
    createdAt: row.created_at.toISOString(),
    disabledAt: row.disabled_at?.toISOString() ?? null,
  }
}

function keyFacts(row: Selectable<Schema['keys']>): Row {
  return {
    id: row.id,
    account: row.user_id,
    name: row.name,
    kind: row.kind,
    scopes: row.scopes,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
  }
}
