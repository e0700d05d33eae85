/**
 * Checks that what an engine answers is the `.slp` event stream of one game, message by message, before it is stored
 * and streamed: the first message declares the sizes, and every later one must be made of whole events of them.
 *
 *   message     events
 *   first       Event Payloads, Game Start, then any Gecko List (in Message Splitter parts)
 *   each frame  Frame Start ... Frame Bookend, both of that frame
 *   last        Game End
 */
import { EVENT_PAYLOADS, EVENTS, GECKO_LIST } from '@arena/slp'

const CODE = {
  messageSplitter: EVENTS.messageSplitter.code,
  eventPayloads: EVENT_PAYLOADS,
  gameStart: EVENTS.gameStart.code,
  gameEnd: EVENTS.gameEnd.code,
  frameStart: EVENTS.frameStart.code,
  frameBookend: EVENTS.frameBookend.code,
  geckoList: GECKO_LIST,
} as const

/** Events after which the stream may stop between two messages; those of the first message each count as one. */
const ENDS_A_MESSAGE: ReadonlySet<number> = new Set([
  CODE.gameStart,
  CODE.messageSplitter,
  CODE.geckoList,
  CODE.frameBookend,
])

const GAME_END_METHOD_NO_CONTEST = 7

/** An engine answered something that is no event stream. */
export class EventStreamError extends Error {
  override readonly name = 'EventStreamError'
}

export class EventStream {
  /** Bytes of each event with its code; 0 where the code was not declared. */
  readonly #sizes = new Uint32Array(256)

  /** Takes the first message. */
  first(bytes: Uint8Array): void {
    let at = this.#declare(bytes)
    if (bytes[at] !== CODE.gameStart) throw new EventStreamError('Game Start does not follow Event Payloads')
    for (at = this.#next(bytes, at); at < bytes.length; at = this.#next(bytes, at)) {
      if (bytes[at] !== CODE.geckoList && bytes[at] !== CODE.messageSplitter) {
        throw new EventStreamError(`event 0x${bytes[at]!.toString(16)} before the first frame`)
      }
    }
  }

  /** Takes the message of a frame. */
  frame(bytes: Uint8Array, frame: number): void {
    if (bytes[0] !== CODE.frameStart || frameOf(bytes, 0) !== frame) {
      throw new EventStreamError(`the events of frame ${frame} do not begin with its Frame Start`)
    }
    let last = 0
    for (let at = this.#next(bytes, 0); at < bytes.length; at = this.#next(bytes, at)) {
      last = at
      const code = bytes[at]!
      if (code === CODE.eventPayloads || code === CODE.gameStart || code === CODE.gameEnd || code === CODE.frameStart) {
        throw new EventStreamError(`event 0x${code.toString(16)} inside frame ${frame}`)
      }
      if (code === CODE.frameBookend && at + this.#sizes[code]! !== bytes.length) {
        throw new EventStreamError(`events after the Frame Bookend of frame ${frame}`)
      }
    }
    if (bytes[last] !== CODE.frameBookend || frameOf(bytes, last) !== frame) {
      throw new EventStreamError(`the events of frame ${frame} do not end with its Frame Bookend`)
    }
  }

  /** Takes the last message. */
  last(bytes: Uint8Array): void {
    if (bytes[0] !== CODE.gameEnd || this.#next(bytes, 0) !== bytes.length) {
      throw new EventStreamError('the last message is not one Game End')
    }
  }

  /** The Game End of a game that was broken off, for an engine that can no longer write its own. */
  abortedGameEnd(): Uint8Array {
    const bytes = new Uint8Array(this.#sizes[CODE.gameEnd]!)
    // Code, method, LRAS initiator (nobody), four placements (none); an older layout has fewer of them.
    bytes.set([CODE.gameEnd, GAME_END_METHOD_NO_CONTEST, 0xff, 0xff, 0xff, 0xff, 0xff].slice(0, bytes.length))
    return bytes
  }

  /**
   * For a raw event block cut anywhere: the length of its longest beginning made of whole messages (0 when not even
   * the first is there), and whether Game End is one of them.
   */
  whole(bytes: Uint8Array): { length: number; ended: boolean } {
    let length = 0
    let at: number
    try {
      at = this.#declare(bytes)
    } catch {
      return { length, ended: false }
    }
    for (;;) {
      const code = bytes[at] ?? 0
      const size = this.#sizes[code]!
      if (size === 0 || at + size > bytes.length) return { length, ended: false }
      at += size
      if (code === CODE.gameEnd) return { length: at, ended: true }
      if (ENDS_A_MESSAGE.has(code)) length = at
    }
  }

  /** Reads the sizes that Event Payloads declare; answers where the next event begins. */
  #declare(bytes: Uint8Array): number {
    if (bytes[0] !== CODE.eventPayloads) throw new EventStreamError('the stream does not begin with Event Payloads')
    const declared = bytes[1] ?? 0
    if (declared < 1 || (declared - 1) % 3 !== 0 || bytes.length < 1 + declared) {
      throw new EventStreamError('Event Payloads are malformed')
    }
    this.#sizes.fill(0)
    for (let at = 2; at < 1 + declared; at += 3) {
      this.#sizes[bytes[at]!] = 1 + ((bytes[at + 1]! << 8) | bytes[at + 2]!)
    }
    for (const code of [CODE.gameStart, CODE.gameEnd, CODE.frameStart, CODE.frameBookend]) {
      if (this.#sizes[code] === 0) throw new EventStreamError(`event 0x${code.toString(16)} has no declared size`)
    }
    return 1 + declared
  }

  #next(bytes: Uint8Array, at: number): number {
    const size = this.#sizes[bytes[at] ?? 0]!
    if (size === 0) throw new EventStreamError(`event 0x${(bytes[at] ?? 0).toString(16)} was not declared`)
    if (at + size > bytes.length) throw new EventStreamError(`event 0x${bytes[at]!.toString(16)} is cut short`)
    return at + size
  }
}

/** Every frame event holds its frame number, big-endian, after its code. */
function frameOf(bytes: Uint8Array, at: number): number {
  return (bytes[at + 1]! << 24) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 8) | bytes[at + 4]!
}
