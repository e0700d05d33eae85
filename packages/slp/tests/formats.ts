/** Recordings of this package rewritten to older formats, as a recorder of that time would have written them. */
import { EVENT_NAMES, EVENTS, payloadSize, type EventTable } from '@arena/slp'

const TABLES: readonly EventTable[] = EVENT_NAMES.map((name) => EVENTS[name])
const EVENT_PAYLOADS = 0x35

const numbersOf = (version: string): number[] => version.split('.').map(Number)

/** Every version that added a field or an event, oldest first. */
export const FORMATS: readonly string[] = [
  ...new Set(
    TABLES.flatMap(({ since, fields, players }) => [since, ...[...fields, ...players].map((one) => one.since)]),
  ),
].sort((a, b) => {
  const [[a1, a2, a3], [b1, b2, b3]] = [numbersOf(a), numbersOf(b)] as [number[], number[]]
  return a1! - b1! || a2! - b2! || a3! - b3!
})

/** The raw block in another format. `says` is the version that Game Start claims, which readers do not go by. */
export function inFormat(raw: Uint8Array, format: string, says = format): Uint8Array<ArrayBuffer> {
  const view = new DataView(raw.buffer, raw.byteOffset, raw.length)
  const written = new Map<number, number>()
  for (let at = 2; at < 1 + raw[1]!; at += 3) written.set(raw[at]!, view.getUint16(at + 1))
  const sizes = new Map(
    TABLES.map((table) => [table.code, payloadSize(table, numbersOf(format))] as const).filter(
      ([code, size]) => size > 0 && written.has(code),
    ),
  )
  const parts = [Uint8Array.of(EVENT_PAYLOADS, 1 + 3 * sizes.size)]
  for (const [code, size] of sizes) parts.push(Uint8Array.of(code, size >> 8, size & 0xff))
  for (let at = 1 + raw[1]!; at < raw.length; at += 1 + written.get(raw[at]!)!) {
    const size = sizes.get(raw[at]!)
    if (size === undefined) continue
    const event = raw.slice(at, at + 1 + size)
    if (event[0] === EVENTS.gameStart.code) event.set([...numbersOf(says), 0], 1)
    parts.push(event)
  }
  return Uint8Array.from(Buffer.concat(parts))
}
