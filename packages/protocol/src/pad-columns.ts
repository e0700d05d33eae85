/**
 * The landed pads of a match as columns of runs: what a match is played again from. For each polled frame there is the pad that was
 * polled, or the frame was missed. A controller rests most of the time, field by field, so that runs are few and pack well. The bytes are
 * deflated with zlib where they are kept (`packPads` of @arena/host, `read_pads` in Python); here they are plain.
 *
 *   type      field
 *   u8        version     1
 *   i32       first       frame polled first, little-endian
 *   varint    frames      polled, at most `MOST_PAD_FRAMES`
 *             port 0
 *             port 1
 *
 *   a port
 *   varint    runs of missed frames, each: varint frames since the end of the run before, varint count (1 or more)
 *             the seven fields of a pad, `buttons` to `R`, each over the landed pads alone: varint runs, then the value of each run (u16
 *             little-endian for `buttons`, u8 for the others), then the length of each run as varint (1 or more)
 *
 * A varint is LEB128: seven bits a byte, the lowest first, the top bit set where another byte follows; at most three bytes here.
 */
import { PAD_BYTES } from './pad.ts'

/** About 36 minutes: more than the wall clock of a match allows at 60 frames a second. */
export const MOST_PAD_FRAMES = 0x2_0000

const VERSION = 1
/** Pads of one field that are looked at in a step. */
const STEP_PADS = 4096
/** Where the numbers of frames end, an i32. */
const FRAMES_END = 2 ** 31
const HEAD_BYTES = 5
const VARINT_BYTES = 3
/** Where each field lies in a pad of 12 bytes, and its bytes. */
const FIELDS = [[4, 2], ...Array.from({ length: 6 }, (_, i) => [6 + i, 1] as const)] as readonly (readonly [
  number,
  number,
])[]

/** No columns are longer: room for whoever inflates them. */
export const MOST_COLUMN_BYTES =
  HEAD_BYTES +
  VARINT_BYTES +
  2 *
    (VARINT_BYTES +
      MOST_PAD_FRAMES * VARINT_BYTES +
      FIELDS.reduce((sum, [, bytes]) => sum + VARINT_BYTES + MOST_PAD_FRAMES * (bytes + 1), 0))

export interface MissedRun {
  readonly frame: number
  readonly count: number
}

export interface PortPads {
  /** In ascending order, with a landed frame between two of them. */
  readonly missed: readonly MissedRun[]
  /** Every landed pad, its 12 bytes as they are sent, frame after frame. */
  readonly pads: Uint8Array
}

export interface MatchPads {
  /** The frame polled first. */
  readonly first: number
  /** Polled frames. */
  readonly frames: number
  readonly ports: readonly [PortPads, PortPads]
}

/** Bytes that are no columns of pads. */
export class PadColumnsError extends Error {
  override readonly name = 'PadColumnsError'
}

/** Throws RangeError where the pads are not those of the frames that were not missed, or are too many. */
export function encodePadColumns(match: MatchPads): Uint8Array {
  const steps = encodeInSteps(match)
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}

/** The same, a fraction of a millisecond at a time, however little the pads repeat: for a thread that others wait for. */
export function* encodeInSteps({ first, frames, ports }: MatchPads): Generator<undefined, Uint8Array, undefined> {
  if (!Number.isInteger(frames) || frames < 0 || frames > MOST_PAD_FRAMES) {
    throw new RangeError(`The pads of ${frames} frames cannot be kept, at most those of ${MOST_PAD_FRAMES} can`)
  }
  if (!Number.isInteger(first) || first < -FRAMES_END || first + frames > FRAMES_END) {
    throw new RangeError(`Frames from ${first} on, ${frames} of them, have no numbers`)
  }
  const columns = new Bytes()
  columns.byte(VERSION)
  for (let i = 0; i < 4; i++) columns.byte(first >> (8 * i))
  columns.varint(frames)
  for (const port of ports) yield* writePort(columns, port, first, frames)
  return columns.bytes
}

function* writePort(
  columns: Bytes,
  { missed, pads }: PortPads,
  first: number,
  frames: number,
): Generator<undefined, void, undefined> {
  requirePads(missed, pads, first, frames)
  columns.varint(missed.length)
  let end = first
  for (const { frame, count } of missed) {
    columns.varint(frame - end)
    columns.varint(count)
    end = frame + count
  }
  for (const [at, bytes] of FIELDS) {
    yield
    yield* writeField(columns, pads, at, bytes)
  }
}

/** Throws unless the landed pads and the missed frames are exactly all frames. */
function requirePads(missed: readonly MissedRun[], pads: Uint8Array, first: number, frames: number): void {
  let at = 0
  let next = first
  const landed = (until: number) => {
    for (; next < until; next++, at += PAD_BYTES) {
      const frame = pads[at]! | (pads[at + 1]! << 8) | (pads[at + 2]! << 16) | (pads[at + 3]! << 24)
      if (at >= pads.length || frame !== next) throw new RangeError(`The pad of frame ${next} is not where it belongs`)
    }
  }
  for (const [i, { frame, count }] of missed.entries()) {
    const isRun = Number.isInteger(frame) && Number.isInteger(count) && count > 0 && frame >= next + Number(i > 0)
    if (!isRun || frame + count > first + frames)
      throw new RangeError(`No frames are missed from ${frame} on, ${count} of them`)
    landed(frame)
    next = frame + count
  }
  landed(first + frames)
  if (at !== pads.length) throw new RangeError(`There are ${pads.length} bytes of pads, not ${at}`)
}

