/**
 * Walls and ceilings against an ECB: which walls it has run into during its motion, and how far they push it out.
 * Adjoining walls push as one. Source: doldecomp/melee (mpcoll.c: mpColl_80044E10_RightWall and related functions,
 * mplib.c).
 */
import { f } from '../math.ts'
import type { Terrain } from '../stages/terrain.ts'
import type { CollisionBody } from './body.ts'
import { crosses, DISTANCE, FROM_X, FROM_Y, LINE_X1, LINE_X2, LINE_Y1, LINE_Y2, probe, TO_X, TO_Y } from './crossing.ts'

/** An ECB at a place: heights of its points above the position, and its reach to the left and right of it. */
export interface Ecb {
  x: number
  y: number
  bottom: number
  top: number
  middle: number
  left: number
  right: number
}

export function emptyEcb(): Ecb {
  return { x: 0, y: 0, bottom: 0, top: 0, middle: 0, left: 0, right: 0 }
}

/** How far past its ends a line still holds a point, and the gap that is left below a ceiling. */
const PAST_END = 0.1
const CEILING_GAP = 1e-4
/** An ECB lower than this is not swept over the corners of walls. */
const TINY = 6
/** Nor is one that moves by less than this, squared. */
const LEAST_SWEEP = 1e-3

export function clearContacts(body: CollisionBody): void {
  body.wallLeft = -1
  body.wallRight = -1
  body.hugsLeft = false
  body.hugsRight = false
  body.ceiling = -1
}

/** Sets `out` to the body's ECB at a fraction of its frame. */
export function ecbAt(body: CollisionBody, fraction: number, out: Ecb): void {
  out.bottom = between(body.previousBottom, body.bottom, fraction)
  out.top = between(body.previousTop, body.top, fraction)
  out.middle = between(body.previousMiddle, body.middle, fraction)
  out.left = between(body.previousLeft, body.left, fraction)
  out.right = between(body.previousRight, body.right, fraction)
}

function between(from: number, to: number, fraction: number): number {
  return fraction >= 1 ? to : f(from + f(f(to - from) * fraction))
}

/** Walls run into, one of each row. */
const met = new Int32Array(8)
let metCount = 0

function meet(terrain: Terrain, wall: number): boolean {
  if (wall < 0) return false
  const row = terrain.wallRows[wall]!
  for (let i = 0; i < metCount; i++) if (terrain.wallRows[met[i]!] === row) return true
  if (metCount < met.length) met[metCount++] = wall
  return true
}

/** The first wall of a face that the path in `probe` crosses, or -1. */
function wallOnWay({ walls, wallFaces }: Terrain, faces: number): number {
  let found = -1
  let least = Infinity
  for (let i = 0; i < wallFaces.length; i++) {
    if (wallFaces[i] !== faces) continue
    // The outer side is on the left of the direction, so a wall that faces right runs downward.
    probe[faces > 0 ? LINE_X2 : LINE_X1] = walls.x1[i]!
    probe[faces > 0 ? LINE_Y2 : LINE_Y1] = walls.y1[i]!
    probe[faces > 0 ? LINE_X1 : LINE_X2] = walls.x2[i]!
    probe[faces > 0 ? LINE_Y1 : LINE_Y2] = walls.y2[i]!
    if (!crosses() || probe[DISTANCE]! >= least) continue
    least = probe[DISTANCE]!
    found = i
  }
  return found
}

const edge = { ax: 0, ay: 0, bx: 0, by: 0, cx: 0, cy: 0, dx: 0, dy: 0 }

/** The first wall with an end that an edge of the ECB passes over while it moves from a-b to c-d, or -1. */
function wallSwept({ walls, wallFaces }: Terrain, faces: number): number {
  let found = -1
  let least = Infinity
  probe[LINE_X1] = edge.cx
  probe[LINE_Y1] = edge.cy
  probe[LINE_X2] = edge.dx
  probe[LINE_Y2] = edge.dy
  for (let i = 0; i < 2 * wallFaces.length; i++) {
    const wall = i >> 1
    if (wallFaces[wall] !== faces) continue
    probe[TO_X] = i % 2 === 0 ? walls.x1[wall]! : walls.x2[wall]!
    probe[TO_Y] = i % 2 === 0 ? walls.y1[wall]! : walls.y2[wall]!
    if (!isSwept() || probe[DISTANCE]! >= least) continue
    least = probe[DISTANCE]!
    found = wall
  }
  return found
}

