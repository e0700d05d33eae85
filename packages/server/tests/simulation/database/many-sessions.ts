/**
 * Sessions of a server. One statement is sent at a time, and the next only once each of those before it has been answered or waits for a
 * lock, so what happens depends on nothing but the order of statements.
 */
import { PATIENCE } from '../../../src/db/postgres.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { Session } from './database.ts'
import { lockTimeout, refusal, terminated } from './engine.ts'
import type { Answer, Asked, Done, Sessions } from './engine.ts'
import type { Backend, ServerEngine } from './server-engine.ts'

/** On the time of the machine on which the simulation runs. */
const realTimeout = setTimeout
const LOOK_MS = 1

/** A statement that the server has. */
interface Pending {
  readonly asked: Asked
  readonly backend: Backend
  readonly settled: Promise<unknown>
  /** Null until the server has answered. */
  outcome: Answer | Error | null
  /** What the session is told in place of an answer. */
  refusal: Error | null
  isWaiting: boolean
  /** Its session is over. */
  isUnheard: boolean
}

export class ManySessions implements Sessions {
  readonly #kernel: Kernel
  readonly #engine: ServerEngine
  readonly #done: Done
  readonly #backends = new Map<Session, Backend>()
  /** In the order in which they were sent. */
  #pending: Pending[] = []
  readonly deadlocks: string[] = []

  constructor(kernel: Kernel, engine: ServerEngine, done: Done) {
    this.#kernel = kernel
    this.#engine = engine
    this.#done = done
  }

  get isInTransaction(): boolean {
    return this.#pending.length > 0 || [...this.#backends.keys()].some((session) => session.isInTransaction)
  }

  async take(asked: Asked): Promise<void> {
    const { session, sql, values } = asked
    const backend = this.#backends.get(session) ?? (await this.#engine.take())
    this.#backends.set(session, backend)
    const answer = backend.run(sql, values).catch((error: Error) => error)
    const settled = answer.then((outcome) => void (pending.outcome = outcome))
    const pending: Pending = {
      asked,
      backend,
      settled,
      outcome: null,
      refusal: null,
      isWaiting: false,
      isUnheard: false,
    }
    this.#pending.push(pending)
    await this.#settle()
  }

  /** A server that waits for a lock does not notice: the statement is run all the same, and holds where it is no part of a transaction. */
  end(session: Session): void {
    const pending = this.#pending.find(({ asked }) => asked.session === session)
    if (pending !== undefined) {
      pending.isUnheard = true
      pending.asked.answer(terminated())
    } else if (session.isInTransaction) this.#kernel.at(this.#kernel.now, null, () => this.#rollBack(session))
    else this.#giveBack(session)
  }

  endAll(): void {
    for (const { asked } of this.#pending) asked.answer(terminated())
    this.#kernel.at(this.#kernel.now, null, () => this.close())
  }

  /** Ends all that is under way. */
  async close(): Promise<void> {
    for (const pending of this.#pending.splice(0)) await this.#cancel(pending)
    for (const session of this.#backends.keys()) await this.#rollBack(session)
  }

  async #rollBack(session: Session): Promise<void> {
    const backend = this.#backends.get(session)
    if (backend === undefined) return
    await backend.run('rollback')
    this.#kernel.trace.note('rolled back', session.process.name)
    this.#giveBack(session)
    await this.#settle()
  }

  #giveBack(session: Session): void {
    const backend = this.#backends.get(session)
    this.#backends.delete(session)
    if (backend !== undefined) this.#engine.giveBack(backend)
  }

  /** Goes on until every statement has been answered, or waits for a session that says nothing. */
  async #settle(): Promise<void> {
    for (;;) {
      const open = this.#pending.filter(({ outcome }) => outcome === null)
      if (open.length === 0) break
      await Promise.race([
        ...open.map(({ settled }) => settled),
        new Promise((resolve) => realTimeout(resolve, LOOK_MS)),
      ])
      const left = open.filter(({ outcome }) => outcome === null)
      if (left.length === 0) break
      const waiting = await this.#engine.waiting(left.map(({ backend }) => backend))
      if (!left.every(({ backend, outcome }) => outcome === null && waiting.has(backend.pid))) continue
      const last = left.findLast(({ backend }) => isWaitingForItself(backend.pid, waiting))
      if (last === undefined) break
      this.deadlocks.push(last.asked.sql)
      await this.#refuse(last, refusal('deadlock detected', '40P01'))
    }
    const answered = this.#pending.filter(({ outcome }) => outcome !== null)
    this.#pending = this.#pending.filter(({ outcome }) => outcome === null)
    for (const { asked, outcome, refusal: refused, isUnheard } of answered) {
      this.#done(isUnheard ? { ...asked, answer() {} } : asked, refused ?? outcome!)
      if (isUnheard) this.end(asked.session)
    }
    for (const pending of this.#pending) this.#wait(pending)
  }

  #wait(pending: Pending): void {
    if (pending.isWaiting) return
    pending.isWaiting = true
    this.#kernel.trace.note('waits', pending.asked.session.process.name, pending.asked.sql)
    this.#kernel.at(this.#kernel.now + PATIENCE.lockMs, null, async () => {
      if (!this.#pending.includes(pending)) return
      await this.#refuse(pending, lockTimeout())
      await this.#settle()
    })
  }

  async #refuse(pending: Pending, refused: Error): Promise<void> {
    pending.refusal = refused
    await this.#cancel(pending)
  }

  async #cancel({ backend, settled }: Pending): Promise<void> {
    await this.#engine.cancel(backend)
    await settled
  }
}

/** Whether it waits, by way of others, for itself. */
function isWaitingForItself(pid: number, waiting: ReadonlyMap<number, readonly number[]>): boolean {
  const seen = new Set<number>()
  const next = [...(waiting.get(pid) ?? [])]
  for (let other = next.pop(); other !== undefined; other = next.pop()) {
    if (other === pid) return true
    if (seen.has(other)) continue
    seen.add(other)
    next.push(...(waiting.get(other) ?? []))
  }
  return false
}
