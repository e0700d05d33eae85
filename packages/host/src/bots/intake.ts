/**
 * The first reader of what a bot sends. All later code (except TLS) handles one read completely before the next. So
 * reads are short, so that no bot blocks the event loop, and counted, so that no bot keeps it busy with bytes that
 * never become a message: empty lines and headers before an answer, packets of one byte, data after the close frame.
 * What TLS keeps to itself (requests for other keys, for instance) is never read here; of that the bytes are counted.
 */
import type { OnReadOpts, Socket } from 'node:net'
import { TLSSocket } from 'node:tls'

/** The most that is taken in at once, in bytes: as long as the largest message. */
const READ_BYTES = 4096
/** Room for an answer, four interim ones and headers of 16 KiB for each; HTTP also takes empty lines, and counts none. */
const MAX_BYTES_BEFORE_ANSWER = 128 * 1024
/** More often than a bot may send a message, each of which has room in a packet. */
const MAX_READS_PER_SECOND = 1500

/** For handshakes, and for records without content. A new key takes 27 bytes and 7 microseconds. */
const MAX_HIDDEN_BYTES_PER_SECOND = 64 * 1024
/** Around the content of a record, which is at least one read: 29 bytes in TLS 1.2, 22 in TLS 1.3. */
const RECORD_BYTES = 32
/** How often the hidden bytes are counted. */
const COUNT_MS = 100

/** Sent as the reason for which a connection is cut. */
export class TooManyPackets extends Error {
  override readonly name = 'TooManyPackets'
}

/** The intake of one connection. */
export class Intake {
  readonly #maxReadsPerSecond: number
  #socket: Socket | null = null
  #second = 0
  #reads = 0
  /** How many bytes may still come before the answer; null once it is in. */
  #room: number | null = MAX_BYTES_BEFORE_ANSWER
  /** What TLS reads from. */
  #wire: Wire | null = null
  #isSecure = false
  /** What the reads so far account for, in bytes on the wire. */
  #accounted = 0
  #hiddenBefore = 0
  #hiddenSecond = 0

  /** For the options of the connection. */
  readonly options: { readonly onread: OnReadOpts } = {
    onread: { buffer: Buffer.allocUnsafeSlow(READ_BYTES), callback: (count, buffer) => this.#take(count, buffer) },
  }

  constructor(maxReadsPerSecond = MAX_READS_PER_SECOND) {
    this.#maxReadsPerSecond = maxReadsPerSecond
  }

  /** Gets the socket before it is connected. */
  use(socket: Socket): void {
    this.#socket = socket
    if (!(socket instanceof TLSSocket)) return
    // Not before: until then each address that is tried has another.
    socket.once('connect', () => (this.#wire = beneath(socket)))
    socket.once('secureConnect', () => (this.#isSecure = true))
    // TLS reports nothing of what it keeps, so there is no event to count at.
    const timer = setInterval(() => {
      if (socket.destroyed) clearInterval(timer)
      else this.#countHidden(socket, performance.now())
    }, COUNT_MS).unref()
  }

  /**
   * Whether the bot has said something in TLS, and it is not complete. From a proxy whose bot is away comes nothing. To be
   * read before the socket is closed for good: when it fails.
   */
  get isInTls(): boolean {
    return !this.#isSecure && (this.#wire?.bytesRead ?? 0) > 0
  }

  /** The answer to the request is in. */
  answered(): void {
    this.#room = null
  }

  /** False when nothing more is to be read for now. */
  #take(count: number, buffer: Uint8Array): boolean {
    const socket = this.#socket!
    this.#accounted += count + RECORD_BYTES
    if (this.#isTooOften(performance.now())) {
      socket.destroy(new TooManyPackets(`sends more than ${this.#maxReadsPerSecond} packets in a second`))
      return false
    }
    if (this.#room !== null && (this.#room -= count) < 0) {
      socket.destroy(new Error(`sends more than ${MAX_BYTES_BEFORE_ANSWER / 1024} KiB and no answer`))
      return false
    }
    return socket.push(Buffer.from(buffer.subarray(0, count)))
  }

  /** Cuts the connection when too much has come in that was no content. */
  #countHidden(socket: TLSSocket, now: number): void {
    const hidden = (this.#wire?.bytesRead ?? 0) - this.#accounted
    if (hidden - this.#hiddenBefore > MAX_HIDDEN_BYTES_PER_SECOND) {
      const most = MAX_HIDDEN_BYTES_PER_SECOND / 1024
      socket.destroy(new Error(`sends more than ${most} KiB in a second that are TLS's own`))
      return
    }
    // Only after the comparison: no second is skipped, however late this is called.
    const second = Math.floor(now / 1000)
    if (second === this.#hiddenSecond) return
    this.#hiddenSecond = second
    this.#hiddenBefore = hidden
  }

  #isTooOften(now: number): boolean {
    const second = Math.floor(now / 1000)
    if (second !== this.#second) {
      this.#second = second
      this.#reads = 0
    }
    return ++this.#reads > this.#maxReadsPerSecond
  }
}

interface Wire {
  readonly bytesRead: number
}

/**
 * `bytesRead` of a TLS socket is what it has delivered. The count of the socket beneath is public only where that is made
 * first, and then Node ignores `onread`. Null if a version of Node should keep it elsewhere, which a test would notice.
 */
function beneath(socket: TLSSocket): Wire | null {
  return (socket as unknown as { _handle?: { _parent?: Wire } | null })._handle?._parent ?? null
}
