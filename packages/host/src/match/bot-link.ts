/**
 * One bot's side of a match: dials it, asks for its pick, takes its pads, sends it the stream, and redials for as long
 * as the game runs. It exposes nothing of a bot but its pick, its pads and whether it sent anything.
 *
 *   dialling --open--> asked --answer, garbage, deadline, drop--> playing <--> down (redialled with backoff) --> closed
 *      \--deadline--> absent
 *
 * A socket is dropped when the bot sends a close frame, stops reading (1 MiB unsent), stops answering pings, sends a
 * message over 4 KiB or in more than 16 pieces (the socket's own limits) or more than 1,000 messages in a second. Text
 * after the pick is ignored.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { PickResponse, type PickRequest } from '@arena/protocol'
import { wordsOf } from '@arena/protocol/words-of'
import { WebSocket } from 'ws'
import { BotConnectionError } from '../bots/bot-url.ts'
import type { Dialled } from '../bots/connection.ts'
import { afterRunning } from '../system/watchdog.ts'
import type { Sight } from './lead.ts'
import type { Ignored, NoPick, Pick } from '../order.ts'
import type { PadBuffer } from './pad-buffer.ts'
import { endingOf, faultOf } from './receipt/socket-end.ts'
import type { Ending, LinkJournal } from './receipt/link-journal.ts'
import type { LinkTiming } from './timing.ts'

/** Opens a match socket, signed and checked; rejects when it cannot, or when the signal aborts. */
export type Dial = (url: string, matchId: string, signal: AbortSignal) => Promise<Dialled>

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
  /** Learns of dials, sockets, the pick and round trips, and has the time. */
  readonly journal: LinkJournal
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
  #failedInTls = 0
  #redialling = false
  /** What the game begins with, once it has; a redialled socket gets it before anything else. */
  #first: Uint8Array | null = null
  /** Takes the bot's answer while it is asked for one. */
  #answered: ((pick: Pick | NoPick) => void) | null = null
  #heard = false
  /** What the first handshake said; undefined before it. */
  #version: string | null | undefined
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

  /** What the bot said of its version in its first handshake of the match; null for nothing, and where there was none. */
  get version(): string | null {
    return this.#version ?? null
  }

  /** Pings in a row that have not been answered yet. */
  get unansweredPings(): number {
    return this.#unansweredPings
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
        this.#options.journal.asked()
        this.#use(socket)
        socket.send(JSON.stringify(request))
        const callOff = afterRunning(request.deadlineMs, () => this.#settle(this.#late()))
        const pick = await promise
        callOff()
        return { present: true, pick }
      } catch (error) {
        why = wordsOf(error)
        if (!this.#closing.signal.aborted) {
          this.#options.journal.dialFailed(deadline.aborted ? 'no answer in time' : why)
        }
        await this.#backOff(deadline, error)
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
      this.#lost(socket, { why: 'not-reading' })
      return
    }
    socket.send(bytes, BINARY)
  }

  /** To be called several times a second; `now` in milliseconds. */
  watch(now: number): void {
    const socket = this.#socket
    if (socket === null) return
    if (socket.readyState !== WebSocket.OPEN) {
      // The bot has sent a close frame, which is answered. Whether it also ends its connection is not waited for: `close` follows.
      socket.terminate()
      return
    }
    const isProbing = this.#unansweredPings === 0 && this.#pongs < PROBES
    if (!isProbing && now - this.#pingedAt < this.#options.timing.pingMs) return
    if (this.#unansweredPings >= MAX_UNANSWERED_PINGS) {
      socket.terminate()
      this.#lost(socket, { why: 'no-pong' })
      return
    }
    this.#pingedAt = now
    this.#pingSentAt = this.#options.journal.now()
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
    this.#options.journal.ended({ why: 'match-over' })
    socket.close(CLOSE.done, 'match over')
    endSoon(socket)
  }

  async #dial(signal: AbortSignal): Promise<WebSocket> {
    const { dial, url, request, journal } = this.#options
    journal.dialling()
    const { socket, version } = await dial(url, request.matchId, signal)
    if (this.#version === undefined) this.#version = version
    if (!signal.aborted) return socket
    socket.terminate()
    throw new Error('given up')
  }

  #use(socket: WebSocket): void {
    const { journal, sight } = this.#options
    /** What went wrong before the socket closes, which says less. */
    let fault: Ending | null = null
    socket.on('message', (data: Buffer, isBinary: boolean) => this.#take(socket, data, isBinary))
    socket.on('ping', () => this.#countMessage(socket, journal.now()))
    socket.on('pong', () => {
      const now = journal.now()
      this.#countMessage(socket, now)
      if (socket !== this.#socket) return
      // While two pings are under way it is not known which one is answered.
      if (this.#unansweredPings === 1) {
        const tripMs = now - this.#pingSentAt
        sight.trip(tripMs)
        journal.trip(tripMs)
      }
      this.#unansweredPings = 0
      this.#pongs++
    })
    socket.on('error', (error: Error & { code?: string }) => {
      const found = faultOf(error)
      fault ??= found
      if (error.code?.startsWith('WS_ERR_') !== true) return
      // What the socket refuses to read (a message over its limit, a malformed frame) was sent all the same.
      this.#heard = true
      // The close frame is sent. Without this it would read and discard for as long as the bot keeps sending.
      setImmediate(() => this.#cutOff(socket, found))
    })
    socket.on('close', (code, reason) => this.#lost(socket, fault ?? endingOf(code, reason)))
    this.#socket = socket
    this.#openedAt = this.#pingedAt = performance.now()
    this.#pongs = 0
    this.#unansweredPings = 0
    this.#messages = 0
    journal.opened()
    // It may have closed before this got to listen.
    if (socket.readyState !== WebSocket.OPEN) this.#lost(socket, { why: 'cut' })
  }

  #take(socket: WebSocket, data: Buffer, isBinary: boolean): void {
    const { pads, sight, journal, onPad } = this.#options
    const now = journal.now()
    // Counted first: a bot may also flood the socket on which goodbye has been said.
    if (!this.#countMessage(socket, now) || socket !== this.#socket) return
    this.#heard = true
    journal.heard(now)
    if (!isBinary) {
      if (this.#answered !== null) this.#settle(readPick(data))
      else this.#texts++
    } else if (pads.put(data, sight.newestSeen(now), now)) onPad()
  }

  /** False, and the socket dropped, when the bot sends more than it may. */
  #countMessage(socket: WebSocket, now: number): boolean {
    const second = Math.floor(now / 1000)
    if (second !== this.#second) {
      this.#second = second
      this.#messages = 0
    }
    if (++this.#messages <= this.#options.maxMessagesPerSecond) return true
    socket.close(CLOSE.tooMany, 'too many messages in a second')
    this.#cutOff(socket, { why: 'too-many-messages' })
    return false
  }

  /** Nothing more is read of a socket on which goodbye has been said; a socket that the bot lost is redialled. */
  #cutOff(socket: WebSocket, ending: Ending): void {
    if (socket.isPaused) return
    socket.pause()
    if (socket !== this.#socket) return
    this.#lost(socket, ending)
    endSoon(socket)
  }

  /** No text has come in time; a bot that sent its answer as bytes gets a notice. */
  #late(): NoPick {
    const { malformed, lastLength } = this.#options.pads.ignored
    return malformed > 0 ? { kind: 'binary', length: lastLength } : { kind: 'late' }
  }

  /** The first text is the answer, whatever it holds. */
  #settle(pick: Pick | NoPick): void {
    if (this.#answered === null) return
    this.#options.journal.picked(pick)
    this.#answered(pick)
    this.#answered = null
  }

  #lost(socket: WebSocket, ending: Ending): void {
    if (socket !== this.#socket) return
    this.#socket = null
    this.#options.journal.ended(ending)
    this.#settle({ kind: 'dropped' })
    // A socket that lasted earns a quick redial; one that keeps dropping does not.
    const { redialMinMs, redialMaxMs } = this.#options.timing
    if (performance.now() - this.#openedAt > redialMaxMs) this.#backoffMs = redialMinMs
    if (!this.#redialling) void this.#redial()
  }

  async #redial(): Promise<void> {
    const { signal } = this.#closing
    this.#redialling = true
    let failure: unknown = null
    while (this.#socket === null && !signal.aborted) {
      await this.#backOff(signal, failure)
      if (signal.aborted) break
      try {
        this.#use(await this.#dial(signal))
        if (this.#first !== null) this.send(this.#first)
      } catch (error) {
        failure = error
        // The next attempt follows; a bot that stays away forfeits by the polls it misses.
        if (!signal.aborted) this.#options.journal.dialFailed(wordsOf(error))
      }
    }
    this.#redialling = false
  }

  /** `failure`: what the dial before ended with. */
  async #backOff(signal: AbortSignal, failure: unknown): Promise<void> {
    const { redialMaxMs, redialTlsMs } = this.#options.timing
    const isInTls = failure instanceof BotConnectionError && failure.inTls
    // One may be an accident on the way.
    const waitMs = isInTls && ++this.#failedInTls > 1 ? redialTlsMs : this.#backoffMs
    this.#backoffMs = Math.min(2 * this.#backoffMs, redialMaxMs)
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
    return invalid(whyNotJson(text))
  }
  const parsed = PickResponse.safeParse(answer)
  if (parsed.success) return parsed.data.action
  const { path, message } = parsed.error.issues[0]!
  return invalid(path.length === 0 ? message : `${path.join('.')}: ${message}`)
}

/** Names the characters of an answer that cannot be seen. */
function whyNotJson(text: string): string {
  if (text.trim() === '') return 'it is empty'
  if (text.startsWith('\ufeff')) return 'it begins with a byte order mark (U+FEFF), which is no part of JSON'
  if (text.includes('\0')) return 'it holds NUL characters, as text in UTF-16 does; JSON is UTF-8'
  return 'it is not JSON'
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
