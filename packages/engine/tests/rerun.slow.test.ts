/** A replay of the arena played again from its bytes (`rerun.ts`). */
import { collectFrames, ColumnReader, EventReader, EVENTS, FIRST_FRAME, writeReplay, type SlpEvent } from '@arena/slp'
import { describe, expect, test } from 'vitest'
import { Picture, PICTURE_BYTES, type EndCause, type Game } from '../src/index.ts'
import { padOf, readController, ControllerReading, type Pad } from '../src/input/controller.ts'
import { isArenaReplay, loadReplayFighters, Rerun } from '../src/rerun.ts'
import { RandomPads } from './random-pads.ts'
import { numberedGame } from './replay-hash.ts'
import { NEUTRAL } from './scene.ts'

interface Recording {
  readonly raw: Uint8Array<ArrayBuffer>
  readonly seed: Uint8Array
  readonly frames: number
}

const seedOf = (number: number) => Uint8Array.from({ length: 32 }, (_, i) => (number * 37 + i * 11) & 255)

function record(number: number, frames: number, cause?: EndCause, watch: (game: Game) => void = () => {}): Recording {
  const game = numberedGame(number)
  const pads = [new RandomPads(number * 2 + 1), new RandomPads(number * 2 + 2)] as const
  const messages = [game.start().slice()]
  while (messages.length <= frames && !game.ending) {
    messages.push(game.step(pads[0].next(), pads[1].next()).slice())
    watch(game)
  }
  messages.push(game.end(cause ?? (game.ending ? { kind: 'natural' } : { kind: 'aborted' })).slice())
  return { raw: new Uint8Array(Buffer.concat(messages)), seed: seedOf(number), frames: messages.length - 2 }
}

function readerOf(bytes: Uint8Array): ColumnReader {
  const reader = new ColumnReader()
  reader.push(bytes)
  return reader
}

function rerunOf(bytes: Uint8Array, seed?: Uint8Array): Rerun {
  const rerun = new Rerun(readerOf(bytes), seed)
  while (rerun.advance(500) > 0);
  return rerun
}

function changed(raw: Uint8Array, at: number, value = raw[at]! ^ 0x15): Uint8Array {
  const copy = raw.slice()
  copy[at] = value
  return copy
}

/** Offset of a field of the n-th event of a code on a frame. */
function offsetOf(
  raw: Uint8Array,
  frame: number,
  name: 'frameStart' | 'preFrame' | 'postFrame',
  field: string,
  nth = 0,
): number {
  const { columns } = readerOf(raw)
  const row = frame - FIRST_FRAME
  const at =
    name === 'frameStart'
      ? columns.frames.frameStartAt[row]!
      : columns.fighter(nth)!.at[name === 'preFrame' ? 'preAt' : 'postAt'][row]!
  return at + EVENTS[name].fields.find((one) => one.name === field)!.offset
}

const ICE_CLIMBERS_AND_FALCON = 14
const ZELDA_AND_SHEIK = 18 + 26 * 19
const NUMBERS = [
  ICE_CLIMBERS_AND_FALCON,
  ZELDA_AND_SHEIK,
  14 + 26 * 14,
  ...Array.from({ length: 27 }, (_, i) => 25 * i + 3 * (i % 9)),
]

test.each(NUMBERS)('match %i comes out equal, byte for byte, and its seeds are those of the match', (number) => {
  const { raw, seed, frames } = record(number, 700)
  const rerun = rerunOf(writeReplay(raw, {}), seed)
  expect(rerun.difference).toBeNull()
  expect(rerun.played).toBe(frames)
  expect(rerun.isEqual).toBe(true)
})

test('a whole game to its last stock comes out equal', () => {
  const { raw, frames } = record(ICE_CLIMBERS_AND_FALCON, 30_000)
  expect(frames).toBeGreaterThan(1000)
  expect(rerunOf(raw)).toMatchObject({ difference: null, played: frames, isEqual: true })
})

test('a game to the end of its time comes out equal', () => {
  const game = numberedGame(61)
  const messages = [game.start().slice()]
  while (!game.ending) messages.push(game.step(NEUTRAL, NEUTRAL).slice())
  expect(game.ending.method).toBe('time')
  messages.push(game.end({ kind: 'natural' }).slice())
  const rerun = rerunOf(Buffer.concat(messages))
  expect(rerun.difference).toBeNull()
  expect(rerun.isEqual).toBe(true)
})

