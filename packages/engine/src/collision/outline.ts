/**
 * Walls and ceilings against a diamond. A wall pushes the diamond's whole near side out, not only its side point, so
 * that no corner of the stage can slip through between two points. Diamond sizes are approximations: an overlap with a
 * ceiling that is there already is not undone, it only cannot grow. Source: doldecomp/melee (mpcoll.c).
 */
import { f } from '../math.ts'
import type { Terrain } from '../stages/terrain.ts'
import type { Body } from './body.ts'

/** A diamond at a place: heights of its points above the position, and how far it reaches to the left and right of it. */
export interface Diamond {
  x: number
  y: number
  bottom: number
  top: number
  middle: number
  left: number
  right: number
  /** How far walls have pushed it sideways, and how deep it is in the wall looked at last. */
  pushed: number
  depth: number
}

export function emptyDiamond(): Diamond {
  return { x: 0, y: 0, bottom: 0, top: 0, middle: 0, left: 0, right: 0, pushed: 0, depth: 0 }
}

/** Overlaps lower than this are a touch of end points. */
const LEAST_OVERLAP = 1e-3

export function clearContacts(body: Body): void {
  body.wallLeft = -1
  body.wallRight = -1
  body.ceiling = -1
}

/** Sets `out` to the body's diamond at a fraction of its frame. */
export function diamondAt(body: Body, fraction: number, out: Diamond): void {
  out.bottom = between(body.previousBottom, body.bottom, fraction)
  out.top = between(body.previousTop, body.top, fraction)
  out.middle = between(body.previousMiddle, body.middle, fraction)
  out.left = between(body.previousLeft, body.left, fraction)
  out.right = between(body.previousRight, body.right, fraction)
}

function between(from: number, to: number, fraction: number): number {
  return fraction >= 1 ? to : f(from + f(f(to - from) * fraction))
}

function clamp(value: number, low: number, high: number): number {
  return value < low ? low : value > high ? high : value
}

/** Notes how deep a diamond is in a wall; negative while it is clear, -Infinity where their heights do not meet. */
function measureDepth(terrain: Terrain, wall: number, shape: Diamond): void {
  shape.depth = -Infinity
  const x = shape.x + shape.pushed
  const { y, bottom, top, middle } = shape
  const { x1, y1, x2, y2 } = terrain.walls
  const low = Math.max(y1[wall]!, y + shape.bottom)
  const high = Math.min(y2[wall]!, y + shape.top)
  if (high - low < LEAST_OVERLAP) return
  const widest = clamp(y + shape.middle, low, high)
  const slope = (x2[wall]! - x1[wall]!) / (y2[wall]! - y1[wall]!)
  const faces = terrain.wallFaces[wall]!
  const side = faces > 0 ? shape.left : shape.right
  let deepest = -Infinity
  for (let i = 0; i < 3; i++) {
    const height = i === 0 ? low : i === 1 ? high : widest
    const wallX = x1[wall]! + slope * (height - y1[wall]!)
    const above = height - y
    const reach = above < middle ? middle - bottom : top - middle
    const width = reach <= 0 ? side : side * (1 - Math.abs(above - middle) / reach)
    const depth = faces * (wallX - x) + width
    if (depth > deepest) deepest = depth
  }
  shape.depth = deepest
}

/** Is the middle of a diamond in front of a wall? */
function isOutside(terrain: Terrain, wall: number, shape: Diamond): boolean {
  const { x } = shape
  const y = shape.y + shape.middle
  const { x1, y1, x2, y2 } = terrain.walls
  const height = clamp(y, y1[wall]!, y2[wall]!)
  const wallX = x1[wall]! + ((x2[wall]! - x1[wall]!) * (height - y1[wall]!)) / (y2[wall]! - y1[wall]!)
  return terrain.wallFaces[wall]! * (x - wallX) >= 0
}

/** Did the bottom of a diamond pass the height of a wall's upper end on its inner side? */
function passesInside(terrain: Terrain, wall: number, before: Diamond, shape: Diamond): boolean {
  const { x2, y2 } = terrain.walls
  const from = before.y + before.bottom - y2[wall]!
  const to = shape.y + shape.bottom - y2[wall]!
  if (from < 0 === to < 0) return false
  const crossX = before.x + ((shape.x - before.x) * from) / (from - to)
  return terrain.wallFaces[wall]! * (x2[wall]! - crossX) > 0
}

/**
 * Notes how far walls push a diamond sideways that went from one place to another, and the walls it touches. Only walls
 * that the body was in front of count. Where the bottom rose past a wall's upper end on its inner side, the wall holds
 * the body right above that end; where it came down there, a floor is in its way and the wall is not. Neither is asked of
 * bodies that have their bottom at their feet, as those that climb a ledge.
 */
export function pushFromWalls(terrain: Terrain, body: Body, before: Diamond, shape: Diamond): void {
  shape.pushed = 0
  for (let wall = 0; wall < terrain.wallFaces.length; wall++) {
    const faces = terrain.wallFaces[wall]!
    measureDepth(terrain, wall, shape)
    if (before.bottom > 0 && passesInside(terrain, wall, before, shape)) {
      const isAbove = shape.depth === -Infinity
      shape.depth = isAbove ? faces * (terrain.walls.x2[wall]! - shape.x - shape.pushed) : 0
    }
    if (shape.depth <= 0 || !isOutside(terrain, wall, before)) continue
    if (faces > 0) body.wallLeft = wall
    else body.wallRight = wall
    shape.pushed += faces * shape.depth
  }
  body.pushX = f(shape.pushed)
}

/** Notes how far ceilings push a body down whose top went from one place to another (negative), and the ceiling. */
export function pushFromCeilings(terrain: Terrain, body: Body, before: Diamond, shape: Diamond): void {
  const { x, y } = shape
  const { x1, y1, x2, y2 } = terrain.ceilings
  let pushed = 0
  for (let ceiling = 0; ceiling < x1.length; ceiling++) {
    const left = x1[ceiling]!
    const right = x2[ceiling]!
    if (x < left || x > right) continue
    const slope = (y2[ceiling]! - y1[ceiling]!) / (right - left)
    const height = y1[ceiling]! + slope * (x - left)
    const depth = y + pushed + shape.top - height
    if (depth <= 0) continue
    const heightBefore = y1[ceiling]! + slope * (clamp(before.x, left, right) - left)
    if (before.y + before.middle > heightBefore) continue
    body.ceiling = ceiling
    const excess = depth - Math.max(0, before.y + before.top - heightBefore)
    if (excess > 0) pushed -= excess
  }
  body.pushY = f(pushed)
}
