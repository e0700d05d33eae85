import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyRecord, sampleRaw } from '../tests/sample-game.ts'
import { SlpError } from './error.ts'
import { EVENT_NAMES, EVENTS, VERSION } from './events.ts'
import { EventReader, type SlpEvent } from './reader.ts'
import { payloadSize } from './table.ts'
import { EventWriter } from './writer.ts'

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.replaceAll(/\s/g, ''), 'hex'))

function readAll(bytes: Uint8Array): SlpEvent[] {
  const events: SlpEvent[] = []
  const reader = new EventReader((event) => events.push(event))
  reader.push(bytes)
  reader.end()
  return events
}

const errorOf = (read: () => unknown): SlpError => {
  try {
    read()
  } catch (error) {
    if (error instanceof SlpError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0')

/** Event Payloads of an arbitrary announcement. */
function announce(sizes: Record<number, number>): string {
  const entries = Object.entries(sizes)
  return `35${hex(1 + 3 * entries.length, 2)}${entries.map(([code, size]) => hex(Number(code), 2) + hex(size, 4)).join('')}`
}

describe('EventReader', () => {
  test('passes on every event in order with its offset, whatever the pieces', () => {
    const raw = sampleRaw(3)
    const whole = readAll(raw)
    expect(whole.map((event) => event.name)).toEqual([
      'eventPayloads',
      'gameStart',
      ...Array.from({ length: 3 }, () => [
        'frameStart',
        'preFrame',
        'preFrame',
        'postFrame',
        'postFrame',
        'frameBookend',
      ]).flat(),
      'gameEnd',
    ])
    for (const size of [1, 2, 7, 64, 500]) {
      const events: SlpEvent[] = []
      const reader = new EventReader((event) => events.push(event))
      for (let at = 0; at < raw.length; at += size) reader.push(raw.subarray(at, at + size))
      reader.end()
      expect(events).toEqual(whole)
      expect(reader.offset).toBe(raw.length)
    }
  })

  test('keeps nothing of the bytes pushed: the caller may reuse them', () => {
    const raw = sampleRaw(1, new Uint8Array(600).fill(7))
    const whole = readAll(raw)
    const piece = new Uint8Array(100)
    const events: SlpEvent[] = []
    const reader = new EventReader((event) => events.push(event))
    for (let at = 0; at < raw.length; at += piece.length) {
      const length = Math.min(piece.length, raw.length - at)
      piece.set(raw.subarray(at, at + length))
      reader.push(piece.subarray(0, length))
      piece.fill(0xee)
    }
    expect(events).toEqual(whole)
  })

  test('property: whatever record is written reads back and is written again byte for byte', () => {
    const names = EVENT_NAMES.filter((name) => name !== 'messageSplitter')
    for (const name of names) {
      fc.assert(
        fc.property(anyRecord(name), (record) => {
          const first = new EventWriter()
          first.eventPayloads()
          const head = first.bytes().length
          Reflect.apply(first[name], first, [record])
          const event = readAll(first.bytes())[1]!
          expect(event.name).toBe(name)
          const second = new EventWriter()
          Reflect.apply(second[name], second, [event.record])
          expect(Buffer.from(second.bytes()).equals(first.bytes().subarray(head))).toBe(true)
        }),
        { seed: 3, numRuns: 100 },
      )
    }
  })

  test('assembles a Gecko List from its blocks and still passes on the blocks', () => {
    const codes = Uint8Array.from({ length: 1300 }, (_, i) => i % 251)
    const events = readAll(sampleRaw(0, codes))
    expect(events.map((event) => event.name)).toEqual([
      'eventPayloads',
      'gameStart',
      'messageSplitter',
      'messageSplitter',
      'messageSplitter',
      'geckoList',
      'gameEnd',
    ])
    expect(events[5]!.record).toEqual({ codes })
  })

  test('a Gecko List that comes as an event of its own reads too', () => {
    expect(readAll(bytesOf(`${announce({ 0x3d: 3 })} 3d aabbcc`))[1]!.record).toEqual({ codes: bytesOf('aabbcc') })
  })

  test('fields that an older recording lacks read as zero, or as the value for none', () => {
    const old = bytesOf(`${announce({ 0x39: 1, 0x3c: 4 })} 3c 00000007 39 03`)
    expect(
      readAll(old)
        .slice(1)
        .map((event) => event.record),
    ).toEqual([
      { frame: 7, latestFinalizedFrame: 0 },
      { gameEndMethod: 3, lrasInitiatorIndex: -1, placements: [-1, -1, -1, -1] },
    ])
  })

  test('fields that a newer recording appends are skipped', () => {
    expect(readAll(bytesOf(`${announce({ 0x3c: 10 })} 3c 00000007 00000006 aabb`))[1]!.record).toEqual({
      frame: 7,
      latestFinalizedFrame: 6,
    })
  })

  test('an event that is announced but unknown is passed on as bytes', () => {
    expect(readAll(bytesOf(`${announce({ 0x99: 2 })} 99 0102`))[1]).toEqual({
      name: 'unknown',
      offset: 5,
      record: { code: 0x99, payload: bytesOf('0102') },
    })
  })

  test.each([
    ['no Event Payloads', '36', 'bad-event-payloads', 0],
    ['entries that do not come out even', '35 03 36 02', 'bad-event-payloads', 0],
    ['a size of zero', '35 00', 'bad-event-payloads', 0],
    ['an event shorter than its oldest layout', announce({ 0x37: 10 }), 'bad-event-payloads', 0],
    ['an event that was not announced', `${announce({ 0x3c: 8 })} 3c 00000007 00000007 7f`, 'unknown-event', 14],
    ['Event Payloads a second time', `${announce({})} 35 01`, 'unknown-event', 2],
    [
      'a block that claims more than it holds',
      `${announce({ 0x10: 516 })} 10 ${'00'.repeat(512)} 0201 3d 01`,
      'bad-split-message',
      5,
    ],
  ])('%s is an SlpError with its place', (_, bytes, code, offset) => {
    expect(errorOf(() => readAll(bytesOf(bytes)))).toMatchObject({ code, offset })
  })

  test('a split message that never ends is refused before it fills the memory', () => {
    const block = bytesOf(`10 ${'00'.repeat(512)} 0200 3d 00`)
    const reader = new EventReader(() => {})
    reader.push(bytesOf(announce({ 0x10: 516 })))
    const error = errorOf(() => {
      for (let i = 0; i < 5000; i++) reader.push(block)
    })
    expect(error.code).toBe('bad-split-message')
    expect(reader.offset).toBeLessThan(1.1 * (1 << 20))
  })

  test('after an error the reader repeats it', () => {
    const reader = new EventReader(() => {})
    const first = errorOf(() => reader.push(bytesOf('ff')))
    expect(errorOf(() => reader.push(sampleRaw(1)))).toBe(first)
    expect(errorOf(() => reader.end())).toBe(first)
  })

  test('an event whose visitor throws is not passed on again', () => {
    const raw = sampleRaw(1)
    const seen: string[] = []
    const reader = new EventReader((event) => {
      seen.push(event.name)
      if (event.name === 'frameStart') throw new Error('mine')
    })
    expect(() => reader.push(raw)).toThrow('mine')
    reader.push(new Uint8Array(0))
    expect(seen).toEqual(readAll(raw).map((event) => event.name))
  })

  test('an event that the visitor refuses with an SlpError stays unread, and the reader repeats the error', () => {
    const raw = sampleRaw(1)
    const second = readAll(raw)[2]!
    const refusal = new SlpError('bad-frame', second.offset, 'mine')
    const reader = new EventReader(({ offset }) => {
      if (offset === second.offset) throw refusal
    })
    expect(errorOf(() => reader.push(raw))).toBe(refusal)
    expect(reader.offset).toBe(second.offset)
    expect(errorOf(() => reader.end())).toBe(refusal)
  })

  test('every truncation of a stream reads its whole events; end reports a cut inside an event', () => {
    const raw = sampleRaw(2)
    const offsets = readAll(raw).map((event) => event.offset)
    for (let length = 0; length <= raw.length; length++) {
      const events: SlpEvent[] = []
      const reader = new EventReader((event) => events.push(event))
      reader.push(raw.subarray(0, length))
      const isBetween = length === raw.length || (length > 0 && offsets.includes(length))
      expect(events.length).toBe(
        offsets.filter((offset, i) => (offsets[i + 1] ?? raw.length) <= length && offset < length).length,
      )
      if (isBetween) reader.end()
      else expect(errorOf(() => reader.end()).code).toBe('truncated')
    }
  })

  test('garbage behind a valid opening never throws anything but SlpError', () => {
    const opening = new EventWriter()
    opening.eventPayloads()
    const codes = [...Object.values(EVENTS).map((table) => table.code), 0x35, 0x3d, 0x77]
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...codes), fc.uint8Array({ maxLength: 800 })), { maxLength: 12 }),
        fc.integer({ min: 1, max: 300 }),
        (pieces, size) => {
          const bytes = Buffer.concat([
            opening.bytes(),
            ...pieces.map(([code, garbage]) => Buffer.from([code, ...garbage])),
          ])
          const reader = new EventReader(() => {})
          try {
            for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size))
            reader.end()
          } catch (error) {
            expect(error).toBeInstanceOf(SlpError)
          }
        },
      ),
      { seed: 4, numRuns: 500 },
    )
  })

  test('any announcement and any bytes never throw anything but SlpError', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.integer({ min: 0, max: 20 }), (garbage, entries) => {
        const bytes = Uint8Array.from([0x35, 1 + 3 * entries, ...garbage])
        try {
          readAll(bytes)
        } catch (error) {
          expect(error).toBeInstanceOf(SlpError)
        }
      }),
      { seed: 5, numRuns: 3000 },
    )
  })

  test('sizes announced by the writer are those of the tables', () => {
    const writer = new EventWriter()
    writer.eventPayloads(77)
    const event = readAll(writer.bytes())[0]!
    if (event.name !== 'eventPayloads') throw new Error(event.name)
    expect(event.record.sizes.get(0x3d)).toBe(77)
    for (const table of Object.values(EVENTS))
      expect(event.record.sizes.get(table.code)).toBe(payloadSize(table, VERSION))
  })
})