test.each<[string, EndCause]>([
  ['a forfeit of port 0', { kind: 'forfeit', port: 0 }],
  ['a forfeit of port 1', { kind: 'forfeit', port: 1 }],
  ['a forfeit of both', { kind: 'forfeit', port: null }],
  ['an abort', { kind: 'aborted' }],
])('%s comes out equal', (_, cause) => {
  expect(rerunOf(record(5, 100, cause).raw).isEqual).toBe(true)
})

test('every pad of the recording is one that reads the same', () => {
  const [first, again] = [new ControllerReading(), new ControllerReading()]
  const back: Pad = { ...NEUTRAL }
  for (let raw = 0; raw < 256; raw++) {
    const pad = {
      buttons: raw * 257,
      stickX: raw,
      stickY: 255 - raw,
      cstickX: raw ^ 77,
      cstickY: raw ^ 5,
      l: raw,
      r: 255 - raw,
    }
    readController(pad, first)
    const { physicalButtons, rawX, rawY, rawCstickX, rawCstickY, physicalL, physicalR } = first
    padOf(
      {
        physicalButtons,
        rawJoystickX: rawX,
        rawJoystickY: rawY,
        rawCStickX: rawCstickX,
        rawCStickY: rawCstickY,
        physicalLTrigger: physicalL,
        physicalRTrigger: physicalR,
      },
      back,
    )
    readController(back, again)
    expect(again).toEqual(first)
  }
})

describe('what differs is named', () => {
  const { raw, seed } = record(NUMBERS[5]!, 600)

  test('a pad', () => {
    const at = offsetOf(raw, 200, 'preFrame', 'rawJoystickX')
    const { difference, played } = rerunOf(changed(raw, at, raw[at]! > 100 ? 0 : 127))
    expect(difference!.frame).toBe(200)
    expect(played).toBe(200 - FIRST_FRAME)
    expect(difference!.text).toContain('Pre-Frame Update of port 0')
  })

  test('a byte of an event, with both values', () => {
    const { difference } = rerunOf(changed(raw, offsetOf(raw, 321, 'postFrame', 'positionX', 1) + 1))
    expect(difference).toMatchObject({ frame: 321, event: 'Post-Frame Update', field: 'positionX' })
    expect(difference!.text).toMatch(
      /^On frame 321 Post-Frame Update of port 1 differs in positionX: .* recorded, .* played again\.$/,
    )
  })

  test('a seed, which the match’s own seed shows at once', () => {
    const at = offsetOf(raw, 50, 'frameStart', 'seed')
    expect(rerunOf(changed(raw, at)).difference).toMatchObject({ frame: 50, event: 'Pre-Frame Update', field: 'seed' })
    expect(rerunOf(changed(raw, at), seed).difference).toMatchObject({ frame: 50, event: 'Frame Start', field: 'seed' })
    expect(
      rerunOf(
        raw,
        seed.map((byte) => byte ^ 1),
      ).difference,
    ).toMatchObject({ frame: -123, field: 'seed' })
  })

  test('the stage and a pick, by the first frame that they make different', () => {
    const start = readerOf(raw)
    const at = start.gameStartEnd - start.eventBytes(EVENTS.gameStart.code)
    const stage = EVENTS.gameStart.fields.find((one) => one.name === 'stageId')!
    const other = raw[at + stage.offset + 1] === 31 ? 32 : 31
    expect(rerunOf(changed(raw, at + stage.offset + 1, other)).difference!.frame).toBe(FIRST_FRAME)
    const character = EVENTS.gameStart.players.find((one) => one.name === 'characterId')!
    expect(rerunOf(changed(raw, at + character.offset, 2)).difference!.frame).toBe(FIRST_FRAME)
  })

  test('a byte of Game Start that the arena never writes', () => {
    const start = readerOf(raw)
    const at = start.gameStartEnd - start.eventBytes(EVENTS.gameStart.code)
    const offset = EVENTS.gameStart.fields.find((one) => one.name === 'bombRain')!.offset
    expect(rerunOf(changed(raw, at + offset)).difference).toMatchObject({ event: 'Game Start', field: 'bombRain' })
  })

  test('a missing event, a frame twice, an end too early, and another end', () => {
    const { columns } = readerOf(raw)
    const { startAt, endAt } = columns.frames
    const post = columns.fighter(1)!.at.postAt[100]!
    const cut = (from: number, to: number) => Buffer.concat([raw.subarray(0, from), raw.subarray(to)])
    expect(rerunOf(cut(post, post + 85)).difference!.frame).toBe(-23)
    const twice = Buffer.concat([raw.subarray(0, endAt[90]), raw.subarray(startAt[90])])
    expect(rerunOf(twice).difference!.frame).toBe(90 - 123)
    expect(rerunOf(cut(startAt[100]!, endAt[100]!)).difference!.text).toBe(
      'On frame -23 the recording lacks the frame.',
    )
    const { gameEndAt } = readerOf(raw)
    const early = changed(raw, gameEndAt + 1, 2)
    expect(rerunOf(early).difference!.text).toContain('the game is not decided')
    expect(rerunOf(changed(raw, gameEndAt + 2, 3)).difference).toMatchObject({ event: 'Game End' })
  })

  test('a truncated file is equal as far as it goes, and not at its end', () => {
    const rerun = rerunOf(raw.subarray(0, raw.length - 100))
    expect(rerun.difference).toBeNull()
    expect(rerun.isEqual).toBe(false)
    expect(rerun.played).toBeGreaterThan(590)
  })

  test('any changed byte of a frame, but a raw stick that reads the same: there is a difference, and no fault', () => {
    const { gameStartEnd: first, columns } = readerOf(raw)
    const sticks = EVENTS.preFrame.fields.filter(({ name }) => /^raw.*Stick/i.test(name)).map(({ offset }) => offset)
    const starts = [0, 1].flatMap((nth) => [...columns.fighter(nth)!.at.preAt.subarray(0, columns.count)])
    const ofSticks = new Set(starts.flatMap((start) => sticks.map((offset) => start + offset)))
    for (let i = 0; i < 60; i++) {
      const at = first + ((i * 7919) % (raw.length - first))
      if (ofSticks.has(at)) continue
      let rerun: Rerun
      try {
        rerun = rerunOf(changed(raw, at))
      } catch (error) {
        expect((error as Error).name).toBe('SlpError')
        continue
      }
      expect(rerun.isEqual, `byte ${at}`).toBe(false)
    }
  })
})

