/**
 * The streams in the one WebSocket between an arena and a connector. A stream is one connection of the arena to a bot: a
 * `Duplex` on either side, which ends and fails as a TCP socket does. The same class serves both sides; only the arena
 * opens streams.
 *
 * A side may have `WINDOW_BYTES` under way in a stream, so a reader that takes nothing holds up its own stream alone, and
 * what is kept for it is bounded. Bytes are given back to the window (`credit`) once the reader's side of the `Duplex` has
 * taken them. A stream is over once both sides have ended, or one has closed: `destroy(error)` says the error's message to
 * the other side, where the stream fails with it as `StreamClosed`. So whoever gets a stream listens to its errors at once,
 * as `carry` does.
 */
import { Duplex } from 'node:stream'
import {
  decodeMessage,
  encodeClose,
  encodeCredit,
  encodeMessage,
  MAX_DATA_BYTES,
  RelayFault,
  WINDOW_BYTES,
} from './messages.ts'

/** Credit is given in pieces of this size: one message for many small ones. */
const CREDIT_BYTES = WINDOW_BYTES / 4
const LAST_STREAM = 2 ** 32 - 1

/** The other side has closed the stream, for a reason in its own words; or the socket is gone. */
export class StreamClosed extends Error {
  override readonly name = 'StreamClosed'
}

export interface MuxOptions {
  /** Sends one binary message. Not called after `end()`. */
  readonly send: (message: Buffer) => void
  /** The arena has opened a stream to a relay. Left out by the arena. */
  readonly onOpen?: (relayId: string, stream: Duplex) => void
}

export class Mux {
  readonly #options: MuxOptions
  readonly #streams = new Map<number, RelayStream>()
  /** The newest stream; numbers only grow. */
  #last = 0
  /** Bytes that may still come for streams that are over: what their other sides could have under way. */
  #late = 0
  #hasEnded = false

  constructor(options: MuxOptions) {
    this.#options = options
  }

  /** How many streams are open. */
  get size(): number {
    return this.#streams.size
  }

