/**
 * A state as flat numbers for a network: `Flat` of arena.env.observation, which makes the same rows of recordings and of live games.
 * Both make them of a record, and every number is rounded to 32 bits after each operation, so that their rows are equal to the bit.
 */
import { STAGE_IDS } from '@arena/engine'
import { BUTTON } from '@arena/slp'
import { elementOf, GAMESTATE, INPUT_PLAYER_BYTES, ITEM, PLAYER, STAGE_AT } from './layout.ts'
import { INPUTS_BYTES } from './lane.ts'
import type { RecordWriter } from './records.ts'

/** Fields of a fighter in their order in a row, and what each is divided by. */
export const FLAT_SCALES = [
  ['pos_x', 100],
  ['pos_y', 100],
  ['speed_air_x_self', 5],
  ['speed_ground_x_self', 5],
  ['speed_y_self', 5],
  ['speed_x_attack', 5],
  ['speed_y_attack', 5],
  ['percent', 100],
  ['shield_hp', 60],
  ['action_frame', 60],
  ['hitlag', 20],
  ['hitstun', 60],
  ['stocks', 4],
  ['jumps_left', 5],
  ['present', 1],
  ['facing', 1],
  ['on_ground', 1],
  ['invulnerable', 1],
] as const

/** Kinds of action states with their first and last ones; the last kind is that of all others. */
export const ACTION_GROUPS: readonly (readonly [name: string, ...ranges: readonly (readonly [number, number])[]])[] = [
  ['dead', [0, 11]],
  ['respawning', [12, 13]],
  ['standing', [14, 14]],
  ['walking', [15, 17]],
  ['turning', [18, 19]],
  ['dashing', [20, 23]],
  ['jumping', [24, 28]],
  ['falling', [29, 34]],
  ['helpless', [35, 37]],
  ['tumbling', [38, 38]],
  ['crouching', [39, 41]],
  ['landing', [42, 43]],
  ['ground attack', [44, 57]],
  ['smash', [58, 64]],
  ['air attack', [65, 69]],
  ['landing from attack', [70, 74]],
  ['hurt', [75, 91]],
  ['shielding', [178, 182]],
  ['down', [183, 198]],
  ['teching', [199, 204]],
  ['shield broken', [205, 211]],
  ['grabbing', [212, 222]],
  ['grabbed', [223, 232], [239, 243]],
  ['dodging', [233, 235]],
  ['air dodging', [236, 236]],
  ['ledge', [252, 263]],
  ['special', [341, 1023]],
  ['other'],
]

const LIMIT = 10
const FIGHTER_IDS = 27
const SHOWN_ITEMS = 4
const ITEM_NUMBERS = 6
const LAST_ACTION = 1023
const FIGHTER_NUMBERS = FLAT_SCALES.length + ACTION_GROUPS.length
/** Stages by their ids, two heights of platforms, whether Randall is there and where. */
const STAGE_NUMBERS = STAGE_IDS.length + 5
const BUTTONS = [BUTTON.A, BUTTON.B, BUTTON.X, BUTTON.Y, BUTTON.Z, BUTTON.L, BUTTON.R]
const INPUT_NUMBERS = BUTTONS.length + 5
const OWN_NUMBERS = 4 * FIGHTER_NUMBERS + 2 * FIGHTER_IDS + 2 + SHOWN_ITEMS * ITEM_NUMBERS + STAGE_NUMBERS

const GROUP_OF = new Uint8Array(LAST_ACTION + 1).fill(ACTION_GROUPS.length - 1)
for (const [group, [, ...ranges]] of ACTION_GROUPS.entries()) {
  for (const [first, last] of ranges) GROUP_OF.fill(group, first, last + 1)
}
const STAGE_PLACE = new Map([...STAGE_IDS].sort((one, other) => one - other).map((id, place) => [id as number, place]))
const P = PLAYER.at
const I = ITEM.at
const G = GAMESTATE.at
const ITEMS_BYTES = G.followers - G.items
const { fround } = Math

export class Flat {
  /** Players of whom a row is made: 0 is the one whose view a record is, 1 the opponent. */
  readonly slots: readonly number[]
  /** The last inputs that a player is shown, in bytes of both players. */
  readonly memoryBytes: number
  /** Numbers of a row. */
  readonly size: number
  readonly bytes: number

  constructor(slots: readonly number[], memory: number) {
    this.slots = slots
    this.memoryBytes = memory * INPUTS_BYTES
    this.size = OWN_NUMBERS + memory * INPUT_NUMBERS
    this.bytes = 4 * this.size
  }

