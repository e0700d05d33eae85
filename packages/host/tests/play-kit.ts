/**
 * What the tests of matches stand on: bots written from the interface specification alone (plain `ws`, none of this
 * project's packages), a clock stepped by hand, and matches played by a real host over real sockets.
 */
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createKeyPair } from '@arena/protocol'
import { WebSocketServer, type WebSocket } from 'ws'
import type { Resolver } from '../src/bots/address.ts'
import { dialBot } from '../src/bots/connection.ts'
import { FastClock, type Clock, type Paced, type Pacing } from '../src/match/clock.ts'
import type { EngineCommand } from '../src/engine/engine-process.ts'
import { Host } from '../src/hosts/host.ts'
import { matchTiming } from '../src/match/timing.ts'
import type { MatchTiming } from '../src/match/timing.ts'
import type { EndCause, HostEvent, MatchOrder, MatchResult, Pair } from '../src/order.ts'

const FIRST_FRAME = -123
/** Also for tests that make it something else for a while. */
const { execPath } = process

/** An engine in which no fighter moves; see its file for the options. */
export function stillEngine(...options: string[]): EngineCommand {
  return [execPath, fileURLToPath(new URL('./engines/still.mjs', import.meta.url)), ...options]
}

/** What the still engine was given: by frame, the pads of both ports as 8 bytes in hex. */
export function polledPads(messages: readonly Buffer[]): Map<number, readonly [string, string]> {
  const pads = new Map<number, readonly [string, string]>()
  for (const message of messages) {
    if (message[0] !== 0x3a) continue
    const pad = (at: number) => message.subarray(at + 7, at + 15).toString('hex')
    pads.set(message.readInt32BE(1), [pad(13), pad(80)])
  }
  return pads
}

/** The 8 bytes of a pad that follow its frame number, in hex. */
export const padHex = (input: PadInput = {}): string => padBytes(0, input).subarray(4).toString('hex')

export interface PadInput {
  buttons?: number
  stickX?: number
  stickY?: number
  cstickX?: number
  cstickY?: number
  l?: number
  r?: number
}

/** Spec: Pad. */
export function padBytes(frame: number, input: PadInput = {}): Buffer {
  const bytes = Buffer.alloc(12)
  bytes.writeInt32LE(frame, 0)
  bytes.writeUInt16LE(input.buttons ?? 0, 4)
  bytes.set(
    [input.stickX ?? 128, input.stickY ?? 128, input.cstickX ?? 128, input.cstickY ?? 128, input.l ?? 0, input.r ?? 0],
    6,
  )
  return bytes
}

/** One socket the arena has opened to a bot, and all that came over it. */
export class BotSocket {
  readonly socket: WebSocket
  readonly headers: IncomingMessage['headers']
  readonly texts: string[] = []
  readonly messages: Buffer[] = []
  readonly closed: Promise<number>
  readonly #connection: Socket

  constructor(socket: WebSocket, request: IncomingMessage) {
    this.socket = socket
    this.headers = request.headers
    this.closed = new Promise((resolve) => socket.once('close', resolve))
    socket.on('error', () => {})
    this.#connection = request.socket
  }

  /** Sends a close frame, reads nothing more, and leaves the connection open. */
  sayGoodbye(code: number, reason: string): void {
    this.#connection.pause()
    const body = Buffer.concat([Buffer.from([code >> 8, code & 0xff]), Buffer.from(reason)])
    this.#connection.write(Buffer.concat([Buffer.from([0x88, body.length]), body]))
  }

  /** Frames streamed over this socket. */
  get frames(): number[] {
    return this.messages.filter((message) => message[0] === 0x3a).map((message) => message.readInt32BE(1))
  }

  /** Resolves when the arena has read all that was sent before, or has closed the socket. */
  async fence(): Promise<void> {
    const pong = once(this.socket, 'pong')
    this.socket.ping()
    await Promise.race([pong, this.closed])
  }

  /** Resolves when `count` binary messages have come. */
  async received(count: number): Promise<void> {
    while (this.messages.length < count) await once(this.socket, 'message')
  }
}

export interface BotOptions {
  /** What the bot answers when it is asked to pick; undefined or null is silence. */
  pick?: (request: Record<string, unknown>) => string | Buffer | null | undefined
  /** The pad for a frame; null sends none. Absent: neutral pads for ever. */
  input?: ((frame: number) => PadInput | null) | null
  /** Called when a socket opens, before anything is received; `index` counts the bot's sockets from 0. */
  opened?: (socket: BotSocket, index: number) => void
  /** Called for every binary message, before the bot answers it. */
  received?: (socket: BotSocket, message: Buffer) => void
  /** Status that upgrade requests are refused with, by attempt; null accepts. */
  refuse?: (attempt: number) => number | null
  /** What the answer to a handshake says of the version, as lines of its head, by attempt. */
  says?: (attempt: number) => readonly string[]
  /** Whether pings are answered at once; by default they are. */
  autoPong?: boolean
}

