/**
 * The file around the event stream: a UBJSON object of two elements, `raw` (the stream, as an array of bytes with a
 * 32-bit length) and `metadata`. While a game is being written the length is 0; it is patched in when the stream is
 * complete, and metadata follows. Writing needs no more than: head, the stream piece by piece, tail, patch.
 */
import { SlpError } from './error.ts'
import type { GameEnd, GameStart } from './events.ts'
import { FrameOrder } from './frame-order.ts'
import { FrameBuilder } from './frames.ts'
import { EventReader, type SlpEvent } from './reader.ts'
import { readUbjson, writeUbjson, type UbjsonValue } from './ubjson.ts'

const ascii = (text: string): number[] => Array.from(text, (character) => character.charCodeAt(0))

/** `{`, the key `raw`, an array of uint8 with a count of type int32. */
const HEAD = Uint8Array.from([...ascii('{U'), 3, ...ascii('raw[$U#l')])
export const METADATA_KEY = Uint8Array.from([...ascii('U'), 8, ...ascii('metadata')])
const CLOSE = ascii('}')

/** Where the four bytes of the stream's length stand in the file. */
export const RAW_LENGTH_OFFSET = HEAD.length
/** Where the stream begins in the file. */
export const RAW_OFFSET = RAW_LENGTH_OFFSET + 4

/** The miscellany a recording carries beside the game, as Slippi writes it. */
export interface Metadata {
  /** When the game started, RFC 3339. */
  startAt?: string
  lastFrame?: number
  /** By player index. */
  players?: {
    [playerIndex: string]: {
      names?: { netplay?: string; code?: string }
      /** Frames played by internal character id. */
      characters?: { [internalCharacterId: string]: number }
    }
  }
  /** What the game was played on: readers know `console`, `dolphin`, `network` and `nintendont`. */
  playedOn?: string
  /** The name of that device. */
  consoleNick?: string
  /** The revision of the arena's engine. */
  engine?: string
  /** `undefined` too: without `exactOptionalPropertyTypes`, which a reader of these types may not use, a member may hold it. */
  [key: string]: UbjsonValue | undefined
}

/** The length alone, to patch at `RAW_LENGTH_OFFSET` once it is known. */
export function rawLength(length: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(4))
  view.setUint32(0, length)
  return new Uint8Array(view.buffer)
}

/** The 15 bytes before the stream; length 0 says that it is still being written. */
export function envelopeHead(length = 0): Uint8Array {
  return Uint8Array.from([...HEAD, ...rawLength(length)])
}

/** Everything behind the stream. */
export function envelopeTail(metadata: Metadata): Uint8Array {
  return Uint8Array.from([...METADATA_KEY, ...writeUbjson(metadata), ...CLOSE])
}

/** A whole file at once. */
export function writeReplay(raw: Uint8Array, metadata: Metadata): Uint8Array {
  const tail = envelopeTail(metadata)
  const file = new Uint8Array(RAW_OFFSET + raw.length + tail.length)
  file.set(envelopeHead(raw.length))
  file.set(raw, RAW_OFFSET)
  file.set(tail, RAW_OFFSET + raw.length)
  return file
}

export interface Replay {
  /** The event stream. Where the file is still being written, its whole events so far. */
  readonly raw: Uint8Array
  /** In file order. */
  readonly events: readonly SlpEvent[]
  readonly gameStart: GameStart
  /** Null where the recording stops before its end. */
  readonly gameEnd: GameEnd | null
  /** Null while the file is being written, and in files that have none. */
  readonly metadata: Metadata | null
  /** False while the file is being written: its length is still 0. */
  readonly isComplete: boolean
}

/** What can be read of a file. */
export interface ReadableReplay extends Replay {
  /** What is wrong with the file from some byte on; null for one that `readReplay` reads. */
  readonly fault: SlpError | null
}

/** Reads a file, or as much of one as has been written so far; throws `SlpError` for anything else. */
export function readReplay(bytes: Uint8Array): Replay {
  const { fault, ...replay } = readReadable(bytes)
  if (fault) throw fault
  return replay
}

