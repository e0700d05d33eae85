/**
 * A bot written from the interface specification alone: Node's http, `ws`, and bytes taken apart by hand. It shares no
 * line with the service, so that what both get wrong in the same way shows.
 */
import { createPublicKey, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { WebSocketServer } from 'ws'
import type { WebSocket } from 'ws'

const FIRST_FRAME = -123

export interface PadInput {
  readonly buttons?: number
  readonly stickX?: number
  readonly stickY?: number
}

/** Pad: 12 bytes, little-endian; i32 frame, u16 buttons, then sticks (centre 128) and triggers (0 released) as u8. */
export function padBytes(frame: number, { buttons = 0, stickX = 128, stickY = 128 }: PadInput = {}): Buffer {
  const bytes = Buffer.from([0, 0, 0, 0, 0, 0, stickX, stickY, 128, 128, 0, 0])
  bytes.writeInt32LE(frame, 0)
  bytes.writeUInt16LE(buttons, 4)
  return bytes
}

export const pickText = (character: number, costume = 0): string =>
  JSON.stringify({ id: 0, action: { character, costume } })

export interface PickRequest {
  readonly matchId: string
  readonly port: 0 | 1
  readonly opponent: { readonly botId: string; readonly name: string }
  readonly deadlineMs: number
  readonly inputDelayFrames: number
}

export interface BotOptions {
  /** The text that answers a pick request; null is silence. Absent: character 2, costume 1. */
  readonly pick?: (request: PickRequest, seat: Seat) => string | null
  /** The pad for a frame; null sends none. Absent: nothing is ever pressed. */
  readonly pad?: ((frame: number) => PadInput | null) | null
  /** Resolves before the bot answers a frame. */
  readonly thinks?: () => Promise<unknown>
  /** A match socket has opened; `index` counts them from 0. */
  readonly opened?: (seat: Seat, index: number) => void
  readonly received?: (seat: Seat, message: Buffer) => void
  /** Resolves before a ping to one of its addresses is answered. A bot with it has all addresses of the machine. */
  readonly pinged?: (address: string) => Promise<unknown>
  /** Whether an upgrade for a match is refused. */
  readonly refuses?: () => boolean
}

/** Walks to the right for ever, and so falls off the stage four times. */
export const WALKS_OFF: BotOptions = { pick: () => pickText(2, 4), pad: () => ({ stickX: 255 }) }
export const STANDS: BotOptions = { pick: () => pickText(20, 1) }

/** One socket that the service opened for a match, and all that came over it. */
export class Seat {
  readonly socket: WebSocket
  readonly matchId: string
  readonly texts: string[] = []
  readonly messages: Buffer[] = []
  readonly closed: Promise<readonly [code: number, reason: string]>

  constructor(socket: WebSocket, matchId: string) {
    this.socket = socket
    this.matchId = matchId
    this.closed = new Promise((resolve) => socket.once('close', (code, reason) => resolve([code, String(reason)])))
    socket.on('error', () => {})
  }

  get request(): PickRequest {
    return JSON.parse(this.texts[0]!) as PickRequest
  }

  /** Resolves with the pick request. */
  async asked(): Promise<PickRequest> {
    while (this.texts.length === 0) await once(this.socket, 'message')
    return this.request
  }

  /** Resolves when a number of binary messages have come. */
  async received(count: number): Promise<void> {
    while (this.messages.length < count) await once(this.socket, 'message')
  }
}

export class SpecBot {
  readonly url: string
  readonly seats: Seat[] = []
  /** The address whose signature the bot asks of whoever connects; it learns it from the service when it is first called. */
  arenaUrl: string | null = null
  /** Refused with 401 because the signature was not the service's. */
  strangers = 0
  readonly #options: BotOptions
  readonly #close: () => Promise<void>
  #waiting: (() => void)[] = []
  #publicKey: Promise<Buffer> | null = null

  private constructor(options: BotOptions, url: string, close: () => Promise<void>) {
    this.#options = options
    this.url = url
    this.#close = close
  }

  static async listen(options: BotOptions = {}): Promise<SpecBot> {
    const raw = new Set<Socket>()
    const server = createServer((request, response) => {
      const isPing = request.method === 'GET' && request.url === '/ping'
      const answer = () => response.writeHead(isPing ? 200 : 404).end(isPing ? 'pong' : '')
      const waiting = isPing ? options.pinged?.(request.socket.localAddress!) : undefined
      void Promise.resolve(waiting).then(answer)
    })
    server.on('connection', (socket) => {
      raw.add(socket)
      // A refused caller may hang up first.
      socket.on('error', () => {})
      socket.once('close', () => raw.delete(socket))
    })
    const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
    server.listen(0, options.pinged === undefined ? '127.0.0.1' : '0.0.0.0')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const bot = new SpecBot(options, `http://127.0.0.1:${port}`, async () => {
      server.close()
      for (const socket of raw) socket.destroy()
      await once(server, 'close')
    })
    server.on('upgrade', (request, socket, head) => {
      void bot.#admits(request).then((admitted) => {
        const matchId = String(request.headers['x-arena-match'])
        if (!admitted) return socket.end('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n')
        if (matchId !== 'deploy-check' && options.refuses?.() === true) {
          return socket.end('HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n')
        }
        sockets.handleUpgrade(request, socket, head, (open) => {
          if (matchId !== 'deploy-check') bot.#sit(new Seat(open, matchId))
        })
      })
    })
    return bot
  }

  /** The bot's n-th match socket, as soon as it is there. */
  async seat(index = 0): Promise<Seat> {
    while (this.seats[index] === undefined) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    return this.seats[index]
  }

  /** Everything that was streamed to the bot in a match, over however many sockets. */
  stream(matchId: string): Buffer {
    return Buffer.concat(this.seats.filter((seat) => seat.matchId === matchId).flatMap((seat) => seat.messages))
  }

  close(): Promise<void> {
    return this.#close()
  }

  /** Requests from the service to a bot: signature over `<timestamp>.<matchId>`, at most 30 seconds old. */
  async #admits({ headers }: IncomingMessage): Promise<boolean> {
    if (this.arenaUrl === null) return true
    this.#publicKey ??= fetch(`${this.arenaUrl}/.well-known/arena.json`)
      .then((answer) => answer.json())
      .then((body) => Buffer.from((body as { publicKey: string }).publicKey, 'base64'))
    const timestamp = String(headers['x-arena-timestamp'])
    const signed = Buffer.from(`${timestamp}.${String(headers['x-arena-match'])}`)
    const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), await this.#publicKey])
    const key = createPublicKey({ key: spki, format: 'der', type: 'spki' })
    const isOurs =
      Math.abs(Date.now() - Number(timestamp)) <= 30_000 &&
      verify(null, signed, key, Buffer.from(String(headers['x-arena-signature']), 'base64'))
    if (!isOurs) this.strangers++
    return isOurs
  }

  #sit(seat: Seat): void {
    const { opened, pick, received, thinks } = this.#options
    this.seats.push(seat)
    for (const wake of this.#waiting.splice(0)) wake()
    seat.socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) {
        seat.messages.push(data)
        received?.(seat, data)
        // The lead: having seen the Frame Bookend of frame F, the pad for F + 1 + inputDelayFrames.
        const bookend = data.length - 9
        if (bookend <= 0 || data[bookend] !== 0x3c) return
        const frame = data.readInt32BE(bookend + 1) + 1 + 2
        if (thinks === undefined) this.#send(seat, frame)
        else void thinks().then(() => this.#send(seat, frame))
        return
      }
      seat.texts.push(data.toString())
      const answer = pick === undefined ? pickText(2, 1) : pick(seat.request, seat)
      if (answer !== null) this.answer(seat, answer)
    })
    opened?.(seat, this.seats.length - 1)
  }

  /** Answers a pick request that was left open, with the pads for the first 1 + inputDelayFrames frames behind it. */
  answer(seat: Seat, text: string): void {
    seat.socket.send(text)
    for (let frame = FIRST_FRAME; frame <= FIRST_FRAME + seat.request.inputDelayFrames; frame++) this.#send(seat, frame)
  }

  #send(seat: Seat, frame: number): void {
    const { pad } = this.#options
    const input = pad === undefined ? {} : (pad?.(frame) ?? null)
    if (input !== null) seat.socket.send(padBytes(frame, input))
  }
}
