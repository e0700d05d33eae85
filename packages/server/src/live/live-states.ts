/** The matches that run on each machine of an arena, as the machines show them to each other: a row of the database each. */
import { sql } from 'kysely'
import { DATABASE_TIME } from '../db/clock.ts'
import type { LiveState } from '../db/json-columns.ts'
import type { Database } from '../db/schema.ts'
import { LEASE_MS } from '../matches/taking/lease.ts'

export class LiveStateStore {
  readonly #db: Database
  readonly #ownId: string

  constructor(db: Database, ownId: string) {
    this.#db = db
    this.#ownId = ownId
  }

  async show(state: LiveState): Promise<void> {
    const row = { at: DATABASE_TIME(), state: JSON.stringify(state) }
    await this.#db
      .insertInto('live_states')
      .values({ machine_id: this.#ownId, ...row })
      .onConflict((conflict) => conflict.column('machine_id').doUpdateSet(row))
      .execute()
  }

  /** The states of the other machines that are alive. A machine that only serves has one from a time when it played. */
  async others(): Promise<{ readonly machineId: string; readonly at: Date; readonly state: LiveState }[]> {
    const rows = await this.#db
      .selectFrom('live_states')
      .innerJoin('machines', 'machines.id', 'live_states.machine_id')
      .select(['machine_id', 'at', 'state'])
      .where('machine_id', '<>', this.#ownId)
      .where('role', '<>', 'web')
      .where('seen_at', '>', sql<Date>`${DATABASE_TIME()} - make_interval(secs => ${LEASE_MS / 1000})`)
      .orderBy('machine_id')
      .execute()
    return rows.map(({ machine_id: machineId, at, state }) => ({ machineId, at, state }))
  }
}
