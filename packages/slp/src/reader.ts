/**
 * Reads an event stream in pieces of any size. The stream must open with Event Payloads, which gives the length of
 * every other event. From then on each event is passed on as soon as its last byte is there. Bytes of an incomplete
 * event are kept, at most one event's worth. Every fault is an `SlpError`, after which the reader accepts nothing more.
 */
import { concat, takeBytes } from './blocks.ts'
import * as decoders from './decoders.ts'
import { SlpError, type SlpErrorCode } from './error.ts'
import {
  EVENT_NAMES,
  EVENT_PAYLOADS,
  EVENTS,
  GECKO_LIST,
  SPLIT_BLOCK_BYTES,
  type EventName,
  type EventRecord,
} from './events.ts'
import { payloadSize, type EventTable } from './table.ts'

/** Largest split message accepted; Gecko Lists seen in recordings stay below 64 KiB. */
const MAX_MESSAGE_BYTES = 1 << 20

/** The oldest format: every recording must have all of its fields. */
const FIRST_VERSION = [0, 1, 0]

export interface EventPayloads {
  /** Payload bytes (without the code byte) by event code. */
  readonly sizes: ReadonlyMap<number, number>
}

interface Records extends Record<EventName, object> {
  eventPayloads: EventPayloads
  /** A whole Gecko List, assembled from its blocks. */
  geckoList: { readonly codes: Uint8Array }
  /** An event that was announced but is not in the tables, as a later version may have. */
  unknown: { readonly code: number; readonly payload: Uint8Array }
}

type RecordFor<N extends keyof Records> = N extends EventName ? EventRecord<N> : Records[N]

/** An event as the reader passes it on; `switch (event.name)` narrows the type of `event.record`. */
export type SlpEvent = {
  [N in keyof Records]: { readonly name: N; readonly offset: number; readonly record: RecordFor<N> }
}[keyof Records]

/** Reads the event at `at` that is `bytes` long, code byte included. */
type Decode = (view: DataView, at: number, bytes: number) => object

interface KnownEvent {
  readonly name: SlpEvent['name']
  /** Whole event, code byte included. */
  readonly bytes: number
  readonly decode: Decode
}

const DECODERS: Readonly<Record<EventName, Decode>> = {
  messageSplitter: decoders.decodeMessageSplitter,
  gameStart: decoders.decodeGameStart,
  preFrame: decoders.decodePreFrame,
  postFrame: decoders.decodePostFrame,
  gameEnd: decoders.decodeGameEnd,
  frameStart: decoders.decodeFrameStart,
  itemUpdate: decoders.decodeItemUpdate,
  frameBookend: decoders.decodeFrameBookend,
  fodPlatforms: decoders.decodeFodPlatforms,
  dreamlandWhispy: decoders.decodeDreamlandWhispy,
  stadiumTransformation: decoders.decodeStadiumTransformation,
}

const TABLES = new Map<number, { name: EventName; table: EventTable; decode: Decode }>(
  EVENT_NAMES.map((name) => [EVENTS[name].code, { name, table: EVENTS[name], decode: DECODERS[name] }]),
)

/**
 * @example
 * const reader = new EventReader((event) => {
 *   if (event.name === 'postFrame') console.log(event.record.frame, event.record.positionX)
 * })
 * socket.on('message', (bytes) => reader.push(bytes))
 */
export class EventReader {
  readonly #visit: (event: SlpEvent) => void
  readonly #known = new Map<number, KnownEvent>()
  #kept = new Uint8Array(0)
  /** Stream offset of the first byte not yet read. */
  #offset: number
  #isOpen = false
  #message: Uint8Array[] = []
  #messageBytes = 0
  #error: SlpError | undefined

  /** `offset` is where the stream begins in its file; it only matters for the offsets in events and errors. */
  constructor(visit: (event: SlpEvent) => void, offset = 0) {
    this.#visit = visit
    this.#offset = offset
  }

  /** Offset of the first byte that is in no event passed on yet. */
  get offset(): number {
    return this.#offset
  }

