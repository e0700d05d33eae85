/**
 * A broken shield: thrown up, falling, lying, standing up; then dizzy (`affliction.ts`). The pose decides between face
 * and back, as in a tumble. Source: doldecomp/melee (ftCo_ShieldBreak).
 */
import { ACTION } from '../action-ids.ts'
import { landsOn } from '../collision/fighter-body.ts'
import { BODY_STATE, ECB_LOCK_FRAMES, SHIELD } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { f } from '../math.ts'
import { fallWithoutDrift } from '../movement/air.ts'
import { stopOnGround } from '../movement/ground.ts'
import { landsFaceUp } from '../tables/measured.ts'
import { actionOf, type ActionTable } from './action.ts'
import { enterFurafura } from './affliction.ts'
import { changeAction, halt, hasAnimationEnded, hasLasted, leaveGround, stepAnimation, touchGround } from './change.ts'
import { stayOrFall } from './collide.ts'

/** Takes health off a shield; true when that breaks it. Its health is then that of the next shield. */
export function loseShield(fighter: Fighter, amount: number): boolean {
  fighter.shieldHealth = f(fighter.shieldHealth - amount)
  if (fighter.shieldHealth >= 0) return false
  fighter.shieldHealth = SHIELD.healthAfterBreak
  return true
}

export function breakShield(fighter: Fighter): void {
  halt(fighter)
  leaveGround(fighter, ECB_LOCK_FRAMES)
  changeAction(fighter, ACTION.ShieldBreakFly)
  stepAnimation(fighter)
  fighter.selfVy = fighter.kind.attributes.shieldBreakInitialVelocity
  fighter.bodyState = BODY_STATE.intangible
}

function animateFly(fighter: Fighter): void {
  fighter.bodyState = BODY_STATE.intangible
  if (!hasAnimationEnded(fighter)) return
  changeAction(fighter, ACTION.ShieldBreakFall)
  fighter.bodyState = BODY_STATE.intangible
}

function animateFall(fighter: Fighter): void {
  fighter.bodyState = BODY_STATE.intangible
}

/** The fall begins in the last pose of the flight (as in six in-game recordings; Marth and Peach land like this). */
const FALL_SETTLES = 8

function liesFaceUp({ kind, action, animationFrame }: Fighter): boolean {
  const isFlying = action === ACTION.ShieldBreakFly
  if (!isFlying && animationFrame >= FALL_SETTLES) return landsFaceUp(kind.measured, ACTION.DamageFall, animationFrame)
  return landsFaceUp(
    kind.measured,
    ACTION.DamageFlyTop,
    isFlying ? animationFrame : actionOf(kind, ACTION.ShieldBreakFly).animationFrames,
  )
}

function landFromShieldBreak(fighter: Fighter): void {
  const isFaceUp = liesFaceUp(fighter)
  touchGround(fighter)
  changeAction(fighter, isFaceUp ? ACTION.ShieldBreakDownU : ACTION.ShieldBreakDownD)
}

function collideShieldBreak(fighter: Fighter): void {
  if (landsOn(fighter, false)) landFromShieldBreak(fighter)
}

/** Lies and stands up with the animations of a knockdown. */
function animateDown(fighter: Fighter): void {
  if (!hasLasted(fighter, actionOf(fighter.kind, ACTION.DownBoundU).length)) return
  changeAction(
    fighter,
    fighter.action === ACTION.ShieldBreakDownU ? ACTION.ShieldBreakStandU : ACTION.ShieldBreakStandD,
  )
}

function animateStand(fighter: Fighter): void {
  if (hasLasted(fighter, actionOf(fighter.kind, ACTION.DownStandU).length)) enterFurafura(fighter)
}

const inAir = { physics: fallWithoutDrift, collision: collideShieldBreak }
const onGround = { physics: stopOnGround, collision: stayOrFall }
const down = { animation: animateDown, ...onGround }
const stand = { animation: animateStand, ...onGround }

export const SHIELD_BREAK_ACTIONS: ActionTable = {
  ShieldBreakFly: { animation: animateFly, ...inAir },
  ShieldBreakFall: { animation: animateFall, ...inAir },
  ShieldBreakDownU: down,
  ShieldBreakDownD: down,
  ShieldBreakStandU: stand,
  ShieldBreakStandD: stand,
}
