/**
 * Turns a table and a payload size into a decoder. Which fields a recording holds follows from the size alone: a field
 * that ends beyond it is absent and reads as zero, as an empty text or as the table's `absent` value.
 */
import { byteLength, endOf, parseType, PORTS, type EventTable, type Field } from './table.ts'
import { decodeAscii, decodeShiftJis } from './text.ts'

type Values = Record<string, unknown>
type Get = (view: DataView, at: number) => unknown

export type Decoder = (view: DataView, at: number) => object

const NUMBERS = {
  u8: (view: DataView, at: number) => view.getUint8(at),
  bool: (view: DataView, at: number) => view.getUint8(at),
  i8: (view: DataView, at: number) => view.getInt8(at),
  u16: (view: DataView, at: number) => view.getUint16(at),
  u32: (view: DataView, at: number) => view.getUint32(at),
  i32: (view: DataView, at: number) => view.getInt32(at),
  f32: (view: DataView, at: number) => view.getFloat32(at),
}

/** `at` in the decoder is the place of the code byte. */
export function compileDecoder(table: EventTable, payloadBytes: number): Decoder {
  const end = 1 + payloadBytes
  const decodeFields = compileFields(table.fields, (field) => endOf(field) <= end)
  if (table.players.length === 0) return decodeFields
  const isPresent = new Map<string, boolean>(table.players.map((field) => [field.name, endOf(field) <= end]))
  const ports = Array.from({ length: PORTS }, (_, port) =>
    compileFields(
      table.players.map((field) => ({ ...field, offset: field.offset + port * field.stride })),
      (field) => isPresent.get(field.name) === true,
    ),
  )
  return (view, at) => ({ ...decodeFields(view, at), players: ports.map((decode) => decode(view, at)) })
}

function compileFields(
  fields: readonly Field[],
  isPresent: (field: Field) => boolean,
): (view: DataView, at: number) => Values {
  const template: Values = Object.fromEntries(fields.map((field) => [field.name, absentValue(field)]))
  const present = fields.filter((field) => isPresent(field))
  const names = present.map((field) => field.name)
  const offsets = present.map((field) => field.offset)
  const gets = present.map((field) => compileGet(field))
  return (view, at) => {
    // A copy of one template gives all records of an event one shape, whatever the version.
    const record = { ...template }
    for (let i = 0; i < names.length; i++) record[names[i]!] = gets[i]!(view, at + offsets[i]!)
    return record
  }
}

function absentValue({ type, absent = 0 }: Field): unknown {
  const { element, count } = parseType(type)
  if (element === 'bytes') return new Uint8Array(count)
  if (element === 'sjis' || element === 'ascii') return ''
  return type.includes('[') ? Array.from({ length: count }, () => absent) : absent
}

function compileGet({ type }: Field): Get {
  const { element, count } = parseType(type)
  const length = byteLength(type)
  switch (element) {
    case 'bytes':
      return (view, at) => slice(view, at, length)
    case 'sjis':
      return (view, at) => decodeShiftJis(slice(view, at, length))
    case 'ascii':
      return (view, at) => decodeAscii(slice(view, at, length))
    default: {
      const get = NUMBERS[element]
      if (!type.includes('[')) return get
      return (view, at) => Array.from({ length: count }, (_, i) => get(view, at + (i * length) / count))
    }
  }
}

/** A copy, because the bytes belong to whoever pushed them. */
function slice(view: DataView, at: number, length: number): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset + at, length).slice()
}
