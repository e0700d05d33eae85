/**
 * Where bodies, shields and hitboxes meet: distances between segments in the plane. Pure questions about fighters as they
 * stand after the frame's movement; which hits count is decided in `find.ts`.
 * Sources: doldecomp/melee (ftColl, lbColl); shapes and bubbles measured on public replays.
 */
import type { Circle } from '../tables/moves.ts'
import { bodyCapsules, CAPSULE_WORDS, growthsOf, MAX_CAPSULES, type ShieldSize } from '../tables/shapes.ts'
import { SHIELD, SHIELD_HIT } from '../constants.ts'
import { f, sqrtf } from '../math.ts'

/** What hit detection sees of a body; every fighter is one. */
export interface Posed {
  readonly kind: { readonly internalId: number; readonly shield: ShieldSize }
  readonly action: number
  readonly animationFrame: number
  readonly x: number
  readonly y: number
  readonly facing: number
  readonly facingAtStart: number
  readonly isAirborne: boolean
}

/** And of a shield. */
export interface Shielded extends Posed {
  readonly shieldHealth: number
  readonly shieldHardness: number
  readonly shieldTiltX: number
  readonly shieldTiltY: number
}

/** A circle swept along a segment. */
export interface Capsule {
  x1: number
  y1: number
  x2: number
  y2: number
  radius: number
}

export function emptyCapsule(): Capsule {
  return { x1: 0, y1: 0, x2: 0, y2: 0, radius: 0 }
}

const clamp01 = (share: number): number => (share < 0 ? 0 : share > 1 ? 1 : share)

/** Square of the distance between a point and a segment. */
function pointToSegment(px: number, py: number, x1: number, y1: number, x2: number, y2: number): number {
  const dx = x2 - x1
  const dy = y2 - y1
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : clamp01(((px - x1) * dx + (py - y1) * dy) / length)
  const ex = px - (x1 + dx * share)
  const ey = py - (y1 + dy * share)
  return ex * ex + ey * ey
}

function side(ax: number, ay: number, bx: number, by: number, px: number, py: number): number {
  return (bx - ax) * (py - ay) - (by - ay) * (px - ax)
}

function cross(a: Capsule, b: Capsule): boolean {
  const s1 = side(a.x1, a.y1, a.x2, a.y2, b.x1, b.y1)
  const s2 = side(a.x1, a.y1, a.x2, a.y2, b.x2, b.y2)
  const s3 = side(b.x1, b.y1, b.x2, b.y2, a.x1, a.y1)
  const s4 = side(b.x1, b.y1, b.x2, b.y2, a.x2, a.y2)
  return s1 * s2 < 0 && s3 * s4 < 0
}

/** Do two swept circles overlap? */
export function overlap(a: Capsule, b: Capsule): boolean {
  const reach = a.radius + b.radius
  const square = reach * reach
  return (
    pointToSegment(a.x1, a.y1, b.x1, b.y1, b.x2, b.y2) < square ||
    pointToSegment(a.x2, a.y2, b.x1, b.y1, b.x2, b.y2) < square ||
    pointToSegment(b.x1, b.y1, a.x1, a.y1, a.x2, a.y2) < square ||
    pointToSegment(b.x2, b.y2, a.x1, a.y1, a.x2, a.y2) < square ||
    cross(a, b)
  )
}

const WORDS = new Float32Array(CAPSULE_WORDS * MAX_CAPSULES)
const BUBBLE = emptyCapsule()

/** Jumps and falls are posed by the present facing, everything else by the facing at its start. */
const FIRST_FACED = 24
const LAST_FACED = 34

/** A body as it stands: up to so many capsules in the world. */
export type Body = readonly Capsule[]

export function emptyBody(): Body {
  return Array.from({ length: MAX_CAPSULES }, emptyCapsule)
}

/** Writes a body as it looks into `out` and returns the number of its capsules. */
export function placeBody(fighter: Posed, out: Body): number {
  const { kind, action, x, y } = fighter
  const count = bodyCapsules(kind.internalId, fighter, WORDS)
  const isFaced = count === 1 || (action >= FIRST_FACED && action <= LAST_FACED)
  const facing = isFaced ? fighter.facing : fighter.facingAtStart
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

export function meetsBody(hitbox: Capsule, victim: Posed): boolean {
  const count = placeBody(victim, BODY)
  const growths = growthsOf(victim.kind.internalId)
  for (let i = 0; i < count; i++) {
    const capsule = BODY[i]!
    capsule.radius += growths[i]!
    if (overlap(hitbox, capsule)) return true
  }
  return false
}

/** Share of the full bubble that health and hardness leave. */
function shieldRadius(fighter: Shielded): number {
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

export function meetsShield(hitbox: Capsule, victim: Shielded, radius = shieldRadius(victim)): boolean {
  const { x, y, size } = victim.kind.shield
  BUBBLE.x1 = victim.x + victim.facing * x + victim.shieldTiltX * SHIELD_HIT.tiltX * size
  BUBBLE.y1 = victim.y + y + victim.shieldTiltY * SHIELD_HIT.tiltY * size
  BUBBLE.x2 = BUBBLE.x1
  BUBBLE.y2 = BUBBLE.y1
  BUBBLE.radius = radius
  return overlap(hitbox, BUBBLE)
}
