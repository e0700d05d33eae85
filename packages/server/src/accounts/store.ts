/** Accounts as the database keeps them. An account is made by the first sign-in with its e-mail address. */
import type { Handle, User } from '@arena/protocol'
import { forgetChecks } from '../bots/deploy-checks.ts'
import { holdBotsOf } from '../bots/hold.ts'
import { forgetReceipts } from '../history/receipts.ts'
import { forgetNotices } from '../notices/store.ts'
import { violates } from '../db/errors.ts'
import { newId } from '../db/ids.ts'
import { forgetNames } from '../archive/days.ts'
import type { Database } from '../db/schema.ts'

export class AccountStore {
  readonly #db: Database
  readonly #now: () => number

  constructor(db: Database, now: () => number = Date.now) {
    this.#db = db
    this.#now = now
  }

  /** The account of an e-mail address, made if there is none. Upper and lower case are the same address. */
  async findOrCreate(email: string): Promise<User> {
    // One statement, which locks the account: within a transaction it cannot be deleted before the end.
    const row = await this.#db
      .insertInto('users')
      .values({ id: newId('user'), email: email.toLowerCase(), created_at: new Date(this.#now()) })
      .onConflict((conflict) => conflict.column('email').doUpdateSet({ email: (query) => query.ref('excluded.email') }))
      .returning(COLUMNS)
      .executeTakeFirstOrThrow()
    return toUser(row)
  }

  async find(id: string): Promise<User | null> {
    const row = await this.#users().where('id', '=', id).executeTakeFirst()
    return row ? toUser(row) : null
  }

  /** By an operator. */
  async isDisabled(id: string): Promise<boolean> {
    const row = await this.#db.selectFrom('users').select('disabled_at').where('id', '=', id).executeTakeFirst()
    return row !== undefined && row.disabled_at !== null
  }

  /** Gives the account its public handle, or another one. Null when there is no such account. */
  async setHandle(id: string, handle: Handle): Promise<User | 'handle-taken' | null> {
    try {
      const row = await this.#db
        .updateTable('users')
        .set({ handle })
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .returning(COLUMNS)
        .executeTakeFirst()
      return row ? toUser(row) : null
    } catch (error) {
      if (violates(error, 'users_handle')) return 'handle-taken'
      throw error
    }
  }

  /** See `forgetAccount`. */
  async delete(id: string): Promise<void> {
    await this.#db.transaction().execute((trx) => forgetAccount(trx, id, new Date(this.#now())))
  }

  #users() {
    return this.#db.selectFrom('users').select(COLUMNS).where('deleted_at', 'is', null)
  }
}

/**
 * Forgets the account: address, handle, keys, sessions, the URLs of its bots and what is kept about them. The bots are
 * removed; records of their matches stay. A match that a machine has taken continues to its end; one that none has taken is aborted,
 * unrated. Gives the ids of the bots.
 */
export async function forgetAccount(trx: Database, id: string, now: Date): Promise<string[]> {
  // First, since it makes wait, and then fail, whatever adds a session, a key or a bot.
  await trx.updateTable('users').set({ email: null, handle: '', deleted_at: now }).where('id', '=', id).execute()
  await trx.deleteFrom('sessions').where('user_id', '=', id).execute()
  await trx.deleteFrom('keys').where('user_id', '=', id).execute()
  await trx.deleteFrom('relays').where('user_id', '=', id).execute()
  await holdBotsOf(trx, id)
  await forgetNotices(trx, id)
  const bots = await trx
    .updateTable('bots')
    .set((query) => ({ deleted_at: query.fn.coalesce('deleted_at', query.val(now)), url: '' }))
    .where('owner_id', '=', id)
    .returning('id')
    .execute()
  const botIds = bots.map((bot) => bot.id)
  await forgetChecks(trx, botIds)
  await forgetReceipts(trx, botIds)
  await forgetNames(trx, botIds)
  return botIds
}

const COLUMNS = ['id', 'handle', 'email'] as const

/** The user of an account that is not deleted, which has an address. */
function toUser(row: { id: string; handle: string; email: string | null }): User {
  return { id: row.id, name: row.handle, email: row.email! }
}
