/**
 * What a computer player sees of the stage: floors that belong together, the floor below a place, and whether a place is
 * within bounds. Source: doldecomp/melee (mpisland.c, ftCo_800ADE48).
 */
import type { Fighter } from '../fighter.ts'
import { NO_FLOOR, type Terrain } from '../stages/terrain.ts'

/** Distance from the blast lines within which nothing is worth going to. */
const MARGIN = 10

/** The first and the last of the floors that are joined to a floor. */
export function firstOf({ left }: Terrain, floor: number): number {
  let first = floor
  while (left[first] !== NO_FLOOR) first = left[first]!
  return first
}

export function lastOf({ right }: Terrain, floor: number): number {
  let last = floor
  while (right[last] !== NO_FLOOR) last = right[last]!
  return last
}

export function isJoined(terrain: Terrain, floor: number, other: number): boolean {
  return floor !== NO_FLOOR && other !== NO_FLOOR && firstOf(terrain, floor) === firstOf(terrain, other)
}

/** The highest floor at x between two heights, or NO_FLOOR. */
export function floorBetween(terrain: Terrain, x: number, top: number, bottom: number): number {
  const { floorIds, floors, isActive } = terrain
  let found = NO_FLOOR
  let highest = bottom
  for (let i = 0; i < floorIds.length; i++) {
    const floor = floorIds[i]!
    if (isActive[floor] === 0 || x < floors.x1[floor]! || x > floors.x2[floor]!) continue
    const y = terrain.floorY(floor, x)
    if (y > top || y < highest) continue
    found = floor
    highest = y
  }
  return found
}

export function isInBounds({ match }: Fighter, x: number, y: number): boolean {
  const { left, right, top, bottom } = match.stage.blastZone
  return x >= left + MARGIN && x <= right - MARGIN && y >= bottom + MARGIN && y <= top - MARGIN
}
