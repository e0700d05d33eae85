/** Columns of pads: what a match is played again from. */
import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodePad, PAD_BYTES, type Controller } from './pad.ts'
import {
  decodePadColumns,
  encodeInSteps,
  encodePadColumns,
  MOST_COLUMN_BYTES,
  MOST_PAD_FRAMES,
  PadColumnsError,
  type MatchPads,
  type MissedRun,
  type PortPads,
} from './pad-columns.ts'

const byte = fc.integer({ min: 0, max: 0xff })
/** Few values, so that runs come about, and any. */
const axis = fc.oneof(fc.constantFrom(0, 128, 255), byte)
const controller = fc.record({
  buttons: fc.oneof(fc.constantFrom(0, 0x100, 0x300), fc.integer({ min: 0, max: 0xffff })),
  stickX: axis,
  stickY: axis,
  cstickX: axis,
  cstickY: axis,
  l: axis,
  r: axis,
})
/** By frame; null where it was missed. */
const frames = (length: number) =>
  fc.array(fc.oneof({ weight: 3, arbitrary: controller }, { weight: 1, arbitrary: fc.constant(null) }), {
    minLength: length,
    maxLength: length,
  })
const matches = fc
  .record({ first: fc.constantFrom(-123, 0, -(2 ** 31), 2 ** 31 - 400), length: fc.integer({ min: 0, max: 300 }) })
  .chain(({ first, length }) =>
    fc
      .tuple(frames(length), frames(length))
      .map(([one, other]): MatchPads => ({ first, frames: length, ports: [portOf(first, one), portOf(first, other)] })),
  )

function portOf(first: number, polled: readonly (Controller | null)[]): PortPads {
  const missed: MissedRun[] = []
  const pads: Uint8Array[] = []
  for (const [i, pad] of polled.entries()) {
    const frame = first + i
    const last = missed.at(-1)
    if (pad) pads.push(encodePad({ frame, ...pad }))
    else if (last && last.frame + last.count === frame) missed[missed.length - 1] = { ...last, count: last.count + 1 }
    else missed.push({ frame, count: 1 })
  }
  return { missed, pads: Uint8Array.from(Buffer.concat(pads)) }
}

const VECTOR = JSON.parse(readFileSync(new URL('../../../python/tests/pad-columns.json', import.meta.url), 'utf8')) as {
  first: number
  frames: number
  missed: [number, number][][]
  pads: string[]
  columns: string
  packed: string
}

const vector: MatchPads = {
  first: VECTOR.first,
  frames: VECTOR.frames,
  ports: [0, 1].map((port) => ({
    missed: VECTOR.missed[port]!.map(([frame, count]) => ({ frame, count })),
    pads: Uint8Array.from(Buffer.from(VECTOR.pads[port]!, 'hex')),
  })) as unknown as MatchPads['ports'],
}

test('the written example that the reader in Python reads too', () => {
  expect(Buffer.from(encodePadColumns(vector)).toString('hex')).toBe(VECTOR.columns)
  const inflated = inflateSync(Buffer.from(VECTOR.packed, 'hex'))
  expect(inflated.toString('hex')).toBe(VECTOR.columns)
  expect(decodePadColumns(inflated)).toEqual(vector)
})

test('noise is encoded in steps that are short beside the whole, and come to the same bytes', () => {
  const length = 20_000
  const random = Uint8Array.from({ length: 256 }, (_, i) => (i * 167 + 13) & 0xff)
  const noise = (shift: number): PortPads => {
    const pads = new Uint8Array(length * PAD_BYTES)
    const view = new DataView(pads.buffer)
    for (let i = 0; i < length; i++) {
      view.setInt32(i * PAD_BYTES, i, true)
      for (let at = 4; at < PAD_BYTES; at++) pads[i * PAD_BYTES + at] = random[(i * at + shift) & 0xff]!
    }
    return { missed: [], pads }
  }
  const match: MatchPads = { first: 0, frames: length, ports: [noise(0), noise(1)] }
  const steps = encodeInSteps(match)
  let count = 0
  let step = steps.next()
  for (; step.done !== true; step = steps.next()) count++
  expect(step.value).toEqual(encodePadColumns(match))
  // Seven fields of two bots, 4096 pads of one at a time.
  expect(count).toBeGreaterThanOrEqual(2 * 7 * Math.floor(length / 4096))
})

