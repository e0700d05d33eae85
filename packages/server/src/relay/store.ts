/** Relays as the database keeps them: whose they are, and on which machine their connector is. */
import { sql } from 'kysely'
import { holdEnabledOwner } from '../bots/store.ts'
import { DATABASE_TIME } from '../db/clock.ts'
import { newId } from '../db/ids.ts'
import type { Database } from '../db/schema.ts'
import { LEASE_MS } from '../matches/taking/lease.ts'

/** An account that names more has a program that makes names up. */
export const RELAYS_OF_ACCOUNT = 256

/** Takes back what was made. */
class TooManyRelays extends Error {
  override readonly name = 'TooManyRelays'
}

export interface Relay {
  readonly id: string
  readonly name: string
}

export class RelayStore {
  readonly #db: Database
  readonly #machineId: string
  readonly #now: () => number

  constructor(db: Database, machineId: string, now: () => number) {
    this.#db = db
    this.#machineId = machineId
    this.#now = now
  }

  /** The relays of these names, made where there are none; null where the account would have too many. Throws as registering does. */
  async named(userId: string, names: readonly string[]): Promise<Relay[] | null> {
    const now = new Date(this.#now())
    const named = this.#db.transaction().execute(async (trx) => {
      await holdEnabledOwner(trx, userId)
      const made = await trx
        .insertInto('relays')
        .values(names.map((name) => ({ id: newId('relay'), user_id: userId, name, created_at: now, changed_at: now })))
        .onConflict((conflict) => conflict.columns(['user_id', 'name']).doNothing())
        .returning('id')
        .execute()
      const relays = await trx.selectFrom('relays').select(['id', 'name']).where('user_id', '=', userId).execute()
      if (made.length > 0 && relays.length > RELAYS_OF_ACCOUNT) throw new TooManyRelays()
      return names.map((name) => relays.find((relay) => relay.name === name)!)
    })
    return named.catch((error: unknown) => {
      if (error instanceof TooManyRelays) return null
      throw error
    })
  }

  /** A connector on this machine has them from now on, whoever had them before. */
  async connected(connection: string, ids: readonly string[]): Promise<void> {
    await this.#db
      .updateTable('relays')
      .set({ machine_id: this.#machineId, connection, changed_at: new Date(this.#now()) })
      .where('id', 'in', ids)
      .execute()
  }

  /** The socket of a connector is gone. Relays that another has taken over meanwhile stay with that one. */
  async left(connection: string): Promise<void> {
    await this.#leave().where('connection', '=', connection).execute()
  }

  /** No connector is here: the process before this one left its rows behind. */
  async begin(): Promise<void> {
    await this.#leave().execute()
  }

  #leave() {
    return this.#db
      .updateTable('relays')
      .set({ machine_id: null, connection: null, changed_at: new Date(this.#now()) })
      .where('machine_id', '=', this.#machineId)
  }

  async isOf(userId: string, id: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('relays')
      .select('id')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return row !== undefined
  }

  /** The other machine, alive, at which the connector of a relay is. */
  async machineOf(id: string): Promise<string | null> {
    const row = await this.#db
      .selectFrom('relays')
      .innerJoin('machines', 'machines.id', 'relays.machine_id')
      .select('machine_id')
      .where('relays.id', '=', id)
      .where('machine_id', '<>', this.#machineId)
      .where('seen_at', '>', sql<Date>`${DATABASE_TIME()} - make_interval(secs => ${LEASE_MS / 1000})`)
      .executeTakeFirst()
    return row?.machine_id ?? null
  }

  /** The connections that have relays of this machine, and the keys among these that still hold. */
  async standing(keyIds: readonly string[]): Promise<{ connections: Map<string, string>; keys: Set<string> }> {
    const [relays, keys] = await Promise.all([
      this.#db.selectFrom('relays').select(['id', 'connection']).where('machine_id', '=', this.#machineId).execute(),
      this.#db
        .selectFrom('keys')
        .innerJoin('users', 'users.id', 'keys.user_id')
        .select('keys.id')
        .where('keys.id', 'in', keyIds)
        .where('revoked_at', 'is', null)
        .where('users.disabled_at', 'is', null)
        .execute(),
    ])
    return {
      connections: new Map(relays.map(({ id, connection }) => [id, connection!])),
      keys: new Set(keys.map(({ id }) => id)),
    }
  }
}
