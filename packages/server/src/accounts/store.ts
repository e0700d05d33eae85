/** Accounts as the database keeps them. An account is made by the first sign-in with its e-mail address. */
import type { Handle, User } from '@arena/protocol'
import { violates } from '../db/errors.ts'
import { newId } from '../db/ids.ts'
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
    const address = email.toLowerCase()
    await this.#db
      .insertInto('users')
      .values({ id: newId('user'), email: address, created_at: new Date(this.#now()) })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .execute()
    return toUser(await this.#users().where('email', '=', address).executeTakeFirstOrThrow())
  }

  async find(id: string): Promise<User | null> {
    const row = await this.#users().where('id', '=', id).executeTakeFirst()
    return row ? toUser(row) : null
  }

  /** Gives the account its public handle, or another one. */
  async setHandle(id: string, handle: Handle): Promise<User | 'handle-taken'> {
    try {
      const row = await this.#db
        .updateTable('users')
        .set({ handle })
        .where('id', '=', id)
        .returning(COLUMNS)
        .executeTakeFirstOrThrow()
      return toUser(row)
    } catch (error) {
      if (violates(error, 'users_handle')) return 'handle-taken'
      throw error
    }
  }

  #users() {
    return this.#db.selectFrom('users').select(COLUMNS)
  }
}

const COLUMNS = ['id', 'handle', 'email'] as const

function toUser(row: { id: string; handle: string; email: string }): User {
  return { id: row.id, name: row.handle, email: row.email }
}
