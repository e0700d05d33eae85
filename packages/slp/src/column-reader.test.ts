import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyStream } from '../tests/any-stream.ts'
import { expectFrames } from '../tests/expect-frames.ts'
import { sampleMetadata, sampleRaw } from '../tests/sample-game.ts'
import { ColumnReader } from './column-reader.ts'
import { buffersOf, ReplayColumns, type ColumnsPart } from './columns.ts'
import { envelopeHead, RAW_OFFSET, readReplay, writeReplay } from './envelope.ts'
import { SlpError } from './error.ts'
import { FIRST_FRAME } from './events.ts'
import { collectFrames } from './frames.ts'
import { EventReader, type SlpEvent } from './reader.ts'
import { EventWriter } from './writer.ts'

function eventsOf(raw: Uint8Array): SlpEvent[] {
  const events: SlpEvent[] = []
  new EventReader((event) => events.push(event)).push(raw)
  return events
}

function readAll(bytes: Uint8Array): ColumnReader {
  const reader = new ColumnReader()
  reader.push(bytes)
  reader.end()
  return reader
}

function errorOf(run: () => void): SlpError {
  try {
    run()
  } catch (error) {
    expect(error).toBeInstanceOf(SlpError)
    return error as SlpError
  }
  throw new Error('No error was thrown')
}

describe('columns', () => {
  test('hold what the frames of a file hold, and its start, end and metadata', () => {
    const file = writeReplay(sampleRaw(300), sampleMetadata(300))
    const replay = readReplay(file)
    const reader = readAll(file)
    expectFrames(reader.columns, collectFrames(replay.events))
    expect(reader.columns.count).toBe(300)
    expect(reader.gameStart).toEqual(replay.gameStart)
    expect(reader.gameEnd).toEqual(replay.gameEnd)
    expect(reader.metadata).toEqual(replay.metadata)
    expect(reader.raw).toEqual(replay.raw)
  })

  test('hold the last occurrence of a frame that a rollback plays again, whatever the stream', () => {
    fc.assert(
      fc.property(anyStream, (raw) => {
        expectFrames(readAll(raw).columns, collectFrames(eventsOf(raw)))
      }),
      { seed: 4, numRuns: 60 },
    )
  })

  test('are the same for pieces of any size, of a file and of a bare stream', () => {
    fc.assert(
      fc.property(
        anyStream,
        fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1 }),
        fc.boolean(),
        (raw, sizes, isFile) => {
          const bytes = isFile ? writeReplay(raw, {}) : raw
          const whole = readAll(bytes)
          const reader = new ColumnReader()
          for (let at = 0, i = 0; at < bytes.length; at += sizes[i++ % sizes.length]!) {
            reader.push(bytes.subarray(at, at + sizes[i % sizes.length]!))
          }
          reader.end()
          expect(reader.columns.part()).toEqual(whole.columns.part())
        },
      ),
      { seed: 5, numRuns: 50 },
    )
  })

  test('of parts sent as they came are those of the reader', () => {
    fc.assert(
      fc.property(anyStream, fc.integer({ min: 100, max: 3000 }), (raw, size) => {
        const reader = new ColumnReader()
        const shown = new ReplayColumns()
        let items = 0
        for (let at = 0; at < raw.length; at += size) {
          reader.push(raw.subarray(at, at + size))
          if (reader.changedFrom === Infinity) continue
          const part = reader.columns.part(reader.changedFrom, items)
          reader.changedFrom = Infinity
          items = reader.columns.itemRows
          shown.take(structuredClone<ColumnsPart>(part, { transfer: buffersOf(part) }))
        }
        expect(shown.part()).toEqual(reader.columns.part())
      }),
      { seed: 6, numRuns: 50 },
    )
  })

  test('carry what the stage was last recorded to be', () => {
    const writer = new EventWriter()
    writer.eventPayloads()
    for (let frame = FIRST_FRAME; frame < FIRST_FRAME + 6; frame++) {
      writer.frameStart({ frame, seed: 0, sceneFrameCounter: 0 })
      if (frame === FIRST_FRAME + 2) writer.fodPlatforms({ frame, platform: 1, height: 21.5 })
      if (frame === FIRST_FRAME + 4) writer.fodPlatforms({ frame, platform: 0, height: 27 })
      if (frame === FIRST_FRAME + 3) writer.dreamlandWhispy({ frame, direction: 2 })
      if (frame === FIRST_FRAME + 1) writer.stadiumTransformation({ frame, event: 2, type: 6 })
      writer.frameBookend({ frame, latestFinalizedFrame: frame })
    }
    const reader = new ColumnReader()
    reader.push(writer.bytes())
    const { frames, count } = reader.columns
    const rows = (column: ArrayLike<number>) => Array.from(column).slice(0, count)
    expect(rows(frames.platformLeft)).toEqual([NaN, NaN, 21.5, 21.5, 21.5, 21.5])
    expect(rows(frames.platformRight)).toEqual([NaN, NaN, NaN, NaN, 27, 27])
    expect(rows(frames.wind)).toEqual([0, 0, 0, 2, 2, 2])
    expect(rows(frames.stadiumType)).toEqual([0, 6, 6, 6, 6, 6])
  })
})

