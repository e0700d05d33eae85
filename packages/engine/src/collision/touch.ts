/**
 * Does a hitbox touch a fighter? A pure question about two fighters as they stand after this frame's movement: the hitbox
 * is swept from its place on the frame before, and tested against the shield bubble while that is up, else against the
 * capsules of the body. Which hits count (rehits, clanks, who may be hit) is decided elsewhere.
 * Sources: doldecomp/melee (ftcoll); shapes and bubbles measured on public replays.
 */
import { SHIELD } from '../constants.ts'
import { hitboxPlace, type Circle } from '../tables/moves.ts'
import { bodyCapsules, CAPSULE_WORDS, MAX_CAPSULES, shieldSizeOf } from '../tables/shapes.ts'

/** What hit detection sees of a fighter; every fighter of a match is one. */
export interface Posed {
  readonly kind: { readonly internalId: number }
  readonly action: number
  readonly animationFrame: number
  readonly animationRate: number
  readonly x: number
  readonly y: number
  readonly previousX: number
  readonly previousY: number
  readonly facing: number
  readonly facingAtStart: number
  readonly isAirborne: boolean
  readonly isShielding: boolean
  readonly shieldHealth: number
  readonly shieldHardness: number
  readonly stickX: number
  readonly stickY: number
}

export const TOUCH = { none: 0, shield: 1, body: 2 } as const
export type Touch = (typeof TOUCH)[keyof typeof TOUCH]

/** A swept circle: where its centre was and is. */
interface Sweep {
  fromX: number
  fromY: number
  x: number
  y: number
  radius: number
}

const NOW: Circle = { x: 0, y: 0, radius: 0 }
const BEFORE: Circle = { x: 0, y: 0, radius: 0 }
const SWEEP: Sweep = { fromX: 0, fromY: 0, x: 0, y: 0, radius: 0 }
const CAPSULES = new Float32Array(MAX_CAPSULES * CAPSULE_WORDS)

/** Jumps, falls and air jumps: the body turns with the present facing. */
const FIRST_FREE = 24
const LAST_FREE = 34

/** Shift of the bubble at full stick, in sizes of the shield. */
const TILT_X = 0.173
const TILT_Y = 0.219
/** Share of the size that no damage takes, and the rest, of which a light press keeps more. */
const LEAST_RADIUS = 0.15
const HEALTH_RADIUS = 0.85
const HARD_LOSS = 0.5

/** What hitbox `id` of the attacker touches of the other fighter on this frame. */
export function touchOf(attacker: Posed, id: number, other: Posed): Touch {
  if (!sweepOf(attacker, id, SWEEP)) return TOUCH.none
  if (other.isShielding && touchesShield(SWEEP, other)) return TOUCH.shield
  return touchesBody(SWEEP, other) ? TOUCH.body : TOUCH.none
}

/** Places a hitbox in the world; false while it does not exist. A new one has no way behind it. */
function sweepOf(attacker: Posed, id: number, into: Sweep): boolean {
  const { kind, action, facingAtStart: side } = attacker
  const frame = Math.floor(attacker.animationFrame)
  if (!hitboxPlace(kind.internalId, action, id, frame, NOW)) return false
  into.x = attacker.x + side * NOW.x
  into.y = attacker.y + NOW.y
  into.radius = NOW.radius
  const before = Math.floor(attacker.animationFrame - attacker.animationRate)
  if (hitboxPlace(kind.internalId, action, id, before, BEFORE)) {
    into.fromX = attacker.previousX + side * BEFORE.x
    into.fromY = attacker.previousY + BEFORE.y
  } else {
    into.fromX = into.x
    into.fromY = into.y
  }
  return true
}

function touchesShield(sweep: Sweep, other: Posed): boolean {
  const { x, y, size } = shieldSizeOf(other.kind.internalId)
  const share = (other.shieldHealth / SHIELD.health) * (1 - HARD_LOSS * other.shieldHardness)
  const radius = size * (LEAST_RADIUS + HEALTH_RADIUS * share)
  const centreX = other.x + other.facing * x + TILT_X * size * other.stickX
  const centreY = other.y + y + TILT_Y * size * other.stickY
  const { fromX, fromY } = sweep
  return isWithin(squareToSegment(centreX, centreY, fromX, fromY, sweep.x, sweep.y), sweep.radius + radius)
}

function touchesBody(sweep: Sweep, other: Posed): boolean {
  const { action, animationFrame, isAirborne } = other
  const count = bodyCapsules(other.kind.internalId, action, animationFrame, isAirborne, CAPSULES)
  const isFree = count === 1 || (action >= FIRST_FREE && action <= LAST_FREE)
  const side = isFree ? other.facing : other.facingAtStart
  for (let at = 0; at < count * CAPSULE_WORDS; at += CAPSULE_WORDS) {
    const ax = other.x + side * CAPSULES[at]!
    const ay = other.y + CAPSULES[at + 1]!
    const bx = other.x + side * CAPSULES[at + 2]!
    const by = other.y + CAPSULES[at + 3]!
    const square = squareBetween(sweep.fromX, sweep.fromY, sweep.x, sweep.y, ax, ay, bx, by)
    if (isWithin(square, sweep.radius + CAPSULES[at + 4]!)) return true
  }
  return false
}

function isWithin(square: number, reach: number): boolean {
  return reach > 0 && square <= reach * reach
}

/** Square of the distance from a point to a segment. */
function squareToSegment(px: number, py: number, ax: number, ay: number, bx: number, by: number): number {
  const dx = bx - ax
  const dy = by - ay
  const square = dx * dx + dy * dy
  const along = square === 0 ? 0 : ((px - ax) * dx + (py - ay) * dy) / square
  const share = along < 0 ? 0 : along > 1 ? 1 : along
  const x = px - (ax + share * dx)
  const y = py - (ay + share * dy)
  return x * x + y * y
}

/** Twice the area of a triangle: its sign tells the side on which c lies of a to b. */
function turn(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
}

/** Square of the distance between two segments, 0 where they cross. */
function squareBetween(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  dx: number,
  dy: number,
): number {
  const crosses =
    turn(ax, ay, bx, by, cx, cy) * turn(ax, ay, bx, by, dx, dy) < 0 &&
    turn(cx, cy, dx, dy, ax, ay) * turn(cx, cy, dx, dy, bx, by) < 0
  if (crosses) return 0
  return Math.min(
    squareToSegment(ax, ay, cx, cy, dx, dy),
    squareToSegment(bx, by, cx, cy, dx, dy),
    squareToSegment(cx, cy, ax, ay, bx, by),
    squareToSegment(dx, dy, ax, ay, bx, by),
  )
}
