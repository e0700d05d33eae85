/**
 * Periodic maintenance: runs at once and then at intervals. A round that fails is logged, once a minute at most, and the next one still
 * runs. An interval that comes while a round is under way has none of its own: where a round takes longer than an interval, because the
 * database is away, they would wait for each other, and the arena's end for all of them.
 */
import type { Logger } from './log.ts'
import { RepeatedFailure } from './repeated-failure.ts'

interface Upkeep {
  /** What the log says when a round has failed. */
  readonly failure: string
  readonly everyMs: number
  readonly work: () => Promise<void>
  readonly log: Logger
}

export class Rounds {
  readonly #upkeep: Upkeep
  readonly #timer: NodeJS.Timeout
  readonly #failure: RepeatedFailure
  #round: Promise<void>
  #isUnderWay = false

  constructor(upkeep: Upkeep) {
    this.#upkeep = upkeep
    const { failure, log } = upkeep
    this.#failure = new RepeatedFailure((fields) => log.error(fields, `${failure}; the next round tries again`))
    this.#round = this.#work()
    this.#timer = setInterval(() => {
      if (!this.#isUnderWay) this.#round = this.#work()
    }, upkeep.everyMs)
  }

  /** Resolves when a round under way is finished. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#round
  }

  async #work(): Promise<void> {
    this.#isUnderWay = true
    try {
      await this.#upkeep.work()
      this.#failure.clear()
    } catch (error) {
      this.#failure.add(error)
    } finally {
      this.#isUnderWay = false
    }
  }
}
