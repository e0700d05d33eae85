/**
 * Reads a replay into columns: a whole file, or a stream that still grows, in pieces of any size. States: `head` while it is open
 * whether the bytes are a file or a bare event stream; `stream` while events come; `tail` for what follows them in a file. The
 * events of a frame are noted by their offsets and become rows once the frame is whole; a frame that a rollback plays again takes
 * the place of the one before. Whatever is wrong is an `SlpError`, after which the reader stays dead. What was read before stays.
 */
import { concat, rawStick } from './blocks.ts'
import {
  asTable,
  columnFields,
  fighterSlot,
  FIGHTER_SLOTS,
  ReplayColumns,
  type Column,
  type ColumnField,
} from './columns.ts'
import { decodeGameEnd, decodeGameStart } from './decoders.ts'
import { METADATA_KEY, RAW_OFFSET, readHead, readTail, startsWith, type Metadata } from './envelope.ts'
import { SlpError, type SlpErrorCode } from './error.ts'
import { EventSplitter } from './event-splitter.ts'
import { absentFields, EVENT_PAYLOADS, EVENTS, FIRST_FRAME, type GameEnd, type GameStart } from './events.ts'
import { FrameOrder } from './frame-order.ts'
import { holds } from './table.ts'

/** Bytes of a file at most: seven times a match of eight minutes. */
export const MOST_REPLAY_BYTES = 64 << 20
/** Frames at most: 36 minutes. */
const MOST_FRAMES = 1 << 17

const PRE_FIELDS = columnFields('preFrame')
const POST_FIELDS = columnFields('postFrame')
const ITEM_FIELDS = columnFields('itemUpdate')
const FRAME_START_FIELDS = columnFields('frameStart')
const BOOKEND_FIELDS = columnFields('frameBookend')

/** The first byte of a file; a bare stream begins with Event Payloads. */
const FILE_OPENS = 0x7b
/** Rows decoded at a time, so that the bytes of a batch stay in the processor's cache for all columns. */
const BATCH = 256

/** Rows after which the length of the others is known well enough. */
const SAMPLE_ROWS = 120

const PLATFORMS = 2

/** Offsets of a frame's events while the frame is not whole. */
class Staged {
  frame = FIRST_FRAME - 1
  isOpen = false
  startAt = 0
  frameStartAt = 0
  bookendAt = 0
  readonly preAt = new Uint32Array(FIGHTER_SLOTS)
  readonly postAt = new Uint32Array(FIGHTER_SLOTS)
  readonly items: number[] = []
  /** Right and left platform of the Fountain. */
  readonly platformAt = new Uint32Array(PLATFORMS)
  windAt = 0
  stadiumAt = 0

  open(frame: number, at: number): void {
    this.frame = frame
    this.isOpen = true
    this.startAt = at
    this.frameStartAt = 0
    this.bookendAt = 0
    // A loop: filling eight numbers by a call takes longer.
    for (let slot = 0; slot < FIGHTER_SLOTS; slot++) this.preAt[slot] = this.postAt[slot] = 0
    this.items.length = 0
    this.platformAt[0] = this.platformAt[1] = 0
    this.windAt = 0
    this.stadiumAt = 0
  }

  /** Whether each fighter that begins the frame also ends it. */
  get isWhole(): boolean {
    return this.postAt.some((at) => at !== 0) && this.preAt.every((at, slot) => at === 0 || this.postAt[slot] !== 0)
  }
}

/**
 * @example
 * const reader = new ColumnReader()
 * for await (const bytes of response.body) reader.push(bytes)
 * reader.end()
 * const { percent } = reader.columns.fighter(0)!.post
 */
