/**
 * Bots of a simulated arena and the sockets to them. A bot picks, answers every frame with a pad, and remembers what it was sent over
 * which socket: what a bot has seen is what has to be in the replay. It is outside of every machine. In a few matches it is away, falls
 * silent, or drops its socket; and the way to it fails.
 */
import { EventEmitter } from 'node:events'
import type { WebSocket } from 'ws'
import { padBytes, pickText } from '../../arena/spec-bot.ts'
import type { PickRequest } from '../../arena/spec-bot.ts'
import type { Dialled } from '../../../../host/src/bots/connection.ts'
import type { Kernel, Process } from '../kernel/kernel.ts'

const FIRST_FRAME = -123
const INPUT_DELAY_FRAMES = 2
const BOOKEND = { code: 0x3c, bytes: 9 } as const
/** How a bot is in a match. */
const MANNERS = ['away', 'falls silent', 'drops'] as const
type Manner = (typeof MANNERS)[number] | 'plays'
/** One bot of as many is not well in a match, and in one match of as many neither is. */
const UNWELL = { bot: 16, match: 32 } as const
/** The number of messages after which it falls silent, or drops its socket. */
const LAST_MESSAGE = { least: 2, most: 30 } as const
const CLOSED_CODE = 1000
const LOST_CODE = 1006

/** One socket that a machine opened for a match, and all that came over it. */
export interface BotSeat {
  readonly matchId: string
  readonly machineId: string
  /** The build of the machine. */
  readonly build: string
  /** The process that dialled. */
  readonly by: string
  /** The ports of its pick requests. */
  readonly askedAs: (0 | 1)[]
  readonly messages: Buffer[]
  readonly openedAt: number
}

/** The network between a machine and the bots. */
export interface BotNetwork {
  readonly machineId: string
  readonly build: string
  cutUntil: number
}

export class SimulatedBots {
  readonly #kernel: Kernel
  /** By match. */
  readonly seats = new Map<string, BotSeat[]>()
  /** Matches for which a bot without an address was dialled. */
  readonly nowhere = new Set<string>()
  /** The manners of matches, and of bots in them. */
  readonly #manners = new Map<string, Manner>()

  constructor(kernel: Kernel) {
    this.#kernel = kernel
  }

  async dial(
    process: Process,
    network: BotNetwork,
    { url, matchId }: { readonly url: string; readonly matchId: string },
    signal: AbortSignal,
  ): Promise<Dialled> {
    const { chance } = this.#kernel
    if (url === '') this.nowhere.add(matchId)
    const manner = this.#mannerOf(matchId, url)
    const isAway = manner === 'away' || chance.once(30)
    const latencyMs = chance.between(1, 60)
    await new Promise<void>((resolve, reject) => {
      const give = () => reject(new Error('given up'))
      signal.addEventListener('abort', give, { once: true })
      // A bot that is not there is dialled until its time is over.
      process.after(2 * latencyMs, () => {
        if (this.#kernel.now < network.cutUntil || isAway) reject(new Error('connect ECONNREFUSED'))
        else resolve()
        signal.removeEventListener('abort', give)
      })
    })
    const { machineId, build } = network
    const seat = { matchId, machineId, build, by: process.name, askedAs: [], messages: [], openedAt: this.#kernel.now }
    this.seats.set(matchId, [...(this.seats.get(matchId) ?? []), seat])
    // As much of a socket as a link uses.
    const socket = new BotSocket(this.#kernel, process, network, seat, manner, latencyMs)
    return { socket: socket as unknown as WebSocket, version: null }
  }

  /** The same whenever it is dialled. */
  #mannerOf(matchId: string, url: string): Manner {
    const ofBoth = this.#drawn(matchId, UNWELL.match)
    return ofBoth === 'plays' ? this.#drawn(`${matchId} ${url}`, UNWELL.bot) : ofBoth
  }

  #drawn(whose: string, inDraws: number): Manner {
    const { chance } = this.#kernel
    const manner = this.#manners.get(whose) ?? (chance.once(inDraws) ? chance.one(MANNERS) : 'plays')
    this.#manners.set(whose, manner)
    return manner
  }
}

class BotSocket extends EventEmitter {
  readonly OPEN = 1
  readonly bufferedAmount = 0
  readyState = 1
  isPaused = false
  readonly #kernel: Kernel
  readonly #process: Process
  readonly #network: BotNetwork
  readonly #seat: BotSeat
  readonly #manner: Manner
  readonly #latencyMs: number
  /** The number of the last message that it is sent. */
  readonly #last: number
  readonly #sent: (() => void)[] = []
  readonly #answered: (() => void)[] = []

  constructor(kernel: Kernel, process: Process, network: BotNetwork, seat: BotSeat, manner: Manner, latencyMs: number) {
    super()
    this.#kernel = kernel
    this.#process = process
    this.#network = network
    this.#seat = seat
    this.#manner = manner
    this.#last = kernel.chance.between(LAST_MESSAGE.least, LAST_MESSAGE.most)
    this.#latencyMs = latencyMs
  }

  send(content: string | Uint8Array): void {
    const data = typeof content === 'string' ? content : Buffer.from(content)
    this.#there(() => {
      if (typeof data === 'string') this.#asked(data)
      else this.#streamed(data)
    })
  }

  ping(): void {
    this.#there(() => this.#back(() => this.emit('pong')))
  }

  pause(): void {
    this.isPaused = true
  }

  close(): void {
    this.#end(CLOSED_CODE)
  }

  terminate(): void {
    this.#end(LOST_CODE)
  }

  #end(code: number): void {
    if (this.readyState !== this.OPEN) return
    this.readyState = 3
    this.#process.after(this.#latencyMs, () => this.emit('close', code, Buffer.alloc(0)))
  }

  #asked(text: string): void {
    this.#seat.askedAs.push((JSON.parse(text) as PickRequest).port)
    const thinksMs = this.#kernel.chance.between(5, 3_000)
    this.#kernel.at(this.#kernel.now + thinksMs, null, () => {
      this.#back(() => this.emit('message', Buffer.from(pickText(2, 1)), false))
      for (let frame = FIRST_FRAME; frame <= FIRST_FRAME + INPUT_DELAY_FRAMES; frame++) this.#pad(frame)
    })
  }

  #streamed(message: Buffer): void {
    this.#seat.messages.push(message)
    if (this.#manner !== 'plays' && this.#seat.messages.length >= this.#last) {
      if (this.#manner === 'drops') this.#end(LOST_CODE)
      return
    }
    const at = message.length - BOOKEND.bytes
    if (at > 0 && message[at] === BOOKEND.code) this.#pad(message.readInt32BE(at + 1) + 1 + INPUT_DELAY_FRAMES)
  }

  #pad(frame: number): void {
    this.#back(() => this.emit('message', padBytes(frame), true))
  }

  #there(act: () => void): void {
    this.#way(this.#sent, null, act)
  }

  #back(act: () => void): void {
    this.#way(this.#answered, this.#process, () => {
      if (this.readyState === this.OPEN && !this.isPaused) act()
    })
  }

  /** Nothing is lost on the way, and nothing overtakes: what comes to a cut waits for its end. */
  #way(under: (() => void)[], process: Process | null, act: () => void): void {
    const arrive = () => {
      const { cutUntil } = this.#network
      if (this.#kernel.now < cutUntil) this.#kernel.at(cutUntil, process, arrive)
      else under.shift()!()
    }
    under.push(act)
    this.#kernel.at(this.#kernel.now + this.#latencyMs, process, arrive)
  }
}
