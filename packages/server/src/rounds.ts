/** Periodic maintenance: runs at once and then at intervals. A round that fails is logged, and the next one still runs. */
import type { Logger } from './log.ts'

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
  #round: Promise<void>

  constructor(upkeep: Upkeep) {
    this.#upkeep = upkeep
    this.#round = this.#work()
    this.#timer = setInterval(() => {
      this.#round = this.#round.then(() => this.#work())
    }, upkeep.everyMs)
  }

  /** Resolves when a round under way is finished. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#round
  }

  async #work(): Promise<void> {
    const { work, failure, log } = this.#upkeep
    try {
      await work()
    } catch (error) {
      log.error({ err: error }, `${failure}; the next round tries again`)
    }
  }
}
