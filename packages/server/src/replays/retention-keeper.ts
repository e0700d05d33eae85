/** Deletes old replays at the start and every hour from then on. */
import type { Context } from '../context.ts'
import { deleteOldReplays } from './retention.ts'

const ROUND_MS = 3_600_000

export class RetentionKeeper {
  readonly #context: Context
  readonly #timer: NodeJS.Timeout
  #round: Promise<void>

  constructor(context: Context) {
    this.#context = context
    this.#round = this.#sweep()
    this.#timer = setInterval(() => {
      this.#round = this.#round.then(() => this.#sweep())
    }, ROUND_MS)
  }

  /** Resolves when a round under way is finished. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#round
  }

  async #sweep(): Promise<void> {
    const { matches, replays, arenaId, config, log } = this.#context
    try {
      const { replayDays } = config
      const deleted = await deleteOldReplays({ matches, replays, arenaId, replayDays }, Date.now())
      if (deleted > 0) log.info({ deleted }, 'replays past their retention were deleted')
    } catch (error) {
      log.error({ err: error }, 'old replays could not be deleted; the next round tries again')
    }
  }
}
