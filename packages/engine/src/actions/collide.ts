/**
 * The collision callbacks that action states name: what happens to a fighter at floors, edges, walls and ledges after it
 * moved. The geometry is in `collision/`; here it gets the fighter's values, and its answer becomes actions.
 * Source: doldecomp/melee (ft_80084280 and kin).
 */
import { ACTION } from '../action-ids.ts'
import { collideAirborne, standOn, STEP } from '../collision/airborne.ts'
import { Body } from '../collision/body.ts'
import { followFloor, holdAtEnd } from '../collision/grounded.ts'
import { NO_LEDGE, reachableLedge } from '../collision/ledges.ts'
import { ECB_LOCK_FRAMES, FALL_SPECIAL, LEDGE, PASS, TEETER_STICK } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { f, sqrtf } from '../math.ts'
import { NO_FLOOR, type Lines } from '../stages/terrain.ts'
import { landFromAttack } from './aerial.ts'
import { halt, leaveGround, touchGround } from './change.ts'
import { landStaggered, landTumbling } from './down.ts'
import { fallOff, isLeaning, landHelplessly, LEAN, leaningPose, takeBottom } from './fall.ts'
import { land, landWithLag } from './landing.ts'
import { enterCliffCatch } from './ledge.ts'
import { landFromShieldBreak } from './shield-break.ts'
import { enterMissFoot, enterOttotto } from './teeter.ts'
import { meetCeiling, meetWall } from './wall-bounce.ts'
import { tryWallJump } from './wall-jump.ts'

/** The one body that collision works on. */
const BODY = new Body()

export function isOnPlatform(fighter: Fighter): boolean {
  return fighter.match.terrain.isPlatform[fighter.floorLine] === 1
}

export function placeOnFloor(fighter: Fighter, floor: number): void {
  fighter.floorLine = floor
  standOn(fighter.match.terrain, floor, fighter)
}

/** Fills the body from the fighter, and notes its ECB for the next frame. */
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
  if (fighter.isAirborne) takeBottom(fighter, BODY)
  else BODY.bottom = 0
  takePose(fighter)
  fighter.state.diamond?.(fighter, BODY)
  // The sides are where the pose has them even while the bottom is held.
  BODY.middle = f(f(BODY.bottom + BODY.top) * 0.5)
  if (fighter.isAirborne && fighter.ecbLockLeft > 0)
    BODY.bottom = leapsInParts(fighter) ? LEDGE.leapBottom : fighter.previousEcbBottom
  BODY.leastSteps = leastStepsOf(fighter)
  BODY.floor = fighter.floorLine
  BODY.passedFloor = fighter.passedLine
  fighter.previousEcbBottom = BODY.bottom
  fighter.previousEcbTop = BODY.top
  fighter.previousEcbMiddle = BODY.middle
  fighter.previousEcbLeft = BODY.left
  fighter.previousEcbRight = BODY.right
}

/** Top and widths of the ECB: in the air by the pose. */
function takePose(fighter: Fighter): void {
  const { kind } = fighter
  const { body } = kind
  BODY.top = body.top
  BODY.left = BODY.right = Math.min(body.side, kind.ledgeReach.hangX)
  const poses = fighter.isAirborne ? kind.ecbPoses(fighter.action) : undefined
  if (!poses) return
  const { top, ahead, behind } = poses
  const frame = Math.max(0, Math.floor(fighter.animationFrame))
  const toLeft = fighter.facing < 0 ? ahead : behind
  const toRight = fighter.facing < 0 ? behind : ahead
  if (frame < top.length && top[frame] !== 0) BODY.top = top[frame]!
  if (frame < toLeft.length && toLeft[frame] !== 0) BODY.left = toLeft[frame]!
  if (frame < toRight.length && toRight[frame] !== 0) BODY.right = toRight[frame]!
  leanOver(fighter)
}

/** A fall that leans has an ECB between the upright one and the one that leans all the way, which hardly changes. */
function leanOver(fighter: Fighter): void {
  const leaning = isLeaning(fighter) ? fighter.kind.ecbPoses(leaningPose(fighter)) : undefined
  if (!leaning) return
  const share = Math.abs(fighter.stateFloats[LEAN]!)
  BODY.top = f(BODY.top + share * (leaning.top[0]! - BODY.top))
  BODY.left = f(BODY.left + share * (leaning.ahead[0]! - BODY.left))
  BODY.right = f(BODY.right + share * (leaning.ahead[0]! - BODY.right))
}

const LANDINGS: readonly number[] = [
  ACTION.Landing,
  ACTION.LandingFallSpecial,
  ACTION.LandingAirN,
  ACTION.LandingAirF,
  ACTION.LandingAirB,
  ACTION.LandingAirHi,
  ACTION.LandingAirLw,
]

/** The first frame of the leap of a ledge jump that is tested in two parts. */
function leapsInParts({ action, actionFrame, kind }: Fighter): boolean {
  return kind.leapSteps > 1 && actionFrame === 1 && action === ACTION.CliffJumpQuick2
}

/** Private variable of DownBound: lies down by more than a step at once. */
export const FLATTENS = 0

