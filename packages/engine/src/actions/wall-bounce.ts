/**
 * Launched into a wall or a ceiling. A tech holds on to it. Otherwise a fast fighter bounces, with its speed mirrored
 * and reduced, also during hitlag. Source: doldecomp/melee (ftCo_FlyReflect, ftCo_PassiveCeil); speeds, the least speed
 * and the intangible frames measured on recordings.
 */
import { ACTION } from '../action-ids.ts'
import type { CollisionBody } from '../collision/body.ts'
import {
  huggedSide,
  landsOn,
  narrow,
  SURFACE_NORMAL,
  placeAtWall,
  takeCeiling,
  takeWall,
} from '../collision/fighter-body.ts'
import { WALL_BOUNCE } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { f } from '../math.ts'
import { fallAndDrift } from '../movement/air.ts'
import type { ActionTable } from './action.ts'
import { changeAction, halt, isOver, KEEP, passHitstun } from './change.ts'
import { collideFreely } from './collide.ts'
import { landTumbling, techs, tumble } from './down.ts'
import { enterFall } from './fall.ts'
import { interruptFly } from './hitstun.ts'
import { techWall } from './wall-jump.ts'

/**
 * Launched: knockdown on floors, bounces off walls and ceilings; each may be teched, walls and ceilings also in hitlag.
 */
export function collideInDamageFly(fighter: Fighter): void {
  if (landsOn(fighter, false)) {
    if (!fighter.isFrozen) landTumbling(fighter)
    return
  }
  if (fighter.isFrozen && !fighter.isHurt) return
  const side = huggedSide()
  if (side !== 0) {
    takeWall(fighter, side)
    if (meetWall(fighter, side, SURFACE_NORMAL.x, SURFACE_NORMAL.y)) return
  }
  if (takeCeiling(fighter)) meetCeiling(fighter, SURFACE_NORMAL.x, SURFACE_NORMAL.y)
}

/** `side` is 1 for a wall to the right. True when the fighter teched or bounced. */
export function meetWall(fighter: Fighter, side: number, normalX: number, normalY: number): boolean {
  if (techs(fighter)) techWall(fighter, side)
  else if (f(fighter.kbVx * side) > WALL_BOUNCE.least) throwBack(fighter, side, normalX, normalY)
  else return false
  return true
}

function throwBack(fighter: Fighter, side: number, normalX: number, normalY: number): void {
  bounce(fighter, ACTION.FlyReflectWall, normalX, normalY)
  // Away from the wall, whatever the direction of the speed.
  placeAtWall(fighter, side, f(-side * fighter.facing * fighter.kind.measured.wallPlaces.bounce))
}

export function meetCeiling(fighter: Fighter, normalX: number, normalY: number): void {
  if (techs(fighter)) {
    const { passiveceilVelX } = fighter.kind.attributes
    halt(fighter)
    fighter.isHurt = false
    changeAction(fighter, ACTION.PassiveCeil)
    fighter.selfVx = f(passiveceilVelX * fighter.facing)
  } else if (fighter.kbVy > WALL_BOUNCE.least) {
    bounce(fighter, ACTION.FlyReflectCeil, normalX, normalY)
  }
}

function bounce(fighter: Fighter, action: number, normalX: number, normalY: number): void {
  const vx = f(fighter.selfVx + fighter.kbVx)
  const vy = f(fighter.selfVy + fighter.kbVy)
  const into = f(2 * f(f(vx * normalX) + f(vy * normalY)))
  fighter.kbVx = f(f(vx - f(into * normalX)) * WALL_BOUNCE.share)
  fighter.kbVy = f(f(vy - f(into * normalY)) * WALL_BOUNCE.share)
  fighter.selfVx = 0
  fighter.selfVy = 0
  fighter.facing = fighter.kbVx < 0 ? -1 : 1
  fighter.isHurt = false
  changeAction(fighter, action, 0, 1, KEEP.hitstun)
  fighter.intangibleLeft = WALL_BOUNCE.intangible
}

function animateReflect(fighter: Fighter): void {
  passHitstun(fighter)
  if (fighter.hitstunLeft === 0 && isOver(fighter)) tumble(fighter)
}

function animatePassiveCeil(fighter: Fighter): void {
  if (isOver(fighter)) enterFall(fighter)
}

/** On the frame of the bounce. */
function bounceNarrowly(fighter: Fighter, body: CollisionBody): void {
  if (fighter.actionFrame === 0) narrow(body)
}

const reflect = {
  shapeEcb: bounceNarrowly,
  animation: animateReflect,
  interrupt: interruptFly,
  physics: fallAndDrift,
  collision: collideInDamageFly,
}

export const WALL_BOUNCE_ACTIONS: ActionTable = {
  FlyReflectWall: reflect,
  FlyReflectCeil: reflect,
  PassiveCeil: { animation: animatePassiveCeil, physics: fallAndDrift, collision: collideFreely },
}
