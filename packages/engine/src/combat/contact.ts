/**
 * Where bodies, shields and hitboxes meet: distances between segments in space. Pure functions of fighters after the
 * frame's movement; `find.ts` decides which hits count. Sources: doldecomp/melee (ftColl, lbColl); bubbles measured on
 * public replays.
 */
import type { Circle } from '../tables/moves.ts'
import { SHIELD, SHIELD_HIT } from '../constants.ts'
import { cosf, f, sinf, sqrtf } from '../math.ts'
import { bodyAt, type Body, type HurtboxBody, type OutlineBody, type Posed } from './body.ts'
import { emptyCapsule, findGap, GAP, overlap, type Capsule } from './space.ts'

/** What the size of a shield depends on. */
interface Sheltered {
  readonly kind: Pick<Posed['kind'], 'shield'>
  readonly shieldHealth: number
  readonly shieldHardness: number
}

/** What hit detection sees of a shield besides the body behind it. */
export interface Shielded extends Posed {
  readonly shieldHealth: number
  readonly shieldHardness: number
  readonly shieldX: number
  readonly shieldY: number
}

const BUBBLE = emptyCapsule()

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

/**
 * How much of a radius a swollen or squashed bone leaves toward the hitbox (`GAP`): the game measures radii in the
 * bone's own space. Source: doldecomp/melee (lbColl_80006E58).
 */
function swell({ list, pole, wide }: HurtboxBody): number {
  const tall = pole.x * pole.x + pole.y * pole.y + pole.z * pole.z
  const { square } = GAP
  if (square === 0 || tall === 0) return 1
  const along = pole.x * GAP.x + pole.y * GAP.y + pole.z * GAP.z
  const upright = (along * along) / (square * tall)
  return 1 / (list.radii[list.swelling - 1]! * sqrtf(upright / tall + (1 - upright) / (wide * wide)))
}

/** Result of `metPart` when a hitbox meets nothing. */
const NONE = -1

/** The first capsule of the victim's body, in the body's order, that a hitbox meets. */
function metPart(hitbox: Capsule, victim: Posed, body: Body, isGrab: boolean): number {
  return body.model === 'hurtboxes'
    ? metHurtbox(hitbox, body, isGrab)
    : metOutline(turnedBack(hitbox, victim), victim.z, body)
}

function metHurtbox(hitbox: Capsule, body: HurtboxBody, isGrab: boolean): number {
  const { capsules, count, list } = body
  for (let i = 0; i < count; i++) {
    if (isGrab && !list.grabbable[i]!) continue
    const capsule = capsules[i]!
    findGap(hitbox, capsule)
    const reach = hitbox.radius + capsule.radius * (i < list.swelling ? swell(body) : 1)
    if (GAP.square < reach * reach) return i
  }
  return NONE
}

export function meetsBody(hitbox: Capsule, victim: Posed, isGrab = false): boolean {
  return isNear(hitbox, victim) && metPart(hitbox, victim, bodyAt(victim), isGrab) !== NONE
}

/** Height of the capsule that a hitbox meets; undefined where hurt capsules are not known. */
export function metHeight(hitbox: Capsule, victim: Posed): number | undefined {
  const body = bodyAt(victim)
  return body.model === 'hurtboxes' ? body.list.heights[metHurtbox(hitbox, body, false)] : undefined
}

/**
 * An outline has no depth. The body is taken to reach this far out of the plane on both sides, and from there as far as
 * its thickness.
 */
const HALF_DEPTH = 2

function beyondBody(z: number): number {
  return z > HALF_DEPTH ? z - HALF_DEPTH : z < -HALF_DEPTH ? z + HALF_DEPTH : 0
}

const TURNED_BACK = emptyCapsule()

/**
 * A hitbox against an outline, which is upright: the hitbox is turned back about the point about which a flight turned
 * the body.
 */
export function turnedBack(hitbox: Capsule, victim: Posed): Capsule {
  const angle = victim.flightAngle?.() ?? 0
  if (angle === 0) return hitbox
  const cos = cosf(angle)
  const sin = sinf(angle)
  const { x } = victim
  const y = f(victim.y + victim.kind.measured!.flyRoll.joint)
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

function metOutline(
  { x1, y1, z1, x2, y2, z2, radius }: Capsule,
  depth: number,
  { capsules, count, growths }: OutlineBody,
): number {
  FLAT.x1 = x1
  FLAT.y1 = y1
  FLAT.z1 = beyondBody(z1 - depth)
  FLAT.x2 = x2
  FLAT.y2 = y2
  FLAT.z2 = beyondBody(z2 - depth)
  for (let i = 0; i < count; i++) {
    const capsule = capsules[i]!
    findGap(FLAT, capsule)
    const reach = radius + (capsule.radius + growths[i]!)
    if (GAP.square < reach * reach) return i
  }
  return NONE
}

/** Share of the full bubble that health and hardness leave; an egg keeps its size. */
export function shieldRadius(fighter: Sheltered): number {
  if (!fighter.kind.shield.tilts) return fighter.kind.shield.size
  const health = f(SHIELD_HIT.sizeRange * f(Math.max(0, fighter.shieldHealth) / SHIELD.health))
  const share = f(SHIELD_HIT.sizeLeast + f(health * f(1 - f(SHIELD_HIT.lightSize * fighter.shieldHardness))))
  return f(fighter.kind.shield.size * share)
}

/** The bubble of a reflector, an absorber or a counter keeps its place relative to its fighter. */
interface Standing {
  readonly x: number
  readonly y: number
  readonly z: number
  readonly facing: number
}

export function meetsBubble(hitbox: Capsule, { x, y, z, facing }: Standing, bubble: Circle): boolean {
  BUBBLE.x1 = f(x + facing * bubble.x)
  BUBBLE.y1 = f(y + bubble.y)
  BUBBLE.x2 = BUBBLE.x1
  BUBBLE.y2 = BUBBLE.y1
  BUBBLE.z1 = z
  BUBBLE.z2 = z
  BUBBLE.radius = bubble.radius
  return overlap(hitbox, BUBBLE)
}

/** The line from a shield's middle to where the sweep met it. */
export const SHIELD_NORMAL = { x: 0, y: 0 }

/** Whether a sweep that met a shield only grazes it. The shield's normal at that point is then in `SHIELD_NORMAL`. */
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
  SHIELD_NORMAL.x = f(x / length)
  SHIELD_NORMAL.y = f(y / length)
  return (SHIELD_NORMAL.x * dx + SHIELD_NORMAL.y * dy) / sqrtf(square) > SHIELD_HIT.grazing
}

/** `share` of the bubble's radius. */
export function meetsShield(hitbox: Capsule, victim: Shielded, share = 1): boolean {
  BUBBLE.x1 = f(victim.x + victim.facing * victim.shieldX)
  BUBBLE.y1 = f(victim.y + victim.shieldY)
  BUBBLE.x2 = BUBBLE.x1
  BUBBLE.y2 = BUBBLE.y1
  BUBBLE.z1 = victim.z
  BUBBLE.z2 = victim.z
  BUBBLE.radius = f(shieldRadius(victim) * share)
  return overlap(hitbox, BUBBLE)
}