/** Two on frames on which the ECB is known to change by more than a step. */
function leastStepsOf(fighter: Fighter): number {
  const { action, actionFrame, ecbLockLeft, kind } = fighter
  const { abruptChanges } = kind
  if (action === ACTION.AttackAirB) return fighter.animationFrame === abruptChanges.backAirFrame ? 2 : 1
  if (actionFrame === 2 && LANDINGS.includes(action)) return fighter.previousEcbTop > abruptChanges.landingTop ? 2 : 1
  // Down on the floor out of the air: the ECB is flat at once, so a fighter that slides off an edge on that frame goes
  // half as far.
  if (action === ACTION.DownBoundU || action === ACTION.DownBoundD)
    return actionFrame === 2 && fighter.stateInts[FLATTENS] === 1 ? 2 : 1
  // Launched upward off the floor: stretched at once, so that the first shift in hitlag goes in two parts.
  if (action === ACTION.DamageFlyTop) return fighter.isFrozen && fighter.previousEcbBottom === 0 ? 2 : 1
  if (leapsInParts(fighter)) return kind.leapSteps
  if (action === ACTION.EscapeAir && actionFrame === 1 && fighter.previousEcbBottom > abruptChanges.dodgeBottom)
    return 2
  // An air dodge on the very frame that left the ground.
  return action === ACTION.EscapeAir && ecbLockLeft === ECB_LOCK_FRAMES - 1 ? kind.takeoffSteps : 1
}

/** Follows the floor; false when it ran out under the fighter, and then the position is where motion took it. */
export function staysOnFloor(fighter: Fighter): boolean {
  takeBody(fighter)
  const stays = followFloor(fighter.match.terrain, BODY)
  fighter.x = BODY.x
  fighter.y = BODY.y
  if (!stays) return false
  fighter.floorLine = BODY.floor
  return true
}

/** Edges are no obstacle: the fighter falls off. */
export function stayOrFall(fighter: Fighter): void {
  if (!staysOnFloor(fighter)) fallOff(fighter)
}

/** Shields: slid off backward the fighter stumbles, forward it falls. */
export function stayOrStumble(fighter: Fighter): void {
  if (!staysOnFloor(fighter) && !stumbles(fighter)) fallOff(fighter)
}

function stumbles(fighter: Fighter): boolean {
  if (BODY.pastEnd !== -fighter.facing) return false
  enterMissFoot(fighter)
  return true
}

function holdAtEdge(fighter: Fighter): void {
  holdAtEnd(fighter.match.terrain, BODY)
  fighter.x = BODY.x
  fighter.floorLine = BODY.floor
  placeOnFloor(fighter, BODY.floor)
}

/** Follows the floor and stops at its ends; false where the floor itself is gone. */
export function staysWithinFloor(fighter: Fighter): boolean {
  if (staysOnFloor(fighter)) return true
  if (BODY.pastEnd === 0) return false
  holdAtEdge(fighter)
  return true
}

/** Held at the edge; falls only where the floor itself is gone. */
export function clampToEdge(fighter: Fighter): void {
  if (!staysWithinFloor(fighter)) fallOff(fighter)
}

/** Held at the edge, where it stops dead (ftCo_TurnRun_Coll). */
export function stopAtEdge(fighter: Fighter): void {
  clampToEdge(fighter)
  if (BODY.pastEnd !== 0) halt(fighter)
}

/**
 * Facing an edge the fighter stops there and teeters, unless the stick insists. A fighter pushed backward by another
 * only stops.
 */
export function stayOrTeeter(fighter: Fighter): void {
  if (fighter.nudgeX * fighter.facing < 0) {
    clampToEdge(fighter)
    return
  }
  if (staysOnFloor(fighter)) return
  const isAhead = BODY.pastEnd === fighter.facing
  if (!isAhead || f(fighter.stickX * fighter.facing) >= TEETER_STICK) {
    fallOff(fighter)
    return
  }
  holdAtEdge(fighter)
  if (fighter.action !== ACTION.Ottotto && fighter.action !== ACTION.OttottoWait) enterOttotto(fighter)
}

/** The side on which the last move ran a side of the ECB into a wall: 1 right, -1 left, 0 neither. */
function huggedSide(): -1 | 0 | 1 {
  return BODY.wallRight >= 0 && BODY.hugsRight ? 1 : BODY.wallLeft >= 0 && BODY.hugsLeft ? -1 : 0
}

