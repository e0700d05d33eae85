/**
 * The first reader of what a bot sends. All later code (except TLS) handles one read completely before the next. So
 * reads are short, so that no bot blocks the event loop, and counted, so that no bot keeps it busy with bytes that
 * never become a message: empty lines and headers before an answer, packets of one byte, data after the close frame.
 */
import type { OnReadOpts, Socket } from 'node:net'

/** The most that is taken in at once, in bytes: as long as the largest message. */
const READ_BYTES = 4096
/** Room for an answer, four interim ones and headers of 16 KiB for each; HTTP also takes empty lines, and counts none. */
const MAX_BYTES_BEFORE_ANSWER = 128 * 1024
/** More often than a bot may send a message, each of which has room in a packet. */
const MAX_READS_PER_SECOND = 1500

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
  }

  /** The answer to the request is in. */
  answered(): void {
    this.#room = null
  }

  /** False when nothing more is to be read for now. */
  #take(count: number, buffer: Uint8Array): boolean {
    const socket = this.#socket!
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

  #isTooOften(now: number): boolean {
    const second = Math.floor(now / 1000)
    if (second !== this.#second) {
      this.#second = second
      this.#reads = 0
    }
    return ++this.#reads > this.#maxReadsPerSecond
  }
}
