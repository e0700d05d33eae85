/**
 * Maintenance that an operator has announced: pages show it from then on. While it is under way no match is seated and writes are
 * refused. Requests that fail meanwhile are asked to come back at its end. Moments are Unix milliseconds, by the database's clock.
 */
import type { Selectable } from 'kysely'
import type { Database, Schema } from '../db/schema.ts'
import { note } from '../note.ts'
import { OperatorFailure } from './outcome.ts'
import type { Row } from './outcome.ts'
import type { Act } from './requests.ts'

export interface Maintenance {
  readonly text: string
  readonly startsAt: number
  readonly endsAt: number
}

type MaintenanceAct = Extract<Act, { act: 'maintenance.announce' }>

/** An arena that stops this long before, drains for it. */
const DRAIN_MS = 15 * 60_000

/** The one that an arena knows of, as of a moment. */
export class MaintenanceNotice {
  readonly #now: () => number
  #known: Maintenance | null = null

  constructor(now: () => number) {
    this.#now = now
  }

  know(maintenance: Maintenance | null): void {
    this.#known = maintenance
  }

  /** Null once it is over. */
  get announced(): Maintenance | null {
    return this.#known !== null && this.#now() < this.#known.endsAt ? this.#known : null
  }

  get underWay(): Maintenance | null {
    const { announced } = this
    return announced !== null && this.#now() >= announced.startsAt ? announced : null
  }

  /** Seconds that a request which fails for want of service should wait; `usual` without maintenance. */
  retryAfterS(usual: number): number {
    const { announced } = this
    if (announced === null || this.#now() < announced.startsAt - DRAIN_MS) return usual
    return Math.max(usual, Math.ceil((announced.endsAt - this.#now()) / 1000))
  }
}

/** What an operator announces at a moment. */
export function maintenanceOf({ text, from, end }: MaintenanceAct, now: number): Maintenance {
  const startsAt = from ?? now
  return { text, startsAt, endsAt: 'until' in end ? end.until : startsAt + end.afterMs }
}

export async function readMaintenance(db: Database): Promise<Maintenance | null> {
  const row = await db.selectFrom('maintenance').selectAll().executeTakeFirst()
  return row === undefined ? null : toMaintenance(row)
}

function toMaintenance({ text, starts_at, ends_at }: Selectable<Schema['maintenance']>): Maintenance {
  return { text, startsAt: starts_at.getTime(), endsAt: ends_at.getTime() }
}

/** In place of what was announced before. */
export async function announce(trx: Database, { text, startsAt, endsAt }: Maintenance, now: number): Promise<Row> {
  if (endsAt <= startsAt) throw new OperatorFailure('The maintenance ends before it begins.')
  if (endsAt <= now) throw new OperatorFailure('The maintenance would be over already.')
  const row = { text, starts_at: new Date(startsAt), ends_at: new Date(endsAt) }
  await trx
    .insertInto('maintenance')
    .values(row)
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet(row))
    .execute()
  const facts = maintenanceFacts({ text, startsAt, endsAt })
  await note(trx, [{ kind: 'maintenance', ownerId: null, facts }], new Date(now))
  return facts
}

export async function cancel(trx: Database): Promise<Row> {
  const row = await trx.deleteFrom('maintenance').returningAll().executeTakeFirst()
  if (row === undefined) throw new OperatorFailure('No maintenance is announced.')
  return maintenanceFacts(toMaintenance(row))
}

export function maintenanceFacts({ text, startsAt, endsAt }: Maintenance) {
  return { text, from: new Date(startsAt).toISOString(), until: new Date(endsAt).toISOString() }
}
