/** Shows the matches of this machine to the others, while something changes: up to four times a second, in one small row. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { LiveState } from '../db/json-columns.ts'

const SHOW_MS = 250

interface PublisherLog {
  debug(fields: object, message: string): void
}

export interface LivePublisherOptions {
  /** The same number as long as nothing has changed. */
  readonly revision: () => number
  readonly state: () => LiveState
  readonly show: (state: LiveState) => Promise<void>
  readonly log: PublisherLog
}

export class LivePublisher {
  readonly #options: LivePublisherOptions
  readonly #stop = new AbortController()
  readonly #running: Promise<void>

  constructor(options: LivePublisherOptions) {
    this.#options = options
    this.#running = this.#run()
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { revision, state, show, log } = this.#options
    const { signal } = this.#stop
    let shown: number | null = null
    while (!signal.aborted) {
      const current = revision()
      if (current !== shown) {
        try {
          await show(state())
          shown = current
        } catch (error) {
          log.debug({ err: error }, 'the matches of this machine could not be shown to the others')
        }
      }
      await sleep(SHOW_MS, undefined, { signal }).catch(() => {})
    }
  }
}
