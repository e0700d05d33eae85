/**
 * Falling: free (Fall, FallAerial) and helpless (FallSpecial). The pose variants F and B of each are never recorded and
 * not entered here. Source: doldecomp/melee (ftCo_Fall, ftCo_FallAerial, ftCo_FallSpecial).
 */
import { ECB_LOCK_FRAMES } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { f } from '../math.ts'
import { clampToDrift, drift, fall, fallAndDrift } from '../movement/air.ts'
import { collideFreely, collideHelplessly } from '../movement/collide.ts'
import type { ActionTable } from './action.ts'
import { changeAction, KEEP, leaveGround, loopAnimation } from './change.ts'
import { ACTION } from './ids.ts'
import { tryAirList } from './interrupts.ts'

// Private variables of FallSpecial.
/** Greatest speed that the stick drifts to, 0 for the usual one. */
const MOBILITY = 0
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

/** `mobility` is the share of the usual drift that is left; given none, the fall is as free to drift as any other. */
export function enterFallSpecial(fighter: Fighter, landingLag: number, mobility = 0): void {
  changeAction(fighter, ACTION.FallSpecial, 0, 1, KEEP.fastFall)
  fighter.stateFloats[MOBILITY] = f(fighter.kind.attributes.airDriftMax * mobility)
  fighter.stateInts[LANDING_LAG] = landingLag
}

export function landingLagOfFallSpecial(fighter: Fighter): number {
  return fighter.stateInts[LANDING_LAG]!
}

function interruptFall(fighter: Fighter): void {
  tryAirList(fighter)
}

/** A fall of limited drift gets as fast by itself as a fast fall. */
function moveHelplessly(fighter: Fighter): void {
  const { terminalVelocity, fastFallVelocity, airDriftMax } = fighter.kind.attributes
  const mobility = fighter.stateFloats[MOBILITY]!
  fall(fighter, mobility > 0 ? fastFallVelocity : terminalVelocity)
  drift(fighter, mobility > 0 ? mobility : airDriftMax)
}

const free = { animation: loopAnimation, interrupt: interruptFall, physics: fallAndDrift, collision: collideFreely }

export const FALL_ACTIONS: ActionTable = {
  Fall: free,
  FallAerial: free,
  FallSpecial: { animation: loopAnimation, physics: moveHelplessly, collision: collideHelplessly },
}
