/**
 * The records that go over the pipe, field by field. Python's tables of them are made from these (scripts/python-records.ts), and a
 * program that starts this one compares what it has with the handshake. Types have NumPy's names, all little-endian. Fields of four
 * bytes lie on multiples of four, so that they are written through typed arrays.
 */
import { MOST_PLAYERS } from './players.ts'

type Scalar = 'u1' | 'i1' | 'u2' | 'i2' | 'u4' | 'i4' | 'f4'
type Table = Readonly<Record<string, Scalar | Layout | readonly [Scalar | Layout, number]>>

/** What the handshake says of a record: its fields as name, type and number of elements. */
export type Description = readonly (readonly [string, string | Description, number])[]

export interface Layout<N extends string = string> {
  /** What a record is, for readers of the tables. */
  readonly doc: string
  readonly table: Table
  readonly bytes: number
  /** Offsets of the fields. */
  readonly at: Readonly<Record<N, number>>
  readonly description: Description
}

function layout<const T extends Table>(doc: string, table: T): Layout<Extract<keyof T, string>> {
  const at: Record<string, number> = {}
  const description: [string, string | Description, number][] = []
  let bytes = 0
  for (const name of Object.keys(table)) {
    const [element, count] = elementOf(table, name)
    const size = typeof element === 'string' ? Number(element[1]) : element.bytes
    const step = typeof element === 'string' ? size : 4
    if (bytes % step !== 0) throw new RangeError(`${name} lies on byte ${bytes}, not on a multiple of ${step}`)
    at[name] = bytes
    bytes += size * count
    description.push([name, typeof element === 'string' ? element : element.description, count])
  }
  return { doc, table, bytes, at: at as Readonly<Record<Extract<keyof T, string>, number>>, description }
}

/** What a field is made of, and how many of it; a field that is no list has one. */
export function elementOf(table: Table, name: string): readonly [element: Scalar | Layout, count: number] {
  const type = table[name]!
  return typeof type === 'string' || !(0 in type) ? [type, 1] : type
}

export const MOST_ITEMS = 15

export const PLAYER = layout(
  'A fighter. `facing` is 1 to the right; `char_id` is an internal id; an absent one keeps who it is and its stocks.',
  {
    present: 'u1',
    source_player: 'u1',
    team_relation: 'u1',
    team_id: 'u1',
    pos_x: 'f4',
    pos_y: 'f4',
    speed_air_x_self: 'f4',
    speed_ground_x_self: 'f4',
    speed_y_self: 'f4',
    speed_x_attack: 'f4',
    speed_y_attack: 'f4',
    percent: 'f4',
    shield_hp: 'f4',
    action_id: 'u2',
    action_frame: 'i2',
    hitlag: 'u2',
    hitstun: 'u2',
    char_id: 'u1',
    stocks: 'u1',
    facing: 'u1',
    on_ground: 'u1',
    jumps_left: 'u1',
    hurtbox_state: 'u1',
    invulnerable: 'u1',
    _pad0: 'u1',
  },
)

/** The fields of a Post-Frame Update that `PLAYER` lacks, or holds in part. */
export const RECORDED = layout("What a Post-Frame Update has of a fighter besides, in the recording's own encoding.", {
  state_flags: ['u1', 5],
  l_cancel: 'u1',
  ground_id: 'u2',
  last_attack_landed: 'u1',
  combo_count: 'u1',
  last_hit_by: 'u1',
  _pad0: 'u1',
  instance_hit_by: 'u2',
  instance_id: 'u2',
  animation_index: 'u4',
  action_counter: 'f4',
  misc: 'f4',
  hitlag: 'f4',
})

