/**
 * An airborne body against the map. The frame's motion is cut into steps of at most 6 units. Each step pushes the ECB
 * out of walls, then down from ceilings, then lets its bottom point cross a floor from above, and repeats until the ECB
 * no longer moves. A body lands at the floor's height + 0.0001, wherever the bottom point of its ECB was. Past the end
 * of a floor that a wall holds up it lands on that end. Source: doldecomp/melee (mpcoll.c: mpColl_80043754,
 * mpColl_80046904).
 */
import { f } from '../math.ts'
import { NO_FLOOR, type Terrain } from '../stages/terrain.ts'
import type { CollisionBody } from './body.ts'
import { crosses, DISTANCE, FROM_X, FROM_Y, LINE_X1, LINE_X2, LINE_Y1, LINE_Y2, probe, TO_X, TO_Y } from './crossing.ts'
import { clearContacts, ecbAt, emptyEcb, pushFromCeilings, pushFromWalls } from './ecb.ts'

/** Longest step in either axis. */
export const STEP = 6
/** Height of a standing body above its floor. */
export const FLOOR_GAP = f(0.0001)

/** Where something stands on a floor. */
export function standOn(terrain: Terrain, floor: number, place: { readonly x: number; y: number }): void {
  place.y = f(terrain.floorY(floor, place.x) + FLOOR_GAP)
}
/** A point less than this above a floor is on it. */
const TOUCH = 1e-4
/** How far a floor reaches past its ends. */
const PAST_END = 0.1

const before = emptyEcb()
const shape = emptyEcb()
/** The part of the frame in which the ECB moves from `before` to `shape`. */
const part = { start: 0, end: 0 }

/** Takes the body from its previous position to its position; true when it lands on `body.floor`. */
export function collideAirborne(terrain: Terrain, body: CollisionBody): boolean {
  clearContacts(body)
  body.floor = NO_FLOOR
  const dx = f(body.x - body.previousX)
  const dy = f(body.y - body.previousY)
  const most = Math.max(Math.abs(dx), Math.abs(dy))
  const steps = Math.max(body.leastSteps, most > STEP ? Math.trunc(most / STEP) + 1 : 1)
  // What walls and ceilings took away up to now; without it the last step ends exactly where physics put the body.
  let pushedX = 0
  let pushedY = 0
  shape.x = body.previousX
  shape.y = body.previousY
  for (let step = 1; step <= steps; step++) {
    part.start = (step - 1) / steps
    part.end = step / steps
    ecbAt(body, part.start, before)
    before.x = shape.x
    before.y = shape.y
    ecbAt(body, part.end, shape)
    shape.x = step === steps ? body.x : f(body.previousX + f(dx * part.end))
    shape.y = step === steps ? body.y : f(body.previousY + f(dy * part.end))
    if (pushedX !== 0) shape.x = f(shape.x + pushedX)
    if (pushedY !== 0) shape.y = f(shape.y + pushedY)
    const { x, y } = shape
    const floor = settle(terrain, body)
    pushedX = f(pushedX + f(shape.x - x))
    pushedY = f(pushedY + f(shape.y - y))
    if (floor === NO_FLOOR) continue
    landOn(terrain, body, floor)
    return true
  }
  body.x = shape.x
  body.y = shape.y
  return false
}

const LEFT = 1
const RIGHT = 2
const CEILING = 4
const FLOOR = 8
/** An ECB between walls on both sides stops being pushed after this many turns. */
const MOST_TURNS = 8

/** Pushes the ECB out of walls and ceilings until it no longer changes; returns the floor it reached, or NO_FLOOR. */
function settle(terrain: Terrain, body: CollisionBody): number {
  let moved = 0
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const movedBefore = moved
    moved = 0
    for (let twice = 0; twice < 2; twice++) {
      const right = pushFromWalls(terrain, body, before, shape, -1)
      if (right >= 0) {
        body.wallRight = right
        moved |= RIGHT
      }
      const left = pushFromWalls(terrain, body, before, shape, 1)
      if (left >= 0) {
        body.wallLeft = left
        moved |= LEFT
      }
    }
    if (pushFromCeilings(terrain, body, before, shape)) moved |= CEILING
    const floor = crossedFloor(terrain, body)
    if (floor !== NO_FLOOR) {
      if (!body.staysAirborne) return floor
      pushOnto(terrain, body, floor)
      moved |= FLOOR
    }
    if (moved === movedBefore) return NO_FLOOR
  }
  return NO_FLOOR
}

/** The floor of a row that is under the ECB, or the outermost one. */
function floorUnder({ floors, left, right }: Terrain, crossed: number): number {
  const { x1, x2 } = floors
  let floor = crossed
  while (shape.x < x1[floor]! && left[floor] !== NO_FLOOR) floor = left[floor]!
  while (shape.x > x2[floor]! && right[floor] !== NO_FLOOR) floor = right[floor]!
  return floor
}

