/**
 * What a computer player does, and how: the steps of each behaviour. Source: doldecomp/melee (ftCo_800B2790 and the
 * functions that it calls).
 */
import { ACTION } from '../action-ids.ts'
import { BUTTON } from '../input/buttons.ts'
import type { Fighter } from '../fighter.ts'
import { atan2f, f, sqrtf } from '../math.ts'
import { randomFloat } from '../random.ts'
import { NO_FLOOR } from '../stages/terrain.ts'
import type { TrailRecord } from '../state/fields.ts'
import { firstOf, floorBetween, isInBounds, lastOf } from './footing.ts'
import { distanceTo, heightAfter, jumpHeight } from './goal.ts'
import { add, centre, FULL, HALF, plan, press, release, STEP } from './script.ts'
import { findTarget } from './target.ts'

export const BEHAVIOUR = {
  /** In step. */
  none: 0,
  go: 1,
  recover: 4,
  getUp: 5,
  hang: 6,
  hold: 9,
  stay: 10,
  tumble: 15,
  mash: 16,
  hurt: 18,
} as const

/** Distance from the goal, beyond its reach, from which it runs. */
const RUNS_FROM = 15
/** Directions of the goal that it jumps to, turns to first, and walks to. */
const UP = f(0.61086524)
const STEEP = f(1.3089969)
const DOWN = f(-0.78539816)
const NEAR_END = 5
const DEPTH = 1000
/** How far its body reaches above its feet: an estimate. */
const HEIGHT = 10.5

/** From 0 to 9, one for every twenty percent of its leader: how well it plays. */
export function levelOf({ leader }: Fighter): number {
  return Math.min(9, Math.trunc(f(leader.percent / 20)))
}

/** Plans the steps of its behaviour. */
export function behave(fighter: Fighter, own: TrailRecord): void {
  plan(own)
  STEPS_OF[own.behaviour]?.(fighter, own)
}

function goOn(own: TrailRecord): void {
  own.behaviour = BEHAVIOUR.go
}

function go(fighter: Fighter, own: TrailRecord): void {
  if (fighter.action === ACTION.RebirthWait) stepDown(fighter, own)
  else if (fighter.isAirborne) steer(fighter, own)
  else approach(fighter, own)
}

/** Off a platform. */
function stepDown({ action }: Fighter, own: TrailRecord): void {
  centre(own)
  add(own, STEP.wait, 1)
  if (action === ACTION.SquatRv || action === ACTION.Squat || action === ACTION.SquatWait) return
  add(own, STEP.stickY, -FULL)
  add(own, STEP.wait, 5)
  centre(own)
  add(own, STEP.wait, 1)
}

/** ftCo_800A9CB4: jumps while the goal is above, and moves the stick where it would fall short. */
function steer(fighter: Fighter, own: TrailRecord): void {
  const { x, movedX, kind, jumpsUsed } = fighter
  if (mustJump(fighter, own) && jumpsUsed < kind.attributes.maxJumps) {
    jumpToGoal(own)
    return
  }
  const away = f(own.goalX - x)
  const frames = movedX !== 0 ? f(away / movedX) : away !== 0 ? -1 : 0
  if (frames < 0) add(own, STEP.xToGoal, FULL)
  else {
    const short = own.goalY - heightAfter(fighter, frames)
    if (short > 0) add(own, STEP.moveToGoal, Math.min(0x20, Math.trunc(short) * 2), FULL)
    else add(own, STEP.stickX)
  }
  add(own, STEP.stickY)
}

function jumpToGoal(own: TrailRecord): void {
  add(own, STEP.toGoal, FULL)
  press(own, BUTTON.Y)
  add(own, STEP.wait, 1)
  release(own, BUTTON.Y)
}

/** ftCo_800A3234: it falls, not onto a floor, and the goal is above its feet or a wall ahead. */
function mustJump(fighter: Fighter, own: TrailRecord): boolean {
  const { x, y, movedY, action, match, previousEcbBottom } = fighter
  if (movedY > 0 || action === ACTION.Pass) return false
  if (directionOf(fighter, own) < -STEEP) return false
  if (fighter.wallTimer === 0 && fighter.wallSide === fighter.facing) return true
  const before = f(f(y - movedY) + previousEcbBottom)
  return own.goalY > before && floorBetween(match.terrain, x, before, f(y + previousEcbBottom)) === NO_FLOOR
}

