/**
 * One WebSocket to an arena, through which its connections come to bots on this machine: so no address of theirs is needed. It is dialled
 * again where it is lost, as long as the arena lets it.
 */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { MAX_RELAY_MESSAGE_BYTES, Mux, RelayFault } from '@arena/host/relay'
import { RELAY_CLOSE, RELAY_SUBPROTOCOL, Relays } from '@arena/protocol'
import { wordsOf } from '@arena/protocol/words-of'
import { problemOf } from '@arena/sdk'
import { CommandFailure } from '@arena/host/command-line'
import { WebSocket } from 'ws'
import { lossOf, redialMs, whyNotAgain } from './redial.ts'

export type Relay = Relays['relays'][number]

/** How long the upgrade and the arena's first message may take. */
const ANSWER_MS = 10_000
/** From one ping to the next: while a match runs, and else. */
const PING_MS = { playing: 1_000, idle: 5_000 } as const
/**
 * A socket that has brought nothing for so long is taken for dead. A match is lost after 5 seconds without a pad: where the network has
 * changed, a new socket saves it if the old one is given up before.
 */
const SILENCE_MS = { playing: 3_500, idle: 15_000 } as const
const LOOK_MS = 250
/** Round trips that are kept: those of a match of 12 minutes. */
const KEPT_ROUND_TRIPS = 720
/** A connection that lasts for less is as good as none: it is not dialled again at once. */
const STABLE_MS = 5_000
/** How long the arena may take to answer a farewell. */
const CLOSE_MS = 1_000
/** Refusals that another attempt does not change. */
const FINAL = new Set([401, 403, 404])

export interface ConnectorOptions {
  /** The arena, without a slash at its end. */
  readonly address: string
  readonly secret: string
  readonly names: readonly string[]
  /** The arena has opened a connection to the bot of that name. */
  readonly onConnection: (name: string, stream: Duplex) => void
  /** There is no connection, or none any more (`wasThere`), and it is dialled again. */
  readonly onLost: (why: string, wasThere: boolean) => void
  /** It is there again. */
  readonly onBack: (awayMs: number) => void
  readonly signal: AbortSignal
}

interface RoundTrip {
  readonly at: number
  readonly ms: number
}

/** How a connection has ended. */
interface Loss {
  readonly why: string
  /** For how long the arena had taken the bots; 0 where it never came to that. */
  readonly upMs: number
  /** When to come back, where the arena says so. */
  readonly afterMs?: number | undefined
}

export class Connector implements AsyncDisposable {
  readonly #options: ConnectorOptions
  readonly #leaving = new AbortController()
  #socket: WebSocket | null = null
  #relays: readonly Relay[] = []
  #lostAt: number | null = null
  #roundTrips: RoundTrip[] = []
  #isUp: () => void = () => {}
  /** Rejects with a failure once the arena refuses for good; resolves when this is disposed of. */
  readonly ended: Promise<void>

  private constructor(options: ConnectorOptions) {
    this.#options = options
    this.ended = this.#run()
    // Whoever waits for it hears of it then.
    this.ended.catch(() => {})
  }

