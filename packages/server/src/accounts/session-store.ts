/** Dashboard sessions. The id is a secret that only the browser's cookie holds; here stays its SHA-256. */
import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '../db/schema.ts'

export const SESSION_MS = 30 * 86_400_000

const ID_BYTES = 32
const ID = /^[A-Za-z0-9_-]{43}$/

export class SessionStore {
  readonly #db: Database
  readonly #now: () => number

  constructor(db: Database, now: () => number = Date.now) {
    this.#db = db
    this.#now = now
  }

  /** Returns the id, which is known this once. */
  async open(userId: string): Promise<string> {
    const id = randomBytes(ID_BYTES).toString('base64url')
    const now = this.#now()
    await this.#db
      .insertInto('sessions')
      .values({
        id_hash: hashId(id),
        user_id: userId,
        created_at: new Date(now),
        expires_at: new Date(now + SESSION_MS),
      })
      .execute()
    return id
  }

  /** The account that the session speaks for, or null when there is no such session any more. */
  async find(id: string): Promise<string | null> {
    if (!ID.test(id)) return null
    // Found by the hash: how long a lookup takes reveals nothing about the id.
    const row = await this.#db
      .selectFrom('sessions')
      .select('user_id')
      .where('id_hash', '=', hashId(id))
      .where('expires_at', '>', new Date(this.#now()))
      .executeTakeFirst()
    return row?.user_id ?? null
  }

  /** Ends the session, if there is one. */
  async end(id: string): Promise<void> {
    await this.#db.deleteFrom('sessions').where('id_hash', '=', hashId(id)).execute()
  }

  /** Forgets those that have expired; returns how many. */
  async purge(): Promise<number> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('sessions')
      .where('expires_at', '<=', new Date(this.#now()))
      .executeTakeFirst()
    return Number(numDeletedRows)
  }
}

function hashId(id: string): string {
  return createHash('sha256').update(id).digest('hex')
}
