/**
 * Falling: free (Fall, FallAerial) and helpless (FallSpecial). The pose variants F and B of each are never recorded and
 * not entered here. Source: doldecomp/melee (ftCo_Fall, ftCo_FallAerial, ftCo_FallSpecial).
 */
import { ECB_LOCK_FRAMES } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { clampToDrift, drift, fall, fallAndDrift } from '../movement/air.ts'
import { collideFreely, collideHelplessly } from '../movement/collide.ts'
import type { ActionTable } from './action.ts'
import { changeAction, isOver, KEEP, leaveGround } from './change.ts'
import { ACTION } from './ids.ts'
import { tryAirList } from './interrupts.ts'

// Private variables of FallSpecial.
/** Share of the usual drift. */
const DRIFT_SHARE = 0
/** Frames of landing lag it ends in. */
const LANDING_LAG = 0

export function enterFall(fighter: Fighter): void {
  changeAction(fighter, ACTION.Fall, 0, 1, KEEP.fastFall)
  clampToDrift(fighter)
}

/** Off an edge, or through a platform's end: leaves the ground and falls. */
export function fallOff(fighter: Fighter): void {
  leaveGround(fighter, ECB_LOCK_FRAMES)
  enterFall(fighter)
}

export function enterFallAerial(fighter: Fighter): void {
  changeAction(fighter, ACTION.FallAerial, 0, 1, KEEP.fastFall)
}

export function enterFallSpecial(fighter: Fighter, driftShare: number, landingLag: number): void {
  changeAction(fighter, ACTION.FallSpecial, 0, 1, KEEP.fastFall)
  fighter.stateFloats[DRIFT_SHARE] = driftShare
  fighter.stateInts[LANDING_LAG] = landingLag
}

export function landingLagOfFallSpecial(fighter: Fighter): number {
  return fighter.stateInts[LANDING_LAG]!
}

/** The pose loops. */
function animateFall(fighter: Fighter): void {
  if (!isOver(fighter)) return
  fighter.animationFrame = 0
  fighter.actionFrame = 1
}

function interruptFall(fighter: Fighter): void {
  tryAirList(fighter)
}

function moveHelplessly(fighter: Fighter): void {
  fall(fighter)
  drift(fighter, fighter.stateFloats[DRIFT_SHARE])
}

const free = { animation: animateFall, interrupt: interruptFall, physics: fallAndDrift, collision: collideFreely }

export const FALL_ACTIONS: ActionTable = {
  Fall: free,
  FallAerial: free,
  FallSpecial: { animation: animateFall, physics: moveHelplessly, collision: collideHelplessly },
}