describe('a replay that is not whole', () => {
  const file = writeReplay(sampleRaw(2), sampleMetadata(2))

  test('every truncation of a file is an error, and keeps the frames that were whole', () => {
    for (let length = 0; length < file.length; length++) {
      const reader = new ColumnReader()
      const error = errorOf(() => {
        reader.push(file.subarray(0, length))
        reader.end()
      })
      expect(['truncated', 'bad-metadata']).toContain(error.code)
      expect(error.offset).toBeLessThanOrEqual(length)
    }
    const reader = new ColumnReader()
    reader.push(file.subarray(0, RAW_OFFSET + sampleRaw(2).length - 7))
    expect(reader.columns.count).toBe(2)
  })

  test('a file that is still being written is read so far, with or without the tail of a writer that died', () => {
    const raw = sampleRaw(3)
    for (const rest of [new Uint8Array(0), file.subarray(RAW_OFFSET + sampleRaw(2).length)]) {
      const reader = readAll(Buffer.concat([envelopeHead(), raw, rest]))
      expect(reader.columns.count).toBe(3)
      expect(reader.metadata).toBeNull()
    }
    expect(readAll(Buffer.concat([envelopeHead(), raw.subarray(0, -20)])).columns.count).toBe(2)
  })
})

describe('hostile bytes', () => {
  function outcome(bytes: Uint8Array, sizes = bytes.length): string {
    const reader = new ColumnReader(1 << 20)
    try {
      for (let at = 0; at < bytes.length; at += sizes) reader.push(bytes.subarray(at, at + sizes))
      reader.end()
    } catch (error) {
      if (!(error instanceof SlpError)) throw error
      return error.code
    }
    return 'read'
  }

  test('any change of a few bytes is read or an SlpError, in bounded time', () => {
    const file = writeReplay(sampleRaw(20), sampleMetadata(20))
    const seen = new Set<string>()
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(file.length - 1), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 6 }),
        fc.boolean(),
        (changes, isEarly) => {
          const bytes = file.slice()
          for (const [at, value] of changes) bytes[isEarly ? at % 900 : at] = value
          seen.add(outcome(bytes, 4096))
        },
      ),
      { seed: 7, numRuns: 1000 },
    )
    expect([...seen]).toEqual(expect.arrayContaining(['read', 'truncated', 'bad-frame', 'unknown-event']))
  })

  test('noise is refused at its first bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 2, maxLength: 300 }), (bytes) => {
        expect(['not-slp', 'bad-event-payloads', 'truncated', 'unknown-event']).toContain(outcome(bytes))
      }),
      { seed: 8, numRuns: 1000 },
    )
  })

  test.each([
    ['a frame far ahead', [FIRST_FRAME, 1_000_000], 'bad-frame'],
    ['a frame before the first', [-124], 'bad-frame'],
    ['a first frame far ahead, as of Slo-Mo and Training,', [262_433], 'unsupported-mode'],
    ['a frame that comes again and again', Array.from({ length: 9 }, () => 0), 'unsupported-mode'],
  ])('%s is refused before room is made for it', (_, frames, code) => {
    const writer = new EventWriter()
    writer.eventPayloads()
    for (const frame of frames) {
      writer.frameStart({ frame, seed: 0, sceneFrameCounter: 0 })
      writer.frameBookend({ frame, latestFinalizedFrame: frame })
    }
    expect(outcome(writer.bytes())).toBe(code)
  })

  test('more bytes than are accepted are refused', () => {
    expect(outcome(new Uint8Array(Buffer.concat([sampleRaw(1), new Uint8Array(1 << 20)])))).toBe('too-long')
  })

  test('an announcement with too few bytes for an event is refused', () => {
    const error = errorOf(() => readAll(Uint8Array.of(0x35, 4, 0x38, 0, 2)))
    expect(error.code).toBe('bad-event-payloads')
    expect(error.message).toContain('Post-Frame Update')
  })

  test('after an error the reader stays dead', () => {
    const reader = new ColumnReader()
    expect(errorOf(() => reader.push(Uint8Array.of(1))).code).toBe('not-slp')
    expect(errorOf(() => reader.push(sampleRaw(1))).code).toBe('not-slp')
  })
})