/** Angle above the horizontal, as if the goal were ahead. */
function directionOf({ x, y }: Fighter, own: TrailRecord): number {
  const across = Math.abs(f(own.goalX - x))
  return atan2f(f(own.goalY - y), across)
}

function facesGoal({ facing, x }: Fighter, own: TrailRecord): boolean {
  return facing * f(own.goalX - x) >= 0
}

/** The goal lies on the floors that it stands on. */
function isOnFloorOfGoal({ isAirborne, floorLine, match }: Fighter, own: TrailRecord): boolean {
  const { terrain } = match
  if (isAirborne || floorLine === NO_FLOOR) return false
  const floor = floorBetween(terrain, own.goalX, own.goalY + NEAR_END, own.goalY - NEAR_END)
  return floor !== NO_FLOOR && firstOf(terrain, floor) === firstOf(terrain, floorLine)
}

/** ftCo_800AB224: on the same floor it walks or runs; else it jumps up, walks off, or drops through. */
function approach(fighter: Fighter, own: TrailRecord): void {
  if (isOnFloorOfGoal(fighter, own)) {
    walkUp(fighter, own)
    return
  }
  const angle = directionOf(fighter, own)
  const isFacing = facesGoal(fighter, own)
  if (angle > UP) {
    if (isFacing) leap(fighter, own)
    else if (angle < STEEP) turnRound(own)
    else walkOn(fighter, own)
  } else if (angle > DOWN) {
    if (isFacing) walkAcross(fighter, own)
    else turnRound(own)
  } else goDown(fighter, own)
}

function isTeetering({ action }: Fighter): boolean {
  return action === ACTION.Ottotto || action === ACTION.OttottoWait
}

/** Out of a teeter it steps forward. */
function stepForward(own: TrailRecord): void {
  add(own, STEP.stickY)
  add(own, STEP.stickX)
  add(own, STEP.wait, 1)
  add(own, STEP.xForward, FULL)
  add(own, STEP.wait, 1)
  add(own, STEP.stickX)
}

function turnRound(own: TrailRecord): void {
  centre(own)
  add(own, STEP.wait, 1)
  add(own, STEP.xForward, -HALF)
  add(own, STEP.wait, 1)
  add(own, STEP.stickY)
  add(own, STEP.wait, 10)
  add(own, STEP.stickX)
}

/** Nana moves her stick in steps of 64, while others move theirs in smaller ones. */
function pushForward(own: TrailRecord): void {
  add(own, STEP.stickY)
  add(own, STEP.moveForward, 0x40, FULL)
}

function walkOn(fighter: Fighter, own: TrailRecord): void {
  if (isTeetering(fighter)) stepForward(own)
  else pushForward(own)
}

/** ftCo_800A0148. */
function leap(fighter: Fighter, own: TrailRecord): void {
  if (f(fighter.y + jumpHeight(fighter)) > fighter.match.stage.blastZone.top) {
    centre(own)
    return
  }
  release(own, BUTTON.Y)
  const isFar = Math.abs(f(own.goalX - fighter.x)) > 30
  if (!isFar) centre(own)
  add(own, STEP.wait, 1)
  if (isFar) add(own, STEP.toGoal, FULL)
  press(own, BUTTON.Y)
  add(own, STEP.wait, 10)
  release(own, BUTTON.Y)
  add(own, STEP.wait, 1)
}

/** ftCo_800AA844: leaps from the end of its floor where the goal is higher or far. */
function walkAcross(fighter: Fighter, own: TrailRecord): void {
  if (isTeetering(fighter)) {
    stepForward(own)
    return
  }
  const isAtGap = endAhead(fighter) < NEAR_END && (own.goalY > fighter.y || Math.abs(f(own.goalX - fighter.x)) > 40)
  if (isAtGap || fighter.wallTimer === 0) leap(fighter, own)
  else pushForward(own)
}

function endAhead({ match, floorLine, facing, x }: Fighter): number {
  const { terrain } = match
  if (floorLine === NO_FLOOR) return Infinity
  const end =
    facing > 0 ? terrain.floors.x2[lastOf(terrain, floorLine)]! : terrain.floors.x1[firstOf(terrain, floorLine)]!
  return Math.abs(f(end - x))
}

