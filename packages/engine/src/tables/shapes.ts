/**
 * Where a fighter's body is: capsules on each animation frame, for hit detection and schematic drawing; and its shield.
 * Fighters with a public outline have three or four capsules per frame, and so has Samus, with Luigi's outline. The
 * others (Donkey Kong, Bowser, Mewtwo) have one capsule per kind of action, fitted to recorded hits.
 */
import { SHIELD_HIT } from '../constants.ts'
import type { InternalId } from './ids.ts'
import { f, sqrtf } from '../math.ts'
import { actionCount, actionName, FIRST_OWN_ACTION } from './actions.ts'
import { byFighter, figuresOf } from './by-fighter.ts'
import { attributesOf } from './fighters.ts'
import type { OutlineFigures } from './figures.ts'
import { HURT_GROUPS, SPECIAL_AIR, SPECIAL_GROUND } from './generated/common.ts'
import { animationsByAction, valuesAt, type KeyFrames } from './key-frames.ts'

/** Words of a capsule: x1, y1, x2, y2, radius. */
export const CAPSULE_WORDS = 5
/** Capsules that a caller must have room for. */
export const MAX_CAPSULES = 4

const FALL = 29
const WAIT = 14

/** By action: its own animation, one of the same name, or none. */
interface Shape {
  readonly animations: readonly (KeyFrames | undefined)[]
  readonly falling: KeyFrames
  readonly standing: KeyFrames
}

function decodeAnimations({ place, radius, count, scale, thicker, animations }: OutlineFigures) {
  return animationsByAction(animations, count * CAPSULE_WORDS, (value, n) =>
    n % CAPSULE_WORDS === CAPSULE_WORDS - 1 ? value * radius * scale + thicker : value * place * scale,
  )
}

/** Null for fighters with a single capsule. */
const shapeOf = byFighter((internalId): Shape | null => {
  const { outline } = figuresOf(internalId)
  if (outline === null) return null
  const own = decodeAnimations(outline)
  if (outline.isLent) for (const action of own.keys()) if (action >= FIRST_OWN_ACTION) own.delete(action)
  const byName = new Map<string | undefined, KeyFrames>()
  for (const [action, animation] of own) {
    const name = actionName(internalId, action)
    if (!byName.has(name)) byName.set(name, animation)
  }
  const animations = Array.from(
    { length: actionCount(internalId) },
    (_, action) => own.get(action) ?? byName.get(actionName(internalId, action)),
  )
  return { animations, falling: own.get(FALL)!, standing: own.get(WAIT)! }
})

/**
 * Writes the capsules of a fighter's body relative to its position into `out` and returns their number. x is forward of
 * the facing at the start of the action (of the present facing in jumps, falls and air jumps, actions 24 to 34, and for
 * fighters with a single capsule).
 */
export function bodyCapsules(internalId: InternalId, pose: Pose, out: Float32Array): number {
  const shape = shapeOf(internalId)
  if (shape === null) return regionCapsule(internalId, pose, out)
  const standIn = pose.isAirborne ? shape.falling : shape.standing
  return valuesAt(shape.animations[pose.action] ?? standIn, pose.animationFrame, out) / CAPSULE_WORDS
}

/** Writes where the outline's centroid is into `out`. */
export function placeMiddle(internalId: InternalId, pose: Pose, out: { x: number; y: number }): void {
  const count = bodyCapsules(internalId, pose, WORDS)
  let areas = 0
  let sumX = 0
  let sumY = 0
  for (let at = 0; at < count * CAPSULE_WORDS; at += CAPSULE_WORDS) {
    const dx = WORDS[at + 2]! - WORDS[at]!
    const dy = WORDS[at + 3]! - WORDS[at + 1]!
    const area = WORDS[at + 4]! * (Math.PI * WORDS[at + 4]! + 2 * sqrtf(f(dx * dx + dy * dy)))
    areas += area
    sumX += (area * (WORDS[at]! + WORDS[at + 2]!)) / 2
    sumY += (area * (WORDS[at + 1]! + WORDS[at + 3]!)) / 2
  }
  out.x = f(sumX / areas)
  out.y = f(sumY / areas)
}

