/**
 * Sessions of the embedded database, which has only one, so there is one transaction at a time: a statement that comes while another
 * session has one open waits for its end.
 */
import { PATIENCE } from '../../../src/db/postgres.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { Session } from './database.ts'
import { lockTimeout, terminated } from './engine.ts'
import type { Answer, Asked, Done, Sessions } from './engine.ts'

type Run = (sql: string, values?: readonly unknown[]) => Promise<Answer>

export class OneSession implements Sessions {
  readonly #kernel: Kernel
  readonly #run: Run
  readonly #done: Done
  /** The session whose transaction is open. */
  #holder: Session | null = null
  #waiting: Asked[] = []
  readonly deadlocks = []

  constructor(kernel: Kernel, run: Run, done: Done) {
    this.#kernel = kernel
    this.#run = run
    this.#done = done
  }

  get isInTransaction(): boolean {
    return this.#holder !== null
  }

  async take(asked: Asked): Promise<void> {
    if (this.#holder === null || this.#holder === asked.session) return this.#next(asked)
    this.#waiting.push(asked)
    this.#kernel.at(this.#kernel.now + PATIENCE.lockMs, null, () => {
      const at = this.#waiting.indexOf(asked)
      if (at === -1) return
      this.#waiting.splice(at, 1)
      asked.answer(lockTimeout())
    })
  }

  end(session: Session): void {
    this.#waiting = this.#waiting.filter((asked) => {
      if (asked.session !== session) return true
      asked.answer(terminated())
      return false
    })
    if (this.#holder === session) this.#kernel.at(this.#kernel.now, null, () => this.#rollBack(session))
  }

  endAll(): void {
    for (const { answer } of this.#waiting.splice(0)) answer(terminated())
    if (this.#holder !== null) this.end(this.#holder)
  }

  async #rollBack(session: Session): Promise<void> {
    if (this.#holder !== session) return
    await this.#run('rollback')
    this.#kernel.trace.note('rolled back', session.process.name)
    await this.#pass()
  }

  async #next(asked: Asked): Promise<void> {
    const { session, sql, values } = asked
    const outcome = await this.#run(sql, values).catch((error: Error) => error)
    if (sql === 'begin') this.#holder = session
    this.#done(asked, outcome)
    if (sql === 'commit' || sql === 'rollback') await this.#pass()
  }

  /** The transaction is over: whoever came first is next. */
  async #pass(): Promise<void> {
    this.#holder = null
    while (this.#holder === null && this.#waiting.length > 0) await this.#next(this.#waiting.shift()!)
  }
}