/** Moves the fighter through the air; true when it came to a floor. */
export function landsOn(fighter: Fighter, passesPlatforms: boolean): boolean {
  takeBody(fighter)
  BODY.passesPlatforms = passesPlatforms
  BODY.staysAirborne = fighter.isFrozen && fighter.isHurt
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

/** Did the last move through the air run into a wall or ceiling, at more than the angle of this sine? */
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
 * Brings a fighter that was carried back onto its own: from a place of its carrier to where it hangs, or to what stops it. On the
 * way its ECB grows from a point to `top`, which cuts the way into steps as the way itself does (mpColl_80043754).
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
 * Puts a fighter that a wall has just held off beside it, `away` from where the side of its ECB met it. From there
 * the narrow ECB of a fighter at a wall applies. Source: doldecomp/melee (ftCo_800C1E64, ftCo_800C18A8, ft_80081F2C).
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

/** A fighter that clings to a wall is a unit wide either way, and two units taller and lower than its pose. */
export function narrow(body: Body): void {
  body.left = 1
  body.right = 1
  body.top = f(body.top + 2)
  body.bottom = Math.max(0, f(body.bottom - 2))
}

/** With the stick down platforms let a fighter pass. */
export function holdsDown(fighter: Fighter): boolean {
  return fighter.stickY <= -PASS.fallStick
}

/** Free in the air: lands, lets platforms pass while the stick is down, leaps off walls, takes hold of ledges. */
export function collideFreely(fighter: Fighter): void {
  if (landsOn(fighter, holdsDown(fighter))) land(fighter)
  else leapOrTryLedge(fighter)
}

function leapOrTryLedge(fighter: Fighter): void {
  if (!tryWallJump(fighter)) tryLedge(fighter)
}

/**
 * Free in the air, but no platform lets pass: dropping through one, slipping off an edge, and the jumps of fighters
 * with several.
 */
export function collideWithEveryFloor(fighter: Fighter): void {
  if (landsOn(fighter, false)) land(fighter)
  else leapOrTryLedge(fighter)
}

/** Helpless: as free, but landing costs its lag. */
export function collideHelplessly(fighter: Fighter): void {
  if (landsOn(fighter, holdsDown(fighter))) landHelplessly(fighter)
  else tryLedge(fighter)
}

/** Air dodge: lands on everything and takes hold of no ledge. */
export function collideInEscapeAir(fighter: Fighter): void {
  if (landsOn(fighter, false)) landWithLag(fighter, FALL_SPECIAL.landingLag)
}

/** Attacks land on everything and take hold of no ledge. */
export function collideInAttack(fighter: Fighter): void {
  if (landsOn(fighter, false)) landFromAttack(fighter)
}

/** Tumbling: the floor knocks down or is teched; a ledge may be caught. */
export function collideInDamageFall(fighter: Fighter): void {
  if (landsOn(fighter, false)) landTumbling(fighter)
  else leapOrTryLedge(fighter)
}

/**
 * Staggered: slid off backward the fighter stumbles, forward it continues in the air. In hitlag the floor
 * only stops a shifted fighter; after it a hard touch-down knocks down, a softer one lands, a gentle one keeps the
 * state.
 */
export function collideInDamage(fighter: Fighter): void {
  if (!fighter.isAirborne) {
    if (!staysOnFloor(fighter) && !stumbles(fighter)) leaveGround(fighter, ECB_LOCK_FRAMES)
  } else if (landsOn(fighter, false)) {
    landStaggered(fighter)
  }
}

/** Tossed up lying: the floor only stops the fighter. */
export function collideInDownDamage(fighter: Fighter): void {
  if (!fighter.isAirborne) {
    if (!staysOnFloor(fighter)) leaveGround(fighter, ECB_LOCK_FRAMES)
  } else if (landsOn(fighter, false)) {
    touchGround(fighter)
  }
}

/**
 * Launched: the floor knocks down, walls and ceilings throw back, each may be teched; walls and ceilings also in
 * hitlag.
 */
export function collideInDamageFly(fighter: Fighter): void {
  if (landsOn(fighter, false)) {
    if (!fighter.isFrozen) landTumbling(fighter)
    return
  }
  if (fighter.isFrozen && !fighter.isHurt) return
  const { walls, ceilings } = fighter.match.terrain
  const side = huggedSide()
  if (side !== 0) {
    takeNormal(walls, side > 0 ? BODY.wallRight : BODY.wallLeft)
    if (meetWall(fighter, side, normal.x, normal.y)) return
  }
  if (BODY.ceiling < 0) return
  takeNormal(ceilings, BODY.ceiling)
  meetCeiling(fighter, normal.x, normal.y)
}

const normal = { x: 0, y: 0 }

function takeNormal({ x1, y1, x2, y2 }: Lines, line: number): void {
  const dx = f(x2[line]! - x1[line]!)
  const dy = f(y2[line]! - y1[line]!)
  const length = sqrtf(f(f(dx * dx) + f(dy * dy)))
  normal.x = f(-dy / length)
  normal.y = f(dx / length)
}

export function collideShieldBreak(fighter: Fighter): void {
  if (landsOn(fighter, false)) landFromShieldBreak(fighter)
}

/** `facing` limits it to ledges ahead; 0 looks both ways. */
export function tryLedge(fighter: Fighter, facing = fighter.facing): void {
  if (fighter.ledgeCooldownLeft > 0 || fighter.stickY <= -LEDGE.refuseStick) return
  const { terrain } = fighter.match
  const ledge = reachableLedge(terrain, BODY, fighter.kind.ledgeReach, facing, takenLedges(fighter))
  if (ledge !== NO_LEDGE) enterCliffCatch(fighter, ledge)
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
