/**
 * EscapeAir: the air dodge, and with it the wavedash. Source: doldecomp/melee (ftCo_EscapeAir); first speed and decay
 * checked on 5,900 recorded frames.
 */
import { ACTION } from '../action-ids.ts'
import { landsOn } from '../collision/fighter-body.ts'
import { ECB_LOCK_FRAMES, ESCAPE_AIR, FALL_SPECIAL } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { atan2f, cosf, f, sinf } from '../math.ts'
import { fallAndDrift } from '../movement/air.ts'
import { DIGITAL_TRIGGERS } from '../input/buttons.ts'
import type { ActionTable } from './action.ts'
import { tryAirCatch } from './air-catch.ts'
import { changeAction, hasAnimationEnded, stepAnimation } from './change.ts'
import { enterFallSpecial } from './fall.ts'
import { landWithLag } from './landing.ts'
import { followIntangibility } from './script.ts'

function enterEscapeAir(fighter: Fighter): void {
  const { stickX, stickY } = fighter
  changeAction(fighter, ACTION.EscapeAir)
  stepAnimation(fighter)
  if (Math.abs(stickX) < ESCAPE_AIR.deadZone && Math.abs(stickY) < ESCAPE_AIR.deadZone) {
    fighter.selfVx = 0
    fighter.selfVy = 0
    return
  }
  const angle = atan2f(stickY, stickX)
  fighter.selfVx = f(ESCAPE_AIR.speed * cosf(angle))
  fighter.selfVy = f(ESCAPE_AIR.speed * sinf(angle))
}

export function tryEscapeAir(fighter: Fighter): boolean {
  if ((fighter.pressed & DIGITAL_TRIGGERS) === 0) return false
  enterEscapeAir(fighter)
  return true
}

function animateEscapeAir(fighter: Fighter): void {
  followIntangibility(fighter)
  if (hasAnimationEnded(fighter)) enterFallSpecial(fighter, FALL_SPECIAL)
}

/** A grapple may be thrown out of an air dodge, and keeps a tenth of the horizontal speed (ftCo_EscapeAir_IASA). */
function interruptEscapeAir(fighter: Fighter): void {
  if (tryAirCatch(fighter)) fighter.selfVx = f(fighter.selfVx * ESCAPE_AIR.caught)
}

/** Decelerates, then falls. */
function moveInEscapeAir(fighter: Fighter): void {
  if (fighter.animationFrame < fighter.kind.escapeAirDriftFrame) {
    fighter.selfVx = f(fighter.selfVx * ESCAPE_AIR.decay)
    fighter.selfVy = f(fighter.selfVy * ESCAPE_AIR.decay)
  } else {
    fallAndDrift(fighter)
  }
}

/** Air dodge: lands on every floor and catches no ledge. */
function collideInEscapeAir(fighter: Fighter): void {
  if (landsOn(fighter, false)) landWithLag(fighter, FALL_SPECIAL.landingLag)
}

/** Two on the first frame of a dodge that pulls the feet up far, or that starts on the frame that left the ground. */
function leastSteps({ actionFrame, ecbLockLeft, previousEcbBottom, kind }: Fighter): number {
  if (actionFrame === 1 && previousEcbBottom > kind.measured.abruptChanges.dodgeBottom) return 2
  return ecbLockLeft === ECB_LOCK_FRAMES - 1 ? kind.measured.takeoffSteps : 1
}

export const ESCAPE_AIR_ACTIONS: ActionTable = {
  EscapeAir: {
    animation: animateEscapeAir,
    interrupt: interruptEscapeAir,
    physics: moveInEscapeAir,
    collision: collideInEscapeAir,
    leastSteps,
  },
}
