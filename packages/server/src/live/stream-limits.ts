/**
 * How many streams may be open: of one client, and in all. Each says when it will have ended at the latest, so that a
 * refused client can be told when one of its own is free for certain.
 */
export interface StreamLimitOptions {
  readonly perClient: number
  readonly inAll: number
}

export type StreamPlace =
  | { readonly kind: 'taken'; readonly leave: () => void }
  /** One of the client's own streams has ended by then. */
  | { readonly kind: 'client-full'; readonly waitMs: number }
  | { readonly kind: 'all-full' }

export class StreamLimits {
  readonly #options: StreamLimitOptions
  /** By client, one for each stream: by when it has ended. */
  readonly #streams = new Map<string, Set<{ readonly until: number }>>()
  #open = 0

  constructor(options: StreamLimitOptions) {
    this.#options = options
  }

  get open(): number {
    return this.#open
  }

  /** Clients that have streams. */
  get clients(): number {
    return this.#streams.size
  }

  /** `leave` may be called again, and does nothing then. */
  take(client: string, until: number, now: number): StreamPlace {
    const own = this.#streams.get(client) ?? new Set()
    if (own.size >= this.#options.perClient) {
      const first = Math.min(...[...own].map((stream) => stream.until))
      return { kind: 'client-full', waitMs: Math.max(0, first - now) }
    }
    if (this.#open >= this.#options.inAll) return { kind: 'all-full' }
    const stream = { until }
    own.add(stream)
    this.#streams.set(client, own)
    this.#open++
    return {
      kind: 'taken',
      leave: () => {
        if (!own.delete(stream)) return
        this.#open--
        if (own.size === 0) this.#streams.delete(client)
      },
    }
  }
}
