/** How a simulated process reaches the database: over its machine's network, where a statement or its answer may be lost or late. */
import { PostgresDialect } from 'kysely'
import type { Dialect, PostgresPoolClient } from 'kysely'
import { PATIENCE } from '../../../src/db/postgres.ts'
import type { Boundaries } from '../kernel/boundaries.ts'
import type { Link, Session, SimulatedDatabase } from './database.ts'
import { terminated } from './engine.ts'
import type { Answer } from './engine.ts'
import type { Process } from '../kernel/kernel.ts'

type Done = (outcome: Answer | Error) => void

/** A statement that is under way. */
interface Asked {
  isAnswered: boolean
  readonly done: Done
}

/** How a session is asked. */
type Query = (sql: string, values: readonly unknown[]) => Promise<Answer>

/** Sessions of which each is for one query, or for one transaction. */
export function dialectOver(connect: () => { readonly query: Query; release?(): void }): Dialect {
  const pool = {
    async connect(): Promise<PostgresPoolClient> {
      const session = connect()
      // The other overload of the type is for cursors, which nobody here has.
      return { query: session.query as unknown as PostgresPoolClient['query'], release: () => session.release?.() }
    },
    async end() {},
  }
  return new PostgresDialect({ pool })
}

export class Connection {
  readonly #database: SimulatedDatabase
  readonly #process: Process
  readonly #link: Link
  readonly #boundaries: Boundaries
  readonly #session: Session
  #isLost = false

  constructor(database: SimulatedDatabase, process: Process, link: Link, boundaries: Boundaries) {
    this.#database = database
    this.#process = process
    this.#link = link
    this.#boundaries = boundaries
    this.#session = database.connect(process)
  }

  readonly query: Query = (sql, values) =>
    new Promise((resolve, reject) => {
      this.#ask(sql, values, (outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome)))
    })

  release(): void {
    this.#database.leave(this.#session)
  }

  #ask(sql: string, values: readonly unknown[], done: Done): void {
    const process = this.#process
    if (this.#isLost) return done(new Error('Client has encountered a connection error and is not queryable'))
    const strike = this.#boundaries.next('query', sql)
    if (strike?.moment === 'before') {
      if (strike.blow === 'fails') return void process.after(1, () => this.#lose(done))
      if (!this.#boundaries.hit(strike, process)) return
      // Frozen: what it was about to send it sends later.
      return void process.after(0, () => this.#send(sql, values, done))
    }
    if (strike === null) return this.#send(sql, values, done)
    this.#send(sql, values, (outcome) => {
      if (strike.blow === 'fails') return this.#lose(done)
      if (this.#boundaries.hit(strike, process)) process.after(0, () => done(outcome))
    })
  }

  #send(sql: string, values: readonly unknown[], done: Done): void {
    const database = this.#database
    const asked = { isAnswered: false, done }
    if (this.#isCut) return this.#hearNothing(asked)
    database.arrive(database.travelMs(this.#link), {
      session: this.#session,
      sql,
      values,
      answer: (outcome) =>
        this.#isCut ? this.#hearNothing(asked) : this.#hear(asked, outcome, database.travelMs(this.#link)),
    })
  }

  get #isCut(): boolean {
    return this.#database.now < this.#link.cutUntil
  }

  /** Over a network that is gone nothing is heard, until whoever asked gives up. */
  #hearNothing(asked: Asked): void {
    this.#hear(asked, new Error('Query read timeout'), PATIENCE.queryMs)
  }

  /** On the process's own time: it may be frozen, or dead. */
  #hear(asked: Asked, outcome: Answer | Error, ms: number): void {
    this.#process.after(ms, () => {
      if (asked.isAnswered) return
      asked.isAnswered = true
      if (outcome instanceof Error && !('code' in outcome)) return this.#lose(asked.done, outcome)
      asked.done(outcome)
    })
  }

  #lose(done: Done, error = terminated()): void {
    this.#isLost = true
    this.#database.leave(this.#session)
    done(error)
  }
}
