/**
 * Whether the engine of this machine can be started. A match whose engine cannot is aborted, and the next one would be as well: so after a
 * few failed starts in a row this machine takes none, and tries the engine by itself until a game begins.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { passingOn } from '@arena/host'
import type { HostListener } from '@arena/host'
import { Backoff } from '@arena/host/system'
import { wordsOf } from '@arena/protocol/words-of'

/** One may fail for a moment, as where the system has no process to give. */
const FEW = 3
/** From one trial to the next. The first ones come before the next match is seated. */
const FIRST_MS = 500
const LONGEST_MS = 15_000

/** What there is to say to the operator; a pino logger fits. */
interface EngineLog {
  warn(fields: object, message: string): void
  info(fields: object, message: string): void
}

export interface EngineStartsOptions {
  /** Starts the engine once; rejects where no game begins. */
  readonly tryEngine: (signal: AbortSignal) => Promise<void>
  readonly log: EngineLog
}

export class EngineStarts {
  readonly #options: EngineStartsOptions
  readonly #stop = new AbortController()
  /** In a row. */
  #failed = 0
  #why = ''
  #trials: Promise<void> | null = null

  constructor(options: EngineStartsOptions) {
    this.#options = options
  }

  /** What is wrong, in a sentence; null where the next match may be expected to begin. */
  get problem(): string | null {
    if (this.#failed < FEW) return null
    return `The last ${this.#failed} starts of the engine have failed. ${this.#why}.`
  }

  /** Hears the reports of hosts on their way to the listener. */
  listeningTo(listener: HostListener): HostListener {
    return passingOn(listener, {
      started: (match) => {
        this.#hasStarted()
        listener.started(match)
      },
      finished: (result) => {
        if (result.cause === 'engine-failed' && !result.played) this.#hasFailed(result.detail)
        listener.finished(result)
      },
    })
  }

  /** Ends a trial under way. */
  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#trials
  }

  #hasStarted(): void {
    if (this.problem !== null) this.#options.log.info({}, 'the engine can be started again')
    this.#failed = 0
  }

  #hasFailed(why: string): void {
    this.#failed++
    this.#why = why
    if (this.#failed === FEW) {
      this.#options.log.warn({ why }, 'the engine cannot be started: no match is seated until it can')
    }
    this.#trials ??= this.#try().finally(() => (this.#trials = null))
  }

  async #try(): Promise<void> {
    const { signal } = this.#stop
    const pause = new Backoff(FIRST_MS, LONGEST_MS)
    while (this.#failed > 0 && !signal.aborted) {
      try {
        await this.#options.tryEngine(signal)
        this.#hasStarted()
      } catch (error) {
        if (signal.aborted) return
        this.#hasFailed(wordsOf(error))
        await sleep(pause.take(), undefined, { signal }).catch(() => {})
      }
    }
  }
}
