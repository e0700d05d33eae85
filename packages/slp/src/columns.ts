/**
 * A replay as columns: one typed array for each field of each event, a row for each frame. Nothing is allocated per frame, and a
 * part of the columns is sent to another thread as it is. `ColumnReader` fills them from bytes; a thread that only shows a replay
 * fills them from the parts that the reader's thread sends (`part`, `take`).
 */
import { EVENTS, FIRST_FRAME, type EventName } from './events.ts'
import { parseType, PORTS, type Field, type FieldType } from './table.ts'

export type Column =
  | Uint8Array<ArrayBuffer>
  | Int8Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>
  | Float32Array<ArrayBuffer>

/** Typed arrays of equal length by field. */
type Table = Record<string, Column>

type ColumnOf<T extends FieldType> = T extends 'u8' | 'bool'
  ? Uint8Array<ArrayBuffer>
  : T extends 'i8'
    ? Int8Array<ArrayBuffer>
    : T extends 'u16'
      ? Uint16Array<ArrayBuffer>
      : T extends 'u32'
        ? Uint32Array<ArrayBuffer>
        : T extends 'i32'
          ? Int32Array<ArrayBuffer>
          : T extends 'f32'
            ? Float32Array<ArrayBuffer>
            : never

/** The fields that the place of a row in its table says already. */
const PLACES = ['frame', 'playerIndex', 'isFollower'] as const
const isPlace = (name: string): boolean => PLACES.some((place) => place === name)

/** The columns of an event: its fields, without those that say whose and of which frame it is. */
export type ColumnsOf<N extends EventName> = {
  readonly [F in (typeof EVENTS)[N]['fields'][number] as Exclude<F['name'], (typeof PLACES)[number]>]: ColumnOf<
    F['type']
  >
}

/** A field that has a column. */
export interface ColumnField extends Field {
  readonly element: ReturnType<typeof parseType>['element']
}

export function columnFields(name: EventName): readonly ColumnField[] {
  return EVENTS[name].fields
    .filter((one) => !isPlace(one.name))
    .map((one): ColumnField => ({ ...one, element: parseType(one.type).element }))
}

const MAKERS = {
  u8: (rows: number) => new Uint8Array(rows),
  bool: (rows: number) => new Uint8Array(rows),
  i8: (rows: number) => new Int8Array(rows),
  u16: (rows: number) => new Uint16Array(rows),
  u32: (rows: number) => new Uint32Array(rows),
  i32: (rows: number) => new Int32Array(rows),
  f32: (rows: number) => new Float32Array(rows),
} as const

function makeColumns<N extends EventName>(name: N): ColumnsOf<N> {
  const columns: Table = {}
  for (const { name: field, element } of columnFields(name)) {
    if (!(element in MAKERS)) throw new TypeError(`${field} of ${name} has no column`)
    columns[field] = MAKERS[element as keyof typeof MAKERS](0)
  }
  return columns as unknown as ColumnsOf<N>
}

/** By frame. An offset is in the raw block; 0, where Event Payloads stands, is that of an event that is not there. */
export interface FrameColumns {
  /** Offset of the frame's first event, and behind its last. Both are 0 for a frame that the recording lacks. */
  readonly startAt: Uint32Array<ArrayBuffer>
  readonly endAt: Uint32Array<ArrayBuffer>
  readonly frameStartAt: Uint32Array<ArrayBuffer>
  readonly bookendAt: Uint32Array<ArrayBuffer>
  /** Seed of Frame Start, before version 2.2.0 that of the first fighter's Pre-Frame; and its count of the scene's frames. */
  readonly seed: Uint32Array<ArrayBuffer>
  readonly sceneFrameCounter: Uint32Array<ArrayBuffer>
  readonly latestFinalizedFrame: Int32Array<ArrayBuffer>
  /** The frame's first row in the columns of items, and their number. */
  readonly itemStart: Uint32Array<ArrayBuffer>
  readonly itemCount: Uint32Array<ArrayBuffer>
  /** Heights of the Fountain's platforms as last recorded; NaN before they are. */
  readonly platformRight: Float32Array<ArrayBuffer>
  readonly platformLeft: Float32Array<ArrayBuffer>
  /** The wind as last recorded: 0 none, 1 left, 2 right. */
  readonly wind: Uint8Array<ArrayBuffer>
  /** Event and type of the Stadium's transformation as last recorded. */
  readonly stadiumEvent: Uint16Array<ArrayBuffer>
  readonly stadiumType: Uint16Array<ArrayBuffer>
}

const emptyFrames = (): FrameColumns => ({
  startAt: new Uint32Array(0),
  endAt: new Uint32Array(0),
  frameStartAt: new Uint32Array(0),
  bookendAt: new Uint32Array(0),
  seed: new Uint32Array(0),
  sceneFrameCounter: new Uint32Array(0),
  latestFinalizedFrame: new Int32Array(0),
  itemStart: new Uint32Array(0),
  itemCount: new Uint32Array(0),
  platformRight: new Float32Array(0),
  platformLeft: new Float32Array(0),
  wind: new Uint8Array(0),
  stadiumEvent: new Uint16Array(0),
  stadiumType: new Uint16Array(0),
})

/** Offsets of a fighter's two events by frame; 0 where it has none. */
export interface PlaceColumns {
  readonly preAt: Uint32Array<ArrayBuffer>
  readonly postAt: Uint32Array<ArrayBuffer>
}

export interface FighterColumns {
  readonly port: number
  readonly isFollower: boolean
  readonly at: PlaceColumns
  readonly pre: ColumnsOf<'preFrame'>
  readonly post: ColumnsOf<'postFrame'>
}

