/**
 * Writes the events of version 3.18.0 into one growing buffer. A frame costs about a microsecond and allocates nothing:
 * records belong to the caller, who may reuse them, and `bytes()` is a view into the buffer.
 */
import { compileEncoder, eventBytes, type Encoder } from './encode.ts'
import {
  EVENT_PAYLOADS,
  EVENTS,
  GECKO_LIST,
  SPLIT_BLOCK_BYTES,
  type DreamlandWhispy,
  type EventName,
  type FodPlatforms,
  type FrameBookend,
  type FrameStart,
  type GameEnd,
  type GameStart,
  type ItemUpdate,
  type MessageSplitter,
  type PostFrame,
  type PreFrame,
  type StadiumTransformation,
} from './events.ts'
import type { EventTable } from './table.ts'

interface Compiled {
  readonly encode: Encoder
  readonly bytes: number
}

const compile = (table: EventTable): Compiled => ({ encode: compileEncoder(table), bytes: eventBytes(table) })

const COMPILED: Record<EventName, Compiled> = {
  messageSplitter: compile(EVENTS.messageSplitter),
  gameStart: compile(EVENTS.gameStart),
  preFrame: compile(EVENTS.preFrame),
  postFrame: compile(EVENTS.postFrame),
  gameEnd: compile(EVENTS.gameEnd),
  frameStart: compile(EVENTS.frameStart),
  itemUpdate: compile(EVENTS.itemUpdate),
  frameBookend: compile(EVENTS.frameBookend),
  fodPlatforms: compile(EVENTS.fodPlatforms),
  dreamlandWhispy: compile(EVENTS.dreamlandWhispy),
  stadiumTransformation: compile(EVENTS.stadiumTransformation),
}

/** The order in which recordings announce their events. */
const ANNOUNCED = [
  'gameStart',
  'preFrame',
  'postFrame',
  'gameEnd',
  'frameStart',
  'itemUpdate',
  'frameBookend',
  'geckoList',
  'messageSplitter',
  'fodPlatforms',
  'dreamlandWhispy',
  'stadiumTransformation',
] as const

export class EventWriter {
  #buffer: Uint8Array
  #view: DataView
  #length = 0

  /** The default holds the largest frame there is; whatever is longer makes the buffer grow. */
  constructor(capacity = 4096) {
    this.#buffer = new Uint8Array(capacity)
    this.#view = new DataView(this.#buffer.buffer)
  }

  /** Forgets what was written; the buffer stays. */
  reset(): void {
    this.#length = 0
  }

  /** What was written since the last `reset`: a view, good until the next write. */
  bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#length)
  }

  /** Opens the stream. `geckoBytes` is the size of a Gecko List that will follow Game Start, if any. */
  eventPayloads(geckoBytes = 0): void {
    let at = this.#advance(2 + 3 * ANNOUNCED.length)
    this.#view.setUint8(at, EVENT_PAYLOADS)
    this.#view.setUint8(at + 1, 1 + 3 * ANNOUNCED.length)
    at += 2
    for (const name of ANNOUNCED) {
      const isGecko = name === 'geckoList'
      this.#view.setUint8(at, isGecko ? GECKO_LIST : EVENTS[name].code)
      // The list's size may not fit; readers go by the blocks of the message splitter.
      this.#view.setUint16(at + 1, isGecko ? geckoBytes : COMPILED[name].bytes - 1)
      at += 3
    }
  }

  gameStart(record: GameStart): void {
    this.#write(COMPILED.gameStart, record)
  }

  /** A Gecko List, in blocks of 512 bytes. */
  geckoList(codes: Uint8Array): void {
    for (let from = 0; from === 0 || from < codes.length; from += SPLIT_BLOCK_BYTES) {
      const block = codes.subarray(from, from + SPLIT_BLOCK_BYTES)
      this.messageSplitter({
        block,
        actualSize: block.length,
        internalCommand: GECKO_LIST,
        isLastMessage: from + SPLIT_BLOCK_BYTES >= codes.length ? 1 : 0,
      })
    }
  }

  messageSplitter(record: MessageSplitter): void {
    this.#write(COMPILED.messageSplitter, record)
  }

  frameStart(record: FrameStart): void {
    this.#write(COMPILED.frameStart, record)
  }

  preFrame(record: PreFrame): void {
    this.#write(COMPILED.preFrame, record)
  }

  postFrame(record: PostFrame): void {
    this.#write(COMPILED.postFrame, record)
  }

  itemUpdate(record: ItemUpdate): void {
    this.#write(COMPILED.itemUpdate, record)
  }

  fodPlatforms(record: FodPlatforms): void {
    this.#write(COMPILED.fodPlatforms, record)
  }

  dreamlandWhispy(record: DreamlandWhispy): void {
    this.#write(COMPILED.dreamlandWhispy, record)
  }

  stadiumTransformation(record: StadiumTransformation): void {
    this.#write(COMPILED.stadiumTransformation, record)
  }

  frameBookend(record: FrameBookend): void {
    this.#write(COMPILED.frameBookend, record)
  }

  gameEnd(record: GameEnd): void {
    this.#write(COMPILED.gameEnd, record)
  }

  #write(event: Compiled, record: object): void {
    const at = this.#advance(event.bytes)
    event.encode(record, this.#view, at)
  }

  #advance(bytes: number): number {
    const at = this.#length
    if (at + bytes > this.#buffer.length) {
      const grown = new Uint8Array(Math.max(at + bytes, 2 * this.#buffer.length))
      grown.set(this.#buffer)
      this.#buffer = grown
      this.#view = new DataView(grown.buffer)
    }
    this.#length = at + bytes
    return at
  }
}