/** ftCo_800AACD0. */
function goDown(fighter: Fighter, own: TrailRecord): void {
  const { match, floorLine } = fighter
  const { terrain } = match
  if (isTeetering(fighter)) stepForward(own)
  else if (floorLine !== NO_FLOOR && terrain.isPlatform[floorLine] !== 0) stepDown(fighter, own)
  else if (isBeyondFloor(fighter, own) && !facesGoal(fighter, own)) turnRound(own)
  else if (fighter.wallTimer === 0) leap(fighter, own)
  else pushForward(own)
}

function isBeyondFloor({ match, floorLine }: Fighter, own: TrailRecord): boolean {
  const { terrain } = match
  if (floorLine === NO_FLOOR) return false
  const { floors } = terrain
  return own.goalX < floors.x1[firstOf(terrain, floorLine)]! || own.goalX > floors.x2[lastOf(terrain, floorLine)]!
}

/** ftCo_800AA42C: runs while it is far, then walks the slower the nearer it is. */
function walkUp(fighter: Fighter, own: TrailRecord): void {
  if (isTeetering(fighter)) {
    stepForward(own)
    return
  }
  if (!facesGoal(fighter, own)) {
    turnRound(own)
    return
  }
  const { goalReach } = own
  const distance = distanceTo(fighter, own.goalX, own.goalY)
  if (f(distance - goalReach) > RUNS_FROM) {
    add(own, STEP.stickY)
    if (!isRunning(fighter)) {
      add(own, STEP.xToGoal)
      add(own, STEP.wait, 2)
    }
    add(own, STEP.xToGoal, FULL)
  } else if (distance > goalReach) {
    add(own, STEP.stickY)
    add(own, STEP.moveToGoal, 0x40, tiltAt(distance, goalReach))
  } else centre(own)
}

function isRunning({ action }: Fighter): boolean {
  return action === ACTION.Dash || action === ACTION.Run || action === ACTION.TurnRun
}

/** From 80 at its goal to 127 from where it runs. */
function tiltAt(distance: number, near: number): number {
  if (distance > RUNS_FROM) return FULL
  const share = f(f(distance - near) / f(RUNS_FROM - near))
  return Math.min(FULL, Math.trunc(f(HALF + f(share * (FULL - HALF)))))
}

/** ftCo_800A9904. */
function recover(fighter: Fighter, own: TrailRecord): void {
  const { x, movedX, kind, jumpsUsed } = fighter
  if (!fighter.isAirborne) {
    goOn(own)
    own.isRefuge = false
    return
  }
  const isOver = isOverFloor(fighter)
  if (!isOver && isTooLow(fighter, own)) {
    if (jumpsUsed < kind.attributes.maxJumps) jumpToGoal(own)
    else riseToGoal(own)
    return
  }
  if (isOver) {
    const frames = movedX !== 0 ? f(f(own.goalX - x) / movedX) : 1000
    const tilt = Math.trunc(f(f(4.7 * (levelOf(fighter) + 1)) + HALF))
    if (frames < 0 || heightAfter(fighter, frames) < own.goalY) add(own, STEP.xToGoal, Math.min(FULL, tilt))
    else add(own, STEP.stickX)
  } else add(own, STEP.xToGoal, FULL)
  add(own, STEP.stickY)
}

/** An up special, which Nana does not have. */
function riseToGoal(own: TrailRecord): void {
  add(own, STEP.stickY, 0x58)
  add(own, STEP.xToGoal, 0x58)
  press(own, BUTTON.B)
  add(own, STEP.wait, 1)
  release(own, BUTTON.B)
  add(own, STEP.xToGoal, FULL)
}

/** ftCo_800A3498: it falls, and touches a wall or has the goal above its head. */
function isTooLow({ y, movedY, previousEcbBottom, wallTimer }: Fighter, own: TrailRecord): boolean {
  if (movedY > 0) return false
  return wallTimer === 0 || own.goalY > f(HEIGHT + f(y + previousEcbBottom))
}

/** A floor within bounds lies below. */
export function isOverFloor(fighter: Fighter): boolean {
  const { x, y, match } = fighter
  const floor = floorBetween(match.terrain, x, f(y + 10), f(y - DEPTH))
  return floor !== NO_FLOOR && isInBounds(fighter, x, match.terrain.floorY(floor, x))
}

