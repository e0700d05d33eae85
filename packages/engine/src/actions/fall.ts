/**
 * Falling: free (Fall, FallAerial) and helpless (FallSpecial). Recordings never show the pose variants F and B of each,
 * and the engine does not enter them. Source: doldecomp/melee (ftCo_Fall, ftCo_FallAerial, ftCo_FallSpecial).
 */
import { ACTION } from '../action-ids.ts'
import type { CollisionBody } from '../collision/body.ts'
import { holdsDown, landsOn } from '../collision/fighter-body.ts'
import { ECB_LOCK_FRAMES, FALL_LEAN } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { f } from '../math.ts'
import { clampToDrift, drift, fall, fallAndDrift } from '../movement/air.ts'
import { privates } from '../state/privates.ts'
import { ecbStepOf } from '../tables/ecb.ts'
import { actionOf, type ActionTable } from './action.ts'
import { changeAction, KEEP, leaveGround, loopAnimation } from './change.ts'
import { collideFreely, tryLedge } from './collide.ts'
import { beginWord, wholeWord } from './first-word.ts'
import { AIR_LIST, openTo } from './interrupts.ts'
import { isSoftLanding, land, landWithLag } from './landing.ts'
import { enterWait } from './wait.ts'

const Falling = privates({
  /** Greatest drift of a hindered fall, as a share of the usual; 0 for any other fall. */
  driftShare: 'float',
  /** How far it leans, fully at 1; and its direction: 1 forward, -1 back, 0 none while it is upright meanwhile. */
  lean: 'float',
  leanSide: 'int',
  /** How far the pose leans on this frame. */
  leanShown: 'float',
  /** Frames of the landing lag in which it ends. */
  landingLag: 'int',
  /** Lands with that lag at any speed. */
  isHard: 'flag',
})

function standUpright(fighter: Fighter): void {
  Falling.of(fighter).lean = 0
  Falling.of(fighter).leanSide = 0
}

export function enterFall(fighter: Fighter): void {
  changeAction(fighter, ACTION.Fall, 0, 1, KEEP.fastFall)
  standUpright(fighter)
  clampToDrift(fighter)
}

/** Off an edge, or through a platform's end: leaves the ground and falls. */
export function fallOff(fighter: Fighter): void {
  leaveGround(fighter, ECB_LOCK_FRAMES)
  enterFall(fighter)
}

/** Out of an action on the ground or in the air. */
export function standOrFall(fighter: Fighter): void {
  if (fighter.isAirborne) enterFall(fighter)
  else enterWait(fighter)
}

/** Out of an air jump; unlike out of a ground jump, a fastfall ends here. */
export function enterFallAerial(fighter: Fighter): void {
  changeAction(fighter, ACTION.FallAerial)
  standUpright(fighter)
}

/** How a helpless fall continues: drift, fall and landing are those of a free fall, except where a move limits them. */
export interface Helplessness {
  readonly landingLag: number
  /**
   * Hindered: falls at up to fastfall speed, drifts at up to this share of the usual speed, and always lands with lag.
   */
  readonly driftShare?: number
  /** Always lands with lag, too, but falls and drifts as usual. The landings of all others may be interrupted. */
  readonly isHard?: boolean
}

export function enterFallSpecial(fighter: Fighter, { landingLag, driftShare, isHard }: Helplessness): void {
  changeAction(fighter, ACTION.FallSpecial, 0, 1, KEEP.fastFall)
  fighter.jumpsUsed = fighter.kind.attributes.maxJumps
  standUpright(fighter)
  Falling.of(fighter).driftShare = driftShare ?? 0
  Falling.of(fighter).landingLag = landingLag
  Falling.of(fighter).isHard = isHard || driftShare !== undefined
}

function isHindered(fighter: Fighter): boolean {
  return Falling.of(fighter).driftShare > 0
}

/**
 * A touch-down out of a helpless fall. Unless the fall forces lag, a soft one shows no landing, as for any fall, and
 * its landing may be interrupted.
 */
export function landHelplessly(fighter: Fighter): void {
  const { isHard, landingLag } = Falling.of(fighter)
  if (isHard || !isSoftLanding(fighter)) landWithLag(fighter, landingLag, !isHard)
  else land(fighter)
}

function moveHelplessly(fighter: Fighter): void {
  if (!isHindered(fighter)) {
    fallAndDrift(fighter)
    return
  }
  fall(fighter, true)
  drift(fighter, f(fighter.kind.attributes.airDriftMax * Falling.of(fighter).driftShare))
}

/**
 * The pose leans in the direction of drift, by the part of the drift's speed above a tenth of it. Without drift it is
 * upright, and how far it leaned fades. Recordings show the direction as the number of the animation
 * (ftCo_Fall_Anim_Inner).
 */
function animateFall(fighter: Fighter): void {
  const { action, facing, selfVx, kind } = fighter
  loopAnimation(fighter)
  const share = Math.min(1, Math.abs(f(selfVx / kind.attributes.airDriftMax)))
  const side = share <= FALL_LEAN.least ? 0 : selfVx * facing > 0 ? 1 : -1
  if (side !== 0) fighter.animationRate = kind.measured.quickFalls.includes(action) ? 2 : 1
  const falling = Falling.of(fighter)
  const full = side === 0 ? 0 : (share - FALL_LEAN.least) / (1 - FALL_LEAN.least)
  falling.lean += FALL_LEAN.speed * (full - falling.lean)
  // On the frame on which the side changes, the leaning pose is mixed in twice.
  const rest = 1 - falling.lean
  falling.leanShown = 1 - (side === falling.leanSide ? rest : rest * rest)
  falling.leanSide = side
  beginWord(fighter, action)
  fighter.misc += wholeWord(side < 0 ? 2 : side)
}

/** The pose toward which a fall leans: the two ids after the fall's own lean forward and back. */
function leaningPose(fighter: Fighter): number {
  return fighter.action + (Falling.of(fighter).leanSide > 0 ? 1 : 2)
}

/** A fall that leans has an ECB between the upright one and that of the full lean, which hardly changes. */
export function leanOver(fighter: Fighter, body: CollisionBody): void {
  const { kind, state } = fighter
  if (!fighter.isAirborne || Falling.of(fighter).leanSide === 0) return
  const toward = leaningPose(fighter)
  const share = Falling.of(fighter).leanShown
  const steps = actionOf(kind, toward).ecbSteps
  const bottom = steps.bottom[ecbStepOf(steps, fighter)]!
  body.bottom = f(Math.max(0, body.bottom + share * (bottom - body.bottom)))
  const leaning = state.ecbPoses && actionOf(kind, toward).ecbPoses
  if (!leaning) return
  body.top = f(body.top + share * (leaning.top[0]! - body.top))
  body.left = f(body.left + share * (leaning.ahead[0]! - body.left))
  body.right = f(body.right + share * (leaning.ahead[0]! - body.right))
}

/** Helpless: as free, but landing costs its lag. */
function collideHelplessly(fighter: Fighter): void {
  if (landsOn(fighter, holdsDown(fighter))) landHelplessly(fighter)
  else tryLedge(fighter)
}

const free = {
  animation: animateFall,
  interrupt: openTo(AIR_LIST),
  physics: fallAndDrift,
  collision: collideFreely,
  shapeEcb: leanOver,
}

export const FALL_ACTIONS: ActionTable = {
  Fall: free,
  FallAerial: free,
  FallSpecial: { animation: animateFall, physics: moveHelplessly, collision: collideHelplessly, shapeEcb: leanOver },
}
