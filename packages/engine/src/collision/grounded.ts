/**
 * A grounded body follows its floor over the joints to the neighbouring ones. Past an end without a neighbour it keeps
 * standing for a tenth of a unit (measured on public replays); beyond that the caller decides: fall, teeter, or be held
 * at the end, exactly on the line.
 */
import { f } from '../math.ts'
import { NO_FLOOR, type Terrain } from '../stages/terrain.ts'
import { FLOOR_GAP } from './airborne.ts'
import type { Body } from './body.ts'
import { clearContacts, diamondAt, emptyDiamond, pushFromWalls } from './outline.ts'

/** How far past the end of a floor a body still stands. */
const OVERHANG = f(0.1)

const before = emptyDiamond()
const shape = emptyDiamond()

/**
 * Puts the body on the floor below its x, `body.floor` being the one it stood on. False once that floor is gone or
 * ended: `body.pastEnd` tells at which end, `body.floor` still names the last floor, and the position is untouched.
 */
export function followFloor(terrain: Terrain, body: Body): boolean {
  clearContacts(body)
  body.pastEnd = 0
  let floor = body.floor
  if (floor === NO_FLOOR || terrain.isActive[floor] === 0) return false
  // No wall stands on a floor; those beside platforms do not join them.
  if (terrain.isPlatform[floor] === 1) {
    diamondAt(body, 0, before)
    diamondAt(body, 1, shape)
    before.x = body.previousX
    before.y = body.previousY
    shape.x = body.x
    shape.y = body.y
    body.wallRight = pushFromWalls(terrain, body, before, shape, -1)
    body.wallLeft = pushFromWalls(terrain, body, before, shape, 1)
    body.x = shape.x
  }
  const { x1, x2 } = terrain.floors
  while (body.x < x1[floor]! && terrain.left[floor] !== NO_FLOOR) floor = terrain.left[floor]!
  while (body.x > x2[floor]! && terrain.right[floor] !== NO_FLOOR) floor = terrain.right[floor]!
  body.floor = floor
  if (body.x < f(x1[floor]! - OVERHANG)) body.pastEnd = -1
  else if (body.x > f(x2[floor]! + OVERHANG)) body.pastEnd = 1
  if (body.pastEnd !== 0) return false
  body.y = f(terrain.floorY(floor, body.x) + FLOOR_GAP)
  return true
}

/** Holds a body that passed the end of its floor at that end. */
export function holdAtEnd(terrain: Terrain, body: Body): void {
  const { x1, y1, x2, y2 } = terrain.floors
  if (body.pastEnd < 0) {
    body.x = x1[body.floor]!
    body.y = y1[body.floor]!
  } else if (body.pastEnd > 0) {
    body.x = x2[body.floor]!
    body.y = y2[body.floor]!
  }
}
