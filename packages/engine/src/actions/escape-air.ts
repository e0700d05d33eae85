/**
 * EscapeAir: the air dodge, and with it the wavedash. Source: doldecomp/melee (ftCo_EscapeAir); first speed and decay
 * checked on 5,900 recorded frames.
 */
import { ACTION } from '../action-ids.ts'
import { ESCAPE_AIR, FALL_SPECIAL } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { atan2f, cosf, f, sinf } from '../math.ts'
import { fallAndDrift } from '../movement/air.ts'
import type { ActionTable } from './action.ts'
import { changeAction, hasAnimationEnded, stepAnimation } from './change.ts'
import { collideInEscapeAir } from './collide.ts'
import { enterFallSpecial } from './fall.ts'
import { tryAirCatch } from './interrupts.ts'

export function enterEscapeAir(fighter: Fighter): void {
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

function animateEscapeAir(fighter: Fighter): void {
  fighter.bodyState = fighter.kind.isIntangible(fighter.action, fighter.actionFrame) ? 2 : 0
  if (hasAnimationEnded(fighter)) enterFallSpecial(fighter, FALL_SPECIAL)
}

/** A line is still thrown out of it, and leaves a tenth of the speed sideways (ftCo_EscapeAir_IASA; 31 recorded). */
function interruptEscapeAir(fighter: Fighter): void {
  if (tryAirCatch(fighter)) fighter.selfVx = f(fighter.selfVx * ESCAPE_AIR.caught)
}

/** Glides to a stop, then falls. */
function moveInEscapeAir(fighter: Fighter): void {
  if (fighter.animationFrame < fighter.kind.escapeAirDriftFrame) {
    fighter.selfVx = f(fighter.selfVx * ESCAPE_AIR.decay)
    fighter.selfVy = f(fighter.selfVy * ESCAPE_AIR.decay)
  } else {
    fallAndDrift(fighter)
  }
}

export const ESCAPE_AIR_ACTIONS: ActionTable = {
  EscapeAir: {
    animation: animateEscapeAir,
    interrupt: interruptEscapeAir,
    physics: moveInEscapeAir,
    collision: collideInEscapeAir,
  },
}
