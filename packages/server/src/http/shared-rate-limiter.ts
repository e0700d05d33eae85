/**
 * Counts in the database that several machines share, as exactly as in memory (`take_turns` in the migrations does the
 * counting, by the database's clock). Requests that arrive during a query are batched into the next one, so any number
 * of requests needs only one query at a time. A refusal is cached while it is valid: a caller that does not wait causes
 * no further query.
 */
import { sql } from 'kysely'
import type { Database } from '../db/schema.ts'
import { LIMITS, WINDOW_MS } from './rate-limits.ts'
import type { LimitClass, Limits, RateLimiter } from './rate-limits.ts'

/** Subjects of one question: together they wait for the one that is locked. */
const BATCH = 200
/** Remembered refusals; forgetting one costs a question, nothing else. */
const MAX_REFUSALS = 10_000

interface Waiting {
  readonly resolve: (waitMs: number) => void
  readonly reject: (error: unknown) => void
}

/** The requests of one subject that wait to be counted. */
interface Turn {
  readonly key: string
  readonly limit: number
  readonly waiting: Waiting[]
}

export class SharedRateLimiter implements RateLimiter {
  readonly #db: Database
  readonly #limits: Limits
  #turns = new Map<string, Turn>()
  #isAsking = false
  /** By key, until when on this machine's clock. */
  readonly #refusals = new Map<string, number>()
  #sweptAt = Number.NEGATIVE_INFINITY

  constructor(db: Database, limits: Limits = LIMITS) {
    this.#db = db
    this.#limits = limits
  }

  take(limit: LimitClass, subject: string): number | Promise<number> {
    const waitMs = this.peek(limit, subject)
    if (waitMs > 0) return waitMs
    const key = `${limit} ${subject}`
    this.#refusals.delete(key)

    const turn = this.#turns.get(key) ?? { key, limit: this.#limits[limit], waiting: [] }
    this.#turns.set(key, turn)
    const answer = new Promise<number>((resolve, reject) => turn.waiting.push({ resolve, reject }))
    if (!this.#isAsking) void this.#askAll()
    return answer
  }

  /** The rest of a refusal that still holds; whatever else may be counted is not known here. */
  peek(limit: LimitClass, subject: string): number {
    return Math.max(0, (this.#refusals.get(`${limit} ${subject}`) ?? 0) - performance.now())
  }

  async #askAll(): Promise<void> {
    this.#isAsking = true
    while (this.#turns.size > 0) {
      const turns = [...this.#turns.values()].slice(0, BATCH)
      for (const { key } of turns) this.#turns.delete(key)
      try {
        await this.#ask(turns)
        await this.#sweep()
      } catch (error) {
        for (const { waiting } of turns) for (const { reject } of waiting) reject(error)
      }
    }
    this.#isAsking = false
  }

  async #ask(turns: readonly Turn[]): Promise<void> {
    const { rows } = await sql<{ key: string; taken: number; wait_ms: number }>`
      select key, taken, wait_ms from take_turns(
        ${turns.map(({ key }) => key)}::text[],
        ${turns.map(({ limit }) => limit)}::integer[],
        ${turns.map(({ waiting }) => waiting.length)}::integer[],
        ${WINDOW_MS}::integer
      )`.execute(this.#db)
    const answers = new Map(rows.map((row) => [row.key, row]))
    for (const { key, waiting } of turns) {
      const { taken, wait_ms: waitMs } = answers.get(key)!
      for (const [index, { resolve }] of waiting.entries()) resolve(index < taken ? 0 : waitMs)
      if (taken < waiting.length) this.#remember(key, performance.now() + waitMs)
    }
  }

  #remember(key: string, until: number): void {
    if (this.#refusals.size >= MAX_REFUSALS) this.#refusals.clear()
    this.#refusals.set(key, until)
  }

  /** Forgets what no window holds any more. Arenas that do it at once leave each other's rows alone. */
  async #sweep(): Promise<void> {
    const now = performance.now()
    if (now - this.#sweptAt < WINDOW_MS) return
    this.#sweptAt = now
    await sql`delete from turns where ctid = any(array(
      select ctid from turns where at < clock_timestamp() - make_interval(secs => ${WINDOW_MS / 1000})
      for update skip locked))`.execute(this.#db)
  }
}