/**
 * Lifts an ECB that may not land onto a floor. One that crossed the floor past its end stays level with that end,
 * beside it.
 */
function pushOnto(terrain: Terrain, body: CollisionBody, crossed: number): void {
  const { x1, x2, y1, y2 } = terrain.floors
  const floor = floorUnder(terrain, crossed)
  body.floor = floor
  if (shape.x < x1[floor]! - PAST_END) shape.y = f(y1[floor]! - shape.bottom)
  else if (shape.x > x2[floor]! + PAST_END) shape.y = f(y2[floor]! - shape.bottom)
  else standOn(terrain, floor, shape)
}

/** Puts the body on a floor, or at the end of it. */
function landOn(terrain: Terrain, body: CollisionBody, crossed: number): void {
  const { x1, x2 } = terrain.floors
  const floor = floorUnder(terrain, crossed)
  body.floor = floor
  body.x = shape.x < x1[floor]! - PAST_END ? x1[floor]! : shape.x > x2[floor]! + PAST_END ? x2[floor]! : shape.x
  standOn(terrain, floor, body)
}

/**
 * The floor that the bottom point crosses first on its way down in this part of the frame, relative to the floor's own
 * motion. Drop-through platforms may be passed: all of them, or the one that is being dropped through.
 */
function crossedFloor(terrain: Terrain, body: CollisionBody): number {
  const { start, end } = part
  const fromX = before.x
  const fromY = f(before.y + before.bottom)
  const toX = shape.x
  const toY = f(shape.y + shape.bottom)
  let first = NO_FLOOR
  let earliest = Infinity
  const { floorIds } = terrain
  const { x1, x2 } = terrain.floors
  for (let i = 0; i < floorIds.length; i++) {
    const id = floorIds[i]!
    if (terrain.isActive[id] === 0) continue
    if (terrain.isPlatform[id] === 1 && (body.passesPlatforms || body.passedFloor === id)) continue
    if (terrain.normalX[id] !== 0) {
      const moment = momentOnSlope(terrain, id, fromX, fromY, toX, toY)
      if (moment >= earliest) continue
      earliest = moment
      first = id
      continue
    }
    // Floors are placed as of the end of the frame; earlier in the frame this one was lower or higher by its remaining
    // motion.
    const behindX = terrain.movedX[id]! * (1 - start)
    const aheadX = terrain.movedX[id]! * (1 - end)
    const above = fromY - terrain.floorY(id, fromX + behindX) + terrain.movedY[id]! * (1 - start)
    const below = toY - terrain.floorY(id, toX + aheadX) + terrain.movedY[id]! * (1 - end)
    if (above < -TOUCH || below > TOUCH || above - below < TOUCH) continue
    const moment = Math.max(0, above) / (above - below)
    const startX = fromX + behindX
    const endX = toX + aheadX
    const leftEnd = x1[id]! - (start > 0 ? terrain.leftReach[id]! : 0)
    const rightEnd = x2[id]! + (start > 0 ? terrain.rightReach[id]! : 0)
    if ((startX < leftEnd && endX < leftEnd) || (startX > rightEnd && endX > rightEnd)) continue
    const crossX = startX + (endX - startX) * moment
    if (crossX < leftEnd - PAST_END || crossX > rightEnd + PAST_END || moment >= earliest) continue
    earliest = moment
    first = id
  }
  return first
}

/**
 * When the path of the bottom point crosses a sloped floor, as a share of the path; Infinity when it does not. In later steps
 * the floor goes on at its own slope where it is joined (mpLib_8004ED5C, mpLineIntersection).
 */
function momentOnSlope(terrain: Terrain, id: number, fromX: number, fromY: number, toX: number, toY: number): number {
  const { floors, leftReach, rightReach, normalX, normalY } = terrain
  const acrossX = normalY[id]!
  const acrossY = -normalX[id]!
  const left = part.start > 0 ? leftReach[id]! : 0
  const right = part.start > 0 ? rightReach[id]! : 0
  probe[LINE_X1] = floors.x1[id]! - left * acrossX
  probe[LINE_Y1] = floors.y1[id]! - left * acrossY
  probe[LINE_X2] = floors.x2[id]! + right * acrossX
  probe[LINE_Y2] = floors.y2[id]! + right * acrossY
  probe[FROM_X] = fromX
  probe[FROM_Y] = fromY
  probe[TO_X] = toX
  probe[TO_Y] = toY
  if (!crosses()) return Infinity
  const dx = toX - fromX
  const dy = toY - fromY
  return Math.sqrt(probe[DISTANCE]! / (dx * dx + dy * dy))
}