/** Seen from the moving edge, a fixed point moves. Does that motion cross the edge? */
function isSwept(): boolean {
  const { ax, ay, bx, by, cx, cy, dx, dy } = edge
  const x = probe[TO_X]!
  const y = probe[TO_Y]!
  const alongX = bx - ax
  const alongY = by - ay
  const length = alongX * alongX + alongY * alongY
  const share = length > 1e-4 ? Math.max(0, Math.min(1, (alongX * (x - ax) + alongY * (y - ay)) / length)) : 0
  const wayX = (1 - share) * (cx - ax) + share * (dx - bx)
  const wayY = (1 - share) * (cy - ay) + share * (dy - by)
  if (wayX * wayX + wayY * wayY <= LEAST_SWEEP) return false
  probe[FROM_X] = x + wayX
  probe[FROM_Y] = y + wayY
  return crosses()
}

function setEdge(before: Ecb, shape: Ecb, faces: number, isUpper: boolean): void {
  // Outer side on the left: bottom, left, top; on the other side top, right, bottom.
  const sideBefore = faces > 0 ? before.x - before.left : before.x + before.right
  const side = faces > 0 ? shape.x - shape.left : shape.x + shape.right
  const endBefore = before.y + (isUpper ? before.top : before.bottom)
  const end = shape.y + (isUpper ? shape.top : shape.bottom)
  const sideFirst = faces > 0 === isUpper
  edge.ax = sideFirst ? sideBefore : before.x
  edge.ay = sideFirst ? before.y + before.middle : endBefore
  edge.bx = sideFirst ? before.x : sideBefore
  edge.by = sideFirst ? endBefore : before.y + before.middle
  edge.cx = sideFirst ? side : shape.x
  edge.cy = sideFirst ? shape.y + shape.middle : end
  edge.dx = sideFirst ? shape.x : side
  edge.dy = sideFirst ? end : shape.y + shape.middle
}

/** Notes the walls of a face that the ECB ran into. */
function meetWalls(terrain: Terrain, body: CollisionBody, before: Ecb, shape: Ecb, faces: number): void {
  metCount = 0
  const sideX = faces > 0 ? shape.x - shape.left : shape.x + shape.right
  const sideY = shape.y + shape.middle
  probe[FROM_X] = faces > 0 ? before.x - before.left : before.x + before.right
  probe[FROM_Y] = before.y + before.middle
  probe[TO_X] = sideX
  probe[TO_Y] = sideY
  if (meet(terrain, wallOnWay(terrain, faces))) {
    if (faces > 0) body.hugsLeft = true
    else body.hugsRight = true
  }
  const isTiny = body.previousTop - body.previousBottom < TINY
  for (let i = 0; i < 2; i++) {
    const y = shape.y + (i === 0 ? shape.bottom : shape.top)
    probe[FROM_X] = before.x
    probe[FROM_Y] = before.y + (i === 0 ? before.bottom : before.top)
    probe[TO_X] = shape.x
    probe[TO_Y] = y
    meet(terrain, wallOnWay(terrain, faces))
    probe[FROM_X] = shape.x
    probe[FROM_Y] = y
    probe[TO_X] = sideX
    probe[TO_Y] = sideY
    meet(terrain, wallOnWay(terrain, faces))
    if (isTiny) continue
    setEdge(before, shape, faces, i === 1)
    meet(terrain, wallSwept(terrain, faces))
  }
}

/**
 * How far out walls push the position, in the direction that they face, so that the ECB is clear of them; and the wall
 * that pushes farthest.
 */
const clear = { out: 0, wall: -1 }

function want(wall: number, out: number): void {
  if (!(out > clear.out)) return
  clear.out = out
  clear.wall = wall
}

/** A point of the ECB, `width` from its middle, against a row of walls; only between the ends of the row. */
function wantForPoint(terrain: Terrain, faces: number, wall: number, y: number, width: number): void {
  const { walls, wallAbove, wallBelow } = terrain
  let i = wall
  while (y > walls.y2[i]! && wallAbove[i]! >= 0) i = wallAbove[i]!
  while (y < walls.y1[i]! && wallBelow[i]! >= 0) i = wallBelow[i]!
  const low = walls.y1[i]!
  const high = walls.y2[i]!
  if (y < low - PAST_END || y > high + PAST_END) return
  const share = Math.max(0, Math.min(1, (y - low) / (high - low)))
  want(i, faces * (walls.x1[i]! + (walls.x2[i]! - walls.x1[i]!) * share) + width)
}

