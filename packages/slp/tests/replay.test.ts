import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  collectFrames,
  envelopeHead,
  envelopeTail,
  EventWriter,
  FIRST_FRAME,
  RAW_LENGTH_OFFSET,
  RAW_OFFSET,
  rawLength,
  readReadable,
  readReplay,
  SlpError,
  writeReplay,
} from '@arena/slp'
import { SlippiGame } from '@slippi/slippi-js/node'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sampleMetadata, samplePost, samplePre, sampleRaw } from './sample-game.ts'

const FRAMES = 200

describe('a replay file', () => {
  test('head, stream, tail and the patched length make the same file as writeReplay', () => {
    const raw = sampleRaw(5)
    const metadata = sampleMetadata(5)
    const file = Buffer.concat([envelopeHead(), raw, envelopeTail(metadata)])
    file.set(rawLength(raw.length), RAW_LENGTH_OFFSET)
    expect(file.equals(writeReplay(raw, metadata))).toBe(true)
    expect(file.subarray(0, RAW_OFFSET).toString('latin1')).toBe(
      `{U\x03raw[$U#l${String.fromCharCode(0, 0, raw.length >> 8, raw.length & 0xff)}`,
    )
  })

  test('reads back: settings, events, end and metadata', () => {
    const raw = sampleRaw(5)
    const replay = readReplay(writeReplay(raw, sampleMetadata(5)))
    expect(Buffer.from(replay.raw).equals(raw)).toBe(true)
    expect(replay.isComplete).toBe(true)
    expect(replay.metadata).toEqual(sampleMetadata(5))
    expect(replay.gameStart.stageId).toBe(31)
    expect(replay.gameStart.players.map((player) => player.displayName)).toEqual(['one', 'two', '', ''])
    expect(replay.gameEnd).toEqual({ gameEndMethod: 2, lrasInitiatorIndex: -1, placements: [0, 1, -1, -1] })
  })

  test('still being written: every whole event up to now is read', () => {
    const raw = sampleRaw(2)
    const cut = Buffer.concat([envelopeHead(), raw.subarray(0, raw.length - 20)])
    const replay = readReplay(cut)
    expect(replay).toMatchObject({ isComplete: false, metadata: null, gameEnd: null })
    expect(replay.events.at(-1)!.name).toBe('postFrame')
    expect(replay.raw.length).toBeLessThan(raw.length - 20)
  })

  test('a writer that died between tail and patch leaves a file that still reads', () => {
    const raw = sampleRaw(2)
    const replay = readReplay(Buffer.concat([envelopeHead(), raw, envelopeTail({})]))
    expect(replay.isComplete).toBe(false)
    expect(replay.raw.length).toBe(raw.length)
    expect(replay.gameEnd).not.toBeNull()
  })

  test('zero bytes where the file should be closed are a file that is cut off behind its last event', () => {
    const raw = sampleRaw(2)
    const { events, gameEnd, metadata, fault } = readReadable(
      Buffer.concat([envelopeHead(raw.length), raw, Buffer.alloc(4096)]),
    )
    expect(fault?.code).toBe('truncated')
    expect(collectFrames(events)).toHaveLength(2)
    expect(gameEnd).not.toBeNull()
    expect(metadata).toBeNull()
  })

  test('every truncation of a complete file is an SlpError, never another', () => {
    const file = writeReplay(sampleRaw(1), sampleMetadata(1))
    for (let length = 0; length < file.length; length++) {
      const read = (): unknown => readReplay(file.subarray(0, length))
      expect(read, `at ${length}`).toThrow(SlpError)
    }
  })

  test('every truncation of a file still being written reads, once Game Start is in', () => {
    const file = Buffer.concat([envelopeHead(), sampleRaw(1)])
    const startEnd = RAW_OFFSET + 32 + 761
    for (let length = 0; length <= file.length; length++) {
      const read = (): unknown => readReplay(file.subarray(0, length))
      if (length < startEnd) expect(read, `at ${length}`).toThrow(SlpError)
      else expect(read, `at ${length}`).not.toThrow()
    }
  })

  test.each([
    ['another file', Buffer.from('RIFF....WAVE')],
    [
      'bytes where the file should be closed',
      Buffer.concat([writeReplay(sampleRaw(0), {}).subarray(0, -1), Buffer.from('x')]),
    ],
    [
      'metadata that is no object',
      Buffer.concat([envelopeHead(sampleRaw(0).length), sampleRaw(0), Buffer.from('U\x08metadataZ}')]),
    ],
  ])('%s is an SlpError', (_, bytes) => {
    expect(() => readReplay(bytes)).toThrow(SlpError)
  })

  test('a file without metadata reads', () => {
    const raw = sampleRaw(1)
    expect(readReplay(Buffer.concat([envelopeHead(raw.length), raw, Buffer.from('}')])).metadata).toBeNull()
  })

  test('a file with any bytes overwritten never throws anything but SlpError', () => {
    const file = writeReplay(sampleRaw(2, new Uint8Array(700)), sampleMetadata(2))
    fc.assert(
      fc.property(fc.nat(file.length - 1), fc.uint8Array({ minLength: 1, maxLength: 40 }), (at, garbage) => {
        const broken = file.slice()
        broken.set(garbage.subarray(0, broken.length - at), at)
        try {
          collectFrames(readReplay(broken).events)
        } catch (error) {
          expect(error).toBeInstanceOf(SlpError)
        }
      }),
      { seed: 6, numRuns: 1500 },
    )
  })
})

