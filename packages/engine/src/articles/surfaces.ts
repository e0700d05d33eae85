/** Where the path of a point meets floors, walls or ceilings, and their slope there. */
import { f, sqrtf } from '../math.ts'
import type { Lines, Terrain } from '../stages/terrain.ts'

/** The path to be tested. */
const WAY = { x1: 0, y1: 0, x2: 0, y2: 0 }

export function lookAlong(x1: number, y1: number, x2: number, y2: number): void {
  WAY.x1 = x1
  WAY.y1 = y1
  WAY.x2 = x2
  WAY.y2 = y2
}

const BEYOND = 2
/** Where it meets a surface, at which share of the path, and which way the surface faces. */
export const MEETING = { x: 0, y: 0, normalX: 0, normalY: 0, moment: BEYOND }

/** Whether the tested path crosses a surface from its outer side. The first one counts; the result is in `MEETING`. */
export function meetsSurface(terrain: Terrain): boolean {
  MEETING.moment = BEYOND
  meetFloors(terrain)
  const { walls, wallFaces, ceilings } = terrain
  for (let i = 0; i < wallFaces.length; i++) meet(walls, i, -wallFaces[i]!)
  for (let i = 0; i < ceilings.x1.length; i++) meet(ceilings, i, -1)
  return MEETING.moment <= 1
}

/** As `meetsSurface`, but for floors only. */
export function meetsFloor(terrain: Terrain): boolean {
  MEETING.moment = BEYOND
  meetFloors(terrain)
  return MEETING.moment <= 1
}

function meetFloors(terrain: Terrain): void {
  const { floorIds, isActive, floors } = terrain
  for (let i = 0; i < floorIds.length; i++) {
    const id = floorIds[i]!
    if (isActive[id] !== 0) meet(floors, id, 1)
  }
}

/** `side` is 1 where the outer side is to the left of the line, -1 to its right. */
function meet(lines: Lines, i: number, side: number): void {
  const { x1, y1, x2, y2 } = WAY
  const ax = lines.x1[i]!
  const ay = lines.y1[i]!
  const dx = lines.x2[i]! - ax
  const dy = lines.y2[i]! - ay
  const before = side * (dx * (y1 - ay) - dy * (x1 - ax))
  const after = side * (dx * (y2 - ay) - dy * (x2 - ax))
  if (before < 0 || after >= 0) return
  const moment = before / (before - after)
  const x = x1 + (x2 - x1) * moment
  const y = y1 + (y2 - y1) * moment
  const along = (x - ax) * dx + (y - ay) * dy
  if (moment >= MEETING.moment || along < 0 || along > dx * dx + dy * dy) return
  MEETING.moment = moment
  const length = sqrtf(f(dx * dx + dy * dy))
  MEETING.x = f(x)
  MEETING.y = f(y)
  MEETING.normalX = f((-dy / length) * side)
  MEETING.normalY = f((dx / length) * side)
}
