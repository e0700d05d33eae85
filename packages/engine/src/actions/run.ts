/** Run, braking, and turning while running. Source: doldecomp/melee (ftCo_Run, ftCo_RunBrake, ftCo_TurnRun). */
import { ACTION } from '../action-ids.ts'
import { RUN, TURN } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { f } from '../math.ts'
import { runBackOnGround, runOnGround, slow } from '../movement/ground.ts'
import { privates } from '../state/privates.ts'
import { blendFramesOf } from '../tables/blends.ts'
import { actionOf, type ActionTable } from './action.ts'
import { tryAppeal } from './appeal.ts'
import { tryDashAttack } from './attack.ts'
import { tryDashGrab } from './catch.ts'
import { changeAction, hasAnimationEnded, hasLasted, loopAnimation } from './change.ts'
import { stayOrFall, stayOrTeeter, stopAtEdge } from './collide.ts'
import { tryRunningGuard } from './guard.ts'
import { tryRelaxedJump } from './jump.ts'
import { trySpecial } from './special.ts'
import { trySquat } from './squat.ts'
import { enterWait } from './wait.ts'

const Run = privates({
  /** Frames left before a run that came out of a turn may brake or turn. */
  turnLock: 'int',
})
const TurnRun = privates({
  /** The fighter has come to rest and faces the new direction. */
  hasTurned: 'flag',
})
const RunBrake = privates({
  /** The animation no longer waits. */
  hasBraked: 'flag',
})

export function enterRun(fighter: Fighter): void {
  changeAction(fighter, ACTION.Run)
  Run.of(fighter).turnLock = 0
}

function enterRunFromTurn(fighter: Fighter): void {
  changeAction(fighter, ACTION.Run)
  Run.of(fighter).turnLock = RUN.turnLock
  fighter.misc = RUN.turnLock
}

/** The animation loops at a rate that depends on the speed. */
function animateRun(fighter: Fighter): void {
  if (fighter.animationFrame >= blendFramesOf(ACTION.Run)) fighter.posedAs = 0
  loopAnimation(fighter)
  if (Run.of(fighter).turnLock > 0) Run.of(fighter).turnLock--
  fighter.animationRate = f(Math.abs(fighter.groundVelocity) / fighter.kind.attributes.runAnimationScaling)
}

function interruptRun(fighter: Fighter): void {
  if (trySpecial(fighter) || tryDashGrab(fighter) || tryDashAttack(fighter)) return
  if (tryRunningGuard(fighter) || tryAppeal(fighter) || tryRelaxedJump(fighter)) return
  if (Run.of(fighter).turnLock > 0) return
  const along = f(fighter.stickX * fighter.facing)
  if (along <= -TURN.runStick) enterTurnRun(fighter)
  else if (along < RUN.stick) enterRunBrake(fighter)
}

function moveInRun(fighter: Fighter): void {
  runOnGround(fighter, RUN.taper)
}

function enterRunBrake(fighter: Fighter): void {
  changeAction(fighter, ACTION.RunBrake)
  RunBrake.of(fighter).hasBraked = false
}

/** Some animations wait on a frame until the fighter has come to rest. */
function waitForRest(fighter: Fighter): void {
  const { animationFrame, kind } = fighter
  if (
    kind.measured.brakeHoldFrame === 0 ||
    animationFrame < kind.measured.brakeHoldFrame ||
    RunBrake.of(fighter).hasBraked
  )
    return
  if (Math.abs(fighter.groundVelocity) > RUN.restSpeed) {
    fighter.animationRate = 0
  } else {
    fighter.animationRate = 1
    RunBrake.of(fighter).hasBraked = true
  }
}

function animateRunBrake(fighter: Fighter): void {
  waitForRest(fighter)
  if (hasAnimationEnded(fighter) || hasLasted(fighter, fighter.kind.attributes.maxRunBrakeFrames)) enterWait(fighter)
}

function interruptRunBrake(fighter: Fighter): void {
  if (tryRelaxedJump(fighter)) return
  const mayTurn = fighter.animationFrame < actionOf(fighter.kind, ACTION.RunBrake).windows.turnRun
  if (mayTurn && f(fighter.stickX * fighter.facing) <= -TURN.runStick) enterTurnRun(fighter, fighter.animationFrame)
  else trySquat(fighter)
}

function brake(fighter: Fighter): void {
  slow(fighter, fighter.kind.attributes.groundFriction)
}

function enterTurnRun(fighter: Fighter, start = 0): void {
  changeAction(fighter, ACTION.TurnRun, start)
  TurnRun.of(fighter).hasTurned = false
}

/** Half-way the animation waits until the fighter has come to rest; then it turns round. */
function animateTurnRun(fighter: Fighter): void {
  if (hasAnimationEnded(fighter)) {
    if (f(fighter.stickX * fighter.facing) >= RUN.stick) enterRunFromTurn(fighter)
    else enterWait(fighter)
    return
  }
  const isAtTurn = fighter.animationFrame >= actionOf(fighter.kind, ACTION.TurnRun).windows.flip
  if (!isAtTurn || TurnRun.of(fighter).hasTurned) return
  if (fighter.animationRate !== 0) {
    fighter.animationRate = 0
  } else if (f(fighter.groundVelocity * fighter.facingAtStart) <= RUN.restSpeed) {
    fighter.facing = -fighter.facing
    fighter.animationRate = 1
    TurnRun.of(fighter).hasTurned = true
  }
}

function interruptTurnRun(fighter: Fighter): void {
  tryRelaxedJump(fighter)
}

function moveInTurnRun(fighter: Fighter): void {
  if (fighter.stickX * fighter.facingAtStart < 0) runBackOnGround(fighter)
  else brake(fighter)
}

export const RUN_ACTIONS: ActionTable = {
  Run: { animation: animateRun, interrupt: interruptRun, physics: moveInRun, collision: stayOrFall },
  RunDirect: { animation: animateRun, interrupt: interruptRun, physics: moveInRun, collision: stayOrFall },
  RunBrake: { animation: animateRunBrake, interrupt: interruptRunBrake, physics: brake, collision: stayOrTeeter },
  TurnRun: { animation: animateTurnRun, interrupt: interruptTurnRun, physics: moveInTurnRun, collision: stopAtEdge },
}
