import { describe, expect, test } from 'vitest'
import { samplePost, samplePre } from '../tests/sample-game.ts'
import { emptyGameStart } from './game-start.ts'
import { EventReader, type SlpEvent } from './reader.ts'
import { EventWriter } from './writer.ts'

const hexOf = (write: (writer: EventWriter) => void): string => {
  const writer = new EventWriter()
  write(writer)
  return Buffer.from(writer.bytes()).toString('hex')
}
const plain = (hex: string): string => hex.replaceAll(/\s/g, '')

const PAYLOADS = '35 1f 36 02f8 37 0042 38 0054 39 0006 3a 000c 3b 002c 3c 0008 3f 0009 40 0005 41 0008'

/** Each event, written by hand from the specification. */
const LITERALS: { name: SlpEvent['name']; record: object; hex: string; write: (writer: EventWriter) => void }[] = [
  literal('frameStart', { frame: -123, seed: 0xdeadbeef, sceneFrameCounter: 1 }, '3a ffffff85 deadbeef 00000001'),
  literal(
    'preFrame',
    samplePre(-1, 1),
    `37 ffffffff 01 00 00000007 000e 421a0000 3e800000 bf800000 3f000000 be800000 00000000 3f800000 3f400000
     80000100 0100 3f000000 3e800000 28 41480000 ec 00 50`,
  ),
  literal(
    'postFrame',
    samplePost(2, 0),
    `38 00000002 00 00 01 000e c21a0000 3e800000 3f800000 41480000 42700000 02 03 06 04 42fa0000 01 02 04 08 10
     bf800000 01 0004 02 01 02 3fc00000 bfc00000 40200000 c0200000 3f000000 40400000 00000005 0008 0009`,
  ),
  literal(
    'itemUpdate',
    {
      frame: 300,
      typeId: 54,
      state: 1,
      facingDirection: -1,
      velocityX: -7,
      velocityY: 0,
      positionX: 10,
      positionY: 20,
      damageTaken: 258,
      expirationTimer: 30,
      spawnId: 11,
      missileType: 1,
      turnipFace: 2,
      chargeShotLaunched: 3,
      chargePower: 4,
      owner: -1,
      instanceId: 513,
    },
    `3b 0000012c 0036 01 bf800000 c0e00000 00000000 41200000 41a00000 0102 41f00000 0000000b 01 02 03 04 ff 0201`,
  ),
  literal('frameBookend', { frame: 5, latestFinalizedFrame: 4 }, '3c 00000005 00000004'),
  literal('fodPlatforms', { frame: 9, platform: 1, height: 20.5 }, '3f 00000009 01 41a40000'),
  literal('dreamlandWhispy', { frame: 9, direction: 2 }, '40 00000009 02'),
  literal('stadiumTransformation', { frame: 9, event: 3, type: 6 }, '41 00000009 0003 0006'),
  literal('gameEnd', { gameEndMethod: 7, lrasInitiatorIndex: 1, placements: [0, 1, -1, -1] }, '39 07 01 00 01 ff ff'),
]

function literal<N extends Exclude<SlpEvent['name'], 'eventPayloads' | 'geckoList' | 'unknown'>>(
  name: N,
  record: Extract<SlpEvent, { name: N }>['record'],
  hex: string,
) {
  const write = (writer: EventWriter): void => Reflect.apply(writer[name], writer, [record])
  return { name, record, hex: plain(hex), write }
}