  /** A new stream to a relay (the arena). It can be written to at once. */
  open(relayId: string): Duplex {
    // After two years of a thousand connections a minute. The connector dials again.
    if (this.#last === LAST_STREAM) throw new RelayFault('every number of a stream has been used')
    const id = ++this.#last
    const stream = this.#add(id)
    this.#send(encodeMessage('open', id, Buffer.from(relayId)))
    return stream
  }

  /** Takes one binary message of the other side. A `RelayFault` means that the socket is to be closed with 1002. */
  receive(bytes: Buffer): void {
    const { kind, stream: id, payload } = decodeMessage(bytes)
    if (kind === 'open') return this.#opened(id, payload.toString('utf8'))
    if (id > this.#last || id === 0) throw new RelayFault(`${kind} for stream ${id}, which was never opened`)
    // It may have crossed with the end of the stream.
    const stream = this.#streams.get(id)
    if (stream === undefined) return this.#cameLate(kind === 'data' ? payload.length : 0)
    if (kind === 'data') stream.takeData(payload)
    else if (kind === 'credit') stream.takeCredit(payload.readUInt32LE())
    else if (kind === 'end') stream.takeEnd()
    else stream.takeClose(payload.toString('utf8'))
  }

  /** The socket is gone, or about to be: every stream fails. */
  end(reason: string): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    for (const stream of this.#streams.values()) stream.destroy(new StreamClosed(reason))
  }

  #cameLate(bytes: number): void {
    this.#late -= bytes
    if (this.#late < 0) throw new RelayFault('more data for streams that are over than can have been under way')
  }

  #opened(id: number, relayId: string): void {
    const { onOpen } = this.#options
    if (onOpen === undefined) throw new RelayFault('the arena alone opens streams')
    if (id <= this.#last) throw new RelayFault(`open for stream ${id} after stream ${this.#last}`)
    this.#last = id
    onOpen(relayId, this.#add(id))
  }

  #add(id: number): RelayStream {
    const stream = new RelayStream(id, {
      send: (message) => this.#send(message),
      over: () => {
        if (this.#streams.delete(id)) this.#late += WINDOW_BYTES
      },
    })
    this.#streams.set(id, stream)
    return stream
  }

  #send(message: Buffer): void {
    if (!this.#hasEnded) this.#options.send(message)
  }
}

interface StreamPort {
  send(message: Buffer): void
  /** The stream is over for both sides. */
  over(): void
}

type Done = (error?: Error | null) => void

class RelayStream extends Duplex {
  readonly #id: number
  readonly #port: StreamPort
  /** What may still be sent. */
  #credit = WINDOW_BYTES
  /** Waits for credit. */
  #waiting: { chunk: Buffer; done: Done } | null = null
  /** Has come in, and the reader does not ask for it yet. Null at the end. */
  readonly #queue: (Buffer | null)[] = []
  #isAsked = false
  /** What the other side has under way. */
  #owed = 0
  /** How many of these have been passed on and not been credited. */
  #passedOn = 0
  #hasSentEnd = false
  #hasReceivedEnd = false
  #isOver = false

  constructor(id: number, port: StreamPort) {
    super({ allowHalfOpen: true })
    this.#id = id
    this.#port = port
  }

  takeData(data: Buffer): void {
    if (this.#hasReceivedEnd) throw new RelayFault(`data for stream ${this.#id} after its end`)
    this.#owed += data.length
    if (this.#owed > WINDOW_BYTES) {
      throw new RelayFault(`more than ${WINDOW_BYTES} bytes of stream ${this.#id} without credit`)
    }
    this.#queue.push(data)
    if (this.#isAsked) this.#passOn()
  }

  takeCredit(bytes: number): void {
    this.#credit += bytes
    if (bytes === 0 || this.#credit > WINDOW_BYTES) {
      throw new RelayFault(`credit for ${bytes} bytes of stream ${this.#id}, which are not under way`)
    }
    const waiting = this.#waiting
    this.#waiting = null
    if (waiting !== null) this.#sendData(waiting.chunk, waiting.done)
  }

  takeEnd(): void {
    if (this.#hasReceivedEnd) throw new RelayFault(`a second end of stream ${this.#id}`)
    this.#hasReceivedEnd = true
    this.#queue.push(null)
    if (this.#hasSentEnd) this.#finish()
    if (this.#isAsked) this.#passOn()
  }

  takeClose(reason: string): void {
    this.#finish()
    this.destroy(new StreamClosed(reason === '' ? 'closed' : reason))
  }

  override _read(): void {
    this.#isAsked = true
    this.#passOn()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done): void {
    this.#sendData(chunk, done)
  }

  override _final(done: Done): void {
    this.#hasSentEnd = true
    this.#port.send(encodeMessage('end', this.#id))
    if (this.#hasReceivedEnd) this.#finish()
    done()
  }

  override _destroy(error: Error | null, done: Done): void {
    this.#queue.length = 0
    if (!this.#isOver) {
      this.#finish()
      this.#port.send(encodeClose(this.#id, error?.message ?? ''))
    }
    this.#waiting?.done(error ?? new StreamClosed('closed'))
    this.#waiting = null
    done(error)
  }

  #passOn(): void {
    while (this.#isAsked && this.#queue.length > 0) {
      const data = this.#queue.shift()!
      if (data !== null) {
        this.#passedOn += data.length
        if (this.#passedOn >= CREDIT_BYTES) this.#giveCredit()
      }
      this.#isAsked = this.push(data) && data !== null
    }
  }

  #giveCredit(): void {
    this.#owed -= this.#passedOn
    // Nobody who has ended needs more.
    if (!this.#hasReceivedEnd && !this.#isOver) this.#port.send(encodeCredit(this.#id, this.#passedOn))
    this.#passedOn = 0
  }

  #sendData(chunk: Buffer, done: Done): void {
    let at = 0
    while (at < chunk.length && this.#credit > 0) {
      const data = chunk.subarray(at, at + Math.min(MAX_DATA_BYTES, this.#credit))
      this.#credit -= data.length
      at += data.length
      this.#port.send(encodeMessage('data', this.#id, data))
    }
    if (at === chunk.length) done()
    else this.#waiting = { chunk: chunk.subarray(at), done }
  }

  #finish(): void {
    this.#isOver = true
    this.#port.over()
  }
}
