/** Small games to write in tests: records filled with numbers that fit their fields, and a whole two-player stream. */
import * as fc from 'fast-check'
import {
  emptyGameStart,
  EVENTS,
  EventWriter,
  FIRST_FRAME,
  parseType,
  PORTS,
  type EventName,
  type EventTable,
  type Field,
  type FieldType,
  type GameStart,
  type PostFrame,
  type PreFrame,
} from '@arena/slp'

const NUMBERS = {
  u8: fc.integer({ min: 0, max: 0xff }),
  bool: fc.integer({ min: 0, max: 0xff }),
  i8: fc.integer({ min: -0x80, max: 0x7f }),
  u16: fc.integer({ min: 0, max: 0xffff }),
  u32: fc.integer({ min: 0, max: 0xffffffff }),
  i32: fc.integer({ min: -0x80000000, max: 0x7fffffff }),
  f32: fc.float(),
}

/** Texts that Shift-JIS and ASCII hold. */
const text = (bytes: number) => fc.string({ unit: fc.constantFrom('a', 'Z', '7', ' ', '-'), maxLength: bytes - 1 })

function valueOf(type: FieldType): fc.Arbitrary<unknown> {
  const { element, count } = parseType(type)
  if (element === 'bytes') return fc.uint8Array({ minLength: count, maxLength: count })
  if (element === 'sjis' || element === 'ascii') return text(count)
  return type.includes('[') ? fc.array(NUMBERS[element], { minLength: count, maxLength: count }) : NUMBERS[element]
}

const fieldsOf = (fields: readonly Field[]) =>
  fc.record(Object.fromEntries(fields.map((field) => [field.name, valueOf(field.type)])))

/** Any record of an event, whatever its meaning. */
export function anyRecord(name: EventName): fc.Arbitrary<object> {
  const table: EventTable = EVENTS[name]
  if (table.players.length === 0) return fieldsOf(table.fields)
  const players = fc.array(fieldsOf(table.players), { minLength: PORTS, maxLength: PORTS })
  return fc.tuple(fieldsOf(table.fields), players).map(([own, ports]) => ({ ...own, players: ports }))
}

export function sampleGameStart(): GameStart {
  const start = emptyGameStart()
  start.stageId = 31
  start.randomSeed = 0xcafe
  const [first, second] = start.players
  Object.assign(first!, { characterId: 2, playerType: 0, costumeIndex: 3, displayName: 'one', connectCode: 'ONE＃1' })
  Object.assign(second!, { characterId: 9, playerType: 0, costumeIndex: 0, displayName: 'two', connectCode: 'TWO＃2' })
  return start
}

export function samplePre(frame: number, playerIndex: number): PreFrame {
  return {
    frame,
    playerIndex,
    isFollower: 0,
    seed: 7,
    actionStateId: 14,
    positionX: playerIndex === 0 ? -38.5 : 38.5,
    positionY: 0.25,
    facingDirection: playerIndex === 0 ? 1 : -1,
    joystickX: 0.5,
    joystickY: -0.25,
    cStickX: 0,
    cStickY: 1,
    trigger: 0.75,
    buttons: 0x80000100,
    physicalButtons: 0x100,
    physicalLTrigger: 0.5,
    physicalRTrigger: 0.25,
    rawJoystickX: 40,
    percent: 12.5,
    rawJoystickY: -20,
    rawCStickX: 0,
    rawCStickY: 80,
  }
}

export function samplePost(frame: number, playerIndex: number): PostFrame {
  return {
    frame,
    playerIndex,
    isFollower: 0,
    internalCharacterId: playerIndex === 0 ? 1 : 18,
    actionStateId: 14,
    positionX: playerIndex === 0 ? -38.5 : 38.5,
    positionY: 0.25,
    facingDirection: playerIndex === 0 ? 1 : -1,
    percent: 12.5,
    shieldSize: 60,
    lastAttackLanded: 2,
    currentComboCount: 3,
    lastHitBy: 6,
    stocksRemaining: 4,
    actionStateCounter: frame + 123,
    stateBitFlags1: 0x01,
    stateBitFlags2: 0x02,
    stateBitFlags3: 0x04,
    stateBitFlags4: 0x08,
    stateBitFlags5: 0x10,
    miscActionState: -1,
    isAirborne: 1,
    lastGroundId: 4,
    jumpsRemaining: 2,
    lCancelStatus: 1,
    hurtboxCollisionState: 2,
    speedAirX: 1.5,
    speedY: -1.5,
    speedAttackX: 2.5,
    speedAttackY: -2.5,
    speedGroundX: 0.5,
    hitlagRemaining: 3,
    animationIndex: 5,
    instanceHitBy: 8,
    instanceId: 9,
  }
}

/** The raw block of a game of a number of frames, ended by player 1's last stock. */
export function sampleRaw(frames: number, geckoList?: Uint8Array): Uint8Array {
  const writer = new EventWriter()
  writer.eventPayloads(geckoList?.length)
  writer.gameStart(sampleGameStart())
  if (geckoList) writer.geckoList(geckoList)
  for (let frame = FIRST_FRAME; frame < FIRST_FRAME + frames; frame++) {
    writer.frameStart({ frame, seed: 7, sceneFrameCounter: frame - FIRST_FRAME })
    for (const port of [0, 1]) writer.preFrame(samplePre(frame, port))
    for (const port of [0, 1]) writer.postFrame(samplePost(frame, port))
    writer.frameBookend({ frame, latestFinalizedFrame: frame })
  }
  writer.gameEnd({ gameEndMethod: 2, lrasInitiatorIndex: -1, placements: [0, 1, -1, -1] })
  return writer.bytes().slice()
}

export const sampleMetadata = (frames: number) => ({
  startAt: '2026-11-21T10:00:00.000Z',
  lastFrame: FIRST_FRAME + frames - 1,
  players: {
    '0': { names: { netplay: 'one', code: 'ONE#1' }, characters: { '1': frames } },
    '1': { names: { netplay: 'two', code: 'TWO#2' }, characters: { '18': frames } },
  },
  playedOn: 'network',
  consoleNick: 'arena',
})
