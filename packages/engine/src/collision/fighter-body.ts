/**
 * Where a fighter is after it moved: `airborne.ts` and `grounded.ts` take its values and return what they find. This
 * module reports floors, edges and walls, and changes no action; the action states decide what they mean. Source:
 * doldecomp/melee (ft_80084280 and related functions).
 */
import { ACTION } from '../action-ids.ts'
import { LEDGE, PASS } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { f, sqrtf } from '../math.ts'
import { NO_FLOOR, type Lines } from '../stages/terrain.ts'
import { ecbBottomOf } from '../tables/ecb.ts'
import { collideAirborne, standOn, STEP } from './airborne.ts'
import { CollisionBody } from './body.ts'
import { followFloor, holdAtFloorEnd } from './grounded.ts'
import { reachableLedge } from './ledges.ts'

/** The one body that collision works on. */
const BODY = new CollisionBody()

export function isOnPlatform(fighter: Fighter): boolean {
  return fighter.match.terrain.isPlatform[fighter.floorLine] === 1
}

export function placeOnFloor(fighter: Fighter, floor: number): void {
  fighter.floorLine = floor
  standOn(fighter.match.terrain, floor, fighter)
}

/** Fills the body from the fighter, and stores its ECB for the next frame. */
function takeBody(fighter: Fighter): void {
  BODY.previousX = fighter.previousX
  BODY.previousY = fighter.previousY
  BODY.x = fighter.x
  BODY.y = fighter.y
  BODY.previousBottom = fighter.previousEcbBottom
  BODY.previousTop = fighter.previousEcbTop
  BODY.previousMiddle = fighter.previousEcbMiddle
  BODY.previousLeft = fighter.previousEcbLeft
  BODY.previousRight = fighter.previousEcbRight
  BODY.bottom = fighter.isAirborne ? ecbBottomOf(fighter.state.ecbSteps, fighter) : 0
  takePose(fighter)
  fighter.state.shapeEcb?.(fighter, BODY)
  // The sides follow the pose even while the bottom is locked.
  BODY.middle = f(f(BODY.bottom + BODY.top) * 0.5)
  if (fighter.isAirborne && fighter.ecbLockLeft > 0)
    BODY.bottom = leapsInParts(fighter) ? LEDGE.leapBottom : fighter.previousEcbBottom
  BODY.leastSteps = fighter.state.leastSteps?.(fighter) ?? 1
  BODY.floor = fighter.floorLine
  BODY.passedFloor = fighter.passedLine
  fighter.previousEcbBottom = BODY.bottom
  fighter.previousEcbTop = BODY.top
  fighter.previousEcbMiddle = BODY.middle
  fighter.previousEcbLeft = BODY.left
  fighter.previousEcbRight = BODY.right
}

/** Top and widths of the ECB; in the air they depend on the pose. */
function takePose(fighter: Fighter): void {
  const { kind, state } = fighter
  const { body } = kind
  BODY.top = body.top
  BODY.left = BODY.right = Math.min(body.side, kind.ledgeReach.hangX)
  const poses = fighter.isAirborne ? state.ecbPoses : undefined
  if (!poses) return
  const { top, ahead, behind } = poses
  const frame = Math.max(0, Math.floor(fighter.animationFrame))
  const toLeft = fighter.facing < 0 ? ahead : behind
  const toRight = fighter.facing < 0 ? behind : ahead
  if (frame < top.length && top[frame] !== 0) BODY.top = top[frame]!
  if (frame < toLeft.length && toLeft[frame] !== 0) BODY.left = toLeft[frame]!
  if (frame < toRight.length && toRight[frame] !== 0) BODY.right = toRight[frame]!
}

/** The first frame of the leap of a ledge jump that is tested in parts. */
function leapsInParts({ action, actionFrame, kind }: Fighter): boolean {
  return kind.measured.leapSteps > 1 && actionFrame === 1 && action === ACTION.CliffJumpQuick2
}

