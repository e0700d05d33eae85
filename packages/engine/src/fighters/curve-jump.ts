/**
 * Air jumps whose height follows their animation instead of gravity (Peach, Yoshi): first a dip, then a long rise. Drift
 * is as usual. The curves were measured on recordings.
 */
import { changeAction, hasAnimationEnded, useAirJump } from '../actions/change.ts'
import { collideFreely } from '../actions/collide.ts'
import { enterFallAerial } from '../actions/fall.ts'
import { AIR_LIST, choose } from '../actions/interrupts.ts'
import type { Fighter } from '../fighter.ts'
import { f } from '../math.ts'
import { drift, fall } from '../movement/air.ts'
import { airJumpCurve } from '../tables/fighters.ts'

export function startCurveJump(fighter: Fighter, action: number): void {
  useAirJump(fighter)
  fighter.selfVx = f(fighter.stickX * fighter.kind.attributes.airJumpHMultiplier)
  changeAction(fighter, action)
}

function animate(fighter: Fighter): void {
  if (hasAnimationEnded(fighter)) enterFallAerial(fighter)
}

function interrupt(fighter: Fighter): void {
  choose(fighter, AIR_LIST)
}

function move(fighter: Fighter): void {
  const { internalId } = fighter.kind
  const curve = airJumpCurve(internalId, fighter.action)!
  const frame = fighter.actionFrame - 1
  if (frame < curve.length) fighter.selfVy = curve[frame]!
  else fall(fighter)
  drift(fighter)
}

export const CURVE_JUMP = { animation: animate, interrupt, physics: move, collision: collideFreely }
