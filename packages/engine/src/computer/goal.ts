/**
 * Where a computer player goes: to its leader, or to a ledge that it can reach. Source: doldecomp/melee (ftCo_800A7AAC,
 * ftCo_800A8DE4, ftCo_800A3908, ftCo_800A4038, ftCo_800ADE48).
 */
import { ACTION } from '../action-ids.ts'
import type { Fighter } from '../fighter.ts'
import { f, sqrtf } from '../math.ts'
import { NO_FLOOR } from '../stages/terrain.ts'
import type { TrailRecord } from '../state/fields.ts'
import { firstOf, floorBetween, isInBounds, isJoined, lastOf } from './footing.ts'

/** It keeps this far from the end of a floor, and looks this far down for one. */
const INSET = 5
const DEPTH = 1000
const HEAD = 10
/** Half the width of its leader: an estimate. */
const HALF_WIDTH = 5.3

function setGoal(own: TrailRecord, x: number, y: number, reach: number): void {
  own.goalX = x
  own.goalY = y
  own.goalReach = reach
}

/** Below a leader in the air, but not at the end of that floor; beside one on the ground, or up to the end of its floor. */
export function seekLeader(fighter: Fighter, own: TrailRecord): void {
  const { leader, match } = fighter
  const { terrain } = match
  const { floors } = terrain
  const reach = f(own.stray + HALF_WIDTH)
  if (leader.isAirborne) {
    const floor = floorBetween(terrain, leader.x, f(leader.y + HEAD), f(leader.y - DEPTH))
    if (floor === NO_FLOOR) return
    setGoal(own, leader.x, terrain.floorY(floor, leader.x), reach)
    const last = lastOf(terrain, floor)
    const first = firstOf(terrain, floor)
    if (Math.abs(f(floors.x2[last]! - own.goalX)) < INSET)
      setGoal(own, floors.x2[last]! - INSET, floors.y2[last]!, reach)
    else if (Math.abs(f(floors.x1[first]! - own.goalX)) < INSET) {
      setGoal(own, floors.x1[first]! + INSET, floors.y1[first]!, reach)
    }
    return
  }
  setGoal(own, leader.x, leader.y, reach)
  if (!fighter.isAirborne && isJoined(terrain, fighter.floorLine, leader.floorLine)) return
  if (isHanging(fighter) || own.goalY <= fighter.y || leader.floorLine === NO_FLOOR) return
  const last = lastOf(terrain, leader.floorLine)
  const first = firstOf(terrain, leader.floorLine)
  if (own.goalX > fighter.x) {
    if (fighter.x < floors.x1[first]!) setGoal(own, floors.x1[first]! + INSET, floors.y1[first]!, reach)
  } else if (fighter.x > floors.x2[last]!) setGoal(own, floors.x2[last]! - INSET, floors.y2[last]!, reach)
}

export function isHanging({ action }: Fighter): boolean {
  return action === ACTION.CliffCatch || action === ACTION.CliffWait
}

/** A goal in the air or out of bounds gives way to the floor below, or to where the fighter is. */
export function keepSensible(fighter: Fighter, own: TrailRecord): void {
  const { terrain } = fighter.match
  const { goalX, goalY } = own
  const floor = floorBetween(terrain, goalX, goalY + INSET, goalY - INSET)
  if (floor === NO_FLOOR || !isInBounds(fighter, goalX, goalY)) {
    own.isRefuge = false
    own.goalX = fighter.x
    own.goalY = fighter.y
    if (fighter.isAirborne) {
      const below = floorBetween(terrain, fighter.x, fighter.y, f(fighter.y - DEPTH))
      if (below !== NO_FLOOR) own.goalY = terrain.floorY(below, fighter.x)
    }
  }
  own.goalDistance = distanceTo(fighter, own.goalX, own.goalY)
}