/** A corner of the stage against the edges of the ECB. */
function wantForCorner(shape: Ecb, faces: number, wall: number, x: number, y: number): void {
  const above = y - shape.y - shape.bottom
  const below = shape.y + shape.top - y
  if (above < 0 || below < 0) return
  const share = y <= shape.y + shape.middle ? above / (shape.middle - shape.bottom) : below / (shape.top - shape.middle)
  want(wall, faces * x + (faces > 0 ? shape.left : shape.right) * share)
}

function wantForRow(terrain: Terrain, shape: Ecb, faces: number, wall: number): void {
  const { walls, wallAbove, wallBelow } = terrain
  let top = wall
  while (wallAbove[top]! >= 0) top = wallAbove[top]!
  let foot = wall
  while (wallBelow[foot]! >= 0) foot = wallBelow[foot]!
  // An ECB that has left the row behind, above or below it, stays directly above or below its end.
  if (walls.y2[top]! < shape.y + shape.bottom) {
    want(top, faces * walls.x2[top]!)
    return
  }
  if (walls.y1[foot]! > shape.y + shape.top) {
    want(foot, faces * walls.x1[foot]!)
    return
  }
  wantForPoint(terrain, faces, wall, shape.y + shape.bottom, 0)
  wantForPoint(terrain, faces, wall, shape.y + shape.middle, faces > 0 ? shape.left : shape.right)
  wantForPoint(terrain, faces, wall, shape.y + shape.top, 0)
  wantForCorner(shape, faces, foot, walls.x1[foot]!, walls.y1[foot]!)
  for (let i = foot; i >= 0; i = wallAbove[i]!) wantForCorner(shape, faces, i, walls.x2[i]!, walls.y2[i]!)
}

/**
 * Whether the ECB is beside all walls of a face: farther than its edges reach when they pass over a corner, each of which moves
 * by less than the width of all that the ECB covers.
 */
function isBeside({ wallsFacingLeft, wallsFacingRight }: Terrain, before: Ecb, shape: Ecb, faces: number): boolean {
  const { least, most } = faces > 0 ? wallsFacingRight : wallsFacingLeft
  const left = Math.min(before.x, before.x - before.left, shape.x, shape.x - shape.left)
  const right = Math.max(before.x, before.x + before.right, shape.x, shape.x + shape.right)
  const reach = right - left + 2 * PAST_END
  return right + reach < least || left - reach > most
}

/** Pushes the ECB out of the walls of a face that it ran into. Returns the wall that moved it most, or -1. */
export function pushFromWalls(terrain: Terrain, body: CollisionBody, before: Ecb, shape: Ecb, faces: 1 | -1): number {
  if (Math.min(before.y + before.bottom, shape.y + shape.bottom) > terrain.highestWall + PAST_END) return -1
  if (isBeside(terrain, before, shape, faces)) return -1
  meetWalls(terrain, body, before, shape, faces)
  clear.out = faces * shape.x
  clear.wall = -1
  for (let i = 0; i < metCount; i++) wantForRow(terrain, shape, faces, met[i]!)
  if (clear.wall >= 0) shape.x = f(faces * clear.out)
  return clear.wall
}

/** Stops an ECB whose top ran into a ceiling below it; true when it did. */
export function pushFromCeilings(terrain: Terrain, body: CollisionBody, before: Ecb, shape: Ecb): boolean {
  if (before.y + before.top > terrain.highestCeiling + PAST_END) return false
  const { x1, y1, x2, y2 } = terrain.ceilings
  probe[FROM_X] = before.x
  probe[FROM_Y] = before.y + before.top
  probe[TO_X] = shape.x
  probe[TO_Y] = shape.y + shape.top
  let found = -1
  let least = Infinity
  for (let i = 0; i < x1.length; i++) {
    probe[LINE_X1] = x2[i]!
    probe[LINE_Y1] = y2[i]!
    probe[LINE_X2] = x1[i]!
    probe[LINE_Y2] = y1[i]!
    if (!crosses() || probe[DISTANCE]! >= least) continue
    least = probe[DISTANCE]!
    found = i
  }
  if (found < 0) return false
  const x = Math.max(x1[found]!, Math.min(x2[found]!, shape.x))
  const height = y1[found]! + ((y2[found]! - y1[found]!) * (x - x1[found]!)) / (x2[found]! - x1[found]!)
  shape.y = f(height - CEILING_GAP - shape.top)
  body.ceiling = found
  return true
}
