/**
 * The database's clock, the only one that machines which share a database agree on: as an expression for statements, and as a
 * number that this process reads between two answers of the database. The number follows a clock that nobody sets, so that a
 * machine whose own clock is wrong writes right moments.
 */
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Database } from './schema.ts'

/** The moment at which the database reads it. */
export type SqlClock = () => RawBuilder<Date>

export const DATABASE_TIME: SqlClock = () => sql<Date>`clock_timestamp()`

export async function databaseTime(db: Database): Promise<Date> {
  const { now } = await db.selectNoFrom(DATABASE_TIME().as('now')).executeTakeFirstOrThrow()
  return now
}

/** An answer that took longer says little about the moment. */
const PROMPT_MS = 200
/** After this long it is believed all the same: clocks drift apart. */
const STALE_MS = 60_000

export class DatabaseClock {
  readonly #elapsed: () => number
  /** What the database's clock shows when the other shows 0, and when that was learned; null until it has answered. */
  #known: { readonly offset: number; readonly at: number } | null = null

  constructor(elapsed: () => number = () => performance.now()) {
    this.#elapsed = elapsed
  }

  /** Learns from an answer that holds a moment of the database. */
  async learn(question: () => Promise<Date>): Promise<void> {
    const askedAt = this.#elapsed()
    const moment = await question()
    const at = this.#elapsed()
    const isStale = this.#known === null || at - this.#known.at > STALE_MS
    if (at - askedAt <= PROMPT_MS || isStale) this.#known = { offset: moment.getTime() - (askedAt + at) / 2, at }
  }

  /** Unix milliseconds; by this machine's own clock until the database has answered. */
  readonly now = (): number => (this.#known === null ? Date.now() : Math.round(this.#known.offset + this.#elapsed()))
}

/** By which the arena records moments: the database's where machines share it, this machine's own where there is one alone. */
export type ArenaClock = Pick<DatabaseClock, 'now' | 'learn'>

export const OWN_CLOCK: ArenaClock = { now: () => Date.now(), learn: async (question) => void (await question()) }