/** Spec: having seen the Frame Bookend of frame F, send the pad for F + 1 + inputDelayFrames. */
const LEAD = 2

/** A bot as the specification describes one. */
export class TestBot {
  readonly sockets: BotSocket[] = []
  readonly url: string
  attempts = 0
  readonly #options: BotOptions
  readonly #close: () => Promise<void>
  readonly #waiting: (() => void)[] = []

  constructor(options: BotOptions, url: string, close: () => Promise<void>) {
    this.#options = options
    this.url = url
    this.#close = close
  }

  static async listen(options: BotOptions = {}): Promise<TestBot> {
    const server = createServer()
    const raw = new Set<Socket>()
    server.on('connection', (socket) => raw.add(socket))
    const sockets = new WebSocketServer({
      noServer: true,
      perMessageDeflate: false,
      autoPong: options.autoPong ?? true,
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const bot = new TestBot(options, `http://127.0.0.1:${(server.address() as AddressInfo).port}`, async () => {
      server.close()
      for (const socket of raw) socket.destroy()
      await once(server, 'close')
    })
    sockets.on('headers', (lines) => lines.push(...(options.says?.(bot.attempts - 1) ?? [])))
    server.on('upgrade', (request, socket, head) => {
      const status = options.refuse?.(bot.attempts) ?? null
      bot.attempts++
      if (status !== null) return socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`)
      sockets.handleUpgrade(request, socket, head, (accepted) => bot.#accept(new BotSocket(accepted, request)))
    })
    return bot
  }

  /** The bot's n-th socket, as soon as it is there. */
  async socket(index = 0): Promise<BotSocket> {
    while (this.sockets[index] === undefined) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    return this.sockets[index]
  }

  /** Everything streamed to the bot, over all its sockets. */
  get stream(): Buffer {
    return Buffer.concat(this.sockets.flatMap((socket) => socket.messages))
  }

  close(): Promise<void> {
    return this.#close()
  }

  #accept(socket: BotSocket): void {
    const { opened, received, pick, input } = this.#options
    this.sockets.push(socket)
    for (const wake of this.#waiting.splice(0)) wake()
    const send = (frame: number) => {
      const pad = input === undefined ? {} : (input?.(frame) ?? null)
      if (pad !== null) socket.socket.send(padBytes(frame, pad))
    }
    socket.socket.on('message', (data: Buffer, isBinary) => {
      if (!isBinary) {
        socket.texts.push(data.toString())
        const request = JSON.parse(data.toString()) as Record<string, unknown>
        const answer =
          pick === undefined ? JSON.stringify({ id: 0, action: { character: 2, costume: 1 } }) : pick(request)
        if (answer === null || answer === undefined) return
        socket.socket.send(answer)
        for (let lead = 0; lead < 1 + LEAD; lead++) send(FIRST_FRAME + lead)
        return
      }
      socket.messages.push(data)
      received?.(socket, data)
      if (data[0] === 0x3a) send(data.readInt32BE(1) + 1 + LEAD)
    })
    opened?.(socket, this.sockets.length - 1)
  }
}

/** A clock that polls on command. */
export class ManualClock implements Clock {
  readonly followsTime = true
  #game: Paced | null = null
  #idle = false
  #over = false
  #waiting: (() => void)[] = []
  /** What the game learns of its lag. */
  lag = 0

  /** The time, where it does not run by itself. */
  at: number | null = null
  /** How late the next polls are. */
  lateMs = 0
  /** Called between a poll and its step. */
  polled: (() => void) | null = null

  /** Whether the game is. */
  get isOver(): boolean {
    return this.#over
  }

  now(): number {
    return this.at ?? performance.now()
  }

  begin(game: Paced): Pacing {
    this.#game = game
    this.#settle(true)
    return {
      next: () => this.#settle(true),
      heard: () => {},
      lagMs: () => this.lag,
      forgive: () => (this.lag = 0),
      stop: () => {
        this.#over = true
        this.#settle(false)
      },
    }
  }

  /** Resolves when the next frame could be polled, or the game is over. */
  async ready(): Promise<void> {
    while (!this.#idle && !this.#over) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  /** Polls `frames` frames; resolves when the engine has answered the last. */
  async poll(frames = 1): Promise<void> {
    for (let i = 0; i < frames; i++) {
      await this.ready()
      if (this.#over) return
      this.#idle = false
      this.#game!.poll(this.now(), this.lateMs)
      this.polled?.()
      this.#game!.step()
    }
    await this.ready()
  }

  #settle(idle: boolean): void {
    this.#idle = idle
    for (const wake of this.#waiting.splice(0)) wake()
  }
}

export interface TableOptions {
  clock?: Clock
  engine?: EngineCommand
  timing?: Partial<MatchTiming>
  faultDir?: string
  /** In the place of the machine's own, which may take its time. */
  resolve?: Resolver
  /** Sees every socket that the host has opened, before the host uses it. */
  dialled?: (socket: WebSocket, url: string) => void
}

/** A match of two bots that begins now. */
export function matchOrder(matchId: string, urls: Pair<string>): MatchOrder {
  const seated = (port: 0 | 1) => ({ botId: `bot_${port}`, name: `Bot ${port}`, url: urls[port] })
  return {
    matchId,
    mode: 'live',
    seed: '5f'.repeat(32),
    stage: 31,
    bots: [seated(0), seated(1)],
    startedAt: Date.now(),
  }
}

interface Ordered extends Partial<MatchOrder> {
  readonly ranMs?: number
}

/** Quick enough for tests, slow enough for a loaded machine. */
const TEST_TIMING: MatchTiming = { ...matchTiming(10_000), stepMs: 5000, redialMinMs: 5 }

const PLATFORM_KEY = createKeyPair()
export const PLATFORM_PUBLIC_KEY = PLATFORM_KEY.publicKey

let matchCount = 0

/** A host in this process, with a folder of its own. `await using` tears both down. */
export class Table implements AsyncDisposable {
  readonly host: Host
  readonly dir: string
  readonly events: HostEvent[] = []
  readonly #results = new Map<string, MatchResult>()
  readonly #bots: TestBot[] = []
  #waiting: (() => void)[] = []

  private constructor(dir: string, options: TableOptions) {
    const { clock = new FastClock(), engine = stillEngine(), timing, faultDir, resolve, dialled } = options
    this.dir = dir
    this.host = new Host(
      {
        dial: async (url, matchId, signal) => {
          const policy = { allowPrivate: true }
          const pace = clock.followsTime ? {} : { maxReadsPerSecond: Infinity }
          const names = resolve ? { resolve } : {}
          const opened = await dialBot({ url, matchId, signal, platformKey: PLATFORM_KEY, policy, ...pace, ...names })
          dialled?.(opened.socket, url)
          return opened
        },
        clock,
        engine,
        replayDir: dir,
        ...(faultDir !== undefined && { faultDir }),
        timing: { ...TEST_TIMING, ...timing },
      },
      (event) => {
        this.events.push(event)
        if (event.type === 'finished') this.#results.set(event.result.matchId, event.result)
        for (const wake of this.#waiting.splice(0)) wake()
      },
    )
  }

  static async open(options: TableOptions = {}): Promise<Table> {
    return new Table(await mkdtemp(join(tmpdir(), 'arena-play-')), options)
  }

  async bot(options: BotOptions = {}): Promise<TestBot> {
    const bot = await TestBot.listen(options)
    this.#bots.push(bot)
    return bot
  }

  /** Seats two bots, by default for a match that begins now; answers the match id at once. */
  seat(bots: Pair<TestBot | string>, { ranMs = 0, ...order }: Ordered = {}): string {
    const matchId = order.matchId ?? `match_${String(++matchCount).padStart(26, '0')}`
    const url = (port: 0 | 1) => {
      const bot = bots[port]
      return typeof bot === 'string' ? bot : bot.url
    }
    this.host.handle({ type: 'play', order: { ...matchOrder(matchId, [url(0), url(1)]), ...order }, ranMs })
    return matchId
  }

  abort(matchId: string, cause: EndCause): void {
    this.host.handle({ type: 'abort', matchId, cause })
  }

  async result(matchId: string): Promise<MatchResult> {
    for (;;) {
      const result = this.#results.get(matchId)
      if (result !== undefined) return result
      await this.event()
    }
  }

  /** Resolves with the next report of the host. */
  event(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  async play(bots: Pair<TestBot | string>, order?: Ordered): Promise<MatchResult> {
    return this.result(this.seat(bots, order))
  }

  /** The raw event block of a stored replay, identified by its length field alone. */
  async raw(matchId: string): Promise<Buffer> {
    const file = await this.replay(matchId)
    return file.subarray(15, 15 + file.readUInt32BE(11))
  }

  replay(matchId: string): Promise<Buffer> {
    return readFile(join(this.dir, `${matchId}.slp`))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.host.stop()
    await Promise.all(this.#bots.map((bot) => bot.close()))
    await rm(this.dir, { recursive: true })
  }
}
