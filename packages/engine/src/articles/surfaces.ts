/** Where a point's way meets floors, walls or ceilings, and how they lie there. */
import { f, sqrtf } from '../math.ts'
import type { Lines, Terrain } from '../stages/terrain.ts'

/** The answer of `meetsSurface`: where, and which way the surface faces. */
export const MEETING = { x: 0, y: 0, normalX: 0, normalY: 0 }
let earliest = 2

/** Does the way from the first point to the second cross a surface from its outer side? The first one counts. */
export function meetsSurface(terrain: Terrain, x1: number, y1: number, x2: number, y2: number): boolean {
  earliest = 2
  meetFloors(terrain, x1, y1, x2, y2)
  const { walls, wallFaces, ceilings } = terrain
  for (let i = 0; i < wallFaces.length; i++) meet(walls, i, -wallFaces[i]!, x1, y1, x2, y2)
  for (let i = 0; i < ceilings.x1.length; i++) meet(ceilings, i, -1, x1, y1, x2, y2)
  return earliest <= 1
}

/** As `meetsSurface`, but for floors only. */
export function meetsFloor(terrain: Terrain, x1: number, y1: number, x2: number, y2: number): boolean {
  earliest = 2
  meetFloors(terrain, x1, y1, x2, y2)
  return earliest <= 1
}

function meetFloors(terrain: Terrain, x1: number, y1: number, x2: number, y2: number): void {
  const { floorIds, isActive, floors } = terrain
  for (let i = 0; i < floorIds.length; i++) {
    const id = floorIds[i]!
    if (isActive[id] !== 0) meet(floors, id, 1, x1, y1, x2, y2)
  }
}

/** `side` is 1 where the outer side is to the left of the line, -1 to its right. */
function meet(lines: Lines, i: number, side: number, x1: number, y1: number, x2: number, y2: number): void {
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
  if (moment >= earliest || along < 0 || along > dx * dx + dy * dy) return
  earliest = moment
  const length = sqrtf(f(dx * dx + dy * dy))
  MEETING.x = f(x)
  MEETING.y = f(y)
  MEETING.normalX = f((-dy / length) * side)
  MEETING.normalY = f((dx / length) * side)
}