/** Fighters of a replay at most: each port's, and the follower of each. */
export const FIGHTER_SLOTS = 2 * PORTS

/** The place of a fighter in `ReplayColumns.fighters`: each port's leader with its follower after it. */
export function fighterSlot(port: number, isFollower: boolean): number {
  return 2 * port + (isFollower ? 1 : 0)
}

/** Rows of columns on their way to another thread. */
export interface ColumnsPart {
  readonly from: number
  readonly count: number
  /** Rows that the sender has made room for: the receiver does it once, too. */
  readonly room: number
  readonly itemsFrom: number
  readonly itemRows: number
  readonly frames: Table
  readonly fighters: readonly ({ readonly at: Table; readonly pre: Table; readonly post: Table } | null)[]
  readonly items: Table
}

export class ReplayColumns {
  /** Rows by frame: row 0 is frame -123. */
  count = 0
  itemRows = 0
  readonly frames: FrameColumns = emptyFrames()
  /** By `fighterSlot`; null for one that has not been seen. */
  readonly fighters: (FighterColumns | null)[] = Array.from({ length: FIGHTER_SLOTS }, () => null)
  readonly items: ColumnsOf<'itemUpdate'> = makeColumns('itemUpdate')
  #room = 0
  #itemRoom = 0

  get firstFrame(): number {
    return FIRST_FRAME
  }

  /** One before the first where nothing is there. */
  get lastFrame(): number {
    return FIRST_FRAME + this.count - 1
  }

  /** A port's fighter, or its follower; null for one that has not been seen. */
  fighter(port: number, isFollower = false): FighterColumns | null {
    return this.fighters[fighterSlot(port, isFollower)] ?? null
  }

  /** Adds the columns of a fighter that is seen for the first time. */
  addFighter(slot: number): FighterColumns {
    const fighter: FighterColumns = {
      port: slot >> 1,
      isFollower: slot % 2 === 1,
      at: { preAt: new Uint32Array(0), postAt: new Uint32Array(0) },
      pre: makeColumns('preFrame'),
      post: makeColumns('postFrame'),
    }
    for (const table of tablesOf(fighter)) grow(table, this.#room)
    this.fighters[slot] = fighter
    return fighter
  }

  /** Makes room for rows; `count` and `itemRows` follow from who fills them. */
  reserve(rows: number, itemRows = 0): void {
    if (rows > this.#room) {
      this.#room = Math.max(rows, 2 * this.#room)
      grow(asTable(this.frames), this.#room)
      for (const fighter of this.fighters) {
        if (fighter) for (const table of tablesOf(fighter)) grow(table, this.#room)
      }
    }
    if (itemRows > this.#itemRoom) {
      this.#itemRoom = Math.max(itemRows, 2 * this.#itemRoom)
      grow(asTable(this.items), this.#itemRoom)
    }
  }

  /** A copy of the rows from `from` up to `to`, and of the items from `itemsFrom` up to `itemsTo`. */
  part(from = 0, itemsFrom = 0, to = this.count, itemsTo = this.itemRows): ColumnsPart {
    return {
      from,
      count: to - from,
      room: this.#room,
      itemsFrom,
      itemRows: itemsTo - itemsFrom,
      frames: cut(asTable(this.frames), from, to),
      fighters: this.fighters.map(
        (fighter) =>
          fighter && {
            at: cut(asTable(fighter.at), from, to),
            pre: cut(asTable(fighter.pre), from, to),
            post: cut(asTable(fighter.post), from, to),
          },
      ),
      items: cut(asTable(this.items), itemsFrom, itemsTo),
    }
  }

  /** Writes the rows of a part where they belong. */
  take(part: ColumnsPart): void {
    const rows = part.from + part.count
    const itemRows = part.itemsFrom + part.itemRows
    this.reserve(Math.max(rows, part.room), itemRows)
    paste(asTable(this.frames), part.frames, part.from)
    paste(asTable(this.items), part.items, part.itemsFrom)
    for (const [slot, tables] of part.fighters.entries()) {
      if (!tables) continue
      const fighter = this.fighters[slot] ?? this.addFighter(slot)
      paste(asTable(fighter.at), tables.at, part.from)
      paste(asTable(fighter.pre), tables.pre, part.from)
      paste(asTable(fighter.post), tables.post, part.from)
    }
    this.count = Math.max(this.count, rows)
    this.itemRows = Math.max(this.itemRows, itemRows)
  }
}

/** The buffers of a part, to be transferred with it. */
export function buffersOf({ frames, fighters, items }: ColumnsPart): ArrayBuffer[] {
  const tables = [frames, items, ...fighters.flatMap((each) => (each ? [each.at, each.pre, each.post] : []))]
  return tables.flatMap((table) => Object.values(table).map(({ buffer }) => buffer))
}

/** Columns by name, to be worked on alike. */
export function asTable(columns: object): Table {
  return columns as Table
}

function tablesOf({ at, pre, post }: FighterColumns): Table[] {
  return [asTable(at), asTable(pre), asTable(post)]
}

function grow(table: Table, rows: number): void {
  for (const [name, column] of Object.entries(table)) {
    const Maker = column.constructor as new (rows: number) => Column
    const grown = new Maker(rows)
    grown.set(column)
    table[name] = grown
  }
}

function cut(table: Table, from: number, to: number): Table {
  return Object.fromEntries(Object.entries(table).map(([name, column]) => [name, column.slice(from, to)]))
}

function paste(table: Table, part: Table, from: number): void {
  for (const [name, column] of Object.entries(part)) table[name]!.set(column, from)
}