export const ITEM = layout(
  'A projectile or another item. `attack_id` and `attack_instance` are 0: no bot is shown them.',
  {
    exists: 'u1',
    state: 'u1',
    type: 'u2',
    owner: 'i1',
    _pad0: 'u1',
    instance_id: 'u2',
    attack_id: 'u2',
    attack_instance: 'u2',
    direction: 'f4',
    vel_x: 'f4',
    vel_y: 'f4',
    pos_x: 'f4',
    pos_y: 'f4',
    damage: 'u2',
    _pad1: 'u2',
    timer: 'f4',
    spawn_id: 'u4',
    misc0: 'u1',
    misc1: 'u1',
    misc2: 'u1',
    misc3: 'u1',
  },
)

const RANDALL = layout('', { exists: 'u1', _pad0: ['u1', 3], x: 'f4', y: 'f4' })
const FOD_PLATFORMS = layout('', { left: 'f4', right: 'f4' })
const STAGE_PARTS = layout('', { randall: RANDALL, fod_platforms: FOD_PLATFORMS, whispy: 'u1', _pad0: ['u1', 3] })

export const GAMESTATE = layout('A frame as one player sees it: `slots[0]` is that player, `slots[1]` the opponent.', {
  frame_id: 'i4',
  frame_pre_random_seed: 'u4',
  stage_id: 'u4',
  num_players: 'u1',
  viewpoint_player: 'u1',
  is_teams: 'u1',
  _pad0: 'u1',
  stage: STAGE_PARTS,
  slots: [PLAYER, MOST_PLAYERS],
  items: [ITEM, MOST_ITEMS],
  followers: [PLAYER, MOST_PLAYERS],
  recorded: [RECORDED, MOST_PLAYERS],
  follower_recorded: [RECORDED, MOST_PLAYERS],
})

/** Offsets within a game state of what lies in its stage. */
export const STAGE_AT = {
  randallExists: GAMESTATE.at.stage + STAGE_PARTS.at.randall + RANDALL.at.exists,
  randallX: GAMESTATE.at.stage + STAGE_PARTS.at.randall + RANDALL.at.x,
  randallY: GAMESTATE.at.stage + STAGE_PARTS.at.randall + RANDALL.at.y,
  leftPlatform: GAMESTATE.at.stage + STAGE_PARTS.at.fod_platforms + FOD_PLATFORMS.at.left,
  rightPlatform: GAMESTATE.at.stage + STAGE_PARTS.at.fod_platforms + FOD_PLATFORMS.at.right,
  whispy: GAMESTATE.at.stage + STAGE_PARTS.at.whispy,
} as const

export const TERMINAL = layout(
  'Whether a lane is over. `winner` is a player, or -1. `fault`: the engine gave the game up.',
  {
    frame_id: 'i4',
    stage_id: 'u4',
    done: 'u1',
    match_ended: 'u1',
    stockout: 'u1',
    max_frame_reached: 'u1',
    /** Winning player; -1 for a draw and while nobody has won. */
    winner: 'i1',
    /** The engine found a fault in itself; the game is over and undecided. */
    fault: 'u1',
    _pad0: ['u1', 2],
  },
)

const INPUT_PLAYER = layout('A controller in raw units: sticks -80 to 80 around the centre 0, triggers 0 to 255.', {
  buttons: 'u2',
  main_x: 'i1',
  main_y: 'i1',
  c_x: 'i1',
  c_y: 'i1',
  l: 'u1',
  r: 'u1',
})
export const INPUT_PLAYER_BYTES = INPUT_PLAYER.bytes
export const INPUT = layout('', { p: [INPUT_PLAYER, MOST_PLAYERS] })

/** All records by name, each after those that it is made of. */
export const RECORDS: Readonly<Record<string, Layout>> = {
  PLAYER,
  RECORDED,
  ITEM,
  RANDALL,
  FOD_PLATFORMS,
  STAGE_PARTS,
  GAMESTATE,
  TERMINAL,
  INPUT_PLAYER,
  INPUT,
}

/** What a program has to agree with before it reads or writes records. */
export const LAYOUTS: Readonly<Record<string, Description>> = {
  gamestate: GAMESTATE.description,
  terminal: TERMINAL.description,
  input: INPUT.description,
}
