/** Names the first difference between a frame's events as received and as this engine played them. */
import { byteLength, EVENT_NAMES, EVENT_PAYLOADS, EVENTS, parseType, PORTS } from '@arena/slp'
import type { EventTable, Field, PortField } from '@arena/slp'

/** Where a game came out otherwise than recorded. */
export interface Difference {
  readonly frame: number
  /** Title of the event, as Post-Frame Update; null where no event is to be named. */
  readonly event: string | null
  readonly field: string | null
  /** What differs, in a sentence. */
  readonly text: string
}

const TABLES = new Map<number, EventTable>(EVENT_NAMES.map((name) => [EVENTS[name].code, EVENTS[name]]))

export function differenceAt(frame: number, what: string): Difference {
  return { frame, event: null, field: null, text: `On frame ${frame} ${what}.` }
}

/** Names the first byte in which a message differs. `eventBytes` gives the bytes of an event by its code, 0 for unknown ones. */
export function nameDifference(
  frame: number,
  recorded: Uint8Array,
  played: Uint8Array,
  eventBytes: (code: number) => number,
): Difference {
  /** Bytes of the event at `at`; no end where it is unknown. */
  const bytesAt = (at: number): number => {
    const code = recorded[at]
    if (code === undefined) return Infinity
    // Event Payloads says its own size.
    return code === EVENT_PAYLOADS ? 1 + (recorded[at + 1] ?? 0) : eventBytes(code) || Infinity
  }
  const { length } = recorded
  let differs = 0
  while (differs < length && recorded[differs] === played[differs]) differs++
  let at = 0
  for (let bytes = bytesAt(at); at + bytes <= differs; bytes = bytesAt(at)) at += bytes
  const title = TABLES.get(recorded[at] ?? -1)?.title ?? null
  const playedTitle = TABLES.get(played[at] ?? -1)?.title ?? null
  if (differs >= length) return differenceAt(frame, `${playedTitle ?? 'an event'} is missing`)
  const table = TABLES.get(recorded[at]!)
  if (!table || recorded[at] !== played[at]) {
    const what = title ?? `event 0x${recorded[at]!.toString(16)}`
    return { ...differenceAt(frame, `${what} is recorded where ${playedTitle ?? 'nothing'} is played`), event: title }
  }
  return nameField(frame, table, differs - at, recorded.subarray(at), played.subarray(at))
}

/** Names the field of an event that holds a byte, with both its values. */
function nameField(
  frame: number,
  table: EventTable,
  byte: number,
  recorded: Uint8Array,
  played: Uint8Array,
): Difference {
  const found = fieldAt(table, byte)
  const name = found?.name ?? `byte ${byte}`
  const values = found
    ? `: ${valueAt(found, byte, recorded)} recorded, ${valueAt(found, byte, played)} played again`
    : ''
  return {
    frame,
    event: table.title,
    field: found?.name ?? null,
    text: `On frame ${frame} ${table.title}${whoseOf(table, recorded)} differs in ${name}${values}.`,
  }
}

function whoseOf({ code }: EventTable, event: Uint8Array): string {
  if (code !== EVENTS.preFrame.code && code !== EVENTS.postFrame.code) return ''
  return event[6] === 0 ? ` of port ${event[5]}` : ` of port ${event[5]}'s follower`
}

function fieldAt({ fields, players }: EventTable, byte: number): Field | null {
  const own = fields.find(({ offset, type }) => byte >= offset && byte < offset + byteLength(type))
  return own ?? players.map((field) => ofPort(field, byte)).find((field) => field !== null) ?? null
}

function ofPort(field: PortField, byte: number): Field | null {
  for (let port = 0; port < PORTS; port++) {
    const offset = field.offset + port * field.stride
    if (byte >= offset && byte < offset + byteLength(field.type)) {
      return { ...field, offset, name: `${field.name} of port ${port}` }
    }
  }
  return null
}

/** The value of a number; of anything else the byte that differs. */
function valueAt({ offset, type }: Field, byte: number, event: Uint8Array): number {
  const view = new DataView(event.buffer, event.byteOffset, event.length)
  const { element, count } = parseType(type)
  if (count > 1 || offset + byteLength(type) > event.length) return event[byte] ?? 0
  switch (element) {
    case 'f32':
      return view.getFloat32(offset)
    case 'i32':
      return view.getInt32(offset)
    case 'u32':
      return view.getUint32(offset)
    case 'u16':
      return view.getUint16(offset)
    case 'i8':
      return view.getInt8(offset)
    default:
      return view.getUint8(offset)
  }
}