/** A new press of a button for one frame. */
function tap(own: TrailRecord, button: number): void {
  release(own, button)
  add(own, STEP.wait, 1)
  press(own, button)
  add(own, STEP.wait, 1)
  release(own, button)
}

function rise(own: TrailRecord): void {
  add(own, STEP.stickX)
  add(own, STEP.stickY, FULL)
  add(own, STEP.wait, 1)
  add(own, STEP.stickY)
}

/** ftCo_800AC7D4. */
function getUp(fighter: Fighter, own: TrailRecord): void {
  const { action, match } = fighter
  if (action === ACTION.DownBoundU || action === ACTION.DownBoundD) {
    centre(own)
    return
  }
  if (action !== ACTION.DownWaitU && action !== ACTION.DownWaitD) {
    goOn(own)
    return
  }
  const enemy = findTarget(fighter, own)
  if (!enemy || distanceTo(fighter, enemy.x, enemy.y) >= 15) {
    rise(own)
    return
  }
  if (randomFloat(match.record) < f(0.1 * levelOf(fighter))) {
    centre(own)
    tap(own, BUTTON.A)
    return
  }
  add(own, STEP.stickX, enemy.x < fighter.x ? HALF : -HALF)
  add(own, STEP.stickY)
  add(own, STEP.wait, 10)
  add(own, STEP.stickX)
}

/** ftCo_800ACB44. */
function hang(fighter: Fighter, own: TrailRecord): void {
  const { action, match } = fighter
  if (action === ACTION.CliffCatch) {
    centre(own)
    return
  }
  if (action !== ACTION.CliffWait) {
    goOn(own)
    return
  }
  const enemy = findTarget(fighter, own)
  if (enemy && distanceTo(fighter, enemy.x, enemy.y) < 30) {
    tap(own, f(0.1 * levelOf(fighter)) > randomFloat(match.record) ? BUTTON.R : BUTTON.A)
    return
  }
  const choice = randomFloat(match.record)
  if (choice < f(0.6)) {
    add(own, STEP.stickX)
    add(own, STEP.stickY, HALF)
    add(own, STEP.wait, 1)
    add(own, STEP.stickY)
  } else tap(own, choice < f(0.8) ? BUTTON.R : choice < f(0.9) ? BUTTON.A : BUTTON.Y)
}

/** ftCo_800B683C: hits the victim, or throws it; near an end of the floor over that end. */
function hold(fighter: Fighter, own: TrailRecord): void {
  const { match, x, y } = fighter
  if (fighter.action !== ACTION.CatchWait) {
    goOn(own)
    return
  }
  if (f(randomFloat(match.record) * (1 + own.pummels)) < 0.5) {
    tap(own, BUTTON.A)
    own.pummels++
    return
  }
  const { terrain } = match
  const floor = floorBetween(terrain, x, y, f(y - 10))
  if (floor !== NO_FLOOR) {
    const toRight = Math.abs(f(x - terrain.floors.x2[lastOf(terrain, floor)]!))
    const toLeft = Math.abs(f(x - terrain.floors.x1[firstOf(terrain, floor)]!))
    if (Math.min(toLeft, toRight) < 30) {
      flick(own, STEP.stickX, toRight > toLeft ? -1 : 1)
      return
    }
  }
  const choice = randomFloat(match.record)
  if (choice < 0.5) flick(own, STEP.stickY, choice < 0.25 ? 1 : -1)
  else flick(own, STEP.xForward, choice < 0.75 ? 1 : -1)
}

function flick(own: TrailRecord, step: number, side: number): void {
  centre(own)
  add(own, STEP.wait, 1)
  add(own, step, side * HALF)
  add(own, STEP.wait, 1)
  add(own, step, side * FULL)
  add(own, STEP.wait, 1)
  centre(own)
}

/** ftCo_800ACD5C: turns to its opponent. */
function stay(fighter: Fighter, own: TrailRecord): void {
  if (!hasArrived(fighter, own, 1)) {
    goOn(own)
    return
  }
  const enemy = fighter.match.fighters[own.target]
  const across = enemy ? f(enemy.x - fighter.x) : 0
  if (enemy && Math.abs(across) >= 1 && across * fighter.facing < 0) turnRound(own)
  else centre(own)
}

