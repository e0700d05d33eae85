/** Recordings of every format: what one does not hold yet, and that all readers read the same of it. */
import {
  absentFields,
  collectFrames,
  ColumnReader,
  envelopeHead,
  EventReader,
  EVENTS,
  EventWriter,
  FIRST_FRAME,
  RAW_OFFSET,
  readReadable,
  readReplay,
  seedOf,
  SlpError,
  writeReplay,
  type EventName,
  type EventTable,
  type Frame,
  type SlpEvent,
} from '@arena/slp'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyStream } from './any-stream.ts'
import { expectFrames } from './expect-frames.ts'
import { FALCO, foreignGame, FOX, NANA, POPO, type ForeignGame } from './foreign-game.ts'
import { FORMATS, inFormat } from './formats.ts'
import { sampleMetadata } from './sample-game.ts'

const FRAMES = 5

/** Sticks of all directions, an item now and then, and Nana, who is gone for some frames. */
const SHOWN: Omit<ForeignGame, 'fighters'> = {
  frames: FRAMES,
  pre: (frame, { port }) => {
    const [x, y] = [Math.cos(frame + port), Math.sin(frame + port)]
    return {
      seed: 1000 + frame,
      joystickX: x,
      joystickY: y,
      cStickX: -y,
      cStickY: x,
      rawJoystickX: Math.round(80 * x),
      rawJoystickY: Math.round(80 * y),
      rawCStickX: Math.round(-80 * y),
      rawCStickY: Math.round(80 * x),
      percent: 3,
    }
  },
  post: (frame, { port, isFollower }) =>
    isFollower && frame % 4 === 0
      ? null
      : { percent: 10 * port + frame + 123, lCancelStatus: 2, jumpsRemaining: 1, instanceId: 9, hitlagRemaining: 4 },
  items: (frame) => (frame % 3 === 0 ? [{ typeId: 54, owner: 1, instanceId: 7, missileType: 1 }] : []),
}

const GAMES = {
  'a game of two': [
    { ...FOX, port: 0 },
    { ...FALCO, port: 3 },
  ],
  'Ice Climbers': [
    { ...POPO, port: 1 },
    { ...NANA, port: 1 },
    { ...FOX, port: 2 },
  ],
  'a game of three': [0, 1, 2].map((port) => ({ ...FOX, port })),
  'a game of four': [0, 1, 2, 3].map((port) => ({ ...FALCO, port })),
}
const CASES = Object.entries(GAMES).flatMap(([name, fighters]) =>
  FORMATS.map((format) => [name, format, foreignGame({ ...SHOWN, fighters })] as const),
)

function columnsOf(bytes: Uint8Array): { reader: ColumnReader; fault: SlpError | null } {
  const reader = new ColumnReader()
  try {
    reader.push(bytes)
    reader.end()
    return { reader, fault: null }
  } catch (fault) {
    if (fault instanceof SlpError) return { reader, fault }
    throw fault
  }
}

const isSince = (since: string, format: string): boolean => FORMATS.indexOf(since) <= FORMATS.indexOf(format)

/** A record as a reader of an older format has to give it. */
function aged(name: EventName, record: object, format: string): object {
  const { fields }: EventTable = EVENTS[name]
  const values = record as Record<string, number>
  const entries = fields.map(({ name: field, since, absent = 0 }) => {
    if (isSince(since, format)) return [field, values[field]]
    return [field, typeof absent === 'number' ? absent : Math.round(80 * values[absent.processed]!)]
  })
  return Object.fromEntries(entries)
}

/** What an older format holds of a frame. */
function agedFrame(frame: Frame, format: string): object {
  const event = (name: EventName, record: object | null | undefined): object | null =>
    record && isSince(EVENTS[name].since, format) ? aged(name, record, format) : null
  return {
    frame: frame.frame,
    start: event('frameStart', frame.start),
    players: frame.players.map(
      (player) =>
        player && {
          pre: event('preFrame', player.pre),
          post: event('postFrame', player.post),
          follower: player.follower && {
            pre: event('preFrame', player.follower.pre),
            post: event('postFrame', player.follower.post),
          },
        },
    ),
    items: frame.items.flatMap((item) => event('itemUpdate', item) ?? []),
    bookend: event('frameBookend', frame.bookend),
  }
}