const WORDS = new Float32Array(CAPSULE_WORDS * MAX_CAPSULES)

/** The values that a body's shape depends on; the frame is the animation counter of recordings. */
export interface Pose {
  readonly action: number
  readonly animationFrame: number
  readonly isAirborne: boolean
}

/** What is added to the radii of a fighter's capsules, by number: hits find a tail thinner than it looks. */
const growths = byFighter((internalId) => Float32Array.from(figuresOf(internalId).growths))

export function growthsOf(internalId: InternalId): Float32Array {
  return growths(internalId)
}

/** How readily a hit on the fighter counts as one on its legs, and on its head. */
export interface HitHeightBias {
  readonly low: number
  readonly high: number
}

const leanings = byFighter((internalId): HitHeightBias => {
  const { low, high } = figuresOf(internalId).leaning
  return { low: f(low), high: f(high) }
})

export function leaningOf(internalId: InternalId): HitHeightBias {
  return leanings(internalId)
}

const BOTH_SIDES = 2

const groupOfAction = new Map(
  HURT_GROUPS.flatMap((actions, group) => actions.map((action) => [action, group] as const)),
)

/** Uses the shape of the fighter's specials for an action that no group names. */
function regionCapsule(internalId: InternalId, pose: Pose, out: Float32Array): number {
  const { action } = pose
  const stateFrame = Math.max(1, Math.floor(pose.animationFrame) + (action < FIRST_OWN_ACTION ? 0 : 1))
  const side = pose.isAirborne ? 1 : 0
  const { actions, groups } = figuresOf(internalId).regions
  for (let i = 0; i < actions.length; i++) {
    const row = actions[i]!
    if (row.action !== action || stateFrame < row.first || stateFrame > row.last) continue
    if (row.side !== BOTH_SIDES && row.side !== side) continue
    out.set(row.capsule)
    return 1
  }
  const group = groupOfAction.get(action) ?? (pose.isAirborne ? SPECIAL_AIR : SPECIAL_GROUND)
  const capsule = groups[group]
  if (!capsule) throw new Error(`Fighter ${internalId} has no hurt region for group ${group}`)
  out.set(capsule)
  return 1
}

const EIGHTHS = [
  [1, 0],
  [Math.SQRT1_2, Math.SQRT1_2],
  [0, 1],
  [-Math.SQRT1_2, Math.SQRT1_2],
  [-1, 0],
  [-Math.SQRT1_2, -Math.SQRT1_2],
  [0, -1],
  [Math.SQRT1_2, -Math.SQRT1_2],
] as const

/** A fighter's shield when full and held hard: centre relative to the position (x forward) and size. */
export interface ShieldSize {
  readonly x: number
  readonly y: number
  /** World units; the radius is this times the share that health and hardness leave. */
  readonly size: number
  /**
   * How far it leans, x and y, with the stick held ahead, and at every eighth of a turn from there; null for an egg.
   */
  readonly tilts: Float32Array | null
  /** Height from which it rises while it goes up, where that is not the hips' height; else 0. */
  readonly risesFrom: number
}

const shields = byFighter((internalId): ShieldSize => {
  const { x, y, scale, tilts, risesFrom } = figuresOf(internalId).shield
  const size = f(attributesOf(internalId).initialShieldSize * scale)
  const ways = tilts && Float32Array.from(tilts.length > 0 ? tilts : usualTilts(size))
  return { x: f(x), y: f(y), size, tilts: ways, risesFrom: f(risesFrom) }
})

/** Tilts of fighters whose shield tilts are not known. */
function usualTilts(size: number): number[] {
  return EIGHTHS.flatMap(([x, y]) => [x * SHIELD_HIT.tiltX * size, y * SHIELD_HIT.tiltY * size])
}

export function shieldSizeOf(internalId: InternalId): ShieldSize {
  return shields(internalId)
}
