/**
 * Falling: free (Fall, FallAerial) and helpless (FallSpecial). The pose variants F and B of each are never recorded and
 * not entered here. Source: doldecomp/melee (ftCo_Fall, ftCo_FallAerial, ftCo_FallSpecial).
 */
import { ECB_LOCK_FRAMES } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { clampToDrift, drift, fall, fallAndDrift } from '../movement/air.ts'
import { collideFreely, collideHelplessly } from '../movement/collide.ts'
import type { ActionTable } from './action.ts'
import { changeAction, KEEP, leaveGround, loopAnimation } from './change.ts'
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

/** Out of an air jump; unlike out of a ground jump a fast fall ends here. */
export function enterFallAerial(fighter: Fighter): void {
  changeAction(fighter, ACTION.FallAerial)
}

export function enterFallSpecial(fighter: Fighter, driftShare: number, landingLag: number): void {
  changeAction(fighter, ACTION.FallSpecial, 0, 1, KEEP.fastFall)
  fighter.stateFloats[DRIFT_SHARE] = driftShare
  fighter.stateInts[LANDING_LAG] = landingLag
}

export function landingLagOfFallSpecial(fighter: Fighter): number {
  return fighter.stateInts[LANDING_LAG]!
}

function interruptFall(fighter: Fighter): void {
  tryAirList(fighter)
}

function moveHelplessly(fighter: Fighter): void {
  fall(fighter)
  drift(fighter, fighter.stateFloats[DRIFT_SHARE])
}

const free = { animation: loopAnimation, interrupt: interruptFall, physics: fallAndDrift, collision: collideFreely }

export const FALL_ACTIONS: ActionTable = {
  Fall: free,
  FallAerial: free,
  FallSpecial: { animation: loopAnimation, physics: moveHelplessly, collision: collideHelplessly },
}
