/**
 * Dash: the burst that starts a run, with its own interrupts by frame. A dash that is interrupted loses three quarters
 * of its speed ("cut"), except by a jump. Source: doldecomp/melee (ftCo_Dash); cut and first speeds checked on
 * recordings.
 */
import { DASH, INPUT, RUN } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { f, fma } from '../math.ts'
import { privates } from '../state/privates.ts'
import { stayOrFall } from './collide.ts'
import { runOnGround, setMotion } from '../movement/ground.ts'
import type { ActionTable } from './action.ts'
import { tryAppeal } from './appeal.ts'
import { tryDashAttack, tryForwardSmashOutOfDash } from './attack.ts'
import { tryDashGrab } from './catch.ts'
import { changeAction, stepAnimation } from './change.ts'
import { tryGuard, tryGuardRoll, tryRunningGuard } from './guard.ts'
import { ACTION } from '../action-ids.ts'
import { tryDashItemThrow } from './item-throw.ts'
import { tryRelaxedJump } from './jump.ts'
import { trySideSpecial } from './special.ts'
import { enterRun } from './run.ts'
import { enterSmashTurn } from './turn.ts'
import { enterWait } from './wait.ts'

const Dash = privates({
  /** Not entered from a turn: a fresh dash cannot be reversed at first. */
  isFresh: 'flag',
  /** The burst's contribution to the speed at the end of its first frame. */
  burst: 'float',
})

export function enterDash(fighter: Fighter, isFresh: boolean): void {
  const speed = f(fighter.kind.attributes.dashInitialVelocity * fighter.facing)
  changeAction(fighter, ACTION.Dash)
  stepAnimation(fighter)
  const isBackward = fighter.groundVelocity * fighter.facing < 0
  Dash.of(fighter).burst = isBackward ? speed : f(speed - fighter.groundVelocity)
  fighter.tiltXTimer = INPUT.timerEnd
  Dash.of(fighter).isFresh = isFresh
}

/** A flick to the side dashes; backward the fighter turns first. */
export function tryDash(fighter: Fighter): boolean {
  if (Math.abs(fighter.stickX) < DASH.stick || fighter.tiltXTimer >= DASH.tiltFrames) return false
  if (fighter.stickX * fighter.facing > 0) enterDash(fighter, true)
  else enterSmashTurn(fighter)
  return true
}

/** Out of a turn, with the stick still on that side. */
export function tryDashOutOfTurn(fighter: Fighter): boolean {
  if (f(fighter.stickX * -fighter.facingAtStart) < DASH.stick) return false
  enterDash(fighter, false)
  return true
}

function cut(fighter: Fighter): void {
  const friction = fighter.match.terrain.friction[fighter.floorLine]!
  fighter.groundVelocity = fma(-f(fighter.groundVelocity * DASH.cut), friction, fighter.groundVelocity)
}

function animateDash(fighter: Fighter): void {
  if (fighter.animationFrame < fighter.kind.attributes.dashAnimationFrames) return
  enterWait(fighter)
}

function isFlick(fighter: Fighter): boolean {
  return Math.abs(fighter.stickX) >= DASH.stick && fighter.tiltXTimer < DASH.tiltFrames
}

function interruptDash(fighter: Fighter): void {
  const frame = fighter.animationFrame
  const along = f(fighter.stickX * fighter.facing)
  if (Dash.of(fighter).isFresh && frame <= DASH.earlyFrames) {
    if (trySideSpecial(fighter)) {
      cut(fighter)
      return
    }
    if (tryDashItemThrow(fighter, true)) {
      cut(fighter)
      return
    }
    if (tryDashGrab(fighter)) return
    if (tryForwardSmashOutOfDash(fighter) || (frame <= DASH.rollFrames && tryGuardRoll(fighter))) {
      cut(fighter)
      return
    }
  } else if (frame <= DASH.lateFrame) {
    if (trySideSpecial(fighter)) {
      cut(fighter)
      return
    }
    if (tryDashGrab(fighter) || tryDashAttack(fighter)) return
    if (along < 0 && isFlick(fighter)) {
      enterSmashTurn(fighter)
      cut(fighter)
      return
    }
    if (tryGuard(fighter)) {
      cut(fighter)
      return
    }
  } else {
    if (tryDashGrab(fighter)) return
    if (isFlick(fighter)) {
      if (along < 0) enterSmashTurn(fighter)
      else enterDash(fighter, true)
      cut(fighter)
      return
    }
    if (tryRunningGuard(fighter)) {
      cut(fighter)
      return
    }
  }
  if (tryAppeal(fighter)) {
    cut(fighter)
    return
  }
  if (tryRelaxedJump(fighter)) return
  if (frame >= fighter.kind.attributes.firstDashFrameRunAllowed && along >= RUN.stick) enterRun(fighter)
}

/** The burst moves the fighter from the second frame on; the first keeps the speed from before. */
function moveInDash(fighter: Fighter): void {
  if (fighter.actionFrame > 1) {
    runOnGround(fighter, 0)
    return
  }
  setMotion(fighter)
  fighter.groundVelocity = f(fighter.groundVelocity + Dash.of(fighter).burst)
}

export const DASH_ACTIONS: ActionTable = {
  Dash: { animation: animateDash, interrupt: interruptDash, physics: moveInDash, collision: stayOrFall },
}
