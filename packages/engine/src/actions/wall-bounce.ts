/**
 * Launched into a wall or a ceiling. A tech holds on to it. Otherwise a fast fighter bounces, with its speed mirrored
 * and reduced, also during hitlag. Source: doldecomp/melee (ftCo_FlyReflect, ftCo_PassiveCeil).
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
import { privates } from '../state/privates.ts'
import type { ActionTable } from './action.ts'
import { changeAction, halt, isOver, KEEP, passHitstun } from './change.ts'
import { collideFreely } from './collide.ts'
import { landTumbling, techs, tumble } from './down.ts'
import { enterFall } from './fall.ts'
import { Hitstun, interruptFly } from './hitstun.ts'
import { techWall } from './wall-jump.ts'

/** What a launched fighter bounced off last. A bounce off the same surface does not follow. */
const SURFACE = { none: 0, rightWall: 1, leftWall: 2, ceiling: 3 } as const

const Bounce = privates(
  {
    surface: 'int',
    /** Frames for which a bounce off a wall meets no further wall. */
    waitLeft: 'int',
  },
  Hitstun,
)

/** A new hit: no bounce yet. */
export function forgetBounce(fighter: Fighter): void {
  Bounce.of(fighter).surface = SURFACE.none
}

function wallOn(side: number): number {
  return side > 0 ? SURFACE.rightWall : SURFACE.leftWall
}

/** Enters the bounce off a wall of which nothing else is known. */
export function enterFlyReflectWall(fighter: Fighter, side: number): void {
  changeAction(fighter, ACTION.FlyReflectWall, 0, 1, KEEP.hitstun)
  Bounce.of(fighter).surface = wallOn(side)
  Bounce.of(fighter).waitLeft = WALL_BOUNCE.wait
}

/** Launched: knockdown on floors, bounces off walls and ceilings; each may be teched. */
export function collideInDamageFly(fighter: Fighter): void {
  if (landsOn(fighter, false)) {
    if (!fighter.isFrozen) landTumbling(fighter)
    return
  }
  meetSurfaces(fighter)
}

/**
 * Walls and ceilings that the last move met, also in hitlag. Out of a bounce off a wall ceilings come first, and walls
 * count again after some frames; out of one off a ceiling only walls count (ftCo_FlyReflect_Coll).
 */
export function meetSurfaces(fighter: Fighter): void {
  const { action } = fighter
  if (fighter.isFrozen && !fighter.isHurt) return
  const isOffWall = action === ACTION.FlyReflectWall
  if (isOffWall && meetsCeiling(fighter)) return
  if (!(isOffWall && Bounce.of(fighter).waitLeft > 0) && meetsWall(fighter)) return
  if (!isOffWall && action !== ACTION.FlyReflectCeil) meetsCeiling(fighter)
}

function meetsWall(fighter: Fighter): boolean {
  const side = huggedSide()
  if (side === 0) return false
  takeWall(fighter, side)
  return meetWall(fighter, side, SURFACE_NORMAL.x, SURFACE_NORMAL.y)
}

function meetsCeiling(fighter: Fighter): boolean {
  return takeCeiling(fighter) && meetCeiling(fighter, SURFACE_NORMAL.x, SURFACE_NORMAL.y)
}

/** `side` is 1 for a wall to the right. True when the fighter teched or bounced. */
export function meetWall(fighter: Fighter, side: number, normalX: number, normalY: number): boolean {
  if (techs(fighter)) techWall(fighter, side)
  else if (f(fighter.kbVx * side) > WALL_BOUNCE.least && Bounce.of(fighter).surface !== wallOn(side))
    throwBack(fighter, side, normalX, normalY)
  else return false
  return true
}

function throwBack(fighter: Fighter, side: number, normalX: number, normalY: number): void {
  bounce(fighter, ACTION.FlyReflectWall, wallOn(side), normalX, normalY)
  Bounce.of(fighter).waitLeft = WALL_BOUNCE.wait
  // Away from the wall, whatever the direction of the speed.
  placeAtWall(fighter, side, f(-side * fighter.facing * fighter.kind.measured.wallPlaces.bounce))
}

/** True when the fighter teched or bounced. */
export function meetCeiling(fighter: Fighter, normalX: number, normalY: number): boolean {
  if (techs(fighter)) {
    const { passiveceilVelX } = fighter.kind.attributes
    halt(fighter)
    fighter.isHurt = false
    changeAction(fighter, ACTION.PassiveCeil)
    fighter.selfVx = f(passiveceilVelX * fighter.facing)
  } else if (fighter.kbVy > WALL_BOUNCE.least && Bounce.of(fighter).surface !== SURFACE.ceiling) {
    bounce(fighter, ACTION.FlyReflectCeil, SURFACE.ceiling, normalX, normalY)
  } else {
    return false
  }
  return true
}

function bounce(fighter: Fighter, action: number, surface: number, normalX: number, normalY: number): void {
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
  Bounce.of(fighter).surface = surface
  fighter.intangibleLeft = WALL_BOUNCE.intangible
}

function animateReflect(fighter: Fighter): void {
  const bounced = Bounce.of(fighter)
  if (bounced.waitLeft > 0) bounced.waitLeft--
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
