/**
 * One bot's side of a match: dials it, asks for its pick, takes its pads, sends it the stream, and redials for as long
 * as the game runs. It exposes nothing of a bot but its pick, its pads and whether it sent anything.
 *
 *   dialling --open--> asked --answer, garbage, deadline, drop--> playing <--> down (redialled with backoff) --> closed
 *      \--deadline--> absent
 *
 * A socket is dropped when the bot stops reading (1 MiB unsent), stops answering pings, sends a message over 4 KiB or in
 * more than 16 pieces (the socket's own limits) or more than 1,000 messages in a second. Text after the pick is ignored.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { PickResponse, type PickRequest } from '@arena/protocol'
import { WebSocket } from 'ws'
import { afterRunning } from '../system/watchdog.ts'
import type { Sight } from './lead.ts'
import type { Ignored, NoPick, Pick } from '../order.ts'
import type { PadBuffer } from './pad-buffer.ts'
import type { LinkTiming } from './timing.ts'

/** Opens a match socket, signed and checked; rejects when it cannot, or when the signal aborts. */
export type Dial = (url: string, matchId: string, signal: AbortSignal) => Promise<WebSocket>

/** Pings in a row without a pong, after which the next is not sent but the socket dropped: 10 s at one each 5 s. */
const MAX_UNANSWERED_PINGS = 2
/** The number of pings on a new socket, one after the other, which measure the round trip. */
const PROBES = 10
const MAX_UNSENT_BYTES = 1024 * 1024
export const MAX_MESSAGES_PER_SECOND = 1000
/** How long a bot may take to close its side. */
const CLOSE_MS = 2000

const BINARY = { binary: true } as const

const CLOSE = { done: 1000, tooMany: 1008 } as const

export type Joined =
  | {
      readonly present: true
      readonly pick: Pick | NoPick
    }
  | { readonly present: false; /** What the last dial failed with. */ readonly why: string }

export interface BotLinkOptions {
  readonly dial: Dial
  readonly url: string
  readonly request: PickRequest
  readonly pads: PadBuffer
  /** Learns of round trips. */
  readonly sight: Sight
  readonly timing: LinkTiming
  readonly maxMessagesPerSecond: number
  /** A pad has landed in the buffer. */
  readonly onPad: () => void
}

export class BotLink {
  readonly #options: BotLinkOptions
  readonly #closing = new AbortController()
  #socket: WebSocket | null = null
  #openedAt = 0
  #backoffMs: number
  #redialling = false
  /** What the game begins with, once it has; a redialled socket gets it before anything else. */
  #first: Uint8Array | null = null
  /** Takes the bot's answer while it is asked for one. */
  #answered: ((pick: Pick | NoPick) => void) | null = null
  #heard = false
  /** Texts after the answer. */
  #texts = 0
  #second = 0
  #messages = 0
  #pingedAt = 0
  #pingSentAt = 0
  #unansweredPings = 0
  #pongs = 0

  constructor(options: BotLinkOptions) {
    this.#options = options
    this.#backoffMs = options.timing.redialMinMs
  }

  /** Whether the bot has ever sent anything (spec: Missed-game rule 1). */
  get heard(): boolean {
    return this.#heard
  }

