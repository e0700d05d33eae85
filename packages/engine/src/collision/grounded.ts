/**
 * A grounded body follows its floor over the joints to the neighbouring floors. Past an end without a neighbour it
 * remains standing for a tenth of a unit (measured on public replays). Beyond that the caller decides: fall, teeter, or
 * be held exactly at the end of the line.
 */
import { f } from '../math.ts'
import { NO_FLOOR, type Terrain } from '../stages/terrain.ts'
import { FLOOR_GAP, standOn } from './airborne.ts'
import type { CollisionBody } from './body.ts'
import { clearContacts, ecbAt, emptyEcb, pushFromWalls } from './ecb.ts'

/** How far past the end of a floor a body still stands. */
const OVERHANG = f(0.1)
/** A platform this close above the floor that it sinks into is out of sight. */
const SUNK = 0.5

const before = emptyEcb()
const shape = emptyEcb()

/**
 * Puts the body on the floor below its x; `body.floor` is the one it stood on. False once that floor is gone or ended:
 * then `body.pastEnd` is the end, `body.floor` still names the last floor, and the position is where the body left it.
 */
export function followFloor(terrain: Terrain, body: CollisionBody): boolean {
  clearContacts(body)
  body.pastEnd = 0
  const { floor } = body
  if (floor === NO_FLOOR || (terrain.isActive[floor] === 0 && !sinksOntoFloor(terrain, body))) return false
  // No wall stands on a floor; those beside platforms do not join them.
  if (terrain.isPlatform[floor] === 1) {
    ecbAt(body, 0, before)
    ecbAt(body, 1, shape)
    before.x = body.previousX
    before.y = body.previousY
    shape.x = body.x
    shape.y = body.y
    body.wallRight = pushFromWalls(terrain, body, before, shape, -1)
    body.wallLeft = pushFromWalls(terrain, body, before, shape, 1)
    body.x = shape.x
  }
  const { x } = body
  // An ECB that changes by more than one step moves half of the distance first, and stops there if the floor ends
  // there.
  if (body.leastSteps > 1) {
    body.x = f(body.previousX + f(f(x - body.previousX) * 0.5))
    if (!staysOn(terrain, body)) return false
    body.y = f(terrain.floorY(body.floor, body.x) + FLOOR_GAP - f(body.previousBottom * 0.5))
    body.x = x
  }
  if (!staysOn(terrain, body)) return false
  standOn(terrain, body.floor, body)
  const platform = platformWithin(terrain, body)
  if (platform !== NO_FLOOR) {
    body.floor = platform
    standOn(terrain, platform, body)
  }
  return true
}

/** A fighter on a platform that sinks out of sight into the floor stays standing, on that floor. */
function sinksOntoFloor(terrain: Terrain, body: CollisionBody): boolean {
  const { floorIds, floors, isActive } = terrain
  for (let i = 0; i < floorIds.length; i++) {
    const id = floorIds[i]!
    if (isActive[id] === 0 || body.x < floors.x1[id]! || body.x > floors.x2[id]!) continue
    const fall = body.previousY - terrain.floorY(id, body.x)
    if (fall < 0 || fall > SUNK) continue
    body.floor = id
    return true
  }
  return false
}

/**
 * A platform between the feet and the middle of the body, such as one that rises out of the floor (mpColl_8004A908).
 */
function platformWithin(
  terrain: Terrain,
  { previousX, previousY, previousMiddle, x, y, floor }: CollisionBody,
): number {
  const { floorIds, floors, isActive, isPlatform, movedX, movedY } = terrain
  const fromY = previousY + previousMiddle
  for (let i = 0; i < floorIds.length; i++) {
    const id = floorIds[i]!
    if (id === floor || isPlatform[id] === 0 || isActive[id] === 0) continue
    const fromX = previousX + movedX[id]!
    const above = fromY + movedY[id]! - terrain.floorY(id, fromX)
    const below = y - terrain.floorY(id, x)
    if (above < 0 || below > 0) continue
    const crossX = fromX + (x - fromX) * (above / (above - below))
    if (crossX >= floors.x1[id]! && crossX <= floors.x2[id]!) return id
  }
  return NO_FLOOR
}

/** Moves on to the neighbouring floor below the body; false past the end of the last one. */
function staysOn({ floors, left, right }: Terrain, body: CollisionBody): boolean {
  const { x1, x2 } = floors
  let { floor } = body
  while (body.x < x1[floor]! && left[floor] !== NO_FLOOR) floor = left[floor]!
  while (body.x > x2[floor]! && right[floor] !== NO_FLOOR) floor = right[floor]!
  body.floor = floor
  if (body.x < f(x1[floor]! - OVERHANG)) body.pastEnd = -1
  else if (body.x > f(x2[floor]! + OVERHANG)) body.pastEnd = 1
  return body.pastEnd === 0
}

/** Holds a body that passed the end of its floor at that end. */
export function holdAtFloorEnd(terrain: Terrain, body: CollisionBody): void {
  const { x1, y1, x2, y2 } = terrain.floors
  if (body.pastEnd < 0) {
    body.x = x1[body.floor]!
    body.y = y1[body.floor]!
  } else if (body.pastEnd > 0) {
    body.x = x2[body.floor]!
    body.y = y2[body.floor]!
  }
}