export function hasArrived(fighter: Fighter, own: TrailRecord, more: number): boolean {
  if (!isOnFloorOfGoal(fighter, own)) return false
  return distanceTo(fighter, own.goalX, own.goalY) < f(own.goalReach + more)
}

/** ftCo_800ABBA8: steers to its goal, and a good player rolls or rises off the floor. */
function tumble(fighter: Fighter, own: TrailRecord): void {
  const { x, y, movedX, movedY, previousEcbBottom, match, kind } = fighter
  if (!isTumbling(fighter)) {
    goOn(own)
    add(own, STEP.stickX)
    release(own, BUTTON.R)
    return
  }
  if (levelOf(fighter) > 7) {
    const floor = floorBetween(match.terrain, x, y, f(y - DEPTH))
    if (floor !== NO_FLOOR) {
      const g = -kind.attributes.gravity
      const fall = f(match.terrain.floorY(floor, x) - f(y + previousEcbBottom))
      const frames = (-sqrtf(Math.abs(f(2 * g * fall + movedY * movedY))) - movedY) / g
      if (Math.trunc(frames) < 10) {
        add(own, STEP.stickY)
        add(own, STEP.xToGoal, FULL)
        press(own, BUTTON.R)
        return
      }
    }
  }
  if (!findTarget(fighter, own)) {
    goOn(own)
    return
  }
  const frames = movedX !== 0 ? f(f(own.goalX - x) / movedX) : 1000
  if (frames < 0 || heightAfter(fighter, frames) < own.goalY) add(own, STEP.xToGoal, FULL)
  else add(own, STEP.stickX)
  add(own, STEP.stickY)
}

export function isTumbling(fighter: Fighter): boolean {
  return fighter.action === ACTION.DamageFall && levelOf(fighter) >= 5
}

/** ftCo_800AC30C: sways its stick on every third frame, unless it is a good player. */
function mash(fighter: Fighter, own: TrailRecord): void {
  if (!isCapturedWaiting(fighter)) goOn(own)
  else if (own.count % 3 === 0 && f(levelOf(fighter) * 0.1) >= randomFloat(fighter.match.record)) {
    add(own, STEP.stickX, own.padX < 0 ? FULL : -FULL)
  }
}

export function isCapturedWaiting({ action }: Fighter): boolean {
  if (action === ACTION.CaptureWaitHi || action === ACTION.CaptureWaitLw) return true
  return action >= ACTION.ShoulderedWait && action <= ACTION.ShoulderedTurn
}

/** ftCo_800AC5A0: across the knockback in a share of the time that grows with its level. */
function bear(fighter: Fighter, own: TrailRecord): void {
  if (!isHit(fighter)) {
    goOn(own)
    release(own, BUTTON.R)
    return
  }
  const { kbVx, kbVy } = fighter
  const length = sqrtf(f(f(kbVx * kbVx) + f(kbVy * kbVy)))
  if (own.count % 120 > 120 - levelOf(fighter) * 12 && length > 0) {
    const side = kbVx > 0 ? 1 : -1
    add(own, STEP.stickX, Math.trunc(f((-FULL * side * kbVy) / length)))
    add(own, STEP.stickY, Math.trunc(f((FULL * side * kbVx) / length)))
  } else centre(own)
  if (own.techs) press(own, BUTTON.R)
  add(own, STEP.wait, 1)
}

/** In the hitlag of a hit on it. */
export function isHit({ hitlagLeft, isHurt }: Fighter): boolean {
  return hitlagLeft > 0 && isHurt
}

/** By behaviour; in step it plans nothing. */
const STEPS_OF: Readonly<Record<number, (fighter: Fighter, own: TrailRecord) => void>> = {
  [BEHAVIOUR.go]: go,
  [BEHAVIOUR.recover]: recover,
  [BEHAVIOUR.getUp]: getUp,
  [BEHAVIOUR.hang]: hang,
  [BEHAVIOUR.hold]: hold,
  [BEHAVIOUR.stay]: stay,
  [BEHAVIOUR.tumble]: tumble,
  [BEHAVIOUR.mash]: mash,
  [BEHAVIOUR.hurt]: bear,
}
