/**
 * A broken shield: thrown up, falling, lying, standing up; then dizzy (`affliction.ts`). Source: doldecomp/melee
 * (ftCo_ShieldBreak).
 */
import { ECB_LOCK_FRAMES, SHIELD } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { fallWithoutDrift } from '../movement/air.ts'
import { collideShieldBreak, stayOrFall } from '../movement/collide.ts'
import { stopOnGround } from '../movement/ground.ts'
import type { ActionTable } from './action.ts'
import { enterFurafura } from './affliction.ts'
import { changeAction, halt, isOver, leaveGround, touchGround } from './change.ts'
import { ACTION } from './ids.ts'

export function breakShield(fighter: Fighter): void {
  halt(fighter)
  leaveGround(fighter, ECB_LOCK_FRAMES)
  changeAction(fighter, ACTION.ShieldBreakFly)
  fighter.selfVy = fighter.kind.attributes.shieldBreakInitialVelocity
  fighter.shieldHealth = SHIELD.healthAfterBreak
  fighter.bodyState = 2
}

function animateFly(fighter: Fighter): void {
  fighter.bodyState = 2
  if (!isOver(fighter)) return
  changeAction(fighter, ACTION.ShieldBreakFall)
  fighter.bodyState = 2
}

function animateFall(fighter: Fighter): void {
  fighter.bodyState = 2
}

export function landFromShieldBreak(fighter: Fighter): void {
  touchGround(fighter)
  changeAction(fighter, ACTION.ShieldBreakDownU)
}

function animateDown(fighter: Fighter): void {
  if (isOver(fighter)) changeAction(fighter, ACTION.ShieldBreakStandU)
}

function animateStand(fighter: Fighter): void {
  if (isOver(fighter)) enterFurafura(fighter)
}

const inAir = { physics: fallWithoutDrift, collision: collideShieldBreak }
const onGround = { physics: stopOnGround, collision: stayOrFall }

export const SHIELD_BREAK_ACTIONS: ActionTable = {
  ShieldBreakFly: { animation: animateFly, ...inAir },
  ShieldBreakFall: { animation: animateFall, ...inAir },
  ShieldBreakDownU: { animation: animateDown, ...onGround },
  ShieldBreakStandU: { animation: animateStand, ...onGround },
}
