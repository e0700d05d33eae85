/**
 * Launched into a wall or a ceiling: a tech holds on to it, otherwise it throws the fighter back with less speed.
 * Source: doldecomp/melee (ftCo_FlyReflect, ftCo_PassiveWall, ftCo_PassiveCeil). Approximate: the share of speed kept.
 */
import { JUMP, TECH, WALL_BOUNCE, WALL_JUMP } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { f } from '../math.ts'
import { fallAndDrift, fallWithoutDrift } from '../movement/air.ts'
import { collideFreely, collideInDamageFly } from '../movement/collide.ts'
import type { ActionTable } from './action.ts'
import { changeAction, halt, hasLasted, isOver, KEEP, passHitstun } from './change.ts'
import { techs } from './down.ts'
import { enterFall } from './fall.ts'
import { ACTION } from './ids.ts'
import { tryAirList } from './interrupts.ts'

/** `side` is 1 for a wall to the right. */
export function meetWall(fighter: Fighter, side: number): void {
  fighter.facing = -side
  if (techs(fighter)) {
    const jumps = fighter.jumpButtonTimer < TECH.window || fighter.stickY >= JUMP.stick
    halt(fighter)
    changeAction(fighter, jumps ? ACTION.PassiveWallJump : ACTION.PassiveWall)
    fighter.intangibleLeft = WALL_JUMP.intangible
    return
  }
  fighter.kbVx = f(-fighter.kbVx * WALL_BOUNCE)
  fighter.kbVy = f(fighter.kbVy * WALL_BOUNCE)
  changeAction(fighter, ACTION.FlyReflectWall, 0, 1, KEEP.hitstun)
}

export function meetCeiling(fighter: Fighter): void {
  if (techs(fighter)) {
    const { passiveceilVelX } = fighter.kind.attributes
    halt(fighter)
    changeAction(fighter, ACTION.PassiveCeil)
    fighter.selfVx = f(passiveceilVelX * fighter.facing)
    return
  }
  fighter.kbVx = f(fighter.kbVx * WALL_BOUNCE)
  fighter.kbVy = f(-fighter.kbVy * WALL_BOUNCE)
  changeAction(fighter, ACTION.FlyReflectCeil, 0, 1, KEEP.hitstun)
}

function animateReflect(fighter: Fighter): void {
  passHitstun(fighter)
  if (fighter.hitstunLeft === 0 && isOver(fighter)) changeAction(fighter, ACTION.DamageFall)
}

function animatePassiveWall(fighter: Fighter): void {
  if (fighter.actionFrame === WALL_JUMP.freezeFrames + 1) {
    fighter.selfVx = f(fighter.kind.attributes.passivewallVelX * fighter.facing)
  } else if (isOver(fighter)) {
    enterFall(fighter)
  }
}

function moveInPassiveWall(fighter: Fighter): void {
  if (hasLasted(fighter, WALL_JUMP.freezeFrames + 1)) fallAndDrift(fighter)
}

function animatePassiveCeil(fighter: Fighter): void {
  if (isOver(fighter)) enterFall(fighter)
}

function interruptPassiveWall(fighter: Fighter): void {
  if (hasLasted(fighter, fighter.kind.length(fighter.action))) tryAirList(fighter)
}

const reflect = { animation: animateReflect, physics: fallWithoutDrift, collision: collideInDamageFly }

export const WALL_BOUNCE_ACTIONS: ActionTable = {
  FlyReflectWall: reflect,
  FlyReflectCeil: reflect,
  PassiveWall: {
    animation: animatePassiveWall,
    interrupt: interruptPassiveWall,
    physics: moveInPassiveWall,
    collision: collideFreely,
  },
  PassiveCeil: { animation: animatePassiveCeil, physics: fallAndDrift, collision: collideFreely },
}
