/**
 * Maintenance that an operator has announced: pages show it from then on. While it is under way no match is seated and writes are
 * refused. Requests that fail meanwhile are asked to come back at its end. Moments are Unix milliseconds, by the database's clock.
 */
import type { Database } from '../db/schema.ts'
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
  return row === undefined ? null : { text: row.text, startsAt: row.starts_at.getTime(), endsAt: row.ends_at.getTime() }
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
  return maintenanceFacts({ text, startsAt, endsAt })
}

export async function cancel(trx: Database): Promise<Row> {
  const known = await readMaintenance(trx)
  if (known === null) throw new OperatorFailure('No maintenance is announced.')
  await trx.deleteFrom('maintenance').execute()
  return maintenanceFacts(known)
}

export function maintenanceFacts({ text, startsAt, endsAt }: Maintenance): Row {
  return { text, from: new Date(startsAt).toISOString(), until: new Date(endsAt).toISOString() }
}