describe('pictures', () => {
  const shown: ArrayBuffer[] = []
  const { raw, frames } = record(ICE_CLIMBERS_AND_FALCON, 400, undefined, (game) => {
    const buffer = new ArrayBuffer(PICTURE_BYTES)
    game.show(new Picture(buffer))
    shown.push(buffer)
  })

  test('are exactly those of the match, whatever frame is asked for', () => {
    const rerun = rerunOf(raw)
    for (const [from, count] of [
      [0, 10],
      [300, 60],
      [59, 3],
      [120, 1],
      [121, 1],
      [355, 40],
      [7, 1],
    ] as const) {
      const into = new ArrayBuffer(count * PICTURE_BYTES)
      expect(rerun.pictures(from, count, into)).toBe(count)
      for (let i = 0; i < count; i++) {
        const one = new Picture(into, i * PICTURE_BYTES)
        const other = new Picture(shown[from + i])
        expect(one.head.frame).toBe(from + i + FIRST_FRAME)
        expectSame(one, other)
      }
    }
  })

  test('of a stream that grows are exact as far as it was played', () => {
    const reader = new ColumnReader()
    let rerun: Rerun | null = null
    let seen = 0
    for (let at = 0; at < raw.length; at += 1000) {
      reader.push(raw.subarray(at, at + 1000))
      if (!reader.gameStart) continue
      rerun ??= new Rerun(reader)
      seen += rerun.advance(Infinity)
      expect(rerun.played).toBe(reader.columns.count)
    }
    expect(seen).toBe(frames)
    expect(rerun!.isEqual).toBe(true)
  })

  test('from the first difference on are those of the recording', () => {
    const rerun = rerunOf(changed(raw, offsetOf(raw, 100, 'postFrame', 'percent')))
    const into = new ArrayBuffer(20 * PICTURE_BYTES)
    expect(rerun.pictures(90 - FIRST_FRAME, 20, into)).toBe(10)
    const posed = new Picture(into, 15 * PICTURE_BYTES)
    const played = new Picture(shown[105 - FIRST_FRAME])
    expect(posed.head).toMatchObject({ frame: 105, bodyCount: 3 })
    for (const i of [0, 1, 2]) {
      const { x, y, action, stocks, actionFrame, capsuleCount } = played.bodies[i]!
      expect(posed.bodies[i]).toMatchObject({ x, y, action, stocks, actionFrame, capsuleCount })
    }
    expect(posed.head.platforms).toEqual(played.head.platforms)
  })
})

