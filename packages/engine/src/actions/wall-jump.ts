/**
 * PassiveWallJump: a jump off a wall, for the fighters that can. Source: doldecomp/melee (ftCo_PassiveWallJump).
 * Approximate: the base of the height lost with each jump in one airtime is a guess (the public data lacks it).
 */
import { INPUT, WALL_JUMP } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { f } from '../math.ts'
import { fallAndDrift } from '../movement/air.ts'
import { collideFreely } from '../movement/collide.ts'
import type { ActionTable } from './action.ts'
import { changeAction, hasLasted, isOver } from './change.ts'
import { enterFall } from './fall.ts'
import { ACTION } from './ids.ts'
import { tryAirList } from './interrupts.ts'

/** Share of the height that each further wall jump of one airtime keeps. */
const HEIGHT_KEPT = f(0.9)

/** Stick newly tilted away from a wall just touched. */
export function tryWallJump(fighter: Fighter): boolean {
  const { attributes } = fighter.kind
  if (attributes.canWallJump === 0 || fighter.wallTimer >= WALL_JUMP.contactFrames) return false
  const away = f(-fighter.stickX * fighter.wallSide)
  if (away < WALL_JUMP.stick || fighter.tiltXTimer >= WALL_JUMP.tiltFrames) return false
  fighter.facing = -fighter.wallSide
  fighter.tiltXTimer = INPUT.timerEnd
  changeAction(fighter, ACTION.PassiveWallJump)
  fighter.selfVx = 0
  fighter.selfVy = 0
  fighter.intangibleLeft = WALL_JUMP.intangible
  return true
}

function animateWallJump(fighter: Fighter): void {
  if (fighter.actionFrame === WALL_JUMP.freezeFrames + 1) leap(fighter)
  else if (isOver(fighter)) enterFall(fighter)
}

function leap(fighter: Fighter): void {
  const { wallJumpHorizontalVelocity, wallJumpVerticalVelocity } = fighter.kind.attributes
  let vy = wallJumpVerticalVelocity
  for (let i = 0; i < fighter.wallJumps; i++) vy = f(vy * HEIGHT_KEPT)
  fighter.selfVx = f(wallJumpHorizontalVelocity * fighter.facing)
  fighter.selfVy = vy
  fighter.wallJumps++
}

function hasLeapt(fighter: Fighter): boolean {
  return hasLasted(fighter, WALL_JUMP.freezeFrames + 1)
}

function interruptWallJump(fighter: Fighter): void {
  if (hasLeapt(fighter)) tryAirList(fighter)
}

function moveInWallJump(fighter: Fighter): void {
  if (hasLeapt(fighter)) fallAndDrift(fighter)
}

export const WALL_JUMP_ACTIONS: ActionTable = {
  PassiveWallJump: {
    animation: animateWallJump,
    interrupt: interruptWallJump,
    physics: moveInWallJump,
    collision: collideFreely,
  },
}
