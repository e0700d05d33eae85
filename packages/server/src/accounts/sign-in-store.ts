/**
 * Sign-ins under way: the mails sent, their recipients, and how often codes were tried (design: five mails an hour per
 * address, a limit per client, 15 minutes, one use). All of it is counted in the database, under a lock per address and
 * per client, so that the limits hold for simultaneous requests and for several machines together.
 *
 * A link holds 128 random bits and needs no more protection than its hash. A code is one of a million, so
 *
 *   - of several codes of an address only the newest counts, and it can be tried 5 times;
 *   - an address takes 10 wrong codes a day, a client 30 an hour; from then on only the link signs in;
 *   - it is kept as a salted scrypt, which makes trying all of them cost hours and not a second.
 */
import { createHash, randomBytes, randomInt, scrypt as scryptWithCallback, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { takeLockOn } from '../db/locks.ts'
import type { Database } from '../db/schema.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

export const SIGN_IN_MS = 15 * MINUTE_MS

/** At most `limit` rows with the same value in the column within `ms`. */
interface Window {
  readonly table: 'sign_ins' | 'code_attempts'
  readonly column: 'email' | 'client'
  readonly limit: number
  readonly ms: number
}

export const MAILS_PER_ADDRESS: Window = { table: 'sign_ins', column: 'email', limit: 5, ms: HOUR_MS }
export const MAILS_PER_CLIENT: Window = { table: 'sign_ins', column: 'client', limit: 100, ms: HOUR_MS }
export const CODES_PER_ADDRESS: Window = { table: 'code_attempts', column: 'email', limit: 10, ms: DAY_MS }
export const CODES_PER_CLIENT: Window = { table: 'code_attempts', column: 'client', limit: 30, ms: HOUR_MS }
export const TRIES_PER_CODE = 5

const TOKEN_BYTES = 16
const TOKEN = /^[0-9a-f]{32}$/
const SALT_BYTES = 16

/** A sign-in that belongs to no address yet. The token, which becomes the link, is known this once. */
interface Claimed {
  readonly kind: 'claimed'
  readonly token: string
}

interface ClientLimited {
  readonly kind: 'client-limited'
  readonly untilMs: number
}

interface StoredCode {
  readonly tokenHash: string
  readonly salt: string
  readonly hash: string
}

const scrypt = promisify<string, string, number, Buffer>(scryptWithCallback)
const CODE_HASH_BYTES = 32

/** Slow, so that nobody tries all codes; tests, which make hundreds, replace it. */
export type CodeHash = (code: string, salt: string) => Promise<string>

export class SignInStore {
  readonly #db: Database
  readonly #now: () => number
  readonly #hashCode: CodeHash

  constructor(db: Database, now: () => number = Date.now, hash: CodeHash = hashCode) {
    this.#db = db
    this.#now = now
    this.#hashCode = hash
  }

  /** Counts an ask of the client's, unless it has asked too often. Does the same whomever the mail is to be for. */
  async claim(client: string): Promise<Claimed | ClientLimited> {
    const token = randomBytes(TOKEN_BYTES).toString('hex')
    const untilMs = await this.#db.transaction().execute(async (trx) => {
      await takeLockOn(trx, `sign-in from ${client}`)
      const full = await this.#fullUntil(trx, MAILS_PER_CLIENT, client)
      if (full !== null) return full
      await trx
        .insertInto('sign_ins')
        .values({ token_hash: hashToken(token), client, at: new Date(this.#now()) })
        .execute()
      return null
    })
    return untilMs === null ? { kind: 'claimed', token } : { kind: 'client-limited', untilMs }
  }

  /** The code to mail to the address (in lower case) with the claim's token; null when the address had its mails. */
  async open(token: string, email: string): Promise<string | null> {
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const salt = randomBytes(SALT_BYTES).toString('hex')
    const hash = await this.#hashCode(code, salt)
    return this.#db.transaction().execute(async (trx) => {
      await takeLockOn(trx, `sign-in to ${email}`)
      if ((await this.#fullUntil(trx, MAILS_PER_ADDRESS, email)) !== null) return null
      await trx
        .updateTable('sign_ins')
        .set({ email, code_salt: salt, code_hash: hash })
        .where('token_hash', '=', hashToken(token))
        .execute()
      return code
    })
  }

  /**
   * Takes back what could not be mailed: the address may be mailed again. For the client it counts on, or else somebody could tell
   * addresses that take mail from others by how often they may be asked for.
   */
  async cancel(token: string): Promise<void> {
    await this.#db
      .updateTable('sign_ins')
      .set({ email: null, code_salt: null, code_hash: null })
      .where('token_hash', '=', hashToken(token))
      .execute()
  }

  /** The address that a link would sign in; null where it no longer could. Changes nothing. */
  async addressOf(token: string): Promise<string | null> {
    if (!TOKEN.test(token)) return null
    const row = await this.#db
      .selectFrom('sign_ins')
      .select('email')
      .where('token_hash', '=', hashToken(token))
      .where('spent_at', 'is', null)
      .where('at', '>', new Date(this.#now() - SIGN_IN_MS))
      .executeTakeFirst()
    return row?.email ?? null
  }

  /** The sign-in that the code stands for, as `spend` takes it; null when it is not the one. Counts the attempt. */
  async tryCode(email: string, code: string, client: string): Promise<string | ClientLimited | null> {
    const found = await this.#db.transaction().execute((trx) => this.#countAttempt(trx, email, client))
    if ('kind' in found) return found
    const { code: stored } = found
    // Without a code to compare with, the answer takes as long.
    const hash = await this.#hashCode(code, stored?.salt ?? '')
    return stored !== null && timingSafeEqual(Buffer.from(hash, 'hex'), Buffer.from(stored.hash, 'hex'))
      ? stored.tokenHash
      : null
  }

  /**
   * Spends a sign-in, and with it every other of its address; returns the address, or null when it was spent, is too
   * old, or never was. In the caller's transaction.
   */
  async spend(trx: Database, tokenHash: string): Promise<string | null> {
    const row = await trx.selectFrom('sign_ins').select('email').where('token_hash', '=', tokenHash).executeTakeFirst()
    if (row === undefined || row.email === null) return null
    // Where two spend links of one address at once, the second finds its own spent.
    await takeLockOn(trx, `sign-in to ${row.email}`)
    const now = this.#now()
    const unspent = trx
      .updateTable('sign_ins')
      .set({ spent_at: new Date(now) })
      .where('spent_at', 'is', null)
      .where('at', '>', new Date(now - SIGN_IN_MS))
    const { numUpdatedRows } = await unspent.where('token_hash', '=', tokenHash).executeTakeFirst()
    if (numUpdatedRows === 0n) return null
    await unspent.where('email', '=', row.email).execute()
    await trx.deleteFrom('code_attempts').where('email', '=', row.email).execute()
    return row.email
  }

  /** Forgets what no rule looks at any more; returns how many rows. */
  async purge(): Promise<number> {
    const now = this.#now()
    const signIns = await this.#db
      .deleteFrom('sign_ins')
      .where('at', '<=', new Date(now - HOUR_MS))
      .executeTakeFirst()
    const attempts = await this.#db
      .deleteFrom('code_attempts')
      .where('at', '<=', new Date(now - DAY_MS))
      .executeTakeFirst()
    return Number(signIns.numDeletedRows + attempts.numDeletedRows)
  }

  async #countAttempt(
    trx: Database,
    email: string,
    client: string,
  ): Promise<ClientLimited | { readonly code: StoredCode | null }> {
    await lockBoth(trx, email, client)
    const untilMs = await this.#fullUntil(trx, CODES_PER_CLIENT, client)
    if (untilMs !== null) return { kind: 'client-limited', untilMs }
    const code = await this.#newestCode(trx, email)
    // Where nothing can be guessed, nothing counts against the address: a stranger cannot lock it.
    await trx
      .insertInto('code_attempts')
      .values({ email: code === null ? null : email, client, at: new Date(this.#now()) })
      .execute()
    return { code }
  }

  /** What a code of this address is compared with; null when no code of it can be right now. */
  async #newestCode(trx: Database, email: string): Promise<StoredCode | null> {
    const row = await trx
      .selectFrom('sign_ins')
      .select(['token_hash', 'code_salt', 'code_hash', 'at', 'spent_at'])
      .where('email', '=', email)
      .where('at', '>', new Date(this.#now() - SIGN_IN_MS))
      .orderBy('at', 'desc')
      .orderBy('token_hash')
      .executeTakeFirst()
    if (!row || row.spent_at !== null || row.code_salt === null || row.code_hash === null) return null
    if ((await this.#fullUntil(trx, CODES_PER_ADDRESS, email)) !== null) return null
    const { tries } = await trx
      .selectFrom('code_attempts')
      .select((query) => query.cast<number>(query.fn.countAll(), 'integer').as('tries'))
      .where('email', '=', email)
      .where('at', '>=', row.at)
      .executeTakeFirstOrThrow()
    return tries < TRIES_PER_CODE ? { tokenHash: row.token_hash, salt: row.code_salt, hash: row.code_hash } : null
  }

  /** When a full window has room again; null when it has. */
  async #fullUntil(trx: Database, { table, column, limit, ms }: Window, value: string): Promise<number | null> {
    const { rows } = await sql<{ at: Date }>`
      select at from ${sql.table(table)}
      where ${sql.ref(column)} = ${value} and at > ${new Date(this.#now() - ms)}
      order by at desc offset ${sql.raw(String(limit - 1))} limit 1`.execute(trx)
    return rows[0] === undefined ? null : rows[0].at.getTime() + ms
  }
}

/** Always in this order, so that no two requests wait for each other. */
async function lockBoth(trx: Database, email: string, client: string): Promise<void> {
  await takeLockOn(trx, `sign-in from ${client}`)
  await takeLockOn(trx, `sign-in to ${email}`)
}

/** How `spend` names the sign-in of a link. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

async function hashCode(code: string, salt: string): Promise<string> {
  return (await scrypt(code, salt, CODE_HASH_BYTES)).toString('hex')
}