/** Reads a file up to where it is cut off or damaged; throws `SlpError` where that is before its Game Start. */
export function readReadable(bytes: Uint8Array): ReadableReplay {
  const length = readHead(bytes)
  const isComplete = length > 0
  const { raw, events, fault } = isComplete ? readWholeStream(bytes, length) : readStreamSoFar(bytes)
  const gameStart = events.find((event) => event.name === 'gameStart')?.record
  if (!gameStart) throw fault ?? new SlpError('truncated', RAW_OFFSET + raw.length, 'the stream holds no Game Start')
  const tail = isComplete && !fault ? attempt(() => readTail(bytes, RAW_OFFSET + length)) : { value: null, fault }
  return {
    raw,
    events,
    gameStart,
    gameEnd: events.findLast((event) => event.name === 'gameEnd')?.record ?? null,
    metadata: tail.value,
    isComplete,
    fault: tail.fault,
  }
}

function attempt<T>(read: () => T): { value: T | null; fault: SlpError | null } {
  try {
    return { value: read(), fault: null }
  } catch (fault) {
    if (fault instanceof SlpError) return { value: null, fault }
    throw fault
  }
}

/** The length of the stream as the head has it; throws for bytes that do not begin like a replay. */
export function readHead(bytes: Uint8Array): number {
  const wrong = HEAD.findIndex((byte, i) => i < bytes.length && bytes[i] !== byte)
  if (wrong >= 0) throw new SlpError('not-slp', wrong, 'the file does not begin like a replay')
  if (bytes.length < RAW_OFFSET) throw new SlpError('truncated', bytes.length, 'the file ends inside its head')
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(RAW_LENGTH_OFFSET)
}

type Stream = Pick<ReadableReplay, 'raw' | 'events' | 'fault'>

function readWholeStream(bytes: Uint8Array, length: number): Stream {
  const stream = readStream(bytes.subarray(0, RAW_OFFSET + length))
  if (stream.fault) return stream
  const isCut = RAW_OFFSET + length > bytes.length
  const cut = () => new SlpError('truncated', bytes.length, `the file ends inside its stream of ${length} bytes`)
  return { ...stream, fault: isCut ? cut() : attempt(() => stream.reader.end()).fault }
}

/** The last event may be half written. A writer that died before it patched the length may have left a tail behind. */
function readStreamSoFar(bytes: Uint8Array): Stream {
  const stream = readStream(bytes)
  const isTail = stream.fault !== null && startsWith(bytes, METADATA_KEY, stream.fault.offset)
  return isTail ? { ...stream, fault: null } : stream
}

/** The events from `RAW_OFFSET` on, up to one that is wrong. */
function readStream(bytes: Uint8Array): Stream & { readonly reader: EventReader } {
  const events: SlpEvent[] = []
  const frames = new FrameBuilder(new FrameOrder())
  const reader = new EventReader((event) => {
    frames.take(event)
    events.push(event)
  }, RAW_OFFSET)
  const { fault } = attempt(() => reader.push(bytes.subarray(RAW_OFFSET)))
  return { raw: bytes.subarray(RAW_OFFSET, reader.offset), events, fault, reader }
}

/** The metadata behind a stream that ends at `at`; throws where the file is not closed. */
export function readTail(bytes: Uint8Array, at: number): Metadata | null {
  let end = at
  let metadata: Metadata | null = null
  if (startsWith(bytes, METADATA_KEY, at)) {
    const read = readUbjson(bytes, at + METADATA_KEY.length)
    if (typeof read.value !== 'object' || read.value === null || Array.isArray(read.value)) {
      throw new SlpError('bad-metadata', at, 'the metadata is not an object')
    }
    metadata = read.value
    end = read.end
  }
  if (bytes.subarray(end).every((byte) => byte === 0)) {
    throw new SlpError('truncated', end, 'the file ends before it is closed')
  }
  if (bytes[end] !== CLOSE[0])
    throw new SlpError('bad-metadata', end, 'something else follows where the file should be closed')
  return metadata
}

export function startsWith(bytes: Uint8Array, expected: Uint8Array, at: number): boolean {
  return expected.every((byte, i) => bytes[at + i] === byte)
}