/** Follows the floor. False when the floor ended under the fighter; the position is then where motion took it. */
export function staysOnFloor(fighter: Fighter): boolean {
  takeBody(fighter)
  const stays = followFloor(fighter.match.terrain, BODY)
  fighter.x = BODY.x
  fighter.y = BODY.y
  if (!stays) return false
  fighter.floorLine = BODY.floor
  return true
}

/** The end of the floor that the last move along it ran past: 1 the right one, -1 the left one, 0 neither. */
export function edgePassed(): number {
  return BODY.pastEnd
}

/** Puts the fighter back onto the floor, at the end that its last move passed (mpColl_8004A678_Floor). */
export function holdAtEdge(fighter: Fighter): void {
  stopAtEnd(fighter)
  placeOnFloor(fighter, BODY.floor)
}

/**
 * Follows the floor and stops at its ends; false where the floor itself is gone. The place of a fighter that is stopped
 * is the end itself, without the gap above the floor (mpColl_8004A45C_Floor).
 */
export function staysWithinFloor(fighter: Fighter): boolean {
  if (staysOnFloor(fighter)) return true
  if (BODY.pastEnd === 0) return false
  stopAtEnd(fighter)
  return true
}

/** At the end of the floor that its last move passed. It gives no way in depth there. */
function stopAtEnd(fighter: Fighter): void {
  holdAtFloorEnd(fighter.match.terrain, BODY)
  fighter.x = BODY.x
  fighter.y = BODY.y
  fighter.z = 0
  fighter.floorLine = BODY.floor
}

/** The side on which the last move ran a side of the ECB into a wall: 1 right, -1 left, 0 neither. */
export function huggedSide(): -1 | 0 | 1 {
  return BODY.wallRight >= 0 && BODY.hugsRight ? 1 : BODY.wallLeft >= 0 && BODY.hugsLeft ? -1 : 0
}

/** Whether a wall on this side (1 right, -1 left) held the last move off, by any part of the ECB. */
export function touchesWall(side: number): boolean {
  return (side > 0 ? BODY.wallRight : BODY.wallLeft) >= 0
}

/** Whether a wall on either side held the last move off. */
export function touchesAnyWall(): boolean {
  return touchesWall(1) || touchesWall(-1)
}

/** Moves the fighter through the air. True when it came to a floor. */
export function landsOn(
  fighter: Fighter,
  passesPlatforms: boolean,
  staysAirborne = fighter.isFrozen && fighter.isHurt,
): boolean {
  takeBody(fighter)
  BODY.passesPlatforms = passesPlatforms
  BODY.staysAirborne = staysAirborne
  const lands = collideAirborne(fighter.match.terrain, BODY)
  fighter.x = BODY.x
  fighter.y = BODY.y
  const side = huggedSide()
  if (side !== 0) {
    fighter.wallSide = side
    fighter.wallTimer = 0
  }
  if (BODY.floor !== NO_FLOOR) fighter.floorLine = BODY.floor
  return lands
}

/** Moves the fighter through the air, and lifts it onto a floor that it meets. True then (ft_80082578). */
export function isLiftedOntoFloor(fighter: Fighter): boolean {
  landsOn(fighter, false, true)
  return BODY.floor !== NO_FLOOR
}

/** Whether the last move through the air ran into a wall or ceiling at more than the angle with this sine. */
export function ranInto({ match, selfVx, selfVy }: Fighter, sine: number): boolean {
  const { walls, ceilings } = match.terrain
  const least = f(sine * sqrtf(f(f(selfVx * selfVx) + f(selfVy * selfVy))))
  return (
    (BODY.ceiling >= 0 && speedAcross(ceilings, BODY.ceiling, selfVx, selfVy) > least) ||
    (BODY.wallRight >= 0 && speedAcross(walls, BODY.wallRight, selfVx, selfVy) > least) ||
    (BODY.wallLeft >= 0 && -speedAcross(walls, BODY.wallLeft, selfVx, selfVy) > least)
  )
}

