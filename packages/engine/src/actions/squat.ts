/** Crouching: down, staying down, and up again. Source: doldecomp/melee (ftCo_Squat, ftCo_SquatWait, ftCo_SquatRv). */
import { ACTION } from '../action-ids.ts'
import { PASS } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { crouchRelease } from '../input/ucf.ts'
import { stopOnGround } from '../movement/ground.ts'
import { privates } from '../state/privates.ts'
import type { ActionTable } from './action.ts'
import { changeAction, hasAnimationEnded, loopAnimation, stepAnimation } from './change.ts'
import { stayOrFall } from './collide.ts'
import { wholeWord } from './first-word.ts'
import { choose, openTo, SQUAT_LIST, SQUAT_RV_LIST, SQUAT_WAIT_LIST } from './interrupts.ts'
import { asksForPass, asksForSquat } from './motion-input.ts'
import { enterPass } from './pass.ts'
import { enterWait } from './wait.ts'

const Squat = privates({
  /** Frames until the requested platform drop, 0 for none. */
  passWait: 'int',
})

export function enterSquat(fighter: Fighter): void {
  changeAction(fighter, ACTION.Squat)
  stepAnimation(fighter)
  Squat.of(fighter).passWait = 0
}

/** Crouched already: the end of a landing with the stick held down. */
export function enterSquatWait(fighter: Fighter): void {
  changeAction(fighter, ACTION.SquatWait)
}

export function trySquat(fighter: Fighter): boolean {
  if (!asksForSquat(fighter)) return false
  enterSquat(fighter)
  return true
}

/** The first free frame of a landing: a stick held down crouches at once. */
export function trySquatWait(fighter: Fighter): boolean {
  if (!asksForSquat(fighter)) return false
  enterSquatWait(fighter)
  return true
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

/** A platform drop requested on the way down follows after some frames. */
function interruptSquat(fighter: Fighter): void {
  if (choose(fighter, SQUAT_LIST)) return
  if (Squat.of(fighter).passWait === 0) {
    if (!asksForPass(fighter)) return
    Squat.of(fighter).passWait = PASS.delay
    fighter.misc = wholeWord(1)
    return
  }
  Squat.of(fighter).passWait--
  if (Squat.of(fighter).passWait === 0) enterPass(fighter)
}

function interruptSquatWait(fighter: Fighter): void {
  if (choose(fighter, SQUAT_WAIT_LIST)) return
  if (standsUp(fighter)) enterSquatRv(fighter)
}

function animateSquatRv(fighter: Fighter): void {
  if (hasAnimationEnded(fighter)) enterWait(fighter)
}

const onGround = { physics: stopOnGround, collision: stayOrFall }

export const SQUAT_ACTIONS: ActionTable = {
  Squat: { animation: animateSquat, interrupt: interruptSquat, ...onGround },
  SquatWait: { animation: loopAnimation, interrupt: interruptSquatWait, ...onGround },
  SquatRv: { animation: animateSquatRv, interrupt: openTo(SQUAT_RV_LIST), ...onGround },
}
