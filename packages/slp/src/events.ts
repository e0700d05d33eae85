/**
 * Every event of a replay's raw block, field by field, up to version 3.18.0.
 * Codes, offsets, types and versions are those of the Slippi replay specification (project-slippi/slippi-wiki, SPEC.md);
 * names follow @slippi/slippi-js where it has one. A later version only appends fields, never moves them.
 */
import { field, holds, portField, type EventTable, type EventRecordOf, type Field, type PlayerOf } from './table.ts'

/** The version this package writes. */
export const VERSION = [3, 18, 0] as const

/** Frame number of a game's first frame; play starts at 0. */
export const FIRST_FRAME = -123

/** A message longer than an event may be travels in blocks of this size (Message Splitter). */
export const SPLIT_BLOCK_BYTES = 512

const UNKNOWN = 'not documented; carried as it is'
const FRAME = 'frame number; the first is -123, play starts at 0'
const PORT = 'player index, 0 to 3'
const FOLLOWER = '1 for the second climber, else 0'

const INFO = 0x05
const INFO_PLAYER = 0x24

export const EVENTS = {
  messageSplitter: {
    code: 0x10,
    title: 'Message Splitter',
    since: '3.3.0',
    doc: 'One block of a message too long for an event; only the Gecko List is sent so.',
    fields: [
      field(0x001, 'block', 'bytes[512]', '3.3.0', 'part of the message, padded to the block'),
      field(0x201, 'actualSize', 'u16', '3.3.0', 'how many bytes of the block belong to the message'),
      field(0x203, 'internalCommand', 'u8', '3.3.0', 'code of the event that the message is'),
      field(0x204, 'isLastMessage', 'bool', '3.3.0', '1 on the last block'),
    ],
    players: [],
  },

  gameStart: {
    code: 0x36,
    title: 'Game Start',
    since: '0.1.0',
    doc: 'Settings of the game, once, before the first frame. Offsets 0x05 to 0x13C are the game info block.',
    fields: [
      field(0x001, 'version', 'u8[4]', '0.1.0', 'version of the format: major, minor, build, unused'),
      field(
        INFO + 0x00,
        'gameBitfield1',
        'u8',
        '0.1.0',
        'timer behaviour 0x03, player places 0x1C, game mode 0xE0 (1 = stock)',
      ),
      field(INFO + 0x01, 'gameBitfield2', 'u8', '0.1.0', 'friendly fire 0x01; single-player modes'),
      field(INFO + 0x02, 'gameBitfield3', 'u8', '0.1.0', 'single-button mode 0x10, pause mode 0x80'),
      field(INFO + 0x03, 'gameBitfield4', 'u8', '0.1.0', 'what the pause screen and the score display show'),
      field(INFO + 0x04, 'unknown04', 'bytes[2]', '0.1.0', UNKNOWN),
      field(INFO + 0x06, 'bombRain', 'u8', '0.1.0', 'not 0: bombs fall after 20 seconds'),
      field(INFO + 0x07, 'unknown07', 'bytes[1]', '0.1.0', UNKNOWN),
      field(INFO + 0x08, 'isTeams', 'bool', '0.1.0', 'not 0: team battle'),
      field(INFO + 0x09, 'unknown09', 'bytes[2]', '0.1.0', UNKNOWN),
      field(INFO + 0x0b, 'itemSpawnBehavior', 'i8', '0.1.0', 'how often items spawn; -1 = off'),
      field(INFO + 0x0c, 'selfDestructScoreValue', 'i8', '0.1.0', 'score of a self-destruct'),
      field(INFO + 0x0d, 'unknown0D', 'bytes[1]', '0.1.0', UNKNOWN),
      field(INFO + 0x0e, 'stageId', 'u16', '0.1.0', 'stage'),
      field(INFO + 0x10, 'startingTimerSeconds', 'u32', '0.1.0', 'seconds on the timer'),
      field(INFO + 0x14, 'unknown14', 'bytes[15]', '0.1.0', UNKNOWN),
      field(INFO + 0x23, 'itemSpawnBitfields', 'u8[5]', '0.1.0', 'the items that may spawn'),
      field(INFO + 0x28, 'unknown28', 'bytes[8]', '0.1.0', UNKNOWN),
      field(INFO + 0x30, 'damageRatio', 'f32', '0.1.0', 'damage ratio of the match'),
      field(INFO + 0x34, 'unknown34', 'bytes[44]', '0.1.0', UNKNOWN),
      field(INFO + 0xf0, 'player5', 'bytes[36]', '0.1.0', 'fifth player place of the block; not used in replays'),
      field(INFO + 0x114, 'player6', 'bytes[36]', '0.1.0', 'sixth player place of the block; not used in replays'),
      field(0x13d, 'randomSeed', 'u32', '0.1.0', 'state of the generator before the first frame'),
      field(0x1a1, 'isPal', 'bool', '1.5.0', '1 on the European release'),
      field(0x1a2, 'isFrozenStadium', 'bool', '2.0.0', '1 when the Stadium stage does not transform'),
      field(0x1a3, 'minorScene', 'u8', '3.7.0', 'minor scene number, 2 in a game'),
      field(0x1a4, 'majorScene', 'u8', '3.7.0', 'major scene number: 2 local, 8 online'),
      field(0x2bd, 'language', 'u8', '3.12.0', '0 = Japanese, 1 = English'),
      field(0x2be, 'sessionId', 'ascii[51]', '3.14.0', 'id of the session: its mode and the time it began'),
      field(0x2f1, 'gameNumber', 'u32', '3.14.0', 'number of the game in its session, from 1'),
      field(0x2f5, 'tiebreakerNumber', 'u32', '3.14.0', '0 unless the game is a tie-break'),
    ],
    players: [
      portField(INFO + 0x60, INFO_PLAYER, 'characterId', 'u8', '0.1.0', 'external character id'),
      portField(INFO + 0x61, INFO_PLAYER, 'playerType', 'u8', '0.1.0', '0 = human, 1 = CPU, 2 = demo, 3 = empty'),
      portField(INFO + 0x62, INFO_PLAYER, 'startStocks', 'u8', '0.1.0', 'stocks at the start'),
      portField(INFO + 0x63, INFO_PLAYER, 'costumeIndex', 'u8', '0.1.0', 'costume; 0 is the default'),
      portField(INFO + 0x64, INFO_PLAYER, 'unknown64', 'bytes[3]', '0.1.0', UNKNOWN),
      portField(INFO + 0x67, INFO_PLAYER, 'teamShade', 'u8', '0.1.0', '0 = normal, 1 = light, 2 = dark'),
      portField(INFO + 0x68, INFO_PLAYER, 'handicap', 'u8', '0.1.0', 'handicap, 9 when none is set'),
      portField(INFO + 0x69, INFO_PLAYER, 'teamId', 'u8', '0.1.0', 'in teams: 0 = red, 1 = blue, 2 = green'),
      portField(INFO + 0x6a, INFO_PLAYER, 'unknown6A', 'bytes[2]', '0.1.0', UNKNOWN),
      portField(INFO + 0x6c, INFO_PLAYER, 'playerBitfield', 'u8', '0.1.0', 'stamina 0x01, ... rumble 0x80'),
      portField(INFO + 0x6d, INFO_PLAYER, 'unknown6D', 'bytes[2]', '0.1.0', UNKNOWN),
      portField(INFO + 0x6f, INFO_PLAYER, 'cpuLevel', 'u8', '0.1.0', 'CPU level, given for humans too'),
      portField(INFO + 0x70, INFO_PLAYER, 'damageStart', 'u16', '0.1.0', 'percent of the first stock at its start'),
      portField(INFO + 0x72, INFO_PLAYER, 'damageSpawn', 'u16', '0.1.0', 'percent of every stock at its start'),
      portField(INFO + 0x74, INFO_PLAYER, 'unknown74', 'bytes[4]', '0.1.0', UNKNOWN),
      portField(INFO + 0x78, INFO_PLAYER, 'offenseRatio', 'f32', '0.1.0', 'multiplies knockback dealt'),
      portField(INFO + 0x7c, INFO_PLAYER, 'defenseRatio', 'f32', '0.1.0', 'multiplies knockback taken'),
      portField(INFO + 0x80, INFO_PLAYER, 'modelScale', 'f32', '0.1.0', 'multiplies the size of the model'),
      portField(0x141, 0x08, 'dashbackFix', 'u32', '1.0.0', '0 = off, 1 = UCF, 2 = Dween'),
      portField(0x145, 0x08, 'shieldDropFix', 'u32', '1.0.0', '0 = off, 1 = UCF, 2 = Dween'),
      // Bytes, because what stands behind its zero byte is left over from longer tags and must survive a round trip.
      portField(
        0x161,
        0x10,
        'nametag',
        'bytes[16]',
        '1.3.0',
        'tag chosen in the game: full-width Shift-JIS up to a zero byte',
      ),
      portField(0x1a5, 0x1f, 'displayName', 'sjis[31]', '3.9.0', 'name shown by the client'),
      portField(0x221, 0x0a, 'connectCode', 'sjis[10]', '3.9.0', 'code used to connect; its # is full-width'),
      portField(0x249, 0x1d, 'userId', 'ascii[29]', '3.11.0', 'account id of the client'),
    ],
  },

  preFrame: {
    code: 0x37,
    title: 'Pre-Frame Update',
    since: '0.1.0',
    doc: 'One per fighter and frame, taken just before the inputs decide what the fighter does next.',
    fields: [
      field(0x01, 'frame', 'i32', '0.1.0', FRAME),
      field(0x05, 'playerIndex', 'u8', '0.1.0', PORT),
      field(0x06, 'isFollower', 'bool', '0.1.0', FOLLOWER),
      field(0x07, 'seed', 'u32', '0.1.0', 'state of the generator at this point'),
      field(0x0b, 'actionStateId', 'u16', '0.1.0', 'action state before the frame'),
      field(0x0d, 'positionX', 'f32', '0.1.0', 'x position'),
      field(0x11, 'positionY', 'f32', '0.1.0', 'y position'),
      field(0x15, 'facingDirection', 'f32', '0.1.0', '-1 = left, 1 = right'),
      field(0x19, 'joystickX', 'f32', '0.1.0', 'processed stick x, -1 to 1'),
      field(0x1d, 'joystickY', 'f32', '0.1.0', 'processed stick y, -1 to 1'),
      field(0x21, 'cStickX', 'f32', '0.1.0', 'processed C-stick x, -1 to 1'),
      field(0x25, 'cStickY', 'f32', '0.1.0', 'processed C-stick y, -1 to 1'),
      field(0x29, 'trigger', 'f32', '0.1.0', 'processed trigger, 0 to 1'),
      field(0x2d, 'buttons', 'u32', '0.1.0', 'processed buttons; sticks and triggers as buttons in the upper half'),
      field(0x31, 'physicalButtons', 'u16', '0.1.0', 'buttons as pressed'),
      field(0x33, 'physicalLTrigger', 'f32', '0.1.0', 'L trigger as pressed, 0 to 1'),
      field(0x37, 'physicalRTrigger', 'f32', '0.1.0', 'R trigger as pressed, 0 to 1'),
      field(0x3b, 'rawJoystickX', 'i8', '1.2.0', 'raw stick x', { processed: 'joystickX' }),
      field(0x3c, 'percent', 'f32', '1.4.0', 'damage'),
      field(0x40, 'rawJoystickY', 'i8', '3.15.0', 'raw stick y', { processed: 'joystickY' }),
      field(0x41, 'rawCStickX', 'i8', '3.17.0', 'raw C-stick x', { processed: 'cStickX' }),
      field(0x42, 'rawCStickY', 'i8', '3.17.0', 'raw C-stick y', { processed: 'cStickY' }),
    ],
    players: [],
  },

  postFrame: {
    code: 0x38,
    title: 'Post-Frame Update',
    since: '0.1.0',
    doc: 'One per fighter and frame, taken after collision, the last thing a frame decides.',
    fields: [
      field(0x01, 'frame', 'i32', '0.1.0', FRAME),
      field(0x05, 'playerIndex', 'u8', '0.1.0', PORT),
      field(0x06, 'isFollower', 'bool', '0.1.0', FOLLOWER),
      field(0x07, 'internalCharacterId', 'u8', '0.1.0', 'internal id of the fighter now played'),
      field(0x08, 'actionStateId', 'u16', '0.1.0', 'action state'),
      field(0x0a, 'positionX', 'f32', '0.1.0', 'x position'),
      field(0x0e, 'positionY', 'f32', '0.1.0', 'y position'),
      field(0x12, 'facingDirection', 'f32', '0.1.0', '-1 = left, 1 = right'),
      field(0x16, 'percent', 'f32', '0.1.0', 'damage'),
      field(0x1a, 'shieldSize', 'f32', '0.1.0', 'shield health, 0 to 60'),
      field(0x1e, 'lastAttackLanded', 'u8', '0.1.0', 'id of the attack this fighter last hit with'),
      field(0x1f, 'currentComboCount', 'u8', '0.1.0', 'combo count as the game has it'),
      field(0x20, 'lastHitBy', 'u8', '0.1.0', 'player index of who last hit this fighter, 6 for nobody'),
      field(0x21, 'stocksRemaining', 'u8', '0.1.0', 'stocks left'),
      field(0x22, 'actionStateCounter', 'f32', '0.2.0', 'frames into the action state; may have a fraction'),
      field(0x26, 'stateBitFlags1', 'u8', '2.0.0', 'absorber 0x02, reflect keeps owner 0x08, reflect 0x10'),
      field(
        0x27,
        'stateBitFlags2',
        'u8',
        '2.0.0',
        'intangible by script 0x04, fast fall 0x08, hit by hitlag 0x10, hitlag 0x20',
      ),
      field(0x28, 'stateBitFlags3', 'u8', '2.0.0', 'holds another fighter 0x04, shield 0x80'),
      field(0x29, 'stateBitFlags4', 'u8', '2.0.0', 'hitstun 0x02, shield touched 0x04, power shield 0x20'),
      field(
        0x2a,
        'stateBitFlags5',
        'u8',
        '2.0.0',
        'cloak 0x02, follower 0x08, inactive 0x10, dead 0x40, off screen 0x80',
      ),
      field(0x2b, 'miscActionState', 'f32', '2.0.0', 'depends on the action; in hitstun, frames of it left'),
      field(0x2f, 'isAirborne', 'bool', '2.0.0', '1 in the air'),
      field(0x30, 'lastGroundId', 'u16', '2.0.0', 'ground last stood on'),
      field(0x32, 'jumpsRemaining', 'u8', '2.0.0', 'jumps left'),
      field(0x33, 'lCancelStatus', 'u8', '2.0.0', '0 = none, 1 = successful, 2 = missed'),
      field(0x34, 'hurtboxCollisionState', 'u8', '2.1.0', '0 = vulnerable, 1 = invulnerable, 2 = intangible'),
      field(0x35, 'speedAirX', 'f32', '3.5.0', 'self-induced x speed in the air'),
      field(0x39, 'speedY', 'f32', '3.5.0', 'self-induced y speed'),
      field(0x3d, 'speedAttackX', 'f32', '3.5.0', 'x speed from being hit'),
      field(0x41, 'speedAttackY', 'f32', '3.5.0', 'y speed from being hit'),
      field(0x45, 'speedGroundX', 'f32', '3.5.0', 'self-induced x speed on the ground'),
      field(0x49, 'hitlagRemaining', 'f32', '3.8.0', 'frames of hitlag left'),
      field(0x4d, 'animationIndex', 'u32', '3.11.0', 'animation being played'),
      field(0x51, 'instanceHitBy', 'u16', '3.16.0', 'instance id of what last hit this fighter'),
      field(0x53, 'instanceId', 'u16', '3.16.0', 'serial number of the action; 0 for a while after death'),
    ],
    players: [],
  },

  gameEnd: {
    code: 0x39,
    title: 'Game End',
    since: '0.1.0',
    doc: 'The last event of a game that was recorded to its end.',
    fields: [
      field(
        0x1,
        'gameEndMethod',
        'u8',
        '0.1.0',
        '1 = time, 2 = game, 7 = no contest; before 2.0.0: 0 = unresolved, 3 = resolved',
      ),
      field(0x2, 'lrasInitiatorIndex', 'i8', '2.0.0', 'player index of who quit, -1 for nobody', -1),
      field(0x3, 'placements', 'i8[4]', '3.13.0', 'placement of each port from 0, -1 where nobody plays', -1),
    ],
    players: [],
  },

  frameStart: {
    code: 0x3a,
    title: 'Frame Start',
    since: '2.2.0',
    doc: 'The first event of a frame.',
    fields: [
      field(0x1, 'frame', 'i32', '2.2.0', FRAME),
      field(0x5, 'seed', 'u32', '2.2.0', 'state of the generator at the start of the frame'),
      field(0x9, 'sceneFrameCounter', 'u32', '3.10.0', 'frames since the scene began, counted during pause too'),
    ],
    players: [],
  },

  itemUpdate: {
    code: 0x3b,
    title: 'Item Update',
    since: '3.0.0',
    doc: 'One per item or projectile and frame, at most 15 a frame.',
    fields: [
      field(0x01, 'frame', 'i32', '3.0.0', FRAME),
      field(0x05, 'typeId', 'u16', '3.0.0', 'type of item'),
      field(0x07, 'state', 'u8', '3.0.0', 'state of the item; its meaning depends on the type'),
      field(0x08, 'facingDirection', 'f32', '3.0.0', '-1 = left, 1 = right, 0 for some types'),
      field(0x0c, 'velocityX', 'f32', '3.0.0', 'x velocity'),
      field(0x10, 'velocityY', 'f32', '3.0.0', 'y velocity'),
      field(0x14, 'positionX', 'f32', '3.0.0', 'x position'),
      field(0x18, 'positionY', 'f32', '3.0.0', 'y position'),
      field(0x1c, 'damageTaken', 'u16', '3.0.0', 'damage the item has taken'),
      field(0x1e, 'expirationTimer', 'f32', '3.0.0', 'frames until it expires'),
      field(0x22, 'spawnId', 'u32', '3.0.0', 'number of the item in order of spawning, from 0'),
      field(0x26, 'missileType', 'u8', '3.2.0', "missile's kind: 0 = homing, 1 = super"),
      field(0x27, 'turnipFace', 'u8', '3.2.0', "turnip's face, 0 to 7"),
      field(0x28, 'chargeShotLaunched', 'u8', '3.2.0', 'charge shot: 1 once launched'),
      field(0x29, 'chargePower', 'u8', '3.2.0', 'charge shot: power so far'),
      field(0x2a, 'owner', 'i8', '3.6.0', 'player index of the owner, -1 for nobody', -1),
      field(0x2b, 'instanceId', 'u16', '3.16.0', "the owner's instance id when it was spawned, 0 for nobody's"),
    ],
    players: [],
  },

  frameBookend: {
    code: 0x3c,
    title: 'Frame Bookend',
    since: '3.0.0',
    doc: 'The last event of a frame.',
    fields: [
      field(0x1, 'frame', 'i32', '3.0.0', FRAME),
      field(
        0x5,
        'latestFinalizedFrame',
        'i32',
        '3.7.0',
        'frame that no rollback can reach any more; the frame itself without rollback',
      ),
    ],
    players: [],
  },

  fodPlatforms: {
    code: 0x3f,
    title: 'Fountain of Dreams Platforms',
    since: '3.18.0',
    doc: 'One per platform that moved in this frame.',
    fields: [
      field(0x1, 'frame', 'i32', '3.18.0', FRAME),
      field(0x5, 'platform', 'u8', '3.18.0', '0 = right, 1 = left'),
      field(0x6, 'height', 'f32', '3.18.0', 'new height of the platform'),
    ],
    players: [],
  },

  dreamlandWhispy: {
    code: 0x40,
    title: 'Dream Land Whispy',
    since: '3.18.0',
    doc: 'Whenever the wind changes.',
    fields: [
      field(0x1, 'frame', 'i32', '3.18.0', FRAME),
      field(0x5, 'direction', 'u8', '3.18.0', '0 = none, 1 = left, 2 = right'),
    ],
    players: [],
  },

  stadiumTransformation: {
    code: 0x41,
    title: 'Stadium Transformation',
    since: '3.18.0',
    doc: 'Whenever the transformation, or the step it is at, changes.',
    fields: [
      field(0x1, 'frame', 'i32', '3.18.0', FRAME),
      field(
        0x5,
        'event',
        'u16',
        '3.18.0',
        '2 = begin, 3 = on the monitor, 4 = old recedes, 5 = new rises, 6 = finalize, 0 = finished',
      ),
      field(0x7, 'type', 'u16', '3.18.0', '3 = fire, 4 = grass, 5 = normal, 6 = rock, 9 = water'),
    ],
    players: [],
  },
} as const satisfies Record<string, EventTable>

