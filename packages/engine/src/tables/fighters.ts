/**
 * The 26 fighters and Nana: ids, attributes, ledge reach, environment diamond, air jumps. Two ids exist for a fighter:
 * the external one of picks and Game Start (0..25, Nana shares Popo's) and the internal one of post-frame records
 * (0..26); every table here goes by the internal id. Values are rounded to binary32.
 */
import { f } from '../math.ts'
import { byFighter } from './by-fighter.ts'
import {
  AIR_JUMP_CURVES,
  AIR_JUMP_ROWS,
  ATTRIBUTE_NAMES,
  BODY_ROWS,
  FIGHTER_ROWS,
  LEDGE_ROWS,
} from './generated/fighters.ts'

/** A fighter's attributes, named as the game's data names them; units per frame, frames, stick values -1..1. */
export type FighterAttributes = { readonly [N in (typeof ATTRIBUTE_NAMES)[number]]: number }

export interface FighterInfo {
  readonly internalId: number
  readonly externalId: number
  /** How the fighter is spelled in file names: `packages/engine/data/<slug>`. */
  readonly slug: string
  readonly name: string
  readonly attributes: FighterAttributes
}

export const attributesOf = byFighter((internalId) => {
  const values = FIGHTER_ROWS[internalId]![3]
  return Object.fromEntries(ATTRIBUTE_NAMES.map((name, i) => [name, f(values[i]!)])) as FighterAttributes
})

/** By internal id. */
export const FIGHTERS: readonly FighterInfo[] = FIGHTER_ROWS.map(([externalId, slug, name], internalId) => ({
  internalId,
  externalId,
  slug,
  name,
  get attributes() {
    return attributesOf(internalId)
  },
}))

export const SHEIK = 7
export const POPO = 10
export const NANA = 11
export const ZELDA = 19

/** Internal id of each external id; Popo for the Ice Climbers. */
export const INTERNAL_IDS: readonly number[] = Array.from({ length: FIGHTERS.length - 1 }, (_, external) =>
  FIGHTERS.findIndex((fighter) => fighter.externalId === external),
)

/** Where a fighter hangs and how far it reaches for a ledge. */
export interface LedgeReach {
  /** Position while hanging: this far from the ledge, away from the stage; and this high above it (negative). */
  readonly hangX: number
  readonly hangY: number
  /** The box that catches a ledge: reach beyond the diamond's side, centre above the position, height. */
  readonly snapX: number
  readonly snapY: number
  readonly snapHeight: number
}

const LEDGES: readonly LedgeReach[] = LEDGE_ROWS.map((row) => {
  const [hangX, hangY, snapX, snapY, snapHeight] = row.map((value) => f(value))
  return { hangX: hangX!, hangY: hangY!, snapX: snapX!, snapY: snapY!, snapHeight: snapHeight! }
})

export function ledgeReachOf(internalId: number): LedgeReach {
  return LEDGES[internalId]!
}

/** The environment diamond: half width, height, and its lowest point in the air where no action names one. */
export interface BodySize {
  readonly side: number
  readonly top: number
  readonly bottom: number
  /** Grounded fighters closer than the sum of these push each other apart. */
  readonly push: number
}

const BODIES: readonly BodySize[] = BODY_ROWS.map((row) => {
  const [side, top, bottom, push] = row.map((value) => f(value))
  return { side: side!, top: top!, bottom: bottom!, push: push! }
})

export function bodySizeOf(internalId: number): BodySize {
  return BODIES[internalId]!
}

/** Speeds on the first frame of an air jump: upwards, and sideways at full stick. */
export interface AirJump {
  readonly vy: number
  readonly vx: number
}

const AIR_JUMPS = new Map(
  AIR_JUMP_ROWS.map(([internal, action, vy, vx]) => [internal! * 1024 + action!, { vy: f(vy!), vx: f(vx!) }]),
)

/** The measured first frame of an air jump; undefined where it was never seen (the attributes then tell). */
export function airJump(internalId: number, action: number): AirJump | undefined {
  return AIR_JUMPS.get(internalId * 1024 + action)
}

const CURVES = new Map(
  AIR_JUMP_CURVES.map(([internal, action, values]) => [internal * 1024 + action, Float32Array.from(values)]),
)

/** Vertical speeds per state frame (index 0: the first) of an air jump that follows a curve instead of gravity. */
export function airJumpCurve(internalId: number, action: number): Float32Array | undefined {
  return CURVES.get(internalId * 1024 + action)
}
