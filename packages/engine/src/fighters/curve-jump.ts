/**
 * Air jumps whose height follows their animation instead of gravity (Peach, Yoshi): first a dip, then a long rise. Drift
 * is as usual. The curves were measured on recordings.
 */
import { changeAction, hasAnimationEnded } from '../actions/change.ts'
import type { ActionCallbacks } from '../actions/action.ts'
import { enterFallAerial } from '../actions/fall.ts'
import { ACTION } from '../actions/ids.ts'
import { tryAirList } from '../actions/interrupts.ts'
import { INPUT, JUMP } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { f } from '../math.ts'
import { drift, fall } from '../movement/air.ts'
import { collideFreely } from '../movement/collide.ts'
import { airJumpCurve } from '../tables/fighters.ts'
import type { FighterOverrides } from './kind.ts'

function enter(fighter: Fighter): void {
  const isForward = f(fighter.stickX * fighter.facing) > JUMP.backward
  fighter.jumpsUsed++
  fighter.tiltYTimer = INPUT.timerEnd
  fighter.selfVx = f(fighter.stickX * fighter.kind.attributes.airJumpHMultiplier)
  changeAction(fighter, isForward ? ACTION.JumpAerialF : ACTION.JumpAerialB)
}

function animate(fighter: Fighter): void {
  if (hasAnimationEnded(fighter)) enterFallAerial(fighter)
}

function interrupt(fighter: Fighter): void {
  tryAirList(fighter)
}

function move(fighter: Fighter): void {
  const { internalId } = fighter.kind
  const curve = airJumpCurve(internalId, fighter.action) ?? airJumpCurve(internalId, ACTION.JumpAerialF)!
  const frame = fighter.actionFrame - 1
  if (frame < curve.length) fighter.selfVy = curve[frame]!
  else fall(fighter)
  drift(fighter)
}

const jump: ActionCallbacks = { animation: animate, interrupt, physics: move, collision: collideFreely }

export const CURVE_JUMP: FighterOverrides = {
  airJump: enter,
  actions: { JumpAerialF: jump, JumpAerialB: jump },
}
