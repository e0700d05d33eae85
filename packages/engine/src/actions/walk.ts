/**
 * Walk, in three animations by speed. The animation's rate depends on the speed; releasing the stick ends in Wait.
 * Source: doldecomp/melee (ftCo_Walk), speeds fitted on recordings.
 */
import { ACTION } from '../action-ids.ts'
import { TEETER_STICK, WALK } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { f } from '../math.ts'
import { walkOnGround } from '../movement/ground.ts'
import { actionOf, type ActionTable } from './action.ts'
import { changeAction, loopAnimation, stepAnimation } from './change.ts'
import { stayOrTeeter } from './collide.ts'
import { choose, WALK_LIST } from './interrupts.ts'
import { asksForWalk } from './motion-input.ts'
import { enterWait } from './wait.ts'

/** The walk that corresponds to the present speed. */
export function walkBySpeed(fighter: Fighter): number {
  const { walkMaxVel } = fighter.kind.attributes
  const speed = Math.abs(fighter.groundVelocity)
  if (speed >= f(walkMaxVel * WALK.fast)) return ACTION.WalkFast
  return speed >= f(walkMaxVel * WALK.middle) ? ACTION.WalkMiddle : ACTION.WalkSlow
}

function enterWalk(fighter: Fighter): void {
  changeAction(fighter, walkBySpeed(fighter))
  stepAnimation(fighter)
}

export function tryWalk(fighter: Fighter): boolean {
  if (!asksForWalk(fighter)) return false
  enterWalk(fighter)
  return true
}

/** At an edge only a stick that would walk off it starts a walk. In a recording a stick at 0.7375 does not. */
export function tryWalkOff(fighter: Fighter): boolean {
  return f(fighter.stickX * fighter.facing) >= TEETER_STICK && tryWalk(fighter)
}

/** The rate of a walk's animation; 0 when walking backward. */
export function walkingRate(fighter: Fighter, walk: number): number {
  const { slowWalkMax, midWalkPoint, fastWalkMin } = fighter.kind.attributes
  const speed = f(fighter.groundVelocity * fighter.facing)
  const reference = walk === ACTION.WalkFast ? fastWalkMin : walk === ACTION.WalkMiddle ? midWalkPoint : slowWalkMax
  return speed > 0 ? f(speed / reference) : 0
}

/** The phase of the step carries over from one walk to the next, which takes its first step at its own rate. */
function animateWalk(fighter: Fighter): void {
  const action = walkBySpeed(fighter)
  loopAnimation(fighter)
  if (action !== fighter.action) {
    const phase = f(fighter.animationFrame / fighter.state.animationFrames)
    changeAction(fighter, action, Math.floor(f(phase * actionOf(fighter.kind, action).animationFrames)))
    stepAnimation(fighter)
    return
  }
  fighter.animationRate = walkingRate(fighter, fighter.action)
}

/** Recordings show the rate that the stick's own speed would have. */
function moveInWalk(fighter: Fighter): void {
  walkOnGround(fighter)
  fighter.misc = f(f(fighter.stickX * fighter.kind.attributes.walkMaxVel) * WALK.shownShare)
}

function interruptWalk(fighter: Fighter): void {
  if (choose(fighter, WALK_LIST)) return
  if (f(fighter.stickX * fighter.facing) < WALK.stick) enterWait(fighter)
}

const walk = { animation: animateWalk, interrupt: interruptWalk, physics: moveInWalk, collision: stayOrTeeter }

export const WALK_ACTIONS: ActionTable = { WalkSlow: walk, WalkMiddle: walk, WalkFast: walk }