export function distanceTo({ x, y }: Fighter, toX: number, toY: number): number {
  const dx = f(x - toX)
  const dy = f(y - toY)
  return sqrtf(f(f(dx * dx) + f(dy * dy)))
}

/** The first end of a floor that it reaches with a jump, those behind it first; or else the nearest. */
export function seekRefuge(fighter: Fighter, own: TrailRecord): void {
  if (own.isRefuge) return
  own.isRefuge = true
  own.goalDistance = 10000
  const behind = fighter.facing > 0 ? -1 : 1
  if (takeReachable(fighter, own, behind) || takeReachable(fighter, own, -behind)) return
  takeNearest(fighter, own, behind)
}

/** Height of an air jump. */
export function jumpHeight({ kind }: Fighter): number {
  const { jumpVInitialVelocity, airJumpVMultiplier, gravity } = kind.attributes
  const speed = f(jumpVInitialVelocity * airJumpVMultiplier)
  return f((speed * speed) / (2 * gravity))
}

function takeReachable(fighter: Fighter, own: TrailRecord, side: number): boolean {
  const { floorIds } = fighter.match.terrain
  const { airDriftMax } = fighter.kind.attributes
  for (let i = 0; i < floorIds.length; i++) {
    if (!isEnd(fighter, floorIds[i]!, side)) continue
    const away = f((fighter.x - END.x) * side)
    const frames = Math.trunc(f(away / airDriftMax))
    if (f(heightAfter(fighter, frames) + jumpHeight(fighter)) < END.y) continue
    if (!isFooting(fighter, side)) continue
    setGoal(own, END.x - side * INSET, END.y, INSET)
    own.goalDistance = distanceTo(fighter, own.goalX, own.goalY)
    return true
  }
  return false
}

function takeNearest(fighter: Fighter, own: TrailRecord, side: number): void {
  const { floorIds } = fighter.match.terrain
  for (let i = 0; i < floorIds.length; i++) {
    if (!isEnd(fighter, floorIds[i]!, side) || !isFooting(fighter, side)) continue
    const x = END.x - side * INSET
    if (own.goalDistance <= distanceTo(fighter, x, END.y)) continue
    setGoal(own, x, END.y, INSET)
    own.goalDistance = distanceTo(fighter, x, END.y)
  }
}

/** The end of a floor at hand. */
const END = { x: 0, y: 0 }

/** The right end (side 1) or the left (-1) of joined floors, if the fighter is beyond it. */
function isEnd(fighter: Fighter, floor: number, side: number): boolean {
  const { terrain } = fighter.match
  const { floors, left, right, isActive } = terrain
  if (isActive[floor] === 0 || (side > 0 ? right : left)[floor] !== NO_FLOOR) return false
  END.x = side > 0 ? floors.x2[floor]! : floors.x1[floor]!
  END.y = side > 0 ? floors.y2[floor]! : floors.y1[floor]!
  return isInBounds(fighter, END.x, END.y) && (fighter.x - END.x) * side > 0
}

function isFooting(fighter: Fighter, side: number): boolean {
  const x = END.x - side * INSET
  const floor = floorBetween(fighter.match.terrain, x, END.y + INSET, END.y - INSET)
  return floor !== NO_FLOOR && isInBounds(fighter, x, END.y)
}

/** The height that it predicts for itself, `frames` ahead. The game takes the square root of the time where a fall needs the square. */
export function heightAfter({ kind, y, movedY }: Fighter, frames: number): number {
  const { gravity, terminalVelocity } = kind.attributes
  const falling = f(f(terminalVelocity + movedY) / gravity)
  if (falling <= 0) return f(y + movedY * frames)
  if (frames < falling) return f(y + (movedY * frames - 0.5 * gravity * rootOf(frames)))
  return f(y + (movedY * falling - 0.5 * gravity * rootOf(falling) - (frames - falling) * terminalVelocity))
}

/** The game's root of a negative number is that number. */
function rootOf(x: number): number {
  return x > 0 ? sqrtf(f(x)) : x
}
