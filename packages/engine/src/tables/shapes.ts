/**
 * Where a fighter's body is: capsules on each animation frame, for hit detection and schematic drawing; and its shield.
 * Fighters whose outline is public have three or four capsules per frame, and so has Samus, who borrows Luigi's; the others (Donkey
 * Kong, Bowser, Mewtwo) one per kind of action, fitted to recorded hits. Decoded on first use, one fighter at a time.
 */
import { SHIELD_HIT } from '../constants.ts'
import { f, sqrtf } from '../math.ts'
import { actionCount, actionName, FIRST_OWN_ACTION } from './actions.ts'
import { byFighter } from './by-fighter.ts'
import { attributesOf } from './fighters.ts'
import {
  CORRECTIONS,
  HURT_ACTIONS,
  HURT_GROUPS,
  HURT_REGIONS,
  LEANINGS,
  SHAPE_GRIDS,
  SHAPE_USES,
  SHAPES,
  SHAPES_EXPECTED,
  SPECIAL_AIR,
  SPECIAL_GROUND,
} from './generated/shapes.ts'
import { CodedReader } from './coded.ts'
import { readAnimations, valuesAt, type Before, type KeyFrames, type ValueModel } from './key-frames.ts'

/** Words of a capsule: x1, y1, x2, y2, radius. */
export const CAPSULE_WORDS = 5
/** Capsules that a caller must have room for. */
export const MAX_CAPSULES = 4

const FALL = 29
const WAIT = 14
const HALF_X = 46
const HALF_Y = 24

/** By action: its own animation, one of the same name, or none. */
interface Shape {
  readonly animations: readonly (KeyFrames | undefined)[]
  readonly falling: KeyFrames
  readonly standing: KeyFrames
}

function decodeAnimations(shape: number, scale: number, grow: number): Map<number, KeyFrames> {
  const [q, r, count] = SHAPE_GRIDS[shape]!
  const valueOf = (code: number, n: number): number => {
    const component = n % CAPSULE_WORDS
    return worldValue(component, code, q, r) * scale + (component === 4 ? grow : 0)
  }
  const reader = new CodedReader(SHAPES[shape]!, SHAPES_EXPECTED)
  return readAnimations(reader, count * CAPSULE_WORDS, SHAPE_CONTEXT, SHAPE_MODEL, valueOf)
}

/** How large a difference is, in few classes. */
function sizeOf(difference: number): number {
  const size = Math.abs(difference)
  return size <= 1 ? size : size <= 3 ? 2 : size <= 7 ? 3 : 4
}

/** Classes of differences; one more stands for there being none before. */
const SIZES = 5
/** The contexts of everything else. */
export const SHAPE_CONTEXT = { ranges: 0, action: 1, more: 2, length: 3, frames: 4, gap: 5 } as const
const VALUES_FROM = 6

/**
 * The context under which a value's difference from what is expected is coded: ends of capsules go far where those next to
 * them do, and the second end mostly the way of the first.
 */
function shapeContext({ apart }: Before, n: number): number {
  const component = n % CAPSULE_WORDS
  const back = component === 4 ? 5 : component < 2 ? 3 : 2
  const near = n < back ? null : apart[n - back]!
  const size = near === null ? SIZES : sizeOf(near)
  const kind = component === 4 ? 0 : component < 2 ? 1 : near! < 0 ? 2 : 3
  return VALUES_FROM + kind * (SIZES + 1) + size
}

/** One for each kind of value. */
function shapeTree(context: number): number {
  return VALUES_FROM + Math.floor((context - VALUES_FROM) / (SIZES + 1))
}

/** Capsules are fitted each by itself: what one does is no measure of the next. Half the way back to where it usually is, is. */
export const SHAPE_MODEL: ValueModel = {
  changeOf: ({ last, usual }, n) => Math.round((usual[n]! - last[n]!) / 2),
  contextOf: shapeContext,
  treeOf: shapeTree,
}

function worldValue(component: number, code: number, q: number, r: number): number {
  if (component === 4) return code * r
  return (code - (component % 2 === 0 ? HALF_X : HALF_Y)) * q
}

