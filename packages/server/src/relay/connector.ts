/**
 * One connector: a program beside bots, and its socket to this machine. It says its names once; from then on it carries the
 * arena's streams to these bots and nothing else. What it may send is bounded in number here, in length by the socket, and in
 * what is kept for it by the windows of its streams.
 *
 *   greeting --names--> carrying --close, silence, limit, newer connector--> closed
 */
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Mux, RelayFault } from '@arena/host/relay'
import { RELAY_CLOSE } from '@arena/protocol'
import type { WebSocket } from 'ws'

/** Open streams of a relay: a match has one, a deploy check another. */
export const STREAMS_OF_RELAY = 8
const MESSAGES_PER_SECOND = 2000
const MESSAGES_PER_SECOND_OF_STREAM = 500
/** Reads shorter than this count as messages do, so that a message cannot come in a thousand packets. */
const SMALL_READ_BYTES = 512
/** A connector that leaves so much unread does not read. Its streams hold less each: see the window. */
const MAX_UNSENT_BYTES = 4 * 1024 * 1024
/** How often `tick` is called. */
export const TICK_MS = 5_000
/** Ticks from one ping to the next, and after how many without any pong the connector is gone. */
const TICKS_OF_PING = 2
const TICKS_OF_SILENCE = 5
const CLOSE_MS = 2_000

export interface ConnectorEvents {
  /** The first text. */
  readonly greeted: (text: string) => void
  readonly streamClosed: () => void
  readonly closed: (why: string) => void
}

export class Connector {
  /** The number of this socket among all of the arena, in a word. */
  readonly id: string
  /** Resolves once its socket has ended. */
  readonly closed: Promise<unknown>
  readonly #socket: WebSocket
  readonly #tcp: Pick<Socket, 'end'>
  readonly #events: ConnectorEvents
  readonly #mux: Mux
  readonly #openOf = new Map<string, number>()
  #hasGreeted = false
  #why: string | null = null
  #second = 0
  #messages = 0
  #reads = 0
  #ticks = 0
  #silentTicks = 0

  /** `tcp`: the connection under the socket. */
  constructor(id: string, socket: WebSocket, tcp: Pick<Socket, 'on' | 'end'>, events: ConnectorEvents) {
    this.#tcp = tcp
    this.id = id
    this.#socket = socket
    this.#events = events
    this.closed = new Promise((resolve) => socket.once('close', resolve))
    this.#mux = new Mux({ send: (message) => this.#send(message) })
    tcp.on('data', (chunk: Buffer) => {
      if (chunk.length < SMALL_READ_BYTES) this.#count('reads')
    })
    socket.on('message', (data: Buffer, isBinary) => this.#take(data, isBinary))
    socket.on('ping', () => this.#count('messages'))
    socket.on('pong', () => {
      this.#silentTicks = 0
      this.#count('messages')
    })
    // `close` follows. What the socket refuses to read is a fault of the connector's.
    socket.on('error', ({ message }) => this.#cut(message))
    socket.on('close', (code) => {
      this.#mux.end('the connector has gone')
      this.#events.closed(this.#why ?? `closed with code ${code}`)
    })
  }

  /** Number of open streams. */
  get streams(): number {
    return this.#mux.size
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }

  /** A stream to the bot of a relay; null where it has as many as it may. */
  open(relayId: string): Duplex | null {
    const open = this.#openOf.get(relayId) ?? 0
    if (open >= STREAMS_OF_RELAY) return null
    this.#openOf.set(relayId, open + 1)
    const stream = this.#mux.open(relayId)
    stream.once('close', () => {
      this.#openOf.set(relayId, this.#openOf.get(relayId)! - 1)
      this.#events.streamClosed()
    })
    return stream
  }

  say(message: object): void {
    this.#socket.send(JSON.stringify(message))
  }

  /** Says goodbye, and sees to it that the socket ends. Its streams break at once. */
  close(code: number, reason: string): void {
    if (!this.isOpen) return
    this.#why = reason
    this.#mux.end(reason)
    this.#socket.close(code, reason)
    const timer = setTimeout(() => this.#socket.terminate(), CLOSE_MS)
    this.#socket.once('close', () => clearTimeout(timer))
  }

  /** The same to one that breaks the rules: nothing more of it is read, however much it sends. */
  refuse(code: number, reason: string): void {
    if (!this.isOpen) return
    this.close(code, reason)
    this.#socket.pause()
    // Its own farewell is not read either: it need not wait for the end.
    this.#tcp.end()
  }

  /** To be called every `TICK_MS`: pings, and drops a connector that answers none. Ticks are counted, so a machine that was held up does not take it out on its connectors. */
  tick(): void {
    if (!this.isOpen) return
    if (this.#silentTicks >= TICKS_OF_SILENCE) return this.#cut('answers no pings')
    this.#silentTicks++
    if (this.#ticks++ % TICKS_OF_PING === 0) this.#socket.ping()
  }

  #take(data: Buffer, isBinary: boolean): void {
    if (!this.isOpen || !this.#count('messages')) return
    if (!isBinary) {
      if (this.#hasGreeted) return this.refuse(RELAY_CLOSE.protocol, 'a text after the first')
      this.#hasGreeted = true
      return this.#events.greeted(data.toString('utf8'))
    }
    if (!this.#hasGreeted) return this.refuse(RELAY_CLOSE.protocol, 'the first message is a text with the names')
    try {
      this.#mux.receive(data)
    } catch (error) {
      if (!(error instanceof RelayFault)) throw error
      this.refuse(RELAY_CLOSE.protocol, error.message)
    }
  }

  #send(message: Buffer): void {
    if (!this.isOpen) return
    if (this.#socket.bufferedAmount > MAX_UNSENT_BYTES) return this.#cut('does not read what it is sent')
    this.#socket.send(message)
  }

  /** False, and the socket closed, once there are too many. */
  #count(what: 'messages' | 'reads'): boolean {
    const second = Math.floor(performance.now() / 1000)
    if (second !== this.#second) {
      this.#second = second
      this.#messages = this.#reads = 0
    }
    const count = what === 'messages' ? ++this.#messages : ++this.#reads
    const most = MESSAGES_PER_SECOND + MESSAGES_PER_SECOND_OF_STREAM * this.#mux.size
    if (count <= most) return true
    this.refuse(RELAY_CLOSE.limit, `more than ${most} ${what === 'messages' ? 'messages' : 'packets'} in a second`)
    return false
  }

  #cut(why: string): void {
    this.#why ??= why
    this.#mux.end(why)
    this.#socket.terminate()
  }
}
