/**
 * The platform keys of an arena of several machines, in the database: private halves sealed by `ARENA_SECRET`, which only the
 * machines have. A rotation has three steps (docs/machines.md): `announce` publishes the next key, `change` makes it sign, and
 * `retire` takes the previous one back.
 */
import { createKeyPair, publicKeyOf } from '@arena/protocol'
import type { KeyPair } from '@arena/protocol'
import { DATABASE_TIME } from '../db/clock.ts'
import { takeLock } from '../db/locks.ts'
import type { Database, Schema } from '../db/schema.ts'
import { StartError } from '../start-error.ts'
import { seal, SealError, unseal } from './sealing.ts'
import { signers } from './shared-key.ts'

type KeyState = Schema['platform_keys']['state']

/** What a machine signs with, and what bots may believe. */
export interface KeyRing {
  readonly current: KeyPair
  /** Published beside it. */
  readonly others: readonly KeyPair[]
}

/** Asked before a key becomes that of all machines, in the same transaction. */
export type Claim = (trx: Database, publicKey: string) => Promise<void>

export interface KeyRow {
  readonly publicKey: string
  readonly state: KeyState
  readonly since: Date
}

export class KeyRotationError extends Error {
  override readonly name = 'KeyRotationError'
}

export class PlatformKeyStore {
  readonly #db: Database
  readonly #secret: string

  constructor(db: Database, secret: string) {
    this.#db = db
    this.#secret = secret
  }

  /** The first machine puts its own key there, unless `claim` throws; the others take what is there. */
  async load(own: () => Promise<KeyPair>, claim: Claim): Promise<KeyRing> {
    return this.#alone(async (trx) => {
      if (!hasOne(await rowsOf(trx), 'current')) {
        const pair = await own()
        await claim(trx, pair.publicKey)
        await this.#add(trx, pair, 'current')
      }
      const rows = await rowsOf(trx)
      const pairs = rows.map(({ public_key: publicKey, sealed }) => this.#open(publicKey, sealed))
      const at = rows.findIndex(({ state }) => state === 'current')
      return { current: pairs[at]!, others: pairs.filter((_, index) => index !== at) }
    })
  }

  async list(): Promise<KeyRow[]> {
    const rows = await rowsOf(this.#db)
    return rows.map(({ public_key: publicKey, state, since }) => ({ publicKey, state, since }))
  }

  /** Publishes a next key. */
  async announce(): Promise<void> {
    await this.#alone(async (trx) => {
      const rows = await rowsOf(trx)
      // The key that bots remember is still in the data folder of a machine.
      this.#expect(rows, 'current', true, 'There is no current key yet. Start a machine with this ARENA_SECRET first.')
      this.#expect(rows, 'next', false, 'A next key is announced already.')
      // Refused with a secret that the other machines do not have.
      for (const { public_key: publicKey, sealed } of rows) this.#open(publicKey, sealed)
      await this.#add(trx, createKeyPair(), 'next')
    })
  }

  /** The next key signs from now on, on each machine from its next start; the current one stays published. */
  async change(): Promise<void> {
    await this.#alone(async (trx) => {
      const rows = await rowsOf(trx)
      this.#expect(rows, 'next', true, 'No next key is announced.')
      this.#expect(rows, 'previous', false, 'The previous key is still published: retire it first.')
      for (const [from, to] of [['current', 'previous'] as const, ['next', 'current'] as const]) {
        await trx
          .updateTable('platform_keys')
          .set({ state: to, since: DATABASE_TIME() })
          .where('state', '=', from)
          .execute()
      }
    })
  }

  /** The previous key is not published any more. Refused while a machine that is alive still signs with it. */
  async retire(): Promise<void> {
    await this.#alone(async (trx) => {
      const rows = await rowsOf(trx)
      this.#expect(rows, 'previous', true, 'There is no previous key.')
      const { public_key: previous } = rows.find(({ state }) => state === 'previous')!
      const signer = await signers(trx).where('public_key', '=', previous).executeTakeFirst()
      if (signer) {
        throw new KeyRotationError(
          `The machine ${signer.id} signs with the previous key until it starts again. Restart it first; one that has ended ` +
            'counts for another minute.',
        )
      }
      await trx.deleteFrom('platform_keys').where('state', '=', 'previous').execute()
    })
  }

  #expect(rows: readonly { readonly state: KeyState }[], state: KeyState, isThere: boolean, complaint: string): void {
    if (hasOne(rows, state) !== isThere) throw new KeyRotationError(complaint)
  }

  #alone<T>(work: (trx: Database) => Promise<T>): Promise<T> {
    return this.#db.transaction().execute(async (trx) => {
      await takeLock(trx, 'platformKeys')
      return work(trx)
    })
  }

  async #add(trx: Database, { publicKey, privateKey }: KeyPair, state: KeyState): Promise<void> {
    const sealed = seal(privateKey, this.#secret, publicKey)
    await trx
      .insertInto('platform_keys')
      .values({ public_key: publicKey, sealed, state, since: DATABASE_TIME() })
      .execute()
  }

  #open(publicKey: string, sealed: string): KeyPair {
    try {
      const privateKey = unseal(sealed, this.#secret, publicKey)
      if (publicKeyOf(privateKey) === publicKey) return { privateKey, publicKey }
    } catch (error) {
      if (!(error instanceof SealError)) throw error
    }
    throw new StartError(
      `The platform key ${publicKey} in the database cannot be opened: ARENA_SECRET is not the secret of the other machines`,
    )
  }
}

function hasOne(rows: readonly { readonly state: KeyState }[], state: KeyState): boolean {
  return rows.some((row) => row.state === state)
}

function rowsOf(db: Database) {
  return db.selectFrom('platform_keys').selectAll().orderBy('state').execute()
}