describe.each(CASES)('%s in format %s', (_, format, raw) => {
  const file = writeReplay(inFormat(raw, format), sampleMetadata(FRAMES))

  test('has every frame, and of each what the format holds', () => {
    const whole = collectFrames(readReplay(writeReplay(raw, {})).events)
    const frames = collectFrames(readReplay(file).events)
    expect(frames).toHaveLength(FRAMES)
    expect(frames).toMatchObject(whole.map((frame) => agedFrame(frame, format)))
    expect(frames.map(seedOf)).toEqual(
      whole.map((frame) => frame.start && (isSince('2.2.0', format) ? 0 : 1000 + frame.frame)),
    )
  })

  test('reads the same as columns, whatever version it says that it is of', () => {
    for (const says of ['0.1.0', '3.18.0']) {
      const bytes = writeReplay(inFormat(raw, format, says), sampleMetadata(FRAMES))
      const { reader, fault } = columnsOf(bytes)
      expect(fault).toBeNull()
      expectFrames(reader.columns, collectFrames(readReplay(bytes).events))
      expect(reader.gameStart).toEqual(readReplay(bytes).gameStart)
      expect(reader.gameEnd).toEqual(readReplay(bytes).gameEnd)
    }
  })
})

const TURNS = CASES.filter(([, format]) => ['0.1.0', '2.0.0', '2.2.0', '3.0.0', '3.18.0'].includes(format))

describe.each(TURNS)('%s in format %s', (_, format, raw) => {
  test('cut off anywhere near its end, or unfinished, reads the same by all as far as it goes', () => {
    const stream = inFormat(raw, format)
    const file = writeReplay(stream, sampleMetadata(FRAMES))
    const lengths = new Set<number>()
    for (let cut = 1; cut < 400; cut += 13) {
      for (const bytes of [
        file.subarray(0, RAW_OFFSET + stream.length - cut),
        Buffer.concat([envelopeHead(), stream.subarray(0, -cut)]),
      ]) {
        const { reader, fault } = columnsOf(bytes)
        const readable = readReadable(bytes)
        expectFrames(reader.columns, collectFrames(readable.events))
        expect(fault?.message).toBe(readable.fault?.message)
        lengths.add(reader.columns.count)
      }
    }
    // Not one frame is lost that was whole.
    expect(Math.max(...lengths)).toBe(FRAMES)
    expect(lengths.size).toBeGreaterThan(1)
  })
})

const PAIRS = TURNS.filter(([name]) => name === 'Ice Climbers')

test.each(PAIRS)(
  '%s in format %s: zero bytes for all that follows a byte are a recording that is cut off there',
  (_, format, raw) => {
    const stream = inFormat(raw, format)
    const whole = collectFrames(readReplay(writeReplay(stream, {})).events)
    const lengths = new Set<number>()
    for (let cut = 1; cut < 500; cut += 11) {
      const zeroes = Buffer.concat([stream.subarray(0, -cut), Buffer.alloc(cut + 3000)])
      for (const bytes of [
        Buffer.concat([envelopeHead(zeroes.length), zeroes]),
        Buffer.concat([envelopeHead(), zeroes]),
        Buffer.concat([envelopeHead(stream.length), zeroes]),
      ]) {
        const { reader, fault } = columnsOf(bytes)
        const readable = readReadable(bytes)
        const frames = collectFrames(readable.events)
        expect([fault?.code, readable.fault?.code]).toEqual(['truncated', 'truncated'])
        // Every frame that is given is as it was played: no event is read half.
        expect(frames).toEqual(whole.slice(0, frames.length))
        expectFrames(reader.columns, frames)
        expect(reader.gameEnd).toEqual(readable.gameEnd)
        lengths.add(frames.length)
      }
    }
    expect(Math.max(...lengths)).toBeGreaterThanOrEqual(FRAMES - 1)
    expect(lengths.size).toBeGreaterThan(1)
  },
)