  /** Resolves once the arena has given the relays. A `CommandFailure` or an `ArenaProblem` where it refuses. */
  static async open(options: ConnectorOptions): Promise<Connector> {
    const connector = new Connector(options)
    const isUp = new Promise<void>((resolve) => (connector.#isUp = resolve))
    const aborted = new Promise<never>((_resolve, reject) =>
      options.signal.addEventListener('abort', () => reject(options.signal.reason as Error), { once: true }),
    )
    try {
      await Promise.race([isUp, connector.ended, aborted])
      options.signal.throwIfAborted()
      return connector
    } catch (error) {
      await connector[Symbol.asyncDispose]()
      throw error
    }
  }

  /** In the order of the names. */
  get relays(): readonly Relay[] {
    return this.#relays
  }

  /** For how long the connection has been lost, in milliseconds; null while it is there. */
  get awayMs(): number | null {
    return this.#lostAt === null ? null : performance.now() - this.#lostAt
  }

  /** The median round trip to the arena since a moment of `performance.now()`, in milliseconds; null where none was measured. */
  roundTripMs(since: number): number | null {
    const times = this.#roundTrips.flatMap(({ at, ms }) => (at >= since ? [ms] : [])).toSorted((a, b) => a - b)
    return times[times.length >> 1] ?? null
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#leaving.abort()
    const socket = this.#socket
    socket?.close(1000)
    const timer = setTimeout(() => socket?.terminate(), CLOSE_MS)
    await this.ended.catch(() => {})
    clearTimeout(timer)
  }

  async #run(): Promise<void> {
    const { signal } = this.#leaving
    for (let failures = 0; !signal.aborted;) {
      const { why, upMs, afterMs } = await this.#connection()
      if (signal.aborted) return
      failures = upMs >= STABLE_MS ? 0 : failures + 1
      if (this.#lostAt === null) {
        this.#lostAt = performance.now()
        this.#options.onLost(why, this.#relays.length > 0)
      }
      await sleep(Math.max(afterMs ?? 0, redialMs(failures)), null, { signal }).catch(() => {})
    }
  }

  /** From the dial to the end. Throws where it is not to be dialled again. */
  #connection(): Promise<Loss> {
    const { address, secret, names, onConnection } = this.#options
    const socket = new WebSocket(`${address}/relay`, RELAY_SUBPROTOCOL, {
      headers: { authorization: `Bearer ${secret}` },
      perMessageDeflate: false,
      maxPayload: MAX_RELAY_MESSAGE_BYTES,
      handshakeTimeout: ANSWER_MS,
    })
    const mux = new Mux({
      send: (message) => socket.send(message),
      onOpen: (relayId, stream) => {
        const relay = this.#relays.find(({ id }) => id === relayId)
        if (relay === undefined) throw new RelayFault(`open for ${relayId}, which is no relay of this connector`)
        onConnection(relay.name, stream)
      },
    })
    this.#socket = socket
    let upAt: number | null = null
    let heardAt = performance.now()
    let pingedAt = heardAt
    let why: string | null = null
    const hear = (): void => void (heardAt = performance.now())
    const heart = setInterval(() => {
      const now = performance.now()
      const pace = mux.size > 0 ? 'playing' : 'idle'
      if (now - heardAt > (upAt === null ? 2 * ANSWER_MS : SILENCE_MS[pace])) {
        why = 'the arena has fallen silent'
        return socket.terminate()
      }
      if (upAt === null || now - pingedAt < PING_MS[pace]) return
      pingedAt = now
      socket.ping(String(now))
    }, LOOK_MS)
    socket.on('open', () => {
      hear()
      socket.send(JSON.stringify({ kind: 'bots', names }))
    })
    socket.on('ping', hear)
    socket.on('pong', (data) => {
      hear()
      this.#roundTrips.push({ at: heardAt, ms: heardAt - Number(data.toString()) })
      if (this.#roundTrips.length > KEPT_ROUND_TRIPS) this.#roundTrips = this.#roundTrips.slice(-KEPT_ROUND_TRIPS / 2)
    })
    socket.on('message', (data: Buffer, isBinary) => {
      hear()
      try {
        if (isBinary) return mux.receive(data)
        if (upAt !== null) return
        this.#relays = Relays.parse(JSON.parse(data.toString())).relays
        upAt = performance.now()
        this.#begun()
      } catch (error) {
        socket.close(RELAY_CLOSE.protocol, error instanceof RelayFault ? error.message : 'no message of a relay')
      }
    })
    return new Promise((resolve, reject) => {
      socket.on('error', (error) => (why ??= wordsOf(error)))
      socket.on('unexpected-response', (_request, response) => {
        refusalOf(response, address).then((refusal) => {
          socket.terminate()
          if (FINAL.has(response.statusCode ?? 0)) reject(refusal.error)
          else resolve({ why: refusal.why, upMs: 0, afterMs: refusal.afterMs })
        }, reject)
      })
      socket.on('close', (code, reason) => {
        clearInterval(heart)
        mux.end('the connector has lost its connection')
        const final = whyNotAgain(code, reason.toString())
        if (final !== null) reject(new CommandFailure(final))
        resolve({
          why: why ?? lossOf(code, reason.toString()),
          upMs: upAt === null ? 0 : performance.now() - upAt,
        })
      })
    })
  }

  #begun(): void {
    const away = this.awayMs
    this.#lostAt = null
    this.#isUp()
    if (away !== null) this.#options.onBack(away)
  }
}

interface Refusal {
  readonly error: Error
  readonly why: string
  readonly afterMs: number | undefined
}

/** What an arena answers in the place of an upgrade. */
async function refusalOf(response: IncomingMessage, address: string): Promise<Refusal> {
  let text = ''
  response.setEncoding('utf8')
  for await (const part of response) text += String(part)
  const status = response.statusCode ?? 0
  const problem = problemOf(status, text, response.headers['retry-after'])
  const error =
    status === 404
      ? new CommandFailure(
          `${address} takes no connectors: is it the address of an arena, and of this version? A bot with an address of its own needs none (docs/hosting.md).`,
        )
      : problem
  return {
    error,
    why: problem.message.replace(/^[\w-]+: /, ''),
    afterMs: 'retryAfterMs' in problem ? problem.retryAfterMs : undefined,
  }
}