describe('any pads and any missed frames', () => {
  test('come back equal', () => {
    fc.assert(
      fc.property(matches, (match) => {
        expect(decodePadColumns(encodePadColumns(match))).toEqual(match)
      }),
    )
  })

  test('have one spelling: what can be read is what would be written', () => {
    fc.assert(
      fc.property(matches, fc.nat(), byte, (match, where, value) => {
        const bytes = encodePadColumns(match)
        bytes[where % bytes.length] = value
        let read: MatchPads
        try {
          read = decodePadColumns(bytes)
        } catch (error) {
          expect(error).toBeInstanceOf(PadColumnsError)
          return
        }
        expect(encodePadColumns(read)).toEqual(bytes)
      }),
    )
  })

  test('cut off anywhere, or with bytes behind them, are refused', () => {
    fc.assert(
      fc.property(matches, fc.nat(), (match, where) => {
        const bytes = encodePadColumns(match)
        expect(() => decodePadColumns(bytes.subarray(0, where % bytes.length))).toThrow(PadColumnsError)
        expect(() => decodePadColumns(Uint8Array.of(...bytes, 0))).toThrow(PadColumnsError)
      }),
    )
  })

  test('and any other bytes either can be read or are refused', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          decodePadColumns(Uint8Array.of(1, ...bytes))
        } catch (error) {
          expect(error).toBeInstanceOf(PadColumnsError)
        }
      }),
    )
  })
})

describe('bounds', () => {
  const HEAD = '01 85ffffff'

  test.each([
    ['another version', '02 85ffffff 00'],
    ['more frames than are kept', `${HEAD} 818008`],
    ['a frame beyond the last', '01 ffffff7f 02'],
    ['a number of four bytes', `${HEAD} 80808001`],
    ['a number that could be shorter', `${HEAD} 8100`],
    ['a run of no missed frames', `${HEAD} 01 01 00 00`],
    ['missed frames beyond the last', `${HEAD} 01 01 00 02`],
    ['two runs of missed frames that are one', `${HEAD} 02 02 00 01 00 01`],
    ['a run of no pads', `${HEAD} 01 00 01 0000 00`],
    ['more runs than bytes', `${HEAD} 01 00 ffff07`],
    ['a run of more pads than landed', `${HEAD} 01 00 01 0000 02`],
    ['two runs of a field that are one', `${HEAD} 02 00 02 0000 0000 01 01`],
    ['fewer pads than landed', `${HEAD} 02 00 01 0000 01`],
  ])('%s is refused', (_, hex) => {
    expect(() => decodePadColumns(Buffer.from(hex.replaceAll(' ', ''), 'hex'))).toThrow(PadColumnsError)
  })

  test('what is longest to write is not longer than who inflates allows', () => {
    const pads = new Uint8Array(MOST_PAD_FRAMES * PAD_BYTES)
    for (let i = 0; i < MOST_PAD_FRAMES; i++)
      encodePad(
        { frame: i, buttons: i & 1, stickX: i & 1, stickY: i & 1, cstickX: i & 1, cstickY: i & 1, l: i & 1, r: i & 1 },
        pads.subarray(i * PAD_BYTES),
      )
    const port = { missed: [], pads }
    const match = { first: 0, frames: MOST_PAD_FRAMES, ports: [port, port] as const }
    const columns = encodePadColumns(match)
    expect(columns.length).toBeLessThanOrEqual(MOST_COLUMN_BYTES)
    expect(decodePadColumns(columns).ports[1].pads).toEqual(pads)
  })

  test.each<[string, Partial<MatchPads>]>([
    ['a pad is missing', { frames: 3 }],
    ['a pad is of another frame', { first: -122 }],
    ['a frame has no number', { first: 2 ** 31 }],
    ['there are too many frames', { frames: MOST_PAD_FRAMES + 1 }],
  ])('pads are not written where %s', (_, wrong) => {
    const pads = encodePad({ frame: -123, buttons: 0, stickX: 0, stickY: 0, cstickX: 0, cstickY: 0, l: 0, r: 0 })
    const port = { missed: [], pads }
    expect(() => encodePadColumns({ first: -123, frames: 1, ports: [port, port], ...wrong })).toThrow(RangeError)
  })
})
