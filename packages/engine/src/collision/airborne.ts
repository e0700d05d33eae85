/**
 * An airborne body against the map. The frame's motion is cut into steps of at most 6 units; each step pushes the
 * diamond out of walls, then down from ceilings, then lets its bottom point cross a floor from above. A body lands at
 * the floor's height + 0.0001, wherever the bottom point of its diamond was (measured on public replays).
 */
import { f } from '../math.ts'
import { NO_FLOOR, type Terrain } from '../stages/terrain.ts'
import type { Body } from './body.ts'
import { clearContacts, diamondAt, emptyDiamond, pushFromCeilings, pushFromWalls } from './outline.ts'

/** Longest step in either axis. */
const STEP = 6
/** Height of a standing body above its floor. */
export const FLOOR_GAP = f(0.0001)

const before = emptyDiamond()
const shape = emptyDiamond()
/** The part of the frame in which the diamond goes from the one to the other. */
const part = { start: 0, end: 0 }

/** Takes the body from its previous position to its position; true when it lands on `body.floor`. */
export function collideAirborne(terrain: Terrain, body: Body): boolean {
  clearContacts(body)
  body.floor = NO_FLOOR
  const dx = f(body.x - body.previousX)
  const dy = f(body.y - body.previousY)
  const steps = Math.max(body.leastSteps, Math.ceil(Math.max(Math.abs(dx), Math.abs(dy)) / STEP))
  let x = body.previousX
  let y = body.previousY
  // What walls and ceilings took away so far; without it the last step ends exactly where physics put the body.
  let pushedX = 0
  let pushedY = 0
  for (let step = 1; step <= steps; step++) {
    const start = (step - 1) / steps
    const end = step / steps
    const beforeX = x
    const beforeY = y
    diamondAt(body, start, before)
    diamondAt(body, end, shape)
    x = step === steps ? body.x : f(body.previousX + f(dx * end))
    y = step === steps ? body.y : f(body.previousY + f(dy * end))
    if (pushedX !== 0) x = f(x + pushedX)
    if (pushedY !== 0) y = f(y + pushedY)
    before.x = beforeX
    before.y = beforeY
    shape.x = x
    shape.y = y
    pushFromWalls(terrain, body, before, shape)
    if (body.pushX !== 0) x = f(x + body.pushX)
    shape.x = x
    pushFromCeilings(terrain, body, before, shape)
    if (body.pushY !== 0) y = f(y + body.pushY)
    shape.y = y
    pushedX += body.pushX
    pushedY += body.pushY
    part.start = start
    part.end = end
    const floor = crossedFloor(terrain, body)
    if (floor === NO_FLOOR) continue
    body.floor = floor
    body.x = x
    body.y = f(terrain.floorY(floor, x) + FLOOR_GAP)
    return true
  }
  body.x = x
  body.y = y
  return false
}

/**
 * The floor that the bottom point crosses first on its way down within the part of the frame, relative to the floor's own
 * motion. Drop-through platforms may be passed: all of them, or the one being dropped through.
 */
function crossedFloor(terrain: Terrain, body: Body): number {
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
    // The floor stands at the end of its frame; earlier it was this much behind.
    const behindX = terrain.movedX[id]! * (1 - start)
    const aheadX = terrain.movedX[id]! * (1 - end)
    const above = fromY - terrain.floorY(id, fromX + behindX) + terrain.movedY[id]! * (1 - start)
    const below = toY - terrain.floorY(id, toX + aheadX) + terrain.movedY[id]! * (1 - end)
    if (above < 0 || below >= 0) continue
    const moment = above / (above - below)
    const crossX = fromX + behindX + (toX + aheadX - fromX - behindX) * moment
    if (crossX < x1[id]! || crossX > x2[id]! || moment >= earliest) continue
    earliest = moment
    first = id
  }
  return first
}