  push(bytes: Uint8Array): void {
    if (this.#error) throw this.#error
    const all = this.#kept.length === 0 ? bytes : concat([this.#kept, bytes])
    const view = new DataView(all.buffer, all.byteOffset, all.length)
    const start = this.#offset
    try {
      while (this.#readOne(view, this.#offset - start));
    } finally {
      // Also when the visitor throws: it must not receive the same event again.
      this.#kept = all.slice(this.#offset - start)
    }
  }

  /** Ends the stream; throws when it ends inside an event or before its first one. */
  end(): void {
    if (this.#error) throw this.#error
    if (this.#kept.length > 0) this.#fail('truncated', 'the stream ends inside an event')
    if (!this.#isOpen) this.#fail('truncated', 'the stream ends before Event Payloads')
  }

  /** Reads the event at `at` and passes it on; false while it is incomplete. */
  #readOne(view: DataView, at: number): boolean {
    if (at >= view.byteLength) return false
    const code = view.getUint8(at)
    if (!this.#isOpen) return this.#readPayloads(view, at, code)
    const known = this.#known.get(code)
    if (!known) this.#fail('unknown-event', `event 0x${code.toString(16)} was not announced`)
    if (at + known.bytes > view.byteLength) return false
    const offset = this.#offset
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- name and decoder come from one table
    const event = { name: known.name, offset, record: known.decode(view, at, known.bytes) } as SlpEvent
    const message = event.name === 'messageSplitter' ? this.#collect(event.record) : null
    this.#offset += known.bytes
    this.#visit(event)
    if (message) this.#visit(message)
    return true
  }

  #readPayloads(view: DataView, at: number, code: number): boolean {
    if (code !== EVENT_PAYLOADS) this.#fail('bad-event-payloads', 'the stream does not begin with Event Payloads')
    if (at + 2 > view.byteLength) return false
    const size = view.getUint8(at + 1)
    if (size % 3 !== 1) this.#fail('bad-event-payloads', `a payload size of ${size} does not hold whole entries`)
    if (at + 1 + size > view.byteLength) return false
    const sizes = new Map<number, number>()
    for (let entry = at + 2; entry < at + 1 + size; entry += 3) {
      sizes.set(view.getUint8(entry), view.getUint16(entry + 1))
    }
    for (const [announced, bytes] of sizes) this.#known.set(announced, this.#announce(announced, bytes))
    this.#isOpen = true
    const offset = this.#offset
    this.#offset += 1 + size
    this.#visit({ name: 'eventPayloads', offset, record: { sizes } })
    return true
  }

  #announce(code: number, payloadBytes: number): KnownEvent {
    const bytes = 1 + payloadBytes
    if (code === GECKO_LIST) {
      return { name: 'geckoList', bytes, decode: (view, at) => ({ codes: takeBytes(view, at + 1, payloadBytes) }) }
    }
    const known = TABLES.get(code)
    if (!known) {
      return {
        name: 'unknown',
        bytes,
        decode: (view, at) => ({ code, payload: takeBytes(view, at + 1, payloadBytes) }),
      }
    }
    const { name, table, decode } = known
    const least = leastPayload(table)
    if (payloadBytes < least) {
      this.#fail('bad-event-payloads', `${table.title} is announced with ${payloadBytes} bytes, fewer than ${least}`)
    }
    return { name, bytes, decode }
  }

  /** Adds a block to the message under way and returns the message with its last block. */
  #collect({ block, actualSize, internalCommand, isLastMessage }: EventRecord<'messageSplitter'>): SlpEvent | null {
    if (actualSize > SPLIT_BLOCK_BYTES) this.#fail('bad-split-message', `a block claims ${actualSize} bytes`)
    this.#messageBytes += actualSize
    if (this.#messageBytes > MAX_MESSAGE_BYTES) this.#fail('bad-split-message', 'the message does not end')
    this.#message.push(block.subarray(0, actualSize))
    if (isLastMessage === 0) return null
    const message = concat(this.#message)
    this.#message = []
    this.#messageBytes = 0
    const offset = this.#offset
    return internalCommand === GECKO_LIST
      ? { name: 'geckoList', offset, record: { codes: message } }
      : { name: 'unknown', offset, record: { code: internalCommand, payload: message } }
  }

  #fail(code: SlpErrorCode, detail: string): never {
    this.#error = new SlpError(code, this.#offset, detail)
    throw this.#error
  }
}

/** Payload bytes that the oldest version with an event has. */
export function leastPayload(table: EventTable): number {
  return payloadSize(table, table.since === '0.1.0' ? FIRST_VERSION : table.since.split('.').map(Number))
}
