/**
 * Where a body is. `bodyAt` answers for hits, grabs and articles, with one of two models: the game's own hurt capsules
 * in space, for the fighters and actions whose capsules are public, else a flat outline of a few capsules. Sources:
 * doldecomp/melee (ftColl, lbColl); outlines measured on public replays.
 */
import type { InternalId } from '../tables/ids.ts'
import { blendFramesOf } from '../tables/blends.ts'
import {
  HURTBOX_WORDS,
  hurtboxesOf,
  MAX_HURTBOXES,
  MAX_HURTBOX_WORDS,
  mixHurtboxes,
  placeHurtboxes,
  type Hurtboxes,
} from '../tables/hurtboxes.ts'
import { bodyCapsules, CAPSULE_WORDS, growthsOf, MAX_CAPSULES, type Pose, type ShieldSize } from '../tables/shapes.ts'
import { emptyCapsule, type Capsule } from './space.ts'

/** What hit detection sees of a body; every fighter is one. */
export interface Posed {
  readonly kind: {
    readonly internalId: InternalId
    readonly shield: ShieldSize
    readonly measured?: { readonly flyRoll: { readonly joint: number } }
  }
  readonly action: number
  readonly animationFrame: number
  readonly x: number
  readonly y: number
  /** Depth. */
  readonly z: number
  readonly facing: number
  readonly facingAtStart: number
  readonly isAirborne: boolean
  /** Another action whose pose the body shows, or blends out of; 0 for its own pose alone. */
  readonly posedAs: number
  readonly posedAt: number
  /** Turns the ends of `count` hurtbox capsules. */
  turnBody?(places: Float32Array, count: number): void
  /** How far a flight turns the outline, clockwise from upright. */
  flightAngle?(): number
}

const SHOWN = { action: 0, animationFrame: 0, isAirborne: false }

function shownBy(fighter: Posed): Pose {
  return fighter.posedAs === 0 || blendFramesOf(fighter.action) > 0 ? fighter : olderPose(fighter)
}

function olderPose(fighter: Posed): Pose {
  SHOWN.action = fighter.posedAs
  SHOWN.animationFrame = fighter.posedAt
  SHOWN.isAirborne = fighter.isAirborne
  return SHOWN
}

/** How much of the previous action's pose still shows. A smash attack keeps this share while it is charged. */
function olderShare({ posedAs, action, animationFrame }: Posed): number {
  const frames = posedAs === 0 ? 0 : blendFramesOf(action)
  return frames === 0 ? 0 : Math.max(0, frames - animationFrame) / frames
}

/** The game's own capsules, in their order. */
export interface HurtboxBody {
  readonly model: 'hurtboxes'
  readonly capsules: readonly Capsule[]
  count: number
  /** What is known of the capsules besides their places: heights, which of them a grab can seize, which swell. */
  list: Hurtboxes
  /** For a body that the animation swells and squashes: from its middle to its pole, and its width. */
  readonly pole: { x: number; y: number; z: number }
  wide: number
}

/** A flat, upright outline. A flight turns the hitbox that meets it (`turnedBack`), not the outline. */
export interface OutlineBody {
  readonly model: 'outline'
  readonly capsules: readonly Capsule[]
  count: number
  /** By capsule: what hits add to its radius. Hits find a tail thinner than it looks. */
  growths: Float32Array
}

export type Body = HurtboxBody | OutlineBody

const HURTBOXES: Omit<HurtboxBody, 'list'> & { list: Hurtboxes | null } = {
  model: 'hurtboxes',
  capsules: Array.from({ length: MAX_HURTBOXES }, emptyCapsule),
  count: 0,
  list: null,
  pole: { x: 0, y: 0, z: 0 },
  wide: 0,
}
const OUTLINE: OutlineBody = {
  model: 'outline',
  capsules: Array.from({ length: MAX_CAPSULES }, emptyCapsule),
  count: 0,
  growths: new Float32Array(0),
}

