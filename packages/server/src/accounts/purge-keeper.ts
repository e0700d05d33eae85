/** Forgets expired sessions and old sign-ins, with the addresses they name: at the start, and every ten minutes. */
import type { Context } from '../context.ts'

const ROUND_MS = 600_000

export class PurgeKeeper {
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
    const { sessions, signIns, log } = this.#context
    try {
      const purged = { sessions: await sessions.purge(), signIns: await signIns.purge() }
      if (purged.sessions + purged.signIns > 0) log.debug(purged, 'what has expired was forgotten')
    } catch (error) {
      log.error({ err: error }, 'expired sessions and sign-ins could not be forgotten; the next round tries again')
    }
  }
}
