/**
 * The 26 fighters and Nana: ids, attributes, ledge reach, ECB, air jumps. A fighter has two ids: the external one of
 * picks and Game Start (0..25, Nana shares Popo's) and the internal one of post-frame records (0..26). Every table here
 * is indexed by the internal id. Values are rounded to binary32.
 */
import {
  type ActionId,
  ALL_EXTERNAL_IDS,
  asExternalId,
  type ExternalId,
  INTERNAL_ID,
  asInternalId,
  type InternalId,
} from './ids.ts'
import type { FighterSlug } from '../fighters/own-action-names.ts'
import { f } from '../math.ts'
import { byFighter, figuresOf } from './by-fighter.ts'
import type { FighterAttributes } from './figures.ts'
import { ATTRIBUTE_NAMES, ROSTER } from './generated/common.ts'

export type { FighterAttributes }

export interface FighterInfo {
  readonly internalId: InternalId
  readonly externalId: ExternalId
  /** The fighter's name in file names: `packages/engine/data/<slug>`. */
  readonly slug: FighterSlug
  readonly name: string
  readonly attributes: FighterAttributes
}

export const attributesOf = byFighter((internalId) => {
  const { attributes } = figuresOf(internalId)
  return Object.fromEntries(ATTRIBUTE_NAMES.map((name) => [name, f(attributes[name])])) as FighterAttributes
})

/** By internal id. */
export const FIGHTERS: readonly FighterInfo[] = ROSTER.map(([external, slug, name], internal) => ({
  internalId: asInternalId(internal),
  externalId: asExternalId(external),
  slug,
  name,
  get attributes() {
    return attributesOf(this.internalId)
  },
}))

export const { sheik: SHEIK, popo: POPO, nana: NANA, zelda: ZELDA } = INTERNAL_ID

/** Internal id of each external id; Popo for the Ice Climbers. */
export const INTERNAL_IDS: readonly InternalId[] = ALL_EXTERNAL_IDS.map(
  (external) => FIGHTERS.find((fighter) => fighter.externalId === external)!.internalId,
)

/** Where a fighter hangs and how far it reaches for a ledge. */
export interface LedgeReach {
  /** Position while hanging: distance from the ledge, away from the stage; and height above it (negative). */
  readonly hangX: number
  readonly hangY: number
  /** The box that catches a ledge: reach beyond the ECB's side, centre above the position, height. */
  readonly snapX: number
  readonly snapY: number
  readonly snapHeight: number
}

export const ledgeReachOf = byFighter((internalId): LedgeReach => {
  const { hangX, hangY, snapX, snapY, snapHeight } = figuresOf(internalId).ledge
  return { hangX: f(hangX), hangY: f(hangY), snapX: f(snapX), snapY: f(snapY), snapHeight: f(snapHeight) }
})

/** The ECB: half width, height, and its lowest point in the air where no action names one. */
export interface BodySize {
  readonly side: number
  readonly top: number
  readonly bottom: number
  /** Grounded fighters closer than the sum of these push each other apart. */
  readonly push: number
}

export const bodySizeOf = byFighter((internalId): BodySize => {
  const { side, top, bottom, push } = figuresOf(internalId).body
  return { side: f(side), top: f(top), bottom: f(bottom), push: f(push) }
})

/** Speeds on the first frame of an air jump: upwards, and sideways at full stick. */
export interface AirJump {
  readonly vy: number
  readonly vx: number
}

/** The measured first frame of an air jump; undefined where no recording shows one (the attributes then apply). */
export function airJump(internalId: InternalId, action: ActionId): AirJump | undefined {
  const jump = figuresOf(internalId).airJumps[action]
  return jump && { vy: f(jump.vy), vx: f(jump.vx) }
}

const curves = byFighter((internalId) => {
  const rows = Object.entries(figuresOf(internalId).airJumpCurves)
  return new Map(rows.map(([action, curve]) => [Number(action), Float32Array.from(curve)]))
})

/** Vertical speeds per state frame (index 0: the first) of an air jump that follows a curve instead of gravity. */
export function airJumpCurve(internalId: InternalId, action: ActionId): Float32Array | undefined {
  return curves(internalId).get(action)
}