describe('EventWriter', () => {
  test('Event Payloads announces every event with the size of version 3.18.0', () => {
    expect(hexOf((writer) => writer.eventPayloads())).toBe(plain(PAYLOADS))
  })

  test('Event Payloads announces a Gecko List and its blocks only where one follows: readers refuse an event of no bytes', () => {
    const announced = (geckoBytes: number) => {
      const sizes: Record<number, number>[] = []
      const writer = new EventWriter()
      writer.eventPayloads(geckoBytes)
      new EventReader((event) => {
        if (event.name === 'eventPayloads') sizes.push(Object.fromEntries(event.record.sizes))
      }).push(writer.bytes())
      return sizes[0]!
    }
    expect(Object.values(announced(0)).every((size) => size > 0)).toBe(true)
    expect(announced(0)).not.toHaveProperty(String(0x3d))
    expect(announced(10_712)).toMatchObject({ [0x3d]: 10_712, [0x10]: 516 })
    expect(announced(65_536)).toMatchObject({ [0x3d]: 65_535 })
  })

  test.each(LITERALS)('$name: object to bytes and back', ({ name, record, hex, write }) => {
    expect(hexOf(write)).toBe(hex)
    const events: SlpEvent[] = []
    new EventReader((event) => events.push(event)).push(Uint8Array.from(Buffer.from(plain(PAYLOADS) + hex, 'hex')))
    expect(events[1]).toEqual({ name, offset: 32, record })
  })

  test('Game Start holds the settings of a tournament game at their documented places', () => {
    const start = emptyGameStart()
    start.stageId = 0x1f
    start.randomSeed = 0x01020304
    Object.assign(start.players[1]!, {
      characterId: 9,
      playerType: 0,
      displayName: 'ＡＢ',
      connectCode: 'AB＃12',
      userId: 'u',
    })
    const writer = new EventWriter()
    writer.gameStart(start)
    const bytes = Buffer.from(writer.bytes())
    expect(bytes.length).toBe(761)
    expect(bytes.subarray(0, 5).toString('hex')).toBe('3603120000')
    expect(bytes.readUInt16BE(0x13)).toBe(31)
    expect(bytes.readUInt32BE(0x15)).toBe(480)
    expect(bytes.readInt8(0x10)).toBe(-1)
    expect(bytes.readFloatBE(0x35)).toBe(1)
    expect(bytes.subarray(0x65 + 0x24, 0x65 + 0x24 + 4).toString('hex')).toBe('09000400')
    expect(bytes.readUInt32BE(0x13d)).toBe(0x01020304)
    expect(bytes.readUInt32BE(0x141 + 8)).toBe(1)
    expect(bytes[0x1a2]).toBe(1)
    expect(bytes.subarray(0x1a5 + 0x1f, 0x1a5 + 0x1f + 5).toString('hex')).toBe('8260826100')
    expect(bytes.subarray(0x221 + 0xa, 0x221 + 0xa + 7).toString('hex')).toBe('41428194313200')
    expect(bytes.subarray(0x249 + 0x1d, 0x249 + 0x1d + 2).toString('hex')).toBe('7500')
  })

  test('a Gecko List travels in blocks of 512 bytes, the last one padded and marked', () => {
    const writer = new EventWriter()
    writer.geckoList(new Uint8Array(513).fill(0xab))
    const bytes = writer.bytes()
    expect(bytes.length).toBe(2 * 517)
    expect(Buffer.from(bytes.subarray(512, 517)).toString('hex')).toBe('ab02003d00')
    expect(Buffer.from(bytes.subarray(517, 520)).toString('hex')).toBe('10ab00')
    expect(Buffer.from(bytes.subarray(1029)).toString('hex')).toBe('0000013d01')
  })

  test('written bytes survive the growth of the buffer', () => {
    const small = new EventWriter(1)
    const large = new EventWriter(1 << 16)
    for (const writer of [small, large]) {
      writer.eventPayloads()
      for (let frame = 0; frame < 100; frame++) writer.postFrame(samplePost(frame, 0))
    }
    expect(Buffer.from(small.bytes()).equals(large.bytes())).toBe(true)
  })

  test('reset clears the written bytes and keeps the buffer', () => {
    const writer = new EventWriter()
    writer.frameBookend({ frame: 1, latestFinalizedFrame: 1 })
    const { buffer } = writer.bytes()
    writer.reset()
    expect(writer.bytes().length).toBe(0)
    writer.frameBookend({ frame: 2, latestFinalizedFrame: 2 })
    expect(Buffer.from(writer.bytes()).toString('hex')).toBe('3c0000000200000002')
    expect(writer.bytes().buffer).toBe(buffer)
  })

  test('bytes of the same length are returned in the same view, made once', () => {
    const writer = new EventWriter()
    const write = (frame: number, events: number) => {
      writer.reset()
      for (let i = 0; i < events; i++) writer.frameBookend({ frame, latestFinalizedFrame: frame })
      return writer.bytes()
    }
    const [short, long] = [write(1, 1), write(2, 2)]
    expect(write(3, 1)).toBe(short)
    expect(write(4, 2)).toBe(long)
    expect(Buffer.from(short).toString('hex')).toBe('3c0000000400000004')
    for (let events = 3; events < 100; events++) expect(write(events, events)).toHaveLength(9 * events)
    expect(write(5, 1000)).toHaveLength(9000)
    expect(Buffer.from(write(6, 1)).toString('hex')).toBe('3c0000000600000006')
  })
})