describe('frames', () => {
  test('gather the events of a frame by port', () => {
    const frames = collectFrames(readReplay(writeReplay(sampleRaw(3), {})).events)
    expect(frames.map((frame) => frame.frame)).toEqual([-123, -122, -121])
    expect(frames[1]).toMatchObject({
      start: { frame: -122 },
      players: [
        { pre: samplePre(-122, 0), post: samplePost(-122, 0), follower: null },
        { post: samplePost(-122, 1) },
        null,
        null,
      ],
      items: [],
      bookend: { frame: -122 },
    })
  })

  test('hold followers, items and stage events', () => {
    const writer = new EventWriter()
    writer.eventPayloads()
    writer.preFrame({ ...samplePre(4, 2), isFollower: 1 })
    writer.postFrame({ ...samplePost(4, 2), isFollower: 1 })
    const item = {
      frame: 4,
      typeId: 1,
      state: 2,
      facingDirection: 1,
      velocityX: 0,
      velocityY: 0,
      positionX: 0,
      positionY: 0,
      damageTaken: 0,
      expirationTimer: 1,
      spawnId: 3,
      missileType: 0,
      turnipFace: 0,
      chargeShotLaunched: 0,
      chargePower: 0,
      owner: 0,
      instanceId: 0,
    }
    writer.itemUpdate(item)
    writer.fodPlatforms({ frame: 4, platform: 0, height: 2 })
    writer.dreamlandWhispy({ frame: 4, direction: 1 })
    writer.stadiumTransformation({ frame: 4, event: 2, type: 3 })
    writer.frameBookend({ frame: 4, latestFinalizedFrame: 4 })
    const start = new EventWriter()
    start.gameStart(readReplay(writeReplay(sampleRaw(0), {})).gameStart)
    const raw = Buffer.concat([writer.bytes().subarray(0, 32), start.bytes(), writer.bytes().subarray(32)])
    const [frame] = collectFrames(readReplay(writeReplay(raw, {})).events)
    expect(frame).toMatchObject({
      players: [null, null, { pre: null, post: null, follower: { pre: { isFollower: 1 }, post: { frame: 4 } } }, null],
      items: [item],
      fodPlatforms: [{ platform: 0, height: 2 }],
      dreamlandWhispy: { direction: 1 },
      stadiumTransformation: { event: 2 },
    })
  })

  test('a frame that a rollback played again counts as it was last', () => {
    const writer = new EventWriter()
    for (const positionX of [1, 2]) {
      writer.postFrame({ ...samplePost(0, 0), positionX })
      writer.frameBookend({ frame: 0, latestFinalizedFrame: 0 })
    }
    const opening = sampleRaw(0)
    const raw = Buffer.concat([opening.subarray(0, 32 + 761), writer.bytes()])
    const frames = collectFrames(readReplay(writeReplay(raw, {})).events)
    expect(frames.map((frame) => frame.players[0]?.post?.positionX)).toEqual([2])
  })
})

test('@slippi/slippi-js reads settings, frames, end and metadata of a written file', () => {
  const dir = mkdtempSync(join(tmpdir(), 'slp-'))
  try {
    const path = join(dir, 'game.slp')
    writeFileSync(path, writeReplay(sampleRaw(FRAMES, new Uint8Array(1000)), sampleMetadata(FRAMES)))
    const game = new SlippiGame(path)
    const settings = game.getSettings()!
    expect(settings).toMatchObject({ slpVersion: '3.18.0', stageId: 31, startingTimerSeconds: 480, isPAL: false })
    expect(settings.players).toMatchObject([
      {
        playerIndex: 0,
        characterId: 2,
        characterColor: 3,
        startStocks: 4,
        displayName: 'one',
        connectCode: 'ONE#1',
      },
      {
        playerIndex: 1,
        characterId: 9,
        characterColor: 0,
        startStocks: 4,
        displayName: 'two',
        connectCode: 'TWO#2',
      },
    ])
    const frames = game.getFrames()
    expect(Object.keys(frames)).toHaveLength(FRAMES)
    expect(frames[FIRST_FRAME]!.players[1]!.post).toMatchObject({
      internalCharacterId: 18,
      positionX: 38.5,
      percent: 12.5,
      stocksRemaining: 4,
      animationIndex: 5,
      instanceId: 9,
    })
    expect(frames[FIRST_FRAME]!.players[0]!.pre).toMatchObject({ rawJoystickX: 40, cStickY: 1, trigger: 0.75 })
    expect(game.getGameEnd()).toMatchObject({ gameEndMethod: 2, lrasInitiatorIndex: -1 })
    expect(game.getMetadata()).toMatchObject({
      lastFrame: FIRST_FRAME + FRAMES - 1,
      playedOn: 'network',
      consoleNick: 'arena',
    })
    expect(game.getWinners()).toMatchObject([{ playerIndex: 0 }])
  } finally {
    rmSync(dir, { recursive: true })
  }
})