export class ColumnReader {
  readonly columns = new ReplayColumns()
  readonly #mostBytes: number
  #state: 'head' | 'stream' | 'tail' = 'head'
  /** The file's bytes before the stream, while they are incomplete, and those behind it. */
  #head = new Uint8Array(0)
  #tail: Uint8Array[] = []
  /** Length of the stream as the file's head has it; 0 while it is being written. */
  #length = 0
  #raw = new Uint8Array(0)
  #view = new DataView(this.#raw.buffer)
  #filled = 0
  #taken = 0
  readonly #splitter = new EventSplitter({
    open: () => (this.#hasBookends = this.#splitter.payloads.has(EVENTS.frameBookend.code)),
    event: (code, at, bytes) => this.#note(code, at, bytes),
    endsAt: (at) => this.#endsAt(at),
  })
  #hasBookends = false
  readonly #staged = new Staged()
  readonly #order = new FrameOrder()
  /** Lowest row whose offsets changed since the columns were last filled. */
  #dirtyFrom = Infinity
  #itemsFilled = 0
  #isSized = false
  /** Offsets by row of the stage's events, and by row of the items; 0 where there is none. */
  #platformAt = [new Uint32Array(0), new Uint32Array(0)]
  #windAt = new Uint32Array(0)
  #stadiumAt = new Uint32Array(0)
  #itemAt = new Uint32Array(0)
  /** Lowest row that changed since the owner last set this to infinity: what another thread has not seen yet. */
  changedFrom = Infinity
  /** Null before it is there. */
  gameStart: GameStart | null = null
  /** Offset behind Game Start in the raw block. */
  gameStartEnd = 0
  /** Null before it is there, and where the recording stops before its end. */
  gameEnd: GameEnd | null = null
  /** Offset of Game End in the raw block. */
  gameEndAt = 0
  /** Null while a file is being written, and in files that have none. */
  metadata: Metadata | null = null

  constructor(mostBytes = MOST_REPLAY_BYTES) {
    this.#mostBytes = mostBytes
  }

  /** The raw block so far: a view that is valid until the next `push`. */
  get raw(): Uint8Array<ArrayBuffer> {
    return this.#raw.subarray(0, this.#filled)
  }

  /** Bytes that the events read so far take up in the raw block. */
  get rawRead(): number {
    return this.#splitter.at
  }

  /** Bytes of an event, code byte included; 0 for one that is not announced. */
  eventBytes(code: number): number {
    return this.#splitter.bytes[code] ?? 0
  }

  /** The fields that the recording is too old to hold, by event; all of them before Event Payloads. */
  get absent(): ReturnType<typeof absentFields> {
    return absentFields(this.#splitter.payloads)
  }

  push(bytes: Uint8Array): void {
    this.#read(() => {
      this.#taken += bytes.length
      if (this.#taken > this.#mostBytes) {
        this.#fail('too-long', this.#mostBytes, `a replay of more than ${this.#mostBytes} bytes is not read`)
      }
      this.#take(this.#state === 'head' ? this.#readHead(bytes) : bytes)
    })
  }

  /** Says that nothing follows; throws where the bytes end inside something that should have been whole. */
  end(): void {
    this.#read(() => {
      this.#endFrames()
      this.#end()
    })
  }

  /** Reads on; what was read is in the columns, also where it throws. */
  #read(part: () => void): void {
    try {
      this.#splitter.guard(part)
    } catch (error) {
      if (error instanceof SlpError) this.#endFrames()
      throw error
    } finally {
      this.#fill()
    }
  }

  /** Nothing more is read: the last frame of a format without Frame Bookend ends, if it is whole. */
  #endFrames(): void {
    if (!this.#hasBookends && this.#staged.isOpen && this.#staged.isWhole) this.#commit(this.rawRead)
  }

  #end(): void {
    const file = this.#splitter.base + this.#filled
    if (this.#state === 'head') {
      if (this.#head[0] === FILE_OPENS) readHead(this.#head)
      this.#fail('truncated', this.#head.length, 'the replay is empty')
    }
    if (this.#filled < this.#length) {
      this.#fail('truncated', file, `the file ends inside its stream of ${this.#length} bytes`)
    }
    const isFile = this.#splitter.base > 0
    const isInside = this.#state === 'stream' && this.rawRead < this.#filled
    if (isInside && (!isFile || this.#length > 0)) this.#fail('truncated', file, 'the stream ends inside an event')
    if (!this.gameStart) this.#fail('truncated', file, 'the stream holds no Game Start')
    if (this.#length > 0) this.metadata = this.#readTail()
  }

  /** Metadata's offsets are those of the file, of which only the tail is kept. */
  #readTail(): Metadata | null {
    const tail = concat(this.#tail)
    try {
      return readTail(tail, 0)
    } catch (error) {
      if (!(error instanceof SlpError)) throw error
      return this.#fail(
        error.code,
        this.#splitter.base + this.#length + error.offset,
        'what follows the stream is damaged',
      )
    }
  }

  /** Takes the bytes before the stream; returns those behind them. */
  #readHead(bytes: Uint8Array): Uint8Array {
    this.#head = concat([this.#head, bytes])
    if (this.#head.length === 0) return this.#head
    if (this.#head[0] === FILE_OPENS) {
      // Whatever differs in the first bytes shows at once.
      if (this.#head.length < RAW_OFFSET) return this.#checkHead()
      this.#length = readHead(this.#head)
      this.#splitter.base = RAW_OFFSET
      this.#makeRoom(Math.min(this.#length, this.#mostBytes))
    } else if (this.#head[0] !== EVENT_PAYLOADS) {
      readHead(this.#head)
    }
    this.#state = 'stream'
    const rest = this.#head.subarray(this.#splitter.base)
    this.#head = new Uint8Array(0)
    return rest
  }

  #checkHead(): Uint8Array {
    try {
      readHead(this.#head)
    } catch (error) {
      if (!(error instanceof SlpError && error.code === 'truncated')) throw error
    }
    return new Uint8Array(0)
  }

  #take(bytes: Uint8Array): void {
    if (bytes.length === 0) return
    if (this.#state === 'tail') {
      if (this.#length > 0) this.#tail.push(bytes.slice())
      return
    }
    const room = this.#length === 0 ? bytes.length : Math.min(bytes.length, this.#length - this.#filled)
    this.#append(bytes.subarray(0, room))
    this.#splitter.split(this.#view, this.#filled)
    if (this.#length === 0 || this.#filled < this.#length) return
    this.#splitter.end(this.#length - this.rawRead)
    this.#state = 'tail'
    this.#take(bytes.subarray(room))
  }

  #append(bytes: Uint8Array): void {
    const filled = this.#filled + bytes.length
    if (filled > this.#raw.length) this.#makeRoom(Math.max(filled, 2 * this.#raw.length))
    this.#raw.set(bytes, this.#filled)
    this.#filled = filled
  }

  #makeRoom(bytes: number): void {
    const raw = new Uint8Array(bytes)
    raw.set(this.raw)
    this.#raw = raw
    this.#view = new DataView(raw.buffer)
  }

  /** Notes where an event is, until its frame is whole. */
  #note(code: number, at: number, bytes: number): void {
    switch (code) {
      case EVENTS.frameStart.code:
        this.#stage(at).frameStartAt = at
        break
      // A typed array leaves out what is set beyond its end.
      case EVENTS.preFrame.code:
        this.#stage(at).preAt[this.#slotAt(at)] = at
        break
      case EVENTS.postFrame.code:
        this.#stage(at).postAt[this.#slotAt(at)] = at
        break
      case EVENTS.itemUpdate.code:
        this.#stage(at).items.push(at)
        break
      case EVENTS.fodPlatforms.code:
        this.#stage(at).platformAt[this.#raw[at + 5]!] = at
        break
      case EVENTS.dreamlandWhispy.code:
        this.#stage(at).windAt = at
        break
      case EVENTS.stadiumTransformation.code:
        this.#stage(at).stadiumAt = at
        break
      case EVENTS.frameBookend.code:
        this.#stage(at).bookendAt = at
        this.#commit(at + bytes)
        break
      case EVENTS.gameStart.code:
        if (this.gameStart) break
        this.gameStart = decodeGameStart(this.#view, at, bytes)
        this.gameStartEnd = at + bytes
        break
      case EVENTS.gameEnd.code:
        if (!this.#hasBookends && this.#staged.isOpen) this.#commit(at)
        this.gameEnd = decodeGameEnd(this.#view, at, bytes)
        this.gameEndAt = at
        break
      default:
        break
    }
  }

  /** A writer that died before it patched the length leaves the file's tail behind the events. */
  #endsAt(at: number): boolean {
    if (this.#splitter.base === 0 || this.#length > 0) return false
    const left = this.raw.subarray(at, at + METADATA_KEY.length)
    if (!startsWith(METADATA_KEY, left, 0)) return false
    if (left.length === METADATA_KEY.length) this.#state = 'tail'
    return true
  }

  /** Beyond all slots for a player index that no port has. */
  #slotAt(at: number): number {
    return fighterSlot(this.#raw[at + 5]!, this.#raw[at + 6] !== 0)
  }

  /** The frame that the event at `at` belongs to. */
  #stage(at: number): Staged {
    const frame = this.#view.getInt32(at + 1)
    const staged = this.#staged
    if (staged.isOpen && staged.frame === frame && (this.#hasBookends || !this.#beginsAgain(at))) return staged
    const fault = this.#order.begin(frame, this.#splitter.base + at)
    if (fault) throw fault
    if (staged.isOpen && !this.#hasBookends) this.#commit(at)
    if (frame - FIRST_FRAME >= MOST_FRAMES) {
      this.#fail('too-long', this.#splitter.base + at, `a replay of more than ${MOST_FRAMES} frames is not read`)
    }
    staged.open(frame, at)
    return staged
  }

  /** Whether an event of the staged frame's number is of another playing of it: a frame starts once, and a fighter's end is its last. */
  #beginsAgain(at: number): boolean {
    const { frameStartAt, preAt, postAt } = this.#staged
    const isSeen = (offset: number): boolean => offset !== 0
    switch (this.#raw[at]) {
      case EVENTS.frameStart.code:
        return frameStartAt !== 0 || preAt.some(isSeen) || postAt.some(isSeen)
      case EVENTS.preFrame.code:
        return isSeen(postAt[this.#slotAt(at)] ?? 0)
      default:
        return false
    }
  }

  /** The staged frame is whole: its offsets become a row. */
  #commit(end: number): void {
    const { columns } = this
    const staged = this.#staged
    const row = staged.frame - FIRST_FRAME
    const { itemRows } = columns
    const { length } = staged.items
    if (row >= SAMPLE_ROWS && !this.#isSized) this.#size(row + 1, end)
    columns.reserve(row + 1, itemRows + length)
    this.#growOffsets(itemRows + length)
    const { frames } = columns
    frames.startAt[row] = staged.startAt
    frames.endAt[row] = end
    frames.frameStartAt[row] = staged.frameStartAt
    frames.bookendAt[row] = staged.bookendAt
    frames.itemStart[row] = itemRows
    frames.itemCount[row] = length
    for (let i = 0; i < length; i++) this.#itemAt[itemRows + i] = staged.items[i]!
    columns.itemRows = itemRows + length
    this.#platformAt[0]![row] = staged.platformAt[0]!
    this.#platformAt[1]![row] = staged.platformAt[1]!
    this.#windAt[row] = staged.windAt
    this.#stadiumAt[row] = staged.stadiumAt
    for (let slot = 0; slot < FIGHTER_SLOTS; slot++) {
      const isThere = staged.preAt[slot] !== 0 || staged.postAt[slot] !== 0
      const fighter = columns.fighters[slot] ?? (isThere ? columns.addFighter(slot) : null)
      if (!fighter) continue
      fighter.at.preAt[row] = staged.preAt[slot]!
      fighter.at.postAt[row] = staged.postAt[slot]!
    }
    // Rows that the recording lacks are filled too.
    this.#dirtyFrom = Math.min(this.#dirtyFrom, row, columns.count)
    columns.count = Math.max(columns.count, row + 1)
    staged.isOpen = false
  }

  /** Makes room for all frames of a file at once, as long as those so far: columns that grow are copied again and again. */
  #size(rows: number, end: number): void {
    this.#isSized = true
    const bytesARow = (end - this.gameStartEnd) / rows
    const expected = Math.ceil((Math.min(this.#length, this.#mostBytes) - this.gameStartEnd) / bytesARow)
    if (this.#length > 0) this.columns.reserve(Math.min(expected, MOST_FRAMES))
  }

  #growOffsets(itemRows: number): void {
    const rows = this.columns.frames.startAt.length
    if (this.#windAt.length < rows) {
      this.#platformAt = this.#platformAt.map((offsets) => grown(offsets, rows))
      this.#windAt = grown(this.#windAt, rows)
      this.#stadiumAt = grown(this.#stadiumAt, rows)
    }
    if (this.#itemAt.length < itemRows) this.#itemAt = grown(this.#itemAt, Math.max(itemRows, 2 * this.#itemAt.length))
  }

  /** Fills the columns of the rows that are new or have come again. */
  #fill(): void {
    const { columns } = this
    const { count } = columns
    if (this.#dirtyFrom >= count) return
    const first = this.#dirtyFrom
    for (let from = first; from < count; from += BATCH) this.#fillRows(from, Math.min(from + BATCH, count))
    for (let from = this.#itemsFilled; from < columns.itemRows; from += BATCH) {
      const to = Math.min(from + BATCH, columns.itemRows)
      this.#fillColumns(ITEM_FIELDS, asTable(columns.items), EVENTS.itemUpdate.code, this.#itemAt, from, to)
    }
    this.#itemsFilled = columns.itemRows
    this.#carryStage(first, count)
    this.changedFrom = Math.min(this.changedFrom, first)
    this.#dirtyFrom = Infinity
  }

  #fillRows(from: number, to: number): void {
    const { frames, fighters } = this.columns
    const table = asTable(frames)
    this.#fillColumns(FRAME_START_FIELDS, table, EVENTS.frameStart.code, frames.frameStartAt, from, to)
    this.#fillColumns(BOOKEND_FIELDS, table, EVENTS.frameBookend.code, frames.bookendAt, from, to)
    for (const fighter of fighters) {
      if (!fighter) continue
      const { at, pre, post } = fighter
      this.#fillColumns(PRE_FIELDS, asTable(pre), EVENTS.preFrame.code, at.preAt, from, to)
      this.#fillColumns(POST_FIELDS, asTable(post), EVENTS.postFrame.code, at.postAt, from, to)
    }
    for (let row = from; row < to; row++) {
      if (frames.frameStartAt[row] !== 0) continue
      const first = fighters.find((each) => each && !each.isFollower && each.at.preAt[row] !== 0)
      if (first) frames.seed[row] = first.pre.seed[row]!
    }
  }

  #fillColumns(
    fields: readonly ColumnField[],
    table: Record<string, Column>,
    code: number,
    offsets: Uint32Array,
    from: number,
    to: number,
  ): void {
    for (const field of fields) {
      const column = table[field.name]!
      if (holds(field, this.eventBytes(code))) this.#fillColumn(field, column, offsets, from, to)
      else fillAbsent(field, column, table, offsets, from, to)
    }
  }

  /** One loop a type: each reads and writes numbers of one kind only. */
  #fillColumn(field: ColumnField, column: Column, offsets: Uint32Array, from: number, to: number): void {
    const { offset, element } = field
    const view = this.#view
    switch (element) {
      case 'f32':
        for (let i = from; i < to; i++) column[i] = offsets[i] === 0 ? 0 : view.getFloat32(offsets[i]! + offset)
        break
      case 'u8':
      case 'bool':
        for (let i = from; i < to; i++) column[i] = offsets[i] === 0 ? 0 : view.getUint8(offsets[i]! + offset)
        break
      case 'i8':
        for (let i = from; i < to; i++) column[i] = offsets[i] === 0 ? 0 : view.getInt8(offsets[i]! + offset)
        break
      case 'u16':
        for (let i = from; i < to; i++) column[i] = offsets[i] === 0 ? 0 : view.getUint16(offsets[i]! + offset)
        break
      case 'u32':
        for (let i = from; i < to; i++) column[i] = offsets[i] === 0 ? 0 : view.getUint32(offsets[i]! + offset)
        break
      case 'i32':
        for (let i = from; i < to; i++) column[i] = offsets[i] === 0 ? 0 : view.getInt32(offsets[i]! + offset)
        break
      default:
        throw new TypeError(`${field.name} has no column`)
    }
  }

  /** The last recorded state of the stage holds until the next event. */
  #carryStage(from: number, to: number): void {
    const { platformRight, platformLeft, wind, stadiumEvent, stadiumType } = this.columns.frames
    const view = this.#view
    const [rightAt, leftAt] = this.#platformAt
    for (let row = from; row < to; row++) {
      const right = rightAt![row]!
      const left = leftAt![row]!
      const windAt = this.#windAt[row]!
      const stadiumAt = this.#stadiumAt[row]!
      platformRight[row] = right > 0 ? view.getFloat32(right + 6) : row > 0 ? platformRight[row - 1]! : NaN
      platformLeft[row] = left > 0 ? view.getFloat32(left + 6) : row > 0 ? platformLeft[row - 1]! : NaN
      wind[row] = windAt > 0 ? view.getUint8(windAt + 5) : row > 0 ? wind[row - 1]! : 0
      stadiumEvent[row] = stadiumAt > 0 ? view.getUint16(stadiumAt + 5) : row > 0 ? stadiumEvent[row - 1]! : 0
      stadiumType[row] = stadiumAt > 0 ? view.getUint16(stadiumAt + 7) : row > 0 ? stadiumType[row - 1]! : 0
    }
  }

  #fail(code: SlpErrorCode, offset: number, detail: string): never {
    throw new SlpError(code, offset, detail)
  }
}

/** The rows of a field that the recording is too old to hold. */
function fillAbsent(
  { absent = 0 }: ColumnField,
  column: Column,
  table: Record<string, Column>,
  offsets: Uint32Array,
  from: number,
  to: number,
): void {
  // Fields stand in the order of their versions, so that what this one is worked out of has been filled.
  const source = typeof absent === 'object' ? table[absent.processed]! : null
  for (let row = from; row < to; row++) {
    const value = source ? rawStick(source[row]!) : Number(absent)
    column[row] = offsets[row] === 0 ? 0 : value
  }
}

function grown(column: Uint32Array, rows: number): Uint32Array<ArrayBuffer> {
  const copy = new Uint32Array(rows)
  copy.set(column)
  return copy
}
