/** Crouching: down, staying down, and up again. Source: doldecomp/melee (ftCo_Squat, ftCo_SquatWait, ftCo_SquatRv). */
import { SQUAT } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { stayOrFall } from '../movement/collide.ts'
import { stopOnGround } from '../movement/ground.ts'
import type { ActionTable } from './action.ts'
import { changeAction, hasAnimationEnded, isOver, loopAnimation, stepAnimation } from './change.ts'
import { ACTION } from './ids.ts'
import { trySquatList, trySquatRvList, trySquatWaitList } from './interrupts.ts'
import { enterWait } from './wait.ts'

export function enterSquat(fighter: Fighter): void {
  changeAction(fighter, ACTION.Squat)
  stepAnimation(fighter)
}

function animateSquat(fighter: Fighter): void {
  if (isOver(fighter)) changeAction(fighter, ACTION.SquatWait)
}

function standsUp(fighter: Fighter): boolean {
  return fighter.stickY > -SQUAT.release
}

function interruptSquat(fighter: Fighter): void {
  trySquatList(fighter)
}

function interruptSquatWait(fighter: Fighter): void {
  if (trySquatWaitList(fighter)) return
  if (standsUp(fighter)) changeAction(fighter, ACTION.SquatRv)
}

function animateSquatRv(fighter: Fighter): void {
  if (hasAnimationEnded(fighter)) enterWait(fighter)
}

function interruptSquatRv(fighter: Fighter): void {
  trySquatRvList(fighter)
}

const onGround = { physics: stopOnGround, collision: stayOrFall }

export const SQUAT_ACTIONS: ActionTable = {
  Squat: { animation: animateSquat, interrupt: interruptSquat, ...onGround },
  SquatWait: { animation: loopAnimation, interrupt: interruptSquatWait, ...onGround },
  SquatRv: { animation: animateSquatRv, interrupt: interruptSquatRv, ...onGround },
}
