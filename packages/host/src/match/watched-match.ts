/**
 * Matches in this process, as any others, with the wire of one bot watched: for checks of a bot. What is reported is in the
 * order in which it happened: a pad that comes before the poll of its frame has landed.
 */
import type { KeyPair } from '@arena/protocol'
import { FIRST_FRAME } from '@arena/slp'
import type { WebSocket } from 'ws'
import { BotConnectionError } from '../bots/bot-url.ts'
import type { BotPolicy } from '../bots/connect-options.ts'
import { dialBot, type Dialled } from '../bots/connection.ts'
import { EnginePool } from '../engine/engine-pool.ts'
import type { EngineCommand } from '../engine/engine-process.ts'
import type { MatchOrder, MatchResult, NoPick } from '../order.ts'
import { HostedMatch } from './hosted-match.ts'
import { LiveClock } from './live-clock.ts'
import type { MatchTiming } from './timing.ts'

/** How often matches are to be looked at. */
const WATCH_MS = 100

/** `at` in milliseconds of `performance.now()`. */
export type WireEvent = { readonly at: number } & (
  | { readonly kind: 'opened' }
  /** A dial failed. */
  | { readonly kind: 'refused'; readonly why: string }
  /** Game Start; why the bot's pick was drawn, or null. */
  | { readonly kind: 'started'; readonly drawn: NoPick | null }
  | { readonly kind: 'poll'; readonly frame: number }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'binary'; readonly bytes: Uint8Array }
  | { readonly kind: 'pong' }
  /** The bot sent what its socket refuses to read. */
  | { readonly kind: 'fault'; readonly why: string }
  /** 1006 where no close frame came. */
  | { readonly kind: 'closed'; readonly code: number }
)

export interface WatchedHostOptions {
  readonly platformKey: KeyPair
  /** For the bots that are watched. */
  readonly policy: BotPolicy
  readonly engine: EngineCommand
  /** An existing folder. */
  readonly replayDir: string
  readonly timing: MatchTiming
}

/** Plays watched matches on the live clock. */
export class WatchedHost implements AsyncDisposable {
  readonly #options: WatchedHostOptions
  readonly #clock = new LiveClock()
  readonly #engines: EnginePool
  readonly #matches = new Set<WatchedMatch>()
  readonly #watch: NodeJS.Timeout

  constructor(options: WatchedHostOptions) {
    this.#options = options
    this.#engines = new EnginePool(options.engine, options.timing.stepMs)
    this.#watch = setInterval(() => {
      for (const match of this.#matches) match.watch(performance.now())
    }, WATCH_MS)
  }

  /** Watches the wire of the bot on a port. */
  play(order: MatchOrder, port: 0 | 1, onEvent: (event: WireEvent) => void): WatchedMatch {
    const match = new WatchedMatch(order, port, onEvent, this.#options, this.#clock, this.#engines)
    this.#matches.add(match)
    void match.result.then(() => this.#matches.delete(match))
    return match
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const matches = [...this.#matches]
    for (const match of matches) match.breakOff()
    await Promise.all(matches.map(({ result }) => result))
    this.#engines.close()
    clearInterval(this.#watch)
  }
}

export class WatchedMatch {
  /** Never rejects. */
  readonly result: Promise<MatchResult>
  readonly #match: HostedMatch
  readonly #onEvent: (event: WireEvent) => void
  #socket: WebSocket | null = null
  #closed: Promise<void> = Promise.resolve()

  /** For WatchedHost. */
  constructor(
    order: MatchOrder,
    port: 0 | 1,
    onEvent: (event: WireEvent) => void,
    { platformKey, policy, replayDir, timing }: WatchedHostOptions,
    clock: LiveClock,
    engines: EnginePool,
  ) {
    this.#onEvent = onEvent
    let frame = FIRST_FRAME
    this.#match = new HostedMatch(order, {
      dial: async (url, matchId, signal) => {
        if (url === order.bots[port].url) {
          return this.#follow(dialBot({ url, matchId, signal, platformKey, policy }), signal)
        }
        // The opponent belongs to whoever watches.
        return dialBot({ url, matchId, signal, platformKey, policy: { allowPrivate: true } })
      },
      clock,
      engines,
      replayDir,
      timing,
      onStarted: ({ drawn }) => onEvent({ kind: 'started', at: performance.now(), drawn: drawn[port] }),
      onPoll: () => onEvent({ kind: 'poll', at: performance.now(), frame: frame++ }),
      onForgiven: () => {},
    })
    this.result = this.#match.play()
  }

  /** For WatchedHost. */
  watch(now: number): void {
    this.#match.watch(now)
  }

  /** Cuts the watched socket off, as a network does. */
  cut(): void {
    this.#socket?.terminate()
  }

  breakOff(): void {
    this.#match.abort('shutdown', 'The match was broken off.')
  }

  /** Resolves when the watched socket that was opened last has been closed. */
  closed(): Promise<void> {
    return this.#closed
  }

  async #follow(dialling: Promise<Dialled>, signal: AbortSignal): Promise<Dialled> {
    try {
      const dialled = await dialling
      this.#watchSocket(dialled.socket)
      return dialled
    } catch (error) {
      // A dial that is given up because the match is over was not refused.
      if (error instanceof BotConnectionError && !signal.aborted) {
        this.#onEvent({ kind: 'refused', at: performance.now(), why: error.detail })
      }
      throw error
    }
  }

  #watchSocket(socket: WebSocket): void {
    const now = () => performance.now()
    this.#socket = socket
    this.#onEvent({ kind: 'opened', at: now() })
    socket.on('message', (data: Buffer, isBinary: boolean) =>
      this.#onEvent(
        isBinary ? { kind: 'binary', at: now(), bytes: data } : { kind: 'text', at: now(), text: data.toString() },
      ),
    )
    socket.on('pong', () => this.#onEvent({ kind: 'pong', at: now() }))
    socket.on('error', (error: Error & { code?: string }) => {
      if (error.code?.startsWith('WS_ERR_') === true) this.#onEvent({ kind: 'fault', at: now(), why: error.message })
    })
    this.#closed = new Promise((resolve) =>
      socket.once('close', (code) => {
        if (this.#socket === socket) this.#socket = null
        this.#onEvent({ kind: 'closed', at: now(), code })
        resolve()
      }),
    )
  }
}