function* writeField(
  columns: Bytes,
  pads: Uint8Array,
  at: number,
  bytes: number,
): Generator<undefined, void, undefined> {
  const values = new Bytes()
  const lengths = new Bytes()
  let runs = 0
  let stepEnd = STEP_PADS * PAD_BYTES
  for (let from = 0; from < pads.length;) {
    let to = from + PAD_BYTES
    while (to < pads.length && areSame(pads, from + at, to + at, bytes)) to += PAD_BYTES
    for (let i = 0; i < bytes; i++) values.byte(pads[from + at + i]!)
    lengths.varint((to - from) / PAD_BYTES)
    runs++
    from = to
    if (from < stepEnd) continue
    stepEnd = from + STEP_PADS * PAD_BYTES
    yield
  }
  columns.varint(runs)
  columns.all(values.bytes)
  columns.all(lengths.bytes)
}

/** Throws `PadColumnsError` for whatever `encodePadColumns` does not write. */
export function decodePadColumns(bytes: Uint8Array): MatchPads {
  const columns = new Cursor(bytes)
  if (columns.byte() !== VERSION) throw new PadColumnsError(`The columns of pads are not of version ${VERSION}.`)
  let first = 0
  for (let i = 0; i < 4; i++) first |= columns.byte() << (8 * i)
  const frames = columns.varint()
  if (frames > MOST_PAD_FRAMES)
    throw new PadColumnsError(`The columns hold ${frames} frames, more than ${MOST_PAD_FRAMES}.`)
  if (first + frames > FRAMES_END)
    throw new PadColumnsError('The columns hold frames beyond the last number that a frame can have.')
  const ports = [readPort(columns, first, frames), readPort(columns, first, frames)] as const
  if (columns.left > 0) throw new PadColumnsError(`${columns.left} bytes follow the columns of pads.`)
  return { first, frames, ports }
}

function readPort(columns: Cursor, first: number, frames: number): PortPads {
  const missed: MissedRun[] = []
  let landed = frames
  let end = first
  for (let left = columns.varint(); left > 0; left--) {
    const frame = end + columns.varint()
    const count = columns.varint()
    if (count === 0 || (frame === end && missed.length > 0) || frame + count > first + frames) {
      throw new PadColumnsError('The runs of missed frames are not in order.')
    }
    missed.push({ frame, count })
    landed -= count
    end = frame + count
  }
  const pads = new Uint8Array(landed * PAD_BYTES)
  numberPads(pads, missed, first)
  for (const [at, bytes] of FIELDS) readField(columns, pads, at, bytes)
  return { missed, pads }
}

function numberPads(pads: Uint8Array, missed: readonly MissedRun[], first: number): void {
  let frame = first
  let run = 0
  for (let at = 0; at < pads.length; at += PAD_BYTES, frame++) {
    for (; missed[run]?.frame === frame; run++) frame += missed[run]!.count
    for (let i = 0; i < 4; i++) pads[at + i] = frame >> (8 * i)
  }
}

function readField(columns: Cursor, pads: Uint8Array, at: number, bytes: number): void {
  const runs = columns.varint()
  const values = columns.take(runs * bytes)
  let from = 0
  for (let run = 0; run < runs; run++) {
    const to = from + columns.varint() * PAD_BYTES
    if (to === from || to > pads.length)
      throw new PadColumnsError('The runs of a field are not as many pads as landed.')
    if (run > 0 && areSame(values, (run - 1) * bytes, run * bytes, bytes))
      throw new PadColumnsError('Two runs of a field are one.')
    for (; from < to; from += PAD_BYTES) {
      for (let i = 0; i < bytes; i++) pads[from + at + i] = values[run * bytes + i]!
    }
  }
  if (from !== pads.length) throw new PadColumnsError('The runs of a field are not as many pads as landed.')
}

/** Whether the values at two places are the same; `bytes` is the width of a value. */
function areSame(values: Uint8Array, one: number, other: number, bytes: number): boolean {
  return values[one] === values[other] && (bytes === 1 || values[one + 1] === values[other + 1])
}

/** Bytes that grow. */
class Bytes {
  #bytes = new Uint8Array(256)
  #length = 0

  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  byte(value: number): void {
    if (this.#length === this.#bytes.length) this.#grow(1)
    this.#bytes[this.#length++] = value
  }

  varint(value: number): void {
    let rest = value
    for (; rest > 0x7f; rest >>>= 7) this.byte(rest | 0x80)
    this.byte(rest)
  }

  all(bytes: Uint8Array): void {
    if (this.#length + bytes.length > this.#bytes.length) this.#grow(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  }

  #grow(more: number): void {
    const bytes = new Uint8Array(2 * (this.#bytes.length + more))
    bytes.set(this.bytes)
    this.#bytes = bytes
  }
}

class Cursor {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get left(): number {
    return this.#bytes.length - this.#at
  }

  byte(): number {
    if (this.left === 0) throw new PadColumnsError('The columns of pads are cut off.')
    return this.#bytes[this.#at++]!
  }

  varint(): number {
    let value = 0
    for (let i = 0; i < VARINT_BYTES; i++) {
      const byte = this.byte()
      value |= (byte & 0x7f) << (7 * i)
      if (byte === 0 && i > 0) break
      if (byte < 0x80) return value
    }
    throw new PadColumnsError('A number in the columns of pads is not written as short as it can be, or too large.')
  }

  take(length: number): Uint8Array {
    if (length > this.left) throw new PadColumnsError('The columns of pads are cut off.')
    const from = this.#at
    this.#at += length
    return this.#bytes.subarray(from, this.#at)
  }
}
