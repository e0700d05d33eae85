/** Crouching: down, staying down, and up again. Source: doldecomp/melee (ftCo_Squat, ftCo_SquatWait, ftCo_SquatRv). */
import { ACTION } from '../action-ids.ts'
import { PASS } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { crouchRelease } from '../input/ucf.ts'
import { stopOnGround } from '../movement/ground.ts'
import type { ActionTable } from './action.ts'
import { changeAction, hasAnimationEnded, loopAnimation, stepAnimation } from './change.ts'
import { stayOrFall } from './collide.ts'
import { wholeWord } from './first-word.ts'
import { asksForPass, trySquatList, trySquatRvList, trySquatWaitList } from './interrupts.ts'
import { enterPass } from './pass.ts'
import { enterWait } from './wait.ts'

// Private variables of Squat.
/** Frames until the platform drop that was asked for, 0 for none. */
const PASS_WAIT = 0

export function enterSquat(fighter: Fighter): void {
  changeAction(fighter, ACTION.Squat)
  stepAnimation(fighter)
  fighter.stateInts[PASS_WAIT] = 0
}

/** Crouched already: how a landing with the stick held down ends. */
export function enterSquatWait(fighter: Fighter): void {
  changeAction(fighter, ACTION.SquatWait)
}

function enterSquatRv(fighter: Fighter): void {
  changeAction(fighter, ACTION.SquatRv)
}

function animateSquat(fighter: Fighter): void {
  if (hasAnimationEnded(fighter)) enterSquatWait(fighter)
}

function standsUp(fighter: Fighter): boolean {
  return fighter.stickY > -crouchRelease(fighter)
}

/** A platform drop asked for on the way down follows after a moment. */
function interruptSquat(fighter: Fighter): void {
  if (trySquatList(fighter)) return
  if (fighter.stateInts[PASS_WAIT] === 0) {
    if (!asksForPass(fighter)) return
    fighter.stateInts[PASS_WAIT] = PASS.delay
    fighter.misc = wholeWord(1)
    return
  }
  fighter.stateInts[PASS_WAIT]!--
  if (fighter.stateInts[PASS_WAIT] === 0) enterPass(fighter)
}

function interruptSquatWait(fighter: Fighter): void {
  if (trySquatWaitList(fighter)) return
  if (standsUp(fighter)) enterSquatRv(fighter)
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
