/**
 * The database that machines share, and the network to it. Statements of all machines are the real ones, in the order in which they
 * arrive, a few milliseconds after they were sent. The embedded database has one session, so there is one transaction at a time: a
 * statement that comes while another session has one open waits for its end, and a session that says nothing in a transaction for five
 * seconds loses it, as the service asks of its server (`db/postgres.ts`).
 */
import { PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { Dialect } from 'kysely'
import { PATIENCE } from '../../src/db/postgres.ts'
import type { Boundaries } from './boundaries.ts'
import { Connection, SimulatedDriver } from './connection.ts'
import type { Answer, Engine } from './engine.ts'
import type { Kernel, Process } from './kernel.ts'

/** Of a statement on its way, and of its answer. */
const FASTEST_MS = 0.2
const SLOWEST_MS = 3
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

interface Asked {
  readonly session: Session
  readonly sql: string
  readonly values: readonly unknown[]
  readonly answer: (outcome: Answer | Error) => void
}

export class SimulatedDatabase {
  readonly #kernel: Kernel
  readonly #engine: Engine
  readonly #rewrite: Rewrite
  /** Whose transaction is open. */
  #holder: Session | null = null
  #waiting: Asked[] = []
  readonly #sessions = new Set<Session>()
  readonly #followers = new Set<{
    readonly process: Process
    readonly link: Link
    readonly heard: (topic: string) => void
  }>()
  backAt = 0
  queries = 0

  constructor(kernel: Kernel, engine: Engine, rewrite: Rewrite = (sql) => sql) {
    this.#kernel = kernel
    this.#engine = engine
    this.#rewrite = rewrite
  }

  /** As a process sees it. */
  dialect(process: Process, link: Link, boundaries: Boundaries): Dialect {
    process.died.push((isHeard) => this.#leave(process, isHeard))
    return {
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createDriver: () => new SimulatedDriver(() => new Connection(this, process, link, boundaries)),
    }
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
    return this.#holder !== null
  }

  travelMs({ slowUntil }: Link): number {
    if (this.#kernel.now < slowUntil) return this.#kernel.chance.between(100, CRAWL_MS)
    return FASTEST_MS + (this.#kernel.chance.bits() / 2 ** 32) * (SLOWEST_MS - FASTEST_MS)
  }

  connect(process: Process): Session {
    const session = { process, isInTransaction: false, isOver: false, asked: 0 }
    this.#sessions.add(session)
    return session
  }

  /** The server goes down: every session is over. */
  goAway(ms: number): void {
    this.#kernel.trace.note('database away', ms)
    this.backAt = this.#kernel.now + ms
    for (const session of this.#sessions) this.#end(session)
  }

  /** Every session of the process ends, where its machine is there to say so to the server. */
  #leave(process: Process, isHeard: boolean): void {
    if (!isHeard) return
    for (const session of this.#sessions) if (session.process === process) this.#end(session)
  }

  #end(session: Session): void {
    session.isOver = true
    this.#sessions.delete(session)
    this.#waiting = this.#waiting.filter((asked) => {
      if (asked.session !== session) return true
      asked.answer(new Error('Connection terminated unexpectedly'))
      return false
    })
    if (this.#holder === session) this.#kernel.at(this.#kernel.now, null, () => this.#rollBack(session))
  }

  async #rollBack(session: Session): Promise<void> {
    if (this.#holder !== session) return
    await this.#engine.query('rollback')
    this.#kernel.trace.note('rolled back', session.process.name)
    await this.#pass()
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
    if (asked.session.isOver || this.isAway) return asked.answer(new Error('Connection terminated unexpectedly'))
    if (this.#holder === null || this.#holder === asked.session) return this.#run(asked)
    this.#waiting.push(asked)
    this.#kernel.at(this.#kernel.now + PATIENCE.lockMs, null, () => {
      const at = this.#waiting.indexOf(asked)
      if (at === -1) return
      this.#waiting.splice(at, 1)
      asked.answer(Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' }))
    })
  }

  async #run({ session, sql, values, answer }: Asked): Promise<void> {
    session.asked++
    this.queries++
    let outcome: Answer | Error
    try {
      outcome = await this.#engine.query(this.#rewrite(sql), values)
    } catch (error) {
      outcome = error as Error
    }
    this.#note(session, sql, values, outcome)
    if (sql === 'begin') this.#hold(session)
    if (sql === 'commit' || sql === 'rollback') await this.#pass()
    else if (this.#holder === session) this.#watch(session)
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

  #hold(session: Session): void {
    session.isInTransaction = true
    this.#holder = session
  }

  /** The transaction is over: whoever came first is next. */
  async #pass(): Promise<void> {
    if (this.#holder !== null) this.#holder.isInTransaction = false
    this.#holder = null
    while (this.#holder === null && this.#waiting.length > 0) await this.#run(this.#waiting.shift()!)
  }

  #watch(session: Session): void {
    const { asked } = session
    this.#kernel.at(this.#kernel.now + PATIENCE.idleInTransactionMs, null, () => {
      if (this.#holder !== session || session.asked !== asked) return
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
