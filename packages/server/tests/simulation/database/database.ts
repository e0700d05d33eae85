/**
 * The database that machines share, and the network to it. Statements of all machines are the real ones, in the order in which they
 * arrive, a few milliseconds after they were sent. A session that says nothing in a transaction for five seconds loses it, as the
 * service asks of its server (`db/postgres.ts`).
 */
import type { Dialect } from 'kysely'
import { PATIENCE } from '../../../src/db/postgres.ts'
import type { Boundaries } from '../kernel/boundaries.ts'
import type { Kernel, Process } from '../kernel/kernel.ts'
import { Connection, dialectOver } from './connection.ts'
import { terminated } from './engine.ts'
import type { Answer, Asked, Engine, Sessions } from './engine.ts'

/** The least time of a statement on its way, and of its answer. */
const FASTEST_MS = 0.2
/** On a network that is slow: longer than a match waits to be taken, there and back. */
const CRAWL_MS = 6_000

/** The network between a machine and the database. */
export interface Link {
  cutUntil: number
  /** Each way takes seconds until then. */
  slowUntil: number
}

/** A statement with a rule of the service broken in it; the text as it is where it has no such rule. */
export type Rewrite = (sql: string) => string

export interface Session {
  readonly process: Process
  isInTransaction: boolean
  /** Ended by the server, or cut off. */
  isOver: boolean
  /** Counts its statements. */
  asked: number
}

export class SimulatedDatabase {
  readonly #kernel: Kernel
  readonly #rewrite: Rewrite
  #sessions!: Sessions
  readonly #connected = new Set<Session>()
  readonly #followers = new Set<{
    readonly process: Process
    readonly link: Link
    readonly heard: (topic: string) => void
  }>()
  backAt = 0
  queries = 0
  /** How long a statement is on its way at most, and its answer. */
  slowestMs = 3

  private constructor(kernel: Kernel, rewrite: Rewrite) {
    this.#kernel = kernel
    this.#rewrite = rewrite
  }

  /** Empty. */
  static async open(kernel: Kernel, engine: Engine, rewrite: Rewrite = (sql) => sql): Promise<SimulatedDatabase> {
    const database = new SimulatedDatabase(kernel, rewrite)
    database.#sessions = await engine.sessions(kernel, (asked, outcome) => database.#done(asked, outcome))
    return database
  }

  /** As a process sees it. */
  dialect(process: Process, link: Link, boundaries: Boundaries): Dialect {
    process.died.push((isHeard) => this.#leave(process, isHeard))
    return dialectOver(() => new Connection(this, process, link, boundaries))
  }

  /** Announcements of changes to a process, for as long as it lives and its machine is connected. */
  follow(process: Process, link: Link, heard: (topic: string) => void): void {
    const follower = { process, link, heard }
    this.#followers.add(follower)
    process.died.push(() => this.#followers.delete(follower))
  }

  get now(): number {
    return this.#kernel.now
  }

  get isAway(): boolean {
    return this.#kernel.now < this.backAt
  }

  /** Whether what the tables hold is in the middle of something. */
  get isInTransaction(): boolean {
    return this.#sessions.isInTransaction
  }

  get deadlocks(): readonly string[] {
    return this.#sessions.deadlocks
  }

  travelMs({ slowUntil }: Link): number {
    if (this.#kernel.now < slowUntil) return this.#kernel.chance.between(100, CRAWL_MS)
    return FASTEST_MS + (this.#kernel.chance.bits() / 2 ** 32) * (this.slowestMs - FASTEST_MS)
  }

  connect(process: Process): Session {
    const session = { process, isInTransaction: false, isOver: false, asked: 0 }
    this.#connected.add(session)
    return session
  }

  /** The server goes down: every session is over. */
  goAway(ms: number): void {
    this.#kernel.trace.note('database away', ms)
    this.backAt = this.#kernel.now + ms
    for (const session of this.#connected) session.isOver = true
    this.#connected.clear()
    this.#sessions.endAll()
  }

  /** Every session of the process ends, where its machine is there to say so to the server. */
  #leave(process: Process, isHeard: boolean): void {
    if (!isHeard) return
    for (const session of this.#connected) if (session.process === process) this.#end(session)
  }

  #end(session: Session): void {
    session.isOver = true
    this.#connected.delete(session)
    this.#sessions.end(session)
  }

  /** A statement is on its way. */
  arrive(ms: number, asked: Asked): void {
    this.#kernel.at(this.#kernel.now + ms, null, () => this.#take(asked))
  }

  /** The other end has given a session up. */
  leave(session: Session): void {
    if (!session.isOver) this.#end(session)
  }

  async #take(asked: Asked): Promise<void> {
    const { session, sql } = asked
    if (session.isOver || this.isAway) return asked.answer(terminated())
    session.asked++
    this.queries++
    await this.#sessions.take({ ...asked, sql: this.#rewrite(sql) })
  }

  #done({ session, sql, values, answer }: Asked, outcome: Answer | Error): void {
    this.#note(session, sql, values, outcome)
    if (sql === 'begin') session.isInTransaction = true
    if (sql === 'commit' || sql === 'rollback') session.isInTransaction = false
    if (session.isInTransaction) this.#watch(session)
    answer(outcome)
    if (!(outcome instanceof Error)) this.#announce(outcome.changes)
  }

  #note({ process }: Session, sql: string, values: readonly unknown[], outcome: Answer | Error): void {
    const { trace } = this.#kernel
    if (outcome instanceof Error) return trace.note(process.name, sql, JSON.stringify(values), outcome.message)
    const { exchange, rowCount, rows } = outcome
    trace.noteBytes(process.name, exchange, () =>
      [sql, JSON.stringify(values), rowCount, JSON.stringify(rows)].join(' '),
    )
  }

  #watch(session: Session): void {
    const { asked } = session
    this.#kernel.at(this.#kernel.now + PATIENCE.idleInTransactionMs, null, () => {
      if (session.isOver || !session.isInTransaction || session.asked !== asked) return
      this.#end(session)
    })
  }

  #announce(topics: readonly string[]): void {
    for (const topic of topics) {
      for (const { process, link, heard } of this.#followers) {
        if (this.#kernel.now >= link.cutUntil) process.after(this.travelMs(link), () => heard(topic))
      }
    }
  }
}
