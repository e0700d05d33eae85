/**
 * Falling: free (Fall, FallAerial) and helpless (FallSpecial). The pose variants F and B of each are never recorded and
 * not entered here. Source: doldecomp/melee (ftCo_Fall, ftCo_FallAerial, ftCo_FallSpecial).
 */
import { ECB_LOCK_FRAMES, FALL_LEAN } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { f } from '../math.ts'
import { clampToDrift, drift, fall, fallAndDrift } from '../movement/air.ts'
import { collideFreely, collideHelplessly } from '../movement/collide.ts'
import type { ActionTable } from './action.ts'
import { changeAction, KEEP, leaveGround, loopAnimation } from './change.ts'
import { beginWord, wholeWord } from './first-word.ts'
import { ACTION } from './ids.ts'
import { tryAirList } from './interrupts.ts'
import { isSoftLanding, land, landWithLag } from './landing.ts'
import { enterWait } from './wait.ts'

// Private variables of FallSpecial.
/** Fastest drift of a hindered fall, as a share of the usual; 0 for any other. */
const DRIFT_SHARE = 0
/** Frames of landing lag it ends in. */
const LANDING_LAG = 0
/** Lands with that lag however softly. */
const IS_HARD = 1

export function enterFall(fighter: Fighter): void {
  changeAction(fighter, ACTION.Fall, 0, 1, KEEP.fastFall)
  clampToDrift(fighter)
}

/** Off an edge, or through a platform's end: leaves the ground and falls. */
export function fallOff(fighter: Fighter): void {
  leaveGround(fighter, ECB_LOCK_FRAMES)
  enterFall(fighter)
}

/** Out of what was done on the ground or in the air alike. */
export function standOrFall(fighter: Fighter): void {
  if (fighter.isAirborne) enterFall(fighter)
  else enterWait(fighter)
}

/** Out of an air jump; unlike out of a ground jump a fast fall ends here. */
export function enterFallAerial(fighter: Fighter): void {
  changeAction(fighter, ACTION.FallAerial)
}

/** How a helpless fall goes on: drift, fall and landing are a free fall's, but for those that are hindered. */
export interface Helplessness {
  readonly landingLag: number
  /** Hindered: falls up to the speed of a fast fall, drifts no faster than this share of the usual, and never lands softly. */
  readonly driftShare?: number
  /** Never lands softly either, but falls and drifts as usual. All others' landings may be cut short. */
  readonly isHard?: boolean
}

export function enterFallSpecial(fighter: Fighter, { landingLag, driftShare, isHard }: Helplessness): void {
  changeAction(fighter, ACTION.FallSpecial, 0, 1, KEEP.fastFall)
  fighter.jumpsUsed = fighter.kind.attributes.maxJumps
  fighter.jumpsUsed = fighter.kind.attributes.maxJumps
  fighter.stateFloats[DRIFT_SHARE] = driftShare ?? 0
  fighter.stateInts[LANDING_LAG] = landingLag
  fighter.stateInts[IS_HARD] = isHard || driftShare !== undefined ? 1 : 0
}

function isHindered(fighter: Fighter): boolean {
  return fighter.stateFloats[DRIFT_SHARE]! > 0
}

/**
 * A touch-down out of a helpless fall. Unless it is a hard one, a soft one shows no more than any other's, and its landing
 * may be cut short.
 */
export function landHelplessly(fighter: Fighter): void {
  const isHard = fighter.stateInts[IS_HARD] === 1
  if (isHard || !isSoftLanding(fighter)) landWithLag(fighter, fighter.stateInts[LANDING_LAG]!, !isHard)
  else land(fighter)
}

function interruptFall(fighter: Fighter): void {
  tryAirList(fighter)
}

function moveHelplessly(fighter: Fighter): void {
  const { terminalVelocity, fastFallVelocity, airDriftMax } = fighter.kind.attributes
  if (isHindered(fighter)) {
    fall(fighter, fastFallVelocity)
    drift(fighter, f(airDriftMax * fighter.stateFloats[DRIFT_SHARE]!))
  } else {
    fall(fighter, terminalVelocity)
    drift(fighter)
  }
}

/** The pose leans the way the fighter drifts; recordings tell it by the number of its animation. */
function animateFall(fighter: Fighter): void {
  loopAnimation(fighter)
  const share = f(fighter.selfVx / fighter.kind.attributes.airDriftMax)
  const lean = Math.abs(share) <= FALL_LEAN ? 0 : share * fighter.facing > 0 ? 1 : 2
  beginWord(fighter, fighter.action)
  fighter.misc += wholeWord(lean)
}

const free = { animation: animateFall, interrupt: interruptFall, physics: fallAndDrift, collision: collideFreely }

export const FALL_ACTIONS: ActionTable = {
  Fall: free,
  FallAerial: free,
  FallSpecial: { animation: animateFall, physics: moveHelplessly, collision: collideHelplessly },
}
