/** Reads an event stream in pieces of any size into records. Bytes of an incomplete event are kept, at most one event's worth. */
import { concat, takeBytes } from './blocks.ts'
import * as decoders from './decoders.ts'
import { SlpError } from './error.ts'
import { EventSplitter } from './event-splitter.ts'
import { EVENT_NAMES, EVENTS, GECKO_LIST, SPLIT_BLOCK_BYTES, type EventName, type EventRecord } from './events.ts'

/** Largest split message accepted; Gecko Lists seen in recordings stay below 64 KiB. */
const MAX_MESSAGE_BYTES = 1 << 20

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

/** How each event is read, by its code. */
const KINDS: readonly { readonly name: SlpEvent['name']; readonly decode: Decode }[] = Array.from(
  { length: 256 },
  (_, code) => {
    const name = EVENT_NAMES.find((each) => EVENTS[each].code === code)
    if (name) return { name, decode: DECODERS[name] }
    if (code === GECKO_LIST) return { name: 'geckoList', decode: (...event) => ({ codes: payloadOf(...event) }) }
    return { name: 'unknown', decode: (...event) => ({ code, payload: payloadOf(...event) }) }
  },
)

function payloadOf(view: DataView, at: number, bytes: number): Uint8Array {
  return takeBytes(view, at + 1, bytes - 1)
}

/**
 * @example
 * const reader = new EventReader((event) => {
 *   if (event.name === 'postFrame') console.log(event.record.frame, event.record.positionX)
 * })
 * socket.on('message', (bytes) => reader.push(bytes))
 */
export class EventReader {
  readonly #visit: (event: SlpEvent) => void
  readonly #splitter: EventSplitter
  #kept = new Uint8Array(0)
  /** The bytes that are split, and the offset of the first of them. */
  #view: DataView = new DataView(this.#kept.buffer)
  #start: number
  #message: Uint8Array[] = []
  #messageBytes = 0

  /** `offset` is where the stream begins in its file; it only matters for the offsets in events and errors. */
  constructor(visit: (event: SlpEvent) => void, offset = 0) {
    this.#visit = visit
    this.#start = offset
    this.#splitter = new EventSplitter(
      {
        open: () => visit({ name: 'eventPayloads', offset, record: { sizes: this.#splitter.payloads } }),
        event: (code, at, bytes) => this.#take(code, at, bytes),
      },
      offset,
    )
  }

  /** Offset of the first byte that is in no event passed on yet. */
  get offset(): number {
    return this.#splitter.base + this.#splitter.at
  }

  push(bytes: Uint8Array): void {
    this.#splitter.guard(() => {
      const all = this.#kept.length === 0 ? bytes : concat([this.#kept, bytes])
      this.#view = new DataView(all.buffer, all.byteOffset, all.length)
      this.#start = this.offset
      try {
        this.#splitter.split(this.#view, all.length, this.#splitter.at)
      } finally {
        // Also when the visitor throws: it must not receive the same event again.
        this.#kept = all.slice(this.offset - this.#start)
      }
    })
  }

  /** Ends the stream; throws when it ends inside an event or before its first one. */
  end(): void {
    this.#splitter.guard(() => this.#splitter.end(this.#kept.length))
  }

  #take(code: number, at: number, bytes: number): void {
    const { name, decode } = KINDS[code]!
    const offset = this.#start + at
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- name and decoder come from one table
    const event = { name, offset, record: decode(this.#view, at, bytes) } as SlpEvent
    const message = event.name === 'messageSplitter' ? this.#collect(event.record, offset) : null
    this.#visit(event)
    if (message) this.#visit(message)
  }

  /** Adds a block to the message under way and returns the message with its last block, whose offset it has. */
  #collect(
    { block, actualSize, internalCommand, isLastMessage }: EventRecord<'messageSplitter'>,
    offset: number,
  ): SlpEvent | null {
    const fault = (detail: string): SlpError => new SlpError('bad-split-message', offset, detail)
    if (actualSize > SPLIT_BLOCK_BYTES) throw fault(`a block claims ${actualSize} bytes`)
    this.#messageBytes += actualSize
    if (this.#messageBytes > MAX_MESSAGE_BYTES) throw fault('the message does not end')
    this.#message.push(block.subarray(0, actualSize))
    if (isLastMessage === 0) return null
    const message = concat(this.#message)
    this.#message = []
    this.#messageBytes = 0
    return internalCommand === GECKO_LIST
      ? { name: 'geckoList', offset, record: { codes: message } }
      : { name: 'unknown', offset, record: { code: internalCommand, payload: message } }
  }
}
