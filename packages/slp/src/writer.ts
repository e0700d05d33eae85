/**
 * Writes the events of version 3.18.0 into one growing buffer. A two-player frame costs about 0.2 us and allocates nothing:
 * records belong to the caller, who may reuse them, and `bytes()` is a view into the buffer.
 */
import * as encoders from './encoders.ts'
import {
  EVENT_PAYLOADS,
  EVENTS,
  GECKO_LIST,
  SPLIT_BLOCK_BYTES,
  VERSION,
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
import { payloadSize } from './table.ts'

/** Payload bytes of an event in the version written. */
const sizeOf = (name: EventName): number => payloadSize(EVENTS[name], VERSION)

const SIZES: Readonly<Record<EventName, number>> = {
  messageSplitter: sizeOf('messageSplitter'),
  gameStart: sizeOf('gameStart'),
  preFrame: sizeOf('preFrame'),
  postFrame: sizeOf('postFrame'),
  gameEnd: sizeOf('gameEnd'),
  frameStart: sizeOf('frameStart'),
  itemUpdate: sizeOf('itemUpdate'),
  frameBookend: sizeOf('frameBookend'),
  fodPlatforms: sizeOf('fodPlatforms'),
  dreamlandWhispy: sizeOf('dreamlandWhispy'),
  stadiumTransformation: sizeOf('stadiumTransformation'),
}

/** The order in which recordings announce their events; a Gecko List and its blocks only where there is one. */
const ANNOUNCED_FIRST = [
  'gameStart',
  'preFrame',
  'postFrame',
  'gameEnd',
  'frameStart',
  'itemUpdate',
  'frameBookend',
] as const
const ANNOUNCED_LAST = ['fodPlatforms', 'dreamlandWhispy', 'stadiumTransformation'] as const

const entry = (name: EventName): [code: number, size: number] => [EVENTS[name].code, SIZES[name]]

/** More lengths than frames of one match have. */
const MOST_VIEWS = 64

export class EventWriter {
  #buffer: Uint8Array
  #view: DataView
  #length = 0
  /** The views that `bytes` returned, by length: frames have few different lengths. */
  readonly #shown = new Map<number, Uint8Array>()

  /** The default holds the largest possible frame; more data makes the buffer grow. */
  constructor(capacity = 4096) {
    this.#buffer = new Uint8Array(capacity)
    this.#view = new DataView(this.#buffer.buffer)
  }

  /** Clears the written bytes; the buffer stays. */
  reset(): void {
    this.#length = 0
  }

  /** The bytes written since the last `reset`: a view, valid until the next write. */
  bytes(): Uint8Array {
    const known = this.#shown.get(this.#length)
    if (known) return known
    if (this.#shown.size === MOST_VIEWS) this.#shown.clear()
    const shown = this.#buffer.subarray(0, this.#length)
    this.#shown.set(this.#length, shown)
    return shown
  }

  /**
   * Opens the stream. `geckoBytes` is the size of a Gecko List that will follow Game Start, if any: without one it is not
   * announced, since readers refuse an event of no bytes.
   */
  eventPayloads(geckoBytes = 0): void {
    const entries = [
      ...ANNOUNCED_FIRST.map(entry),
      // The list's size may not fit; readers use the blocks of the message splitter.
      ...(geckoBytes > 0 ? [[GECKO_LIST, Math.min(geckoBytes, 0xffff)] as const, entry('messageSplitter')] : []),
      ...ANNOUNCED_LAST.map(entry),
    ]
    let at = this.#advance(2 + 3 * entries.length)
    this.#view.setUint8(at, EVENT_PAYLOADS)
    this.#view.setUint8(at + 1, 1 + 3 * entries.length)
    at += 2
    for (const [code, size] of entries) {
      this.#view.setUint8(at, code)
      this.#view.setUint16(at + 1, size)
      at += 3
    }
  }

  gameStart(record: GameStart): void {
    const at = this.#advance(1 + SIZES.gameStart)
    encoders.encodeGameStart(this.#view, at, record)
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
    const at = this.#advance(1 + SIZES.messageSplitter)
    encoders.encodeMessageSplitter(this.#view, at, record)
  }

  frameStart(record: FrameStart): void {
    const at = this.#advance(1 + SIZES.frameStart)
    encoders.encodeFrameStart(this.#view, at, record)
  }

  preFrame(record: PreFrame): void {
    const at = this.#advance(1 + SIZES.preFrame)
    encoders.encodePreFrame(this.#view, at, record)
  }

  postFrame(record: PostFrame): void {
    const at = this.#advance(1 + SIZES.postFrame)
    encoders.encodePostFrame(this.#view, at, record)
  }

  itemUpdate(record: ItemUpdate): void {
    const at = this.#advance(1 + SIZES.itemUpdate)
    encoders.encodeItemUpdate(this.#view, at, record)
  }

  fodPlatforms(record: FodPlatforms): void {
    const at = this.#advance(1 + SIZES.fodPlatforms)
    encoders.encodeFodPlatforms(this.#view, at, record)
  }

  dreamlandWhispy(record: DreamlandWhispy): void {
    const at = this.#advance(1 + SIZES.dreamlandWhispy)
    encoders.encodeDreamlandWhispy(this.#view, at, record)
  }

  stadiumTransformation(record: StadiumTransformation): void {
    const at = this.#advance(1 + SIZES.stadiumTransformation)
    encoders.encodeStadiumTransformation(this.#view, at, record)
  }

  frameBookend(record: FrameBookend): void {
    const at = this.#advance(1 + SIZES.frameBookend)
    encoders.encodeFrameBookend(this.#view, at, record)
  }

  gameEnd(record: GameEnd): void {
    const at = this.#advance(1 + SIZES.gameEnd)
    encoders.encodeGameEnd(this.#view, at, record)
  }

  #advance(bytes: number): number {
    const at = this.#length
    if (at + bytes > this.#buffer.length) {
      const grown = new Uint8Array(Math.max(at + bytes, 2 * this.#buffer.length))
      grown.set(this.#buffer)
      this.#buffer = grown
      this.#view = new DataView(grown.buffer)
      this.#shown.clear()
    }
    this.#length = at + bytes
    return at
  }
}
