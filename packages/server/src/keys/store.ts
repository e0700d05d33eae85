/** API keys as the database keeps them (spec: API key, POST /keys request bodies). */
import { createHash, randomBytes } from 'node:crypto'
import { BEARER_PREFIX, MAX_KEYS } from '@arena/protocol'
import type { ApiKeyMeta, CreatedKey, KeyScope } from '@arena/protocol'
import type { Selectable } from 'kysely'
import { isId, newId } from '../db/ids.ts'
import type { Database, Schema } from '../db/schema.ts'
import { accountGone } from '../http/authentication.ts'
import type { HeldKey } from '../http/authentication.ts'

interface KeyTerms {
  readonly name: string
  readonly scopes: readonly KeyScope[]
}

export type NewKey =
  | (KeyTerms & { readonly kind: 'bearer' })
  /** `publicKey`: raw 32 bytes as base64. */
  | (KeyTerms & { readonly kind: 'signature'; readonly publicKey: string })

/** 40 characters of base64 without padding. */
const SECRET_BYTES = 30

/** `lastUsedAt` is this coarse, so that not every request becomes a write. */
const LAST_USED_MS = 60_000

export class KeyStore {
  readonly #db: Database
  readonly #now: () => number

  constructor(db: Database, now: () => number = Date.now) {
    this.#db = db
    this.#now = now
  }

  /** The only moment at which a bearer secret is known: its hash is all that stays. */
  async create(userId: string, key: NewKey): Promise<CreatedKey | 'key-limit-reached'> {
    const secret = key.kind === 'bearer' ? BEARER_PREFIX + randomBytes(SECRET_BYTES).toString('base64') : null
    return this.#db.transaction().execute(async (trx) => {
      // Keys of one account are created one at a time: the count below stays true until this one is in.
      await trx
        .selectFrom('users')
        .select('id')
        .where('id', '=', userId)
        .where('deleted_at', 'is', null)
        .forUpdate()
        .executeTakeFirstOrThrow(accountGone)
      const { unrevoked } = await trx
        .selectFrom('keys')
        .select((query) => query.cast<number>(query.fn.countAll(), 'integer').as('unrevoked'))
        .where('user_id', '=', userId)
        .where('revoked_at', 'is', null)
        .executeTakeFirstOrThrow()
      if (unrevoked >= MAX_KEYS) return 'key-limit-reached'
      const row = await trx
        .insertInto('keys')
        .values({
          id: newId('key'),
          user_id: userId,
          kind: key.kind,
          name: key.name,
          public_key: key.kind === 'signature' ? key.publicKey : null,
          secret_hash: secret === null ? null : hashSecret(secret),
          scopes: [...new Set(key.scopes)],
          created_at: new Date(this.#now()),
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      return secret === null ? toMeta(row) : { ...toMeta(row), secret }
    })
  }

  /** Newest first, revoked ones included. */
  async list(userId: string): Promise<ApiKeyMeta[]> {
    const rows = await this.#db
      .selectFrom('keys')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
    return rows.map(toMeta)
  }

  /** Revokes a key of the account, for good; again changes nothing. Null when the account has no such key. */
  async revoke(userId: string, id: string): Promise<ApiKeyMeta | null> {
    if (!isId('key', id)) return null
    const row = await this.#db
      .updateTable('keys')
      .set((query) => ({ revoked_at: query.fn.coalesce('revoked_at', query.val(new Date(this.#now()))) }))
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    return row ? toMeta(row) : null
  }

  async findBearer(secret: string): Promise<HeldKey | null> {
    // Found by the hash: how long a lookup takes reveals nothing about the secret.
    const row = await this.#unrevoked().where('secret_hash', '=', hashSecret(secret)).executeTakeFirst()
    return row ? toHeld(row) : null
  }

  async findSignature(id: string): Promise<HeldKey | null> {
    if (!isId('key', id)) return null
    const row = await this.#unrevoked().where('keys.id', '=', id).where('kind', '=', 'signature').executeTakeFirst()
    return row ? toHeld(row) : null
  }

  /** Remembers that the key, as it was just found, is used now. Exact to a minute: most uses write nothing. */
  async markUsed({ id, lastUsedAt }: Pick<ApiKeyMeta, 'id' | 'lastUsedAt'>): Promise<void> {
    const now = this.#now()
    if (lastUsedAt !== null && now - Date.parse(lastUsedAt) < LAST_USED_MS) return
    await this.#db
      .updateTable('keys')
      .set({ last_used_at: new Date(now) })
      .where('id', '=', id)
      .execute()
  }

  #unrevoked() {
    return this.#db
      .selectFrom('keys')
      .innerJoin('users', 'users.id', 'keys.user_id')
      .selectAll('keys')
      .select('users.disabled_at')
      .where('revoked_at', 'is', null)
  }
}

function toHeld(row: Selectable<Schema['keys']> & { readonly disabled_at: Date | null }): HeldKey {
  return { userId: row.user_id, isDisabled: row.disabled_at !== null, key: toMeta(row) }
}

function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

function toMeta(row: Selectable<Schema['keys']>): ApiKeyMeta {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    publicKey: row.public_key,
    scopes: row.scopes,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
  }
}