/** Null for the fighters of a single capsule. */
const shapeOf = byFighter((internalId): Shape | null => {
  const [shape, scale, grow, , , , , , isLent] = SHAPE_USES[internalId]!
  if (shape < 0) return null
  const own = decodeAnimations(shape, scale, grow)
  if (isLent) for (const action of own.keys()) if (action >= FIRST_OWN_ACTION) own.delete(action)
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
export function bodyCapsules(internalId: number, pose: Pose, out: Float32Array): number {
  const shape = shapeOf(internalId)
  if (shape === null) return regionCapsule(internalId, pose, out)
  const standIn = pose.isAirborne ? shape.falling : shape.standing
  return valuesAt(shape.animations[pose.action] ?? standIn, pose.animationFrame, out) / CAPSULE_WORDS
}

/** Writes where the outline's centroid is into `out`. */
export function placeMiddle(internalId: number, pose: Pose, out: { x: number; y: number }): void {
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

/** What a body's shape depends on; the frame is the animation counter of recordings. */
export interface Pose {
  readonly action: number
  readonly animationFrame: number
  readonly isAirborne: boolean
}

/** What is added to the radii of a fighter's capsules, by number: hits find a tail thinner than it looks. */
const GROWTHS: readonly Float32Array[] = CORRECTIONS.map((corrections) => {
  const growths = new Float32Array(MAX_CAPSULES)
  for (const correction of corrections.split(' ')) {
    const [capsule, growth] = correction.split(':').map(Number)
    if (growth !== undefined) growths[capsule!] = growth
  }
  return growths
})

export function growthsOf(internalId: number): Float32Array {
  return GROWTHS[internalId]!
}

/** How readily a hit on the fighter is one on its legs, and on its head. */
export interface Leaning {
  readonly low: number
  readonly high: number
}

const LEANING: readonly Leaning[] = LEANINGS.map(([low, high]) => ({ low: f(low), high: f(high) }))

export function leaningOf(internalId: number): Leaning {
  return LEANING[internalId]!
}

/** Rows of the single-capsule tables begin with so many words before the capsule. */
const REGION_HEAD = 2
const ACTION_HEAD = 4
const ACTION_SIDE = ACTION_HEAD + CAPSULE_WORDS
const BOTH_SIDES = 2

const groupOfAction = new Map(
  HURT_GROUPS.flatMap((actions, group) => actions.map((action) => [action, group] as const)),
)

const rowsOf = (rows: readonly (readonly number[])[]) =>
  byFighter((internalId) => rows.filter((row) => row[0] === internalId).map((row) => Float32Array.from(row)))
const actionRowsOf = rowsOf(HURT_ACTIONS)
const regionRowsOf = rowsOf(HURT_REGIONS)

/** Falls back to the shape of its specials for an action that no group names. */
function regionCapsule(internalId: number, pose: Pose, out: Float32Array): number {
  const { action } = pose
  const stateFrame = Math.max(1, Math.floor(pose.animationFrame) + (action < FIRST_OWN_ACTION ? 0 : 1))
  const side = pose.isAirborne ? 1 : 0
  const actionRows = actionRowsOf(internalId)
  for (let i = 0; i < actionRows.length; i++) {
    const row = actionRows[i]!
    if (row[1] !== action || stateFrame < row[2]! || stateFrame > row[3]!) continue
    if (row[ACTION_SIDE] !== BOTH_SIDES && row[ACTION_SIDE] !== side) continue
    for (let n = 0; n < CAPSULE_WORDS; n++) out[n] = row[ACTION_HEAD + n]!
    return 1
  }
  const group = groupOfAction.get(action) ?? (pose.isAirborne ? SPECIAL_AIR : SPECIAL_GROUND)
  const regionRows = regionRowsOf(internalId)
  for (let i = 0; i < regionRows.length; i++) {
    const row = regionRows[i]!
    if (row[1] !== group) continue
    for (let n = 0; n < CAPSULE_WORDS; n++) out[n] = row[REGION_HEAD + n]!
    return 1
  }
  throw new Error(`Fighter ${internalId} has no hurt region for group ${group}`)
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
  /** World units; the radius is this times what health and hardness leave. */
  readonly size: number
  /** How far it leans, x and y, with the stick held ahead, and at every eighth of a turn from there; null for an egg. */
  readonly tilts: Float32Array | null
  /** Height from which it rises while it goes up, where that is not the hips'; else 0. */
  readonly risesFrom: number
}

const SHIELDS: readonly ShieldSize[] = SHAPE_USES.map(([, , , x, y, scale, tilts, risesFrom], internalId) => {
  const size = f(attributesOf(internalId).initialShieldSize * scale)
  const ways = tilts && Float32Array.from(tilts.length > 0 ? tilts : usualTilts(size))
  return { x: f(x), y: f(y), size, tilts: ways, risesFrom: f(risesFrom) }
})

/** Of fighters whose bubble's ways are not known. */
function usualTilts(size: number): number[] {
  return EIGHTHS.flatMap(([x, y]) => [x * SHIELD_HIT.tiltX * size, y * SHIELD_HIT.tiltY * size])
}

export function shieldSizeOf(internalId: number): ShieldSize {
  return SHIELDS[internalId]!
}
