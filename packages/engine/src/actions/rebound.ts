/** Rebound of a clank: hitlag, then a slide away. Source: doldecomp/melee (ftCo_Rebound). */
import { ACTION } from '../action-ids.ts'
import { CLANK } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { f } from '../math.ts'
import { stopOnGround } from '../movement/ground.ts'
import type { ActionTable } from './action.ts'
import { changeAction, hasAnimationEnded } from './change.ts'
import { stayOrFall } from './collide.ts'
import { enterWait } from './wait.ts'

/**
 * The push that waits for hitlag to end is the action's first word, and recordings show it. It follows from the damage;
 * what it clanked with is at its `side`, 1 right, -1 left.
 */
export function enterRebound(fighter: Fighter, side: number, damage: number): void {
  changeAction(fighter, ACTION.ReboundStop)
  const push = f(CLANK.speed + f(CLANK.speedPerFrame * framesOf(damage)))
  fighter.misc = -side * push
}

function framesOf(damage: number): number {
  return f(f(CLANK.frames * damage) + CLANK.base)
}

function damageOf(push: number): number {
  const atNone = CLANK.speed + CLANK.speedPerFrame * CLANK.base
  return Math.round((Math.abs(push) - atNone) / (CLANK.speedPerFrame * CLANK.frames))
}

function animateStop(fighter: Fighter): void {
  const push = fighter.misc
  const { clankAnimationLength } = fighter.kind.attributes
  changeAction(fighter, ACTION.Rebound, 0, f(f(clankAnimationLength + CLANK.more) / framesOf(damageOf(push))))
  fighter.misc = push
}

function animateRebound(fighter: Fighter): void {
  if (hasAnimationEnded(fighter)) enterWait(fighter)
}

/** The first frame continues as before the clank; the push then adds to that speed. */
function slideBack(fighter: Fighter): void {
  if (fighter.misc === 0) {
    stopOnGround(fighter)
    return
  }
  fighter.groundVelocity = f(fighter.groundVelocity + fighter.misc)
  fighter.misc = 0
}

export const REBOUND_ACTIONS: ActionTable = {
  ReboundStop: { animation: animateStop, physics: slideBack, collision: stayOrFall },
  Rebound: { animation: animateRebound, physics: slideBack, collision: stayOrFall },
}