test('property: any stream of any format, with rubbish anywhere, reads the same by all', () => {
  fc.assert(
    fc.property(
      anyStream,
      fc.constantFrom(...FORMATS),
      fc.nat(),
      fc.uint8Array({ maxLength: 16 }),
      (raw, format, place, rubbish) => {
        const stream = inFormat(raw, format)
        const at = stream.length - (place % (stream.length / 2))
        const bytes = writeReplay(Buffer.concat([stream.subarray(0, at), rubbish, stream.subarray(at)]), {})
        const { reader, fault } = columnsOf(bytes)
        if (reader.gameStart === null) return
        const readable = readReadable(bytes)
        expectFrames(reader.columns, collectFrames(readable.events))
        expect(fault?.message).toBe(readable.fault?.message)
        expect(reader.gameEnd).toEqual(readable.gameEnd)
      },
    ),
    { seed: 9, numRuns: 100 },
  )
})

test('the names of absent fields follow from Event Payloads', () => {
  const events: SlpEvent[] = []
  new EventReader((event) => events.push(event)).push(inFormat(CASES[0]![2], '2.0.0', '3.18.0'))
  const [opening] = events
  if (opening?.name !== 'eventPayloads') throw new Error('the stream does not begin with Event Payloads')
  const absent = absentFields(opening.record.sizes)
  expect(absent.preFrame).toEqual(['rawJoystickY', 'rawCStickX', 'rawCStickY'])
  expect(absent.gameEnd).toEqual(['placements'])
  expect(absent.frameBookend).toEqual(['frame', 'latestFinalizedFrame'])
  expect(absent.gameStart).toEqual(expect.arrayContaining(['language', 'displayName']))
  expect(absent.gameStart).not.toContain('nametag')
})

describe('a raw stick that a recording is too old to hold', () => {
  test.each([
    [-1, -80],
    [1, 80],
    [0, 0],
    [0.2875, 23],
    [NaN, 0],
    [Infinity, 127],
    [-9, -128],
  ])('is 80 times the processed one: %d is %d', (processed, raw) => {
    const game = foreignGame({
      ...SHOWN,
      fighters: GAMES['a game of two'],
      pre: () => ({ joystickY: processed, cStickX: processed }),
    })
    const bytes = writeReplay(inFormat(game, '3.9.0'), {})
    const [frame] = collectFrames(readReplay(bytes).events)
    expect(frame!.players[0]!.pre).toMatchObject({ rawJoystickY: raw, rawCStickX: raw })
    expectFrames(columnsOf(bytes).reader.columns, collectFrames(readReplay(bytes).events))
  })
})

test.each(['3.18.0', '2.0.0'])('a fighter of a player index that no port has is left out, in format %s', (format) => {
  const pre = (frame: number, { port }: { port: number }) => (port === 1 ? { frame, playerIndex: 4 } : {})
  const post = (_: number, { port }: { port: number }) =>
    port === 1 ? { playerIndex: 4, percent: 77 } : { percent: 5 }
  const game = foreignGame({ frames: 3, fighters: [0, 1].map((port) => ({ ...FOX, port })), pre, post })
  const bytes = writeReplay(inFormat(game, format), {})
  const frames = collectFrames(readReplay(bytes).events)
  expect(frames.map(({ players }) => players.map((player) => player?.post?.percent ?? null))).toEqual(
    Array.from({ length: 3 }, () => [5, null, null, null]),
  )
  const { columns } = columnsOf(bytes).reader
  expectFrames(columns, frames)
  expect(columns.fighters.filter((fighter) => fighter !== null)).toHaveLength(1)
})

test('a platform of an index that the Fountain does not have is left out', () => {
  const also = (writer: EventWriter, frame: number) => writer.fodPlatforms({ frame, platform: 2, height: 9 })
  const { columns } = columnsOf(foreignGame({ frames: 1, fighters: [{ ...FOX, port: 0 }], also })).reader
  expect([columns.frames.platformLeft[0], columns.frames.platformRight[0]]).toEqual([NaN, NaN])
  expect(columns.lastFrame).toBe(FIRST_FRAME)
})