function expectSame(one: Picture, other: Picture): void {
  expect(one.head.bodyCount).toBe(other.head.bodyCount)
  for (let i = 0; i < one.head.bodyCount; i++) {
    const [a, b] = [one.bodies[i]!, other.bodies[i]!]
    const { x, y, action, animationFrame, hitboxCount, capsuleCount, percent, shieldHealth } = b
    expect(a).toMatchObject({ x, y, action, animationFrame, hitboxCount, capsuleCount, percent, shieldHealth })
    const words = 7 * capsuleCount
    expect(a.capsules.subarray(0, words)).toEqual(b.capsules.subarray(0, words))
    expect(a.hitboxes.subarray(0, 9 * hitboxCount)).toEqual(b.hitboxes.subarray(0, 9 * hitboxCount))
    expect(a.ecb).toEqual(b.ecb)
  }
}

describe('a recording of another game', () => {
  test('is not played again: it is posed, whatever it says', async () => {
    const { raw } = record(NUMBERS[7]!, 200)
    const start = readerOf(raw)
    const at = start.gameStartEnd - start.eventBytes(EVENTS.gameStart.code)
    // An older version, and numbers at random behind Game Start's own fields.
    const foreign = changed(raw, at + 2, 12)
    const reader = readerOf(foreign)
    expect(isArenaReplay(reader)).toBe(false)
    await loadReplayFighters(reader)
    const rerun = new Rerun(reader)
    expect(rerun.isForeign).toBe(true)
    expect(rerun.advance(100)).toBe(0)
    const into = new ArrayBuffer(60 * PICTURE_BYTES)
    expect(rerun.pictures(130, 60, into)).toBe(0)
    const events: SlpEvent[] = []
    new EventReader((event) => events.push(event)).push(raw)
    const frame = collectFrames(events)[140]!
    const picture = new Picture(into, 10 * PICTURE_BYTES)
    expect(picture.head.frame).toBe(frame.frame)
    expect(picture.bodies[1]!.x).toBe(frame.players[1]!.post!.positionX)
    expect(picture.bodies[1]!.capsuleCount).toBeGreaterThan(0)
  })

  test('of numbers that no game has is posed without a fault', () => {
    const { raw } = record(NUMBERS[8]!, 100)
    const reader = readerOf(raw)
    const bytes = raw.slice()
    const { columns, gameStartEnd } = reader
    for (let at = gameStartEnd, i = 1; at < bytes.length; at += 1 + (i++ % 7)) {
      const row = columns.frames.startAt.findIndex((start, n) => at >= start && at < columns.frames.endAt[n]!)
      // Code, frame and place stay.
      const places = [0, 1].flatMap((port) => [columns.fighter(port)!.at.postAt[row] ?? 0])
      if (places.some((place) => at >= place + 7 && at < place + 85)) bytes[at] = (bytes[at]! * 31 + i) & 255
    }
    const hostile = readerOf(bytes)
    const rerun = new Rerun(hostile)
    const into = new ArrayBuffer(100 * PICTURE_BYTES)
    rerun.recordedPictures(0, 100, into)
    for (let i = 0; i < 100; i++) {
      const { head, bodies } = new Picture(into, i * PICTURE_BYTES)
      for (let n = 0; n < head.bodyCount; n++) {
        const { capsules, capsuleCount } = bodies[n]!
        expect(capsules.subarray(0, 7 * capsuleCount).some(Number.isNaN)).toBe(false)
      }
    }
  })
})
