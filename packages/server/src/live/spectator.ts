/** One reader of a match: sends what is released as fast as the reader takes it, and cuts off one that falls behind. */
import { FallingBehind } from './falling-behind.ts'
import type { MatchTail } from './match-tail.ts'

/** What a spectator needs of an HTTP response. */
export interface Outlet {
  /** False: no more before `drain`. */
  write(bytes: Buffer): boolean
  once(event: 'drain', listener: () => void): unknown
  end(): unknown
  destroy(): unknown
}

export interface SpectatorOptions {
  readonly tail: MatchTail
  readonly outlet: Outlet
  readonly onSent: (bytes: number) => void
  readonly onCutOff: (behind: number) => void
}

/** Fifty seconds of a game. */
export const ALLOWANCE_BYTES = 1024 * 1024

export class Spectator {
  readonly #options: SpectatorOptions
  readonly #behind = new FallingBehind(ALLOWANCE_BYTES)
  #place = 0
  #isSending = false
  /** Nothing more is sent. */
  #isDone = false
  #isClosed = false

  constructor(options: SpectatorOptions) {
    this.#options = options
  }

  /** To be called whenever more is released, or the match is over. */
  wake(): void {
    const { tail, onCutOff } = this.#options
    // Also one that has been sent all, and does not take it.
    if (tail.state === 'broken') return this.#cut()
    if (this.#isDone) return
    const behind = tail.released - this.#place
    if (this.#behind.isTooSlow(behind)) {
      onCutOff(behind)
      return this.#cut()
    }
    if (!this.#isSending) void this.#send()
  }

  /** The response is closed, whoever closed it. */
  leave(): void {
    this.#isDone = this.#isClosed = true
  }

  async #send(): Promise<void> {
    const { tail, outlet, onSent } = this.#options
    this.#isSending = true
    try {
      while (!this.#isDone) {
        const next = tail.from(this.#place)
        if (next === null) {
          if (tail.state === 'over') this.#end()
          break
        }
        const bytes = next instanceof Promise ? await next : next
        if (this.#isDone) break
        // A file that is shorter than it was.
        if (bytes.length === 0) return this.#cut()
        this.#place += bytes.length
        onSent(bytes.length)
        if (!outlet.write(bytes)) return void outlet.once('drain', () => this.#drained())
      }
    } catch {
      // The file cannot be read. Nothing else ends so.
      return this.#cut()
    }
    this.#isSending = false
  }

  #drained(): void {
    if (!this.#isDone) void this.#send()
  }

  #end(): void {
    this.#isDone = true
    this.#options.outlet.end()
  }

  /** Without the end of a chunked body, so that the reader knows that it does not have all. */
  #cut(): void {
    this.#isDone = true
    if (!this.#isClosed) this.#options.outlet.destroy()
  }
}
