/**
 * A stretch of network between an arena and a bot: a port of this machine, whatever connects there is connected on to the
 * bot, with delay lines both ways. It knows nothing of what passes, so TLS goes through as well.
 *
 * Accuracy: a packet comes out on its time to within some tenths of a millisecond, and later where this process does not get
 * the processor. Timers of Node count whole milliseconds, so the last two of a wait are spent in naps, with a look at the sockets
 * between them: a loop without naps would take the processor from the bot.
 */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { DelayLine, NO_DELAY, seeded, type Conditions } from './delay-line.ts'

/** What the wait for a packet leaves to naps, and their length. */
const LAST_MS = 2
const NAP_MS = 0.1
/** Beyond this the reader does not keep up, and its writer has to wait, as for a full window of TCP. */
const MOST_UNREAD = 1 << 20

export interface WireOptions {
  /** Where the bot listens. */
  readonly host: string
  readonly port: number
  readonly seed: number
}

export class Wire implements AsyncDisposable {
  readonly #options: WireOptions
  readonly #server: Server
  readonly #connections = new Set<Connection>()
  readonly #random: () => number
  #conditions: Conditions = NO_DELAY
  #lost = 0

  private constructor(options: WireOptions) {
    this.#options = options
    this.#random = seeded(options.seed)
    this.#server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => this.#carry(near))
  }

  static async open(options: WireOptions): Promise<Wire> {
    const wire = new Wire(options)
    wire.#server.listen(0, '127.0.0.1')
    await once(wire.#server, 'listening')
    return wire
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** The conditions of connections that are made from now on. */
  set conditions(conditions: Conditions) {
    this.#conditions = conditions
  }

  /** Packets lost so far. */
  get lost(): number {
    return [...this.#connections].reduce((sum, { lost }) => sum + lost, this.#lost)
  }

  /** Cuts what is connected: both sides see a reset. */
  drop(): void {
    for (const connection of this.#connections) connection.cut()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.drop()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #carry(near: Socket): void {
    const { host, port } = this.#options
    const far = connect({ host, port, allowHalfOpen: true, noDelay: true })
    const connection = new Connection(near, far, this.#conditions, this.#random)
    this.#connections.add(connection)
    near.once('close', () => {
      this.#connections.delete(connection)
      this.#lost += connection.lost
    })
  }
}

class Connection {
  readonly #near: Socket
  readonly #far: Socket
  readonly #lines: readonly [DelayLine, DelayLine]

  constructor(near: Socket, far: Socket, conditions: Conditions, random: () => number) {
    this.#near = near
    this.#far = far
    this.#lines = [new DelayLine(conditions, random), new DelayLine(conditions, random)]
    // The first byte follows the handshake of TCP, which takes a round trip of its own.
    const openAt = performance.now() + conditions.roundTripMs
    carry(near, far, this.#lines[0], openAt)
    carry(far, near, this.#lines[1], 0)
    for (const socket of [near, far]) {
      socket.on('error', () => this.cut())
      socket.on('close', (isBroken) => isBroken && this.cut())
    }
  }

  get lost(): number {
    return this.#lines[0].lost + this.#lines[1].lost
  }

  cut(): void {
    for (const socket of [this.#near, this.#far]) {
      if (socket.destroyed) continue
      // While a socket shuts down it cannot be reset: Node 20 would wait for its handle for ever when the process ends.
      if (socket.writableEnded && !socket.writableFinished) socket.destroy()
      else socket.resetAndDestroy()
    }
  }
}

/** Nobody writes there: a place to wait at. */
const cell = new Int32Array(new SharedArrayBuffer(4))

/** What one socket receives, the other sends once it has come through. */
function carry(from: Socket, to: Socket, line: DelayLine, openAt: number): void {
  let isEnded = false
  /** When the next look at the line is; a lost packet may come out sooner than it seemed at first. */
  let lookAt = Infinity
  let timer: NodeJS.Timeout | undefined
  const look = (): void => {
    lookAt = Infinity
    if (to.destroyed) return
    for (let bytes = line.take(performance.now()); bytes !== null; bytes = line.take(performance.now())) to.write(bytes)
    if (to.writableLength > MOST_UNREAD && !from.isPaused()) {
      from.pause()
      to.once('drain', () => from.resume())
    }
    arm()
  }
  const arm = (): void => {
    const { dueAt } = line
    if (dueAt === null) {
      if (isEnded) to.end()
      return
    }
    if (dueAt >= lookAt) return
    const leftMs = dueAt - performance.now()
    clearTimeout(timer)
    if (leftMs > LAST_MS) {
      lookAt = dueAt
      timer = setTimeout(look, leftMs - LAST_MS)
    } else {
      // Whatever comes in meanwhile is looked at as well.
      lookAt = -Infinity
      if (leftMs > 0) Atomics.wait(cell, 0, 0, Math.min(leftMs, NAP_MS))
      setImmediate(look)
    }
  }
  from.on('data', (bytes) => {
    line.push(bytes, Math.max(performance.now(), openAt))
    if ((line.dueAt ?? Infinity) <= performance.now()) look()
    else arm()
  })
  from.on('end', () => {
    isEnded = true
    arm()
  })
}
