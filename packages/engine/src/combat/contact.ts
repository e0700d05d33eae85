/**
 * Where bodies, shields and hitboxes meet: distances between segments in space. Pure questions about fighters as they
 * stand after the frame's movement; which hits count is decided in `find.ts`.
 * Sources: doldecomp/melee (ftColl, lbColl); shapes and bubbles measured on public replays.
 */
import type { InternalId } from '../ids.ts'
import type { Circle } from '../tables/moves.ts'
import { blendFramesOf } from '../tables/blends.ts'
import {
  HURTBOX_WORDS,
  hurtboxesOf,
  MAX_HURTBOX_WORDS,
  mixHurtboxes,
  placeHurtboxes,
  type Hurtboxes,
} from '../tables/hurtboxes.ts'
import { bodyCapsules, CAPSULE_WORDS, growthsOf, MAX_CAPSULES, type Pose, type ShieldSize } from '../tables/shapes.ts'
import { SHIELD, SHIELD_HIT } from '../constants.ts'
import { cosf, f, sinf, sqrtf } from '../math.ts'
import { findGap, GAP, type Segment } from './space.ts'

/** What hit detection sees of a body; every fighter is one. */
export interface Posed {
  readonly kind: {
    readonly internalId: InternalId
    readonly shield: ShieldSize
    readonly flyRoll?: { readonly joint: number }
  }
  readonly action: number
  readonly animationFrame: number
  readonly x: number
  readonly y: number
  readonly facing: number
  readonly facingAtStart: number
  readonly isAirborne: boolean
  /** Another action's pose that the body shows, or at first comes out of; 0 for its own alone. */
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

/** How much of the pose before an action still shows; a smash attack that is held for its charge keeps it. */
function olderShare({ posedAs, action, animationFrame }: Posed): number {
  const frames = posedAs === 0 ? 0 : blendFramesOf(action)
  return frames === 0 ? 0 : Math.max(0, frames - animationFrame) / frames
}

/** And of a shield. */
export interface Shielded extends Posed {
  readonly shieldHealth: number
  readonly shieldHardness: number
  readonly shieldX: number
  readonly shieldY: number
}

/** A sphere swept along a segment. */
export interface Capsule extends Segment {
  radius: number
}

export function emptyCapsule(): Capsule {
  return { x1: 0, y1: 0, z1: 0, x2: 0, y2: 0, z2: 0, radius: 0 }
}

/** Do two swept spheres overlap? */
export function overlap(a: Capsule, b: Capsule): boolean {
  const reach = a.radius + b.radius
  findGap(a, b)
  return GAP.square < reach * reach
}

const WORDS = new Float32Array(CAPSULE_WORDS * MAX_CAPSULES)
const BUBBLE = emptyCapsule()

/** Jumps and falls are posed by the present facing, everything else by the facing at its start. */
const FIRST_FACED = 24
const LAST_FACED = 34

/** A body as it stands: up to this many capsules in the world. */
export type Body = readonly Capsule[]

export function emptyBody(): Body {
  return Array.from({ length: MAX_CAPSULES }, emptyCapsule)
}

/** Writes a body as it looks into `out` and returns the number of its capsules. */
export function placeBody(fighter: Posed, out: Body): number {
  const { kind, x, y } = fighter
  const count = bodyCapsules(kind.internalId, shownBy(fighter), WORDS)
  const facing = facingOf(fighter, count === 1)
  for (let i = 0; i < count; i++) {
    const at = i * CAPSULE_WORDS
    const capsule = out[i]!
    capsule.x1 = x + facing * WORDS[at]!
    capsule.y1 = y + WORDS[at + 1]!
    capsule.x2 = x + facing * WORDS[at + 2]!
    capsule.y2 = y + WORDS[at + 3]!
    capsule.radius = WORDS[at + 4]!
  }
  return count
}

const BODY = emptyBody()

/** Jumps and falls, and bodies known by a single capsule, are posed by the present facing. */
function facingOf(fighter: Posed, isSingle: boolean): number {
  const isFaced = isSingle || (fighter.action >= FIRST_FACED && fighter.action <= LAST_FACED)
  return isFaced ? fighter.facing : fighter.facingAtStart
}

const HURT_PLACES = new Float32Array(MAX_HURTBOX_WORDS)
const HURTBOX = emptyCapsule()

/** A hurt capsule as it stands: the other way round, what was before the plane of play is behind it. */
function placeHurtbox(at: number, { x, y }: Posed, facing: number): void {
  HURTBOX.x1 = x + facing * HURT_PLACES[at]!
  HURTBOX.y1 = y + HURT_PLACES[at + 1]!
  HURTBOX.z1 = facing * HURT_PLACES[at + 2]!
  HURTBOX.x2 = x + facing * HURT_PLACES[at + 3]!
  HURTBOX.y2 = y + HURT_PLACES[at + 4]!
  HURTBOX.z2 = facing * HURT_PLACES[at + 5]!
}

/** No body reaches farther from its position. */
const FARTHEST = 40

function isNear({ x1, y1, x2, y2, radius }: Capsule, { x, y }: Posed): boolean {
  const reach = FARTHEST + radius
  return (
    Math.min(x1, x2) < x + reach &&
    Math.max(x1, x2) > x - reach &&
    Math.min(y1, y2) < y + reach &&
    Math.max(y1, y2) > y - reach
  )
}

function shrinkToStart(capsule: Capsule): void {
  capsule.x2 = capsule.x1
  capsule.y2 = capsule.y1
  capsule.z2 = capsule.z1
}

/**
 * How much a swollen or squashed bone makes of a radius toward where the hitbox is (`GAP`): the game measures radii in the bone's
 * own space. Source: doldecomp/melee (lbColl_80006E58).
 */
function swell({ radii, swelling }: Hurtboxes, facing: number): number {
  const body = (swelling - 1) * HURTBOX_WORDS
  const poleX = facing * (HURT_PLACES[body + 3]! - HURT_PLACES[body]!)
  const poleY = HURT_PLACES[body + 4]! - HURT_PLACES[body + 1]!
  const poleZ = facing * (HURT_PLACES[body + 5]! - HURT_PLACES[body + 2]!)
  const tall = poleX * poleX + poleY * poleY + poleZ * poleZ
  const wide = HURT_PLACES[radii.length * HURTBOX_WORDS]!
  const { square } = GAP
  if (square === 0 || tall === 0) return 1
  const along = poleX * GAP.x + poleY * GAP.y + poleZ * GAP.z
  const upright = (along * along) / (square * tall)
  return 1 / (radii[swelling - 1]! * sqrtf(upright / tall + (1 - upright) / (wide * wide)))
}

/** What `metHurtbox` gives when no capsule is met, and when those of the pose are not known. */
const MISSED = -1
const NOT_KNOWN = -2

/** The first of the victim's hurt capsules, in their order, that a hitbox meets. */
function metHurtbox(hitbox: Capsule, victim: Posed, list: Hurtboxes, isGrab: boolean): number {
  if (!placeHurtboxes(list, shownBy(victim), HURT_PLACES)) return NOT_KNOWN
  const older = olderShare(victim)
  if (older > 0) mixHurtboxes(list, olderPose(victim), older, HURT_PLACES)
  const { radii, modelScaling, swelling, grabbable } = list
  victim.turnBody?.(HURT_PLACES, radii.length)
  const facing = facingOf(victim, false)
  for (let i = 0; i < radii.length; i++) {
    if (isGrab && !grabbable[i]!) continue
    placeHurtbox(i * HURTBOX_WORDS, victim, facing)
    if (i === swelling - 1) shrinkToStart(HURTBOX)
    findGap(hitbox, HURTBOX)
    const reach = hitbox.radius + modelScaling * radii[i]! * (i < swelling ? swell(list, facing) : 1)
    if (GAP.square < reach * reach) return i
  }
  return MISSED
}

/** Height of the capsule that a hitbox meets; undefined where hurt capsules are not known. */
export function metHeight(hitbox: Capsule, victim: Posed): number | undefined {
  const list = hurtboxesOf(victim.kind.internalId)
  const met = list ? metHurtbox(hitbox, victim, list, false) : NOT_KNOWN
  return met >= 0 ? list!.heights[met] : undefined
}

export function meetsBody(hitbox: Capsule, victim: Posed, isGrab = false): boolean {
  if (!isNear(hitbox, victim)) return false
  const list = hurtboxesOf(victim.kind.internalId)
  const met = list ? metHurtbox(hitbox, victim, list, isGrab) : NOT_KNOWN
  return met === NOT_KNOWN ? meetsOutline(hitbox, victim) : met !== MISSED
}

/**
 * An outline has no depth: a body is taken to reach this far out of the plane on both sides, and from there as far as
 * it is thick.
 */
const HALF_DEPTH = 2

function beyondBody(z: number): number {
  return z > HALF_DEPTH ? z - HALF_DEPTH : z < -HALF_DEPTH ? z + HALF_DEPTH : 0
}

const TURNED_BACK = emptyCapsule()

/** A hitbox as it comes upon an outline that stands upright: turned back about the point about which a flight turned the body. */
export function turnedBack(hitbox: Capsule, victim: Posed): Capsule {
  const angle = victim.flightAngle?.() ?? 0
  if (angle === 0) return hitbox
  const cos = cosf(angle)
  const sin = sinf(angle)
  const { x } = victim
  const y = f(victim.y + victim.kind.flyRoll!.joint)
  const { x1, y1, x2, y2 } = hitbox
  TURNED_BACK.x1 = f(x + f(f(f(x1 - x) * cos) - f(f(y1 - y) * sin)))
  TURNED_BACK.y1 = f(y + f(f(f(x1 - x) * sin) + f(f(y1 - y) * cos)))
  TURNED_BACK.z1 = hitbox.z1
  TURNED_BACK.x2 = f(x + f(f(f(x2 - x) * cos) - f(f(y2 - y) * sin)))
  TURNED_BACK.y2 = f(y + f(f(f(x2 - x) * sin) + f(f(y2 - y) * cos)))
  TURNED_BACK.z2 = hitbox.z2
  TURNED_BACK.radius = hitbox.radius
  return TURNED_BACK
}

const FLAT = emptyCapsule()

function meetsOutline(hitbox: Capsule, victim: Posed): boolean {
  const { x1, y1, z1, x2, y2, z2, radius } = turnedBack(hitbox, victim)
  FLAT.x1 = x1
  FLAT.y1 = y1
  FLAT.z1 = beyondBody(z1)
  FLAT.x2 = x2
  FLAT.y2 = y2
  FLAT.z2 = beyondBody(z2)
  FLAT.radius = radius
  const count = placeBody(victim, BODY)
  const growths = growthsOf(victim.kind.internalId)
  for (let i = 0; i < count; i++) {
    const capsule = BODY[i]!
    capsule.radius += growths[i]!
    if (overlap(FLAT, capsule)) return true
  }
  return false
}

/** Share of the full bubble that health and hardness leave; an egg stays as it is. */
function shieldRadius(fighter: Shielded): number {
  if (!fighter.kind.shield.tilts) return fighter.kind.shield.size
  const health = f(SHIELD_HIT.sizeRange * f(Math.max(0, fighter.shieldHealth) / SHIELD.health))
  const share = f(SHIELD_HIT.sizeLeast + f(health * f(1 - f(SHIELD_HIT.lightSize * fighter.shieldHardness))))
  return f(fighter.kind.shield.size * share)
}

/** The bubble of a reflector, an absorber or a counter stands still about its fighter. */
interface Standing {
  readonly x: number
  readonly y: number
  readonly facing: number
}

export function meetsBubble(hitbox: Capsule, { x, y, facing }: Standing, bubble: Circle): boolean {
  BUBBLE.x1 = f(x + facing * bubble.x)
  BUBBLE.y1 = f(y + bubble.y)
  BUBBLE.x2 = BUBBLE.x1
  BUBBLE.y2 = BUBBLE.y1
  BUBBLE.radius = bubble.radius
  return overlap(hitbox, BUBBLE)
}

/** The line from a shield's middle to where something came upon it. */
export const NORMAL = { x: 0, y: 0 }

/** A sweep that has met a shield: does it graze it? Then the shield's normal there is in `NORMAL`. */
export function grazesShield({ x1, y1, x2, y2, radius }: Capsule): boolean {
  const dx = x2 - x1
  const dy = y2 - y1
  const square = dx * dx + dy * dy
  if (square === 0) return false
  const fromX = x1 - BUBBLE.x1
  const fromY = y1 - BUBBLE.y1
  const reach = BUBBLE.radius + radius
  const half = dx * fromX + dy * fromY
  const root = sqrtf(Math.max(0, half * half - square * (fromX * fromX + fromY * fromY - reach * reach)))
  const share = (-half - root) / square
  const x = fromX + share * dx
  const y = fromY + share * dy
  const length = sqrtf(x * x + y * y)
  NORMAL.x = f(x / length)
  NORMAL.y = f(y / length)
  return (NORMAL.x * dx + NORMAL.y * dy) / sqrtf(square) > SHIELD_HIT.grazing
}

/** `share` of the bubble's radius. */
export function meetsShield(hitbox: Capsule, victim: Shielded, share = 1): boolean {
  BUBBLE.x1 = f(victim.x + victim.facing * victim.shieldX)
  BUBBLE.y1 = f(victim.y + victim.shieldY)
  BUBBLE.x2 = BUBBLE.x1
  BUBBLE.y2 = BUBBLE.y1
  BUBBLE.radius = f(shieldRadius(victim) * share)
  return overlap(hitbox, BUBBLE)
}