/**
 * The two events without a fixed layout. Event Payloads opens the stream: its own payload size (u8, itself included),
 * then three bytes for each event that may follow: code and payload size (u16). The Gecko List is a list of codes as
 * long as its message.
 */
export const EVENT_PAYLOADS = 0x35
export const GECKO_LIST = 0x3d

export type EventName = keyof typeof EVENTS

const isEventName = (name: string): name is EventName => Object.hasOwn(EVENTS, name)

export const EVENT_NAMES: readonly EventName[] = Object.keys(EVENTS).filter(isEventName)

/** The fields that a recording is too old to hold, by event; `sizes` are those of its Event Payloads. */
export function absentFields(sizes: ReadonlyMap<number, number>): Readonly<Record<EventName, readonly string[]>> {
  const absent = EVENT_NAMES.map((name) => {
    const { code, fields, players }: EventTable = EVENTS[name]
    const payload = sizes.get(code)
    const lacks = (one: Field): boolean => !holds(one, payload === undefined ? 0 : 1 + payload)
    return [name, [...fields, ...players].filter(lacks).map((one) => one.name)] as const
  })
  return Object.fromEntries(absent) as unknown as Record<EventName, readonly string[]>
}

export type EventRecord<N extends EventName> = EventRecordOf<(typeof EVENTS)[N]>

export type MessageSplitter = EventRecord<'messageSplitter'>
export type GameStart = EventRecord<'gameStart'>
export type GameStartPlayer = PlayerOf<(typeof EVENTS)['gameStart']>
export type PreFrame = EventRecord<'preFrame'>
export type PostFrame = EventRecord<'postFrame'>
export type GameEnd = EventRecord<'gameEnd'>
export type FrameStart = EventRecord<'frameStart'>
export type ItemUpdate = EventRecord<'itemUpdate'>
export type FrameBookend = EventRecord<'frameBookend'>
export type FodPlatforms = EventRecord<'fodPlatforms'>
export type DreamlandWhispy = EventRecord<'dreamlandWhispy'>
export type StadiumTransformation = EventRecord<'stadiumTransformation'>