  /**
   * Writes the row of a slot at `to`, of the record at `at`. `given` has what both players have given last, newest first; `port` is
   * that of the slot's player.
   */
  write(out: RecordWriter, at: number, slot: number, given: Uint8Array, port: number, to: number): void {
    const { f32 } = out
    const row = to >> 2
    const end = row + this.size
    f32.fill(0, row, end)
    const mine = slot * PLAYER.bytes
    const others = (1 - slot) * PLAYER.bytes
    const me = at + G.slots + mine
    const other = at + G.slots + others
    let n = row
    n = fighter(out, me, n)
    n = fighter(out, other, n)
    n = fighter(out, at + G.followers + mine, n)
    n = fighter(out, at + G.followers + others, n)
    f32[n + out.bytes[me + P.char_id]!] = 1
    n += FIGHTER_IDS
    f32[n + out.bytes[other + P.char_id]!] = 1
    n += FIGHTER_IDS
    const x = f32[(me + P.pos_x) >> 2]!
    const y = f32[(me + P.pos_y) >> 2]!
    f32[n++] = fround(f32[(other + P.pos_x) >> 2]! - x) / 100
    f32[n++] = fround(f32[(other + P.pos_y) >> 2]! - y) / 100
    items(out, at + G.items, out.bytes[me + P.source_player]!, x, y, n)
    n += SHOWN_ITEMS * ITEM_NUMBERS
    stage(out, at, n)
    n += STAGE_NUMBERS
    for (let from = port * INPUT_PLAYER_BYTES; from < given.length; from += INPUTS_BYTES)
      n = inputs(given, from, f32, n)
    for (let i = row; i < end; i++) {
      const value = f32[i]!
      // What is no number is none of these.
      f32[i] = value > LIMIT ? LIMIT : value < -LIMIT ? -LIMIT : value === value ? value : 0
    }
  }
}

interface Scaled {
  readonly at: number
  readonly column: number
  readonly scale: number
}

/** Fields of a fighter by their type. */
const scaled = (type: string): readonly Scaled[] =>
  FLAT_SCALES.map(([name, scale], column) => ({ name, at: P[name], column, scale })).filter(
    ({ name }) => elementOf(PLAYER.table, name)[0] === type,
  )
const FLOATS = scaled('f4')
const SIGNED_WORDS = scaled('i2')
const WORDS = scaled('u2')
const BYTES = scaled('u1')

function fighter(out: RecordWriter, at: number, to: number): number {
  const { bytes, f32, u16, i16 } = out
  if (bytes[at + P.present] !== 0) {
    for (const { at: field, column, scale } of FLOATS) f32[to + column] = f32[(at + field) >> 2]! / scale
    for (const { at: field, column, scale } of SIGNED_WORDS) f32[to + column] = i16[(at + field) >> 1]! / scale
    for (const { at: field, column, scale } of WORDS) f32[to + column] = u16[(at + field) >> 1]! / scale
    for (const { at: field, column, scale } of BYTES) f32[to + column] = bytes[at + field]! / scale
    f32[to + FLAT_SCALES.length + GROUP_OF[Math.min(u16[(at + P.action_id) >> 1]!, LAST_ACTION)]!] = 1
  }
  return to + FIGHTER_NUMBERS
}

/** The first items that somebody owns, then the first of the stage's own, which hurt nobody. */
function items(out: RecordWriter, at: number, player: number, x: number, y: number, to: number): void {
  const { bytes, i8, f32 } = out
  let place = 0
  for (const isOwned of [true, false]) {
    for (let from = at; place < SHOWN_ITEMS && from < at + ITEMS_BYTES && bytes[from] !== 0; from += ITEM.bytes) {
      const owner = i8[from + I.owner]!
      if (owner >= 0 !== isOwned) continue
      const n = to + place++ * ITEM_NUMBERS
      f32[n] = 1
      f32[n + 1] = isOwned && owner !== player ? 1 : 0
      f32[n + 2] = fround(f32[(from + I.pos_x) >> 2]! - x) / 100
      f32[n + 3] = fround(f32[(from + I.pos_y) >> 2]! - y) / 100
      f32[n + 4] = f32[(from + I.vel_x) >> 2]! / 5
      f32[n + 5] = f32[(from + I.vel_y) >> 2]! / 5
    }
  }
}

function stage({ bytes, u32, f32 }: RecordWriter, at: number, to: number): void {
  f32[to + STAGE_PLACE.get(u32[(at + G.stage_id) >> 2]!)!] = 1
  const n = to + STAGE_IDS.length
  f32[n] = f32[(at + STAGE_AT.leftPlatform) >> 2]! / 50
  f32[n + 1] = f32[(at + STAGE_AT.rightPlatform) >> 2]! / 50
  f32[n + 2] = bytes[at + STAGE_AT.randallExists]!
  f32[n + 3] = f32[(at + STAGE_AT.randallX) >> 2]! / 100
  f32[n + 4] = f32[(at + STAGE_AT.randallY) >> 2]! / 100
}

/** The controller as it was given: sticks from -1 to 1. */
function inputs(given: Uint8Array, from: number, f32: Float32Array, to: number): number {
  const pressed = given[from]! | (given[from + 1]! << 8)
  let n = to
  for (const button of BUTTONS) f32[n++] = (pressed & button) === 0 ? 0 : 1
  for (let axis = 2; axis < 6; axis++) f32[n++] = ((given[from + axis]! << 24) >> 24) / 80
  f32[n++] = Math.max(given[from + 6]!, given[from + 7]!) / 140
  return n
}