  get ignored(): Ignored {
    return { ...this.#options.pads.ignored, texts: this.#texts }
  }

  get connected(): boolean {
    return this.#socket !== null
  }

  /** Dials, repeatedly if need be, and asks for the pick. */
  async join(): Promise<Joined> {
    const { timing, request } = this.#options
    const deadline = this.#within(timing.dialMs)
    let why = 'no time to dial'
    while (!deadline.aborted) {
      try {
        const socket = await this.#dial(deadline)
        const { promise, resolve } = deferred<Pick | NoPick>()
        this.#answered = resolve
        this.#use(socket)
        socket.send(JSON.stringify(request))
        const callOff = afterRunning(request.deadlineMs, () => this.#settle(this.#late()))
        const pick = await promise
        callOff()
        return { present: true, pick }
      } catch (error) {
        why = (error as Error).message
        await this.#backOff(deadline)
      }
    }
    return { present: false, why }
  }

  /**
   * Aborts after a time limit, or when the link is closed. Not `AbortSignal.any` with `AbortSignal.timeout`: on Node 20
   * such a signal never aborts once its parts have been collected as garbage.
   */
  #within(ms: number): AbortSignal {
    const deadline = new AbortController()
    const callOff = afterRunning(ms, () => deadline.abort())
    const { signal } = this.#closing
    if (signal.aborted) deadline.abort()
    signal.addEventListener('abort', () => deadline.abort())
    deadline.signal.addEventListener('abort', callOff)
    return deadline.signal
  }

  /** The game begins: its first message goes out, and from now on to every redialled socket before anything else. */
  begin(first: Uint8Array): void {
    this.#first = first
    this.send(first)
  }

  /** Sends one message of the stream, if the bot is there to get it. */
  send(bytes: Uint8Array): void {
    const socket = this.#socket
    if (socket === null) return
    if (socket.bufferedAmount > MAX_UNSENT_BYTES) {
      socket.terminate()
      this.#lost(socket)
      return
    }
    socket.send(bytes, BINARY)
  }

  /** To be called several times a second; `now` in milliseconds. */
  watch(now: number): void {
    const socket = this.#socket
    if (socket === null) return
    const isProbing = this.#unansweredPings === 0 && this.#pongs < PROBES
    if (!isProbing && now - this.#pingedAt < this.#options.timing.pingMs) return
    if (this.#unansweredPings >= MAX_UNANSWERED_PINGS) {
      socket.terminate()
      this.#lost(socket)
      return
    }
    this.#pingedAt = now
    this.#pingSentAt = performance.now()
    this.#unansweredPings++
    socket.ping()
  }

  /** The match is over for this bot. */
  close(): void {
    this.#closing.abort()
    this.#settle({ kind: 'dropped' })
    const socket = this.#socket
    this.#socket = null
    if (socket === null) return
    socket.close(CLOSE.done, 'match over')
    endSoon(socket)
  }

  async #dial(signal: AbortSignal): Promise<WebSocket> {
    const { dial, url, request } = this.#options
    const socket = await dial(url, request.matchId, signal)
    if (!signal.aborted) return socket
    socket.terminate()
    throw new Error('given up')
  }

  #use(socket: WebSocket): void {
    socket.on('message', (data: Buffer, isBinary: boolean) => this.#take(socket, data, isBinary))
    socket.on('ping', () => this.#countMessage(socket))
    socket.on('pong', () => {
      this.#countMessage(socket)
      if (socket !== this.#socket) return
      // Of two that are under way it is not known which is answered.
      if (this.#unansweredPings === 1) this.#options.sight.trip(performance.now() - this.#pingSentAt)
      this.#unansweredPings = 0
      this.#pongs++
    })
    socket.on('error', (error: Error & { code?: string }) => {
      if (error.code?.startsWith('WS_ERR_') !== true) return
      // What the socket refuses to read (a message over its limit, a malformed frame) was sent all the same.
      this.#heard = true
      // The close frame is sent. Without this it would read and discard for as long as the bot keeps sending.
      setImmediate(() => this.#cutOff(socket))
    })
    socket.on('close', () => this.#lost(socket))
    this.#socket = socket
    this.#openedAt = this.#pingedAt = performance.now()
    this.#pongs = 0
    this.#unansweredPings = 0
    this.#messages = 0
    // It may have closed before this got to listen.
    if (socket.readyState !== WebSocket.OPEN) this.#lost(socket)
  }

  #take(socket: WebSocket, data: Buffer, isBinary: boolean): void {
    // Counted first: a bot may also flood the socket on which goodbye has been said.
    if (!this.#countMessage(socket) || socket !== this.#socket) return
    this.#heard = true
    const { pads, sight, onPad } = this.#options
    if (!isBinary) {
      if (this.#answered !== null) this.#settle(readPick(data))
      else this.#texts++
    } else if (pads.put(data, sight.newestSeen(performance.now()))) onPad()
  }

  /** False, and the socket dropped, when the bot sends more than it may. */
  #countMessage(socket: WebSocket): boolean {
    const second = Math.floor(performance.now() / 1000)
    if (second !== this.#second) {
      this.#second = second
      this.#messages = 0
    }
    if (++this.#messages <= this.#options.maxMessagesPerSecond) return true
    socket.close(CLOSE.tooMany, 'too many messages in a second')
    this.#cutOff(socket)
    return false
  }

  /** Of a socket on which goodbye has been said nothing more is read; what was the bot's is redialled. */
  #cutOff(socket: WebSocket): void {
    if (socket.isPaused) return
    socket.pause()
    if (socket !== this.#socket) return
    this.#lost(socket)
    endSoon(socket)
  }

  /** No text has come in time; a bot that sent its answer as bytes gets a notice. */
  #late(): NoPick {
    const { malformed, lastLength } = this.#options.pads.ignored
    return malformed > 0 ? { kind: 'binary', length: lastLength } : { kind: 'late' }
  }

  /** The first text is the answer, whatever it holds. */
  #settle(pick: Pick | NoPick): void {
    this.#answered?.(pick)
    this.#answered = null
  }

  #lost(socket: WebSocket): void {
    if (socket !== this.#socket) return
    this.#socket = null
    this.#settle({ kind: 'dropped' })
    // A socket that lasted earns a quick redial; one that keeps dropping does not.
    const { redialMinMs, redialMaxMs } = this.#options.timing
    if (performance.now() - this.#openedAt > redialMaxMs) this.#backoffMs = redialMinMs
    if (!this.#redialling) void this.#redial()
  }

  async #redial(): Promise<void> {
    const { signal } = this.#closing
    this.#redialling = true
    while (this.#socket === null && !signal.aborted) {
      await this.#backOff(signal)
      try {
        this.#use(await this.#dial(signal))
        if (this.#first !== null) this.send(this.#first)
      } catch {
        // The next attempt follows; a bot that stays away forfeits by the polls it misses.
      }
    }
    this.#redialling = false
  }

  async #backOff(signal: AbortSignal): Promise<void> {
    const waitMs = this.#backoffMs
    this.#backoffMs = Math.min(2 * waitMs, this.#options.timing.redialMaxMs)
    try {
      await sleep(waitMs, undefined, { signal })
    } catch {
      // Aborted: the caller looks at the signal.
    }
  }
}

/** As much of a wrong answer as is worth showing to its author. */
const SHOWN_CHARACTERS = 200

function readPick(data: Buffer): Pick | NoPick {
  const text = data.toString('utf8')
  const invalid = (mistake: string): NoPick => ({ kind: 'invalid', received: text.slice(0, SHOWN_CHARACTERS), mistake })
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    return invalid('it is not JSON')
  }
  const parsed = PickResponse.safeParse(answer)
  if (parsed.success) return parsed.data.action
  const { path, message } = parsed.error.issues[0]!
  return invalid(path.length === 0 ? message : `${path.join('.')}: ${message}`)
}

/** Goodbye has been said: ends the socket for certain, in case the bot does not. */
function endSoon(socket: WebSocket): void {
  const timer = setTimeout(() => socket.terminate(), CLOSE_MS)
  socket.once('close', () => clearTimeout(timer))
}

function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve!: (value: T) => void
  const promise = new Promise<T>((settle) => (resolve = settle))
  return { promise, resolve }
}