/** Speed across a line, positive to the right of its direction. */
function speedAcross({ x1, y1, x2, y2 }: Lines, line: number, vx: number, vy: number): number {
  const dx = f(x2[line]! - x1[line]!)
  const dy = f(y2[line]! - y1[line]!)
  return f(f(f(vx * dy) - f(vy * dx)) / sqrtf(f(f(dx * dx) + f(dy * dy))))
}

/**
 * Moves a fighter that was carried from a place of its carrier to its own: where it hangs, or what stops it. On the way
 * its ECB grows from a point to `top`, which cuts the motion into steps as the distance does (mpColl_80043754).
 */
export function bringFrom(fighter: Fighter, x: number, y: number, bottom: number, top: number): void {
  fighter.previousX = x
  fighter.previousY = y
  takeBody(fighter)
  BODY.leastSteps = Math.trunc(top / STEP) + 1
  BODY.previousBottom = 0
  BODY.bottom = bottom
  BODY.passesPlatforms = false
  BODY.staysAirborne = false
  if (collideAirborne(fighter.match.terrain, BODY)) fighter.floorLine = BODY.floor
  fighter.x = BODY.x
  fighter.y = BODY.y
  fighter.previousX = BODY.x
  fighter.previousY = BODY.y
}

/**
 * Puts a fighter that a wall has just held off beside the wall, `away` from where the side of its ECB met it. From
 * there the narrow ECB of a fighter at a wall applies. Source: doldecomp/melee (ftCo_800C1E64, ftCo_800C18A8,
 * ft_80081F2C).
 */
export function placeAtWall(fighter: Fighter, side: number, away: number): void {
  const { previousX, previousY } = fighter
  fighter.previousX = fighter.x
  fighter.previousY = fighter.y
  fighter.x = f(f(fighter.x + (side > 0 ? BODY.right : -BODY.left)) - f(side * away))
  landsOn(fighter, true)
  fighter.previousX = previousX
  fighter.previousY = previousY
}

/**
 * The ECB of a fighter that clings to a wall is one unit wide to either side, and reaches two units higher and lower
 * than its pose.
 */
export function narrow(body: CollisionBody): void {
  body.left = 1
  body.right = 1
  body.top = f(body.top + 2)
  body.bottom = Math.max(0, f(body.bottom - 2))
}

/** The wall or ceiling that the last move through the air met, as its normal. */
export const SURFACE_NORMAL = { x: 0, y: 0 }

/** Sets the normal to that of the wall on this side. */
export function takeWall({ match }: Fighter, side: number): void {
  takeNormal(match.terrain.walls, side > 0 ? BODY.wallRight : BODY.wallLeft)
}

/** Sets the normal to that of the ceiling; false where the last move met none. */
export function takeCeiling({ match }: Fighter): boolean {
  if (BODY.ceiling < 0) return false
  takeNormal(match.terrain.ceilings, BODY.ceiling)
  return true
}

function takeNormal({ x1, y1, x2, y2 }: Lines, line: number): void {
  const dx = f(x2[line]! - x1[line]!)
  const dy = f(y2[line]! - y1[line]!)
  const length = sqrtf(f(f(dx * dx) + f(dy * dy)))
  SURFACE_NORMAL.x = f(-dy / length)
  SURFACE_NORMAL.y = f(dx / length)
}

/** A fighter with the stick down falls through platforms. */
export function holdsDown(fighter: Fighter): boolean {
  return fighter.stickY <= -PASS.fallStick
}

/** The ledge within reach of where the last move ended that no other fighter holds; `NO_LEDGE` for none. */
export function ledgeInReach(fighter: Fighter, facing: number): number {
  return reachableLedge(fighter.match.terrain, BODY, fighter.kind.ledgeReach, facing, takenLedges(fighter))
}

function takenLedges(fighter: Fighter): number {
  let taken = 0
  const { fighters } = fighter.match
  for (let i = 0; i < fighters.length; i++) {
    const other = fighters[i]!
    if (other !== fighter && other.ledge >= 0) taken |= 1 << other.ledge
  }
  return taken
}