/** A fighter's body after the frame's movement. Valid until the next call. */
export function bodyAt(fighter: Posed): Body {
  const list = hurtboxesOf(fighter.kind.internalId)
  return (list && hurtboxesAt(fighter, list)) ?? outlineAt(fighter)
}

const PLACES = new Float32Array(MAX_HURTBOX_WORDS)

/** Null where the capsules of the pose are not public. A fighter that faces left has the depths mirrored. */
function hurtboxesAt(fighter: Posed, list: Hurtboxes): HurtboxBody | null {
  if (!placeHurtboxes(list, shownBy(fighter), PLACES)) return null
  const older = olderShare(fighter)
  if (older > 0) mixHurtboxes(list, olderPose(fighter), older, PLACES)
  const { radii, modelScaling, swelling } = list
  fighter.turnBody?.(PLACES, radii.length)
  const { x, y, z } = fighter
  const facing = facingOf(fighter, false)
  for (let i = 0; i < radii.length; i++) {
    const at = i * HURTBOX_WORDS
    const capsule = HURTBOXES.capsules[i]!
    capsule.x1 = x + facing * PLACES[at]!
    capsule.y1 = y + PLACES[at + 1]!
    capsule.z1 = z + facing * PLACES[at + 2]!
    capsule.x2 = x + facing * PLACES[at + 3]!
    capsule.y2 = y + PLACES[at + 4]!
    capsule.z2 = z + facing * PLACES[at + 5]!
    capsule.radius = modelScaling * radii[i]!
  }
  if (swelling > 0) placeBall(list, facing)
  HURTBOXES.count = radii.length
  HURTBOXES.list = list
  return HURTBOXES as HurtboxBody
}

/** The body of a fighter that swells is a sphere; its second end is the pole. */
function placeBall({ radii, swelling }: Hurtboxes, facing: number): void {
  const { capsules, pole } = HURTBOXES
  const at = (swelling - 1) * HURTBOX_WORDS
  const ball = capsules[swelling - 1]!
  ball.x2 = ball.x1
  ball.y2 = ball.y1
  ball.z2 = ball.z1
  pole.x = facing * (PLACES[at + 3]! - PLACES[at]!)
  pole.y = PLACES[at + 4]! - PLACES[at + 1]!
  pole.z = facing * (PLACES[at + 5]! - PLACES[at + 2]!)
  HURTBOXES.wide = PLACES[radii.length * HURTBOX_WORDS]!
}

const WORDS = new Float32Array(CAPSULE_WORDS * MAX_CAPSULES)

/** A fighter's outline, also of a fighter whose capsules are public. */
export function outlineAt(fighter: Posed): OutlineBody {
  const { kind, x, y } = fighter
  const count = bodyCapsules(kind.internalId, shownBy(fighter), WORDS)
  const facing = facingOf(fighter, count === 1)
  for (let i = 0; i < count; i++) {
    const at = i * CAPSULE_WORDS
    const capsule = OUTLINE.capsules[i]!
    capsule.x1 = x + facing * WORDS[at]!
    capsule.y1 = y + WORDS[at + 1]!
    capsule.x2 = x + facing * WORDS[at + 2]!
    capsule.y2 = y + WORDS[at + 3]!
    capsule.radius = WORDS[at + 4]!
  }
  OUTLINE.count = count
  OUTLINE.growths = growthsOf(kind.internalId)
  return OUTLINE
}

/** Jumps and falls follow the present facing, all other poses the facing at the start of the action. */
const FIRST_FACED = 24
const LAST_FACED = 34

/** Jumps and falls, and bodies known by a single capsule, follow the present facing. */
function facingOf(fighter: Posed, isSingle: boolean): number {
  const isFaced = isSingle || (fighter.action >= FIRST_FACED && fighter.action <= LAST_FACED)
  return isFaced ? fighter.facing : fighter.facingAtStart
}
