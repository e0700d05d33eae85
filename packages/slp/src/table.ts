/**
 * An event described as data. A table lists every field of an event. The record type, the encoder, the decoder, the
 * payload size of each version and the page docs/replay-format.md derive from it. All numbers are big-endian.
 */

/** Oldest version of the extraction code that writes a field or an event. */
export type Since = `${number}.${number}.${number}`

type Scalar = 'u8' | 'i8' | 'bool' | 'u16' | 'u32' | 'i32' | 'f32'

/**
 * `bool` is a byte that should be 0 or 1 and reads as a number, so that any byte survives a round trip.
 * `sjis` and `ascii` are text in a fixed number of bytes, ended by a zero byte.
 */
export type FieldType = Scalar | `${Scalar}[${number}]` | `bytes[${number}]` | `sjis[${number}]` | `ascii[${number}]`

type ValueOf<T extends FieldType> = T extends Scalar
  ? number
  : T extends `bytes[${number}]`
    ? Uint8Array
    : T extends `sjis[${number}]` | `ascii[${number}]`
      ? string
      : number[]

export interface Field<N extends string = string, T extends FieldType = FieldType> {
  readonly name: N
  /** From the event's code byte, which is offset 0. */
  readonly offset: number
  readonly type: T
  readonly since: Since
  readonly doc: string
  /** What reads where the recording is too old to hold the field, if not zero: a number, or what another field makes it. */
  readonly absent?: number | Processed
}

/** A field of the same event, which every recording holds, with a stick as the game reads it: -1 to 1. */
export interface Processed {
  readonly processed: string
}

/** A field that occurs once for each of the four ports, `stride` bytes apart. */
export interface PortField<N extends string = string, T extends FieldType = FieldType> extends Field<N, T> {
  readonly stride: number
}

export interface EventTable<
  F extends readonly Field[] = readonly Field[],
  P extends readonly PortField[] = readonly PortField[],
> {
  readonly code: number
  readonly title: string
  readonly since: Since
  readonly doc: string
  readonly fields: F
  /** Collected in the record as `players`, one entry a port. */
  readonly players: P
}

/** The record that an event is read into and written from: one property per field. */
export type EventRecordOf<T extends EventTable> = {
  [F in T['fields'][number] as F['name']]: ValueOf<F['type']>
} & (T['players'] extends readonly [] ? unknown : { players: PlayerOf<T>[] })

export type PlayerOf<T extends EventTable> = { [F in T['players'][number] as F['name']]: ValueOf<F['type']> }

export const PORTS = 4

export function field<const N extends string, const T extends FieldType>(
  offset: number,
  name: N,
  type: T,
  since: Since,
  doc: string,
  absent?: number | Processed,
): Field<N, T> {
  return absent === undefined ? { name, offset, type, since, doc } : { name, offset, type, since, doc, absent }
}

export function portField<const N extends string, const T extends FieldType>(
  offset: number,
  stride: number,
  name: N,
  type: T,
  since: Since,
  doc: string,
): PortField<N, T> {
  return { name, offset, stride, type, since, doc }
}

type Element = Scalar | 'bytes' | 'sjis' | 'ascii'

const ELEMENT_BYTES: Record<Element, number> = {
  u8: 1,
  i8: 1,
  bool: 1,
  u16: 2,
  u32: 4,
  i32: 4,
  f32: 4,
  bytes: 1,
  sjis: 1,
  ascii: 1,
}

/** `sjis[31]` is the element `sjis` 31 times; a scalar is itself once. */
export function parseType(type: FieldType): { readonly element: Element; readonly count: number } {
  const [element = '', count = '1]'] = type.split('[')
  if (!isElement(element)) throw new TypeError(`${type} is no type of a field`)
  return { element, count: Number.parseInt(count) }
}

const isElement = (text: string): text is Element => Object.hasOwn(ELEMENT_BYTES, text)

export function byteLength(type: FieldType): number {
  const { element, count } = parseType(type)
  return ELEMENT_BYTES[element] * count
}

/** Where a field ends: the first offset behind it, behind its last occurrence for a field of every port. */
export function endOf(one: Field | PortField): number {
  const last = 'stride' in one ? one.offset + (PORTS - 1) * one.stride : one.offset
  return last + byteLength(one.type)
}

function isSince(since: Since, version: readonly number[]): boolean {
  const [major = 0, minor = 0, build = 0] = since.split('.').map(Number)
  const [wantMajor = 0, wantMinor = 0, wantBuild = 0] = version
  return (wantMajor - major || wantMinor - minor || wantBuild - build) >= 0
}

/** Whether an event of that many bytes, code byte included, holds a field; 0 for an event that is not announced. */
export function holds(one: Field | PortField, bytes: number): boolean {
  return endOf(one) <= bytes
}

/** Payload bytes (without the code byte) of an event as a version writes it, 0 where it does not exist yet. */
export function payloadSize(table: EventTable, version: readonly number[]): number {
  let end = 1
  for (const one of [...table.fields, ...table.players]) {
    if (isSince(one.since, version)) end = Math.max(end, endOf(one))
  }
  return end - 1
}
