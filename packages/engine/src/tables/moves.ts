/**
 * Moves of the fighters: hit values, windows, and where each hitbox is. Frames are script frames, which equal the
 * animation counter (on the first record of an action listed under `late` the counter is still 0). Decoded on first
 * use, one fighter at a time.
 */
import type { ActionId, InternalId } from './ids.ts'
import { byFighter, figuresOf } from './by-fighter.ts'
import type { PlaceFigures } from './figures.ts'
import type { ELEMENTS } from './generated/common.ts'

export type Element = (typeof ELEMENTS)[number]

export interface Hitbox {
  readonly id: number
  readonly damage: number
  /** Degrees; 361 depends on the knockback. */
  readonly angle: number
  readonly growth: number
  /** Knockback that ignores percent; 0 for none. */
  readonly setKnockback: number
  readonly baseKnockback: number
  readonly element: Element
  readonly shieldDamage: number
  /** World units; each row of places has the radius of its frame. */
  readonly radius: number
  readonly hitsGround: boolean
  readonly hitsAir: boolean
  /** Bit 0: clanks, bit 1: rebounds. */
  readonly interaction: number
  /** Hitboxes of one group have the same effect; what one hitbox of an attack has hit, none of the others hits again. */
  readonly group: number
}

export interface HitWindow {
  readonly first: number
  readonly last: number
  readonly hitboxes: readonly Hitbox[]
}

export interface Throw {
  readonly damage: number
  readonly angle: number
  readonly growth: number
  readonly setKnockback: number
  readonly baseKnockback: number
  readonly element: number
}

export interface Move {
  readonly name: string
  readonly actions: readonly number[]
  /** Numbers are 0 where the move has none. */
  readonly totalFrames: number
  /** First frame of free interruption. */
  readonly interruptible: number
  /** Landing lag of an aerial; applies to landings from `cancelBefore` to `cancelAfter`. */
  readonly landingLag: number
  readonly cancelBefore: number
  readonly cancelAfter: number
  /** Frame on which a smash attack holds its charge. */
  readonly chargeFrame: number
  /** A recording contradicts these windows: it shows no hitbox. */
  readonly isDoubtful: boolean
  /** Actions whose script begins on their second state frame. */
  readonly late: readonly number[]
  /** Frames on which an article is made, from the script; and pairs of action and frame as recorded. */
  readonly spawnFrames: readonly number[]
  readonly itemFrames: readonly number[]
  /** Triples of action, first and last frame on which the next step is accepted. */
  readonly followups: readonly number[]
  readonly throw: Throw | undefined
  readonly windows: readonly HitWindow[]
  /** Adjoining equal windows have the same hitboxes: each of them is a swing of its own. */
  readonly isRepeating: boolean
}

/** Words of a place: x, y, depth, radius. */
const PLACE_WORDS = 4
/** Greatest number of hitboxes of a move; places are keyed by action * HITBOXES + hitbox id. */
const HITBOXES = 8
/** Resolution of places and radii, and of depths, in parts of a unit. */
const PLACE_SCALE = 16
const DEPTH_SCALE = 4

const movesByAction = byFighter((internalId): ReadonlyMap<number, Move> => {
  const byAction = new Map<number, Move>()
  for (const move of figuresOf(internalId).moves) {
    for (const action of move.actions) if (!byAction.has(action)) byAction.set(action, move)
  }
  return byAction
})

const placesOf = byFighter((internalId): ReadonlyMap<number, PlaceFigures> => {
  return new Map(figuresOf(internalId).places.map((places) => [places.action * HITBOXES + places.id, places]))
})

/** All moves of a fighter, by internal id. */
export function movesOf(internalId: InternalId): readonly Move[] {
  return figuresOf(internalId).moves
}

/** The move that an action state performs. */
export function moveOf(internalId: InternalId, action: ActionId): Move | undefined {
  return movesByAction(internalId).get(action)
}

export function moveByName(internalId: InternalId, name: string): Move | undefined {
  return figuresOf(internalId).moves.find((move) => move.name === name)
}

export interface Circle {
  x: number
  y: number
  radius: number
}

export interface Place extends Circle {
  /** Depth; 0 where it is not known. */
  z: number
}

export function emptyPlace(): Place {
  return { x: 0, y: 0, z: 0, radius: 0 }
}

/**
 * Where a hitbox is on a script frame, relative to the fighter's position; x is forward of the facing at the start of
 * the action. Facing the other way, its depth is on the other side. False while the hitbox does not exist.
 */
export function hitboxPlace(internalId: InternalId, action: ActionId, id: number, frame: number, out: Place): boolean {
  const places = placesOf(internalId).get(action * HITBOXES + id)
  if (!places) return false
  const { first, values } = places
  const at = (frame - first) * PLACE_WORDS
  // Some exist with a radius of 0.
  if (frame < first || at >= values.length || values[at + 3]! < 0) return false
  out.x = values[at]! / PLACE_SCALE
  out.y = values[at + 1]! / PLACE_SCALE
  out.z = values[at + 2]! / DEPTH_SCALE
  out.radius = values[at + 3]! / PLACE_SCALE
  return true
}
