/**
 * The .slp file and its events taken apart by hand, from the format's public description (project-slippi/slippi-wiki),
 * and the draws of a match, from its seed and the rule that is published.
 */
import { createHmac } from 'node:crypto'

/** The first four bytes of HMAC-SHA-256 over a label, as an unsigned number. */
export function drawOf(seed: string, label: string): number {
  return createHmac('sha256', Buffer.from(seed, 'hex')).update(label).digest().readUInt32BE(0)
}

export interface Event {
  readonly code: number
  /** Command byte included, so that offsets are those of the description. */
  readonly bytes: Buffer
}

/** The raw event block of a file: 15 bytes of head with the block's length in the last four. */
export function rawOf(file: Buffer): Buffer {
  const head = file.subarray(0, 11).toString('latin1')
  if (head !== '{U\x03raw[$U#l') throw new Error(`not a replay: ${JSON.stringify(head)}`)
  const end = 15 + file.readUInt32BE(11)
  if (!file.subarray(end).toString('latin1').startsWith('U\x08metadata{'))
    throw new Error('no metadata behind the events')
  return file.subarray(15, end)
}

/** Every event of a stream, by the sizes that Event Payloads announces. The stream has to end where an event ends. */
export function eventsOf(stream: Buffer): Event[] {
  if (stream[0] !== 0x35) throw new Error('no Event Payloads at the start')
  const sizes = new Map<number, number>([[0x35, stream[1]!]])
  for (let at = 2; at < 1 + stream[1]!; at += 3) sizes.set(stream[at]!, stream.readUInt16BE(at + 1))
  const events: Event[] = []
  for (let at = 0; at < stream.length;) {
    const size = sizes.get(stream[at]!)
    if (size === undefined) throw new Error(`unannounced event ${stream[at]} at ${at}`)
    if (at + 1 + size > stream.length) throw new Error(`event ${stream[at]} at ${at} is cut`)
    events.push({ code: stream[at]!, bytes: stream.subarray(at, at + 1 + size) })
    at += 1 + size
  }
  return events
}

/** What Game Start says that the rules of the game fix or that a match draws. */
export function gameStartOf(events: readonly Event[]) {
  const { bytes } = events.find(({ code }) => code === 0x36)!
  const player = (port: number) => ({
    character: bytes[0x65 + 0x24 * port]!,
    /** 0 is a human player, 3 an empty port. */
    type: bytes[0x66 + 0x24 * port]!,
    stocks: bytes[0x67 + 0x24 * port]!,
    costume: bytes[0x68 + 0x24 * port]!,
    /** UCF dash back and shield drop: 1 is UCF. */
    ucf: [bytes.readUInt32BE(0x141 + 8 * port), bytes.readUInt32BE(0x145 + 8 * port)],
  })
  return {
    version: [...bytes.subarray(1, 4)],
    isTeams: bytes[0x0d] !== 0,
    itemSpawn: bytes.readInt8(0x10),
    stage: bytes.readUInt16BE(0x13),
    timerSeconds: bytes.readUInt32BE(0x15),
    damageRatio: bytes.readFloatBE(0x35),
    players: [0, 1, 2, 3].map(player),
    randomSeed: bytes.readUInt32BE(0x13d),
    isPal: bytes[0x1a1] !== 0,
    isStadiumFrozen: bytes[0x1a2] !== 0,
  }
}

/** The last Post-Frame Update of a port. */
export function lastPostOf(events: readonly Event[], port: 0 | 1) {
  const { bytes } = events.findLast(({ code, bytes: event }) => code === 0x38 && event[5] === port && event[6] === 0)!
  return { frame: bytes.readInt32BE(1), percent: bytes.readFloatBE(0x16), stocks: bytes[0x21]! }
}

export function gameEndOf(events: readonly Event[]) {
  const { bytes } = events.find(({ code }) => code === 0x39)!
  return { method: bytes[1]!, lras: bytes.readInt8(2), placements: [bytes.readInt8(3), bytes.readInt8(4)] }
}
