/** What was measured of a fighter beside its attributes and moves; by internal id. */
import type { ActionId, InternalId } from './ids.ts'
import { f } from '../math.ts'
import { figuresOf } from './by-fighter.ts'
import { actionName } from './actions.ts'

/** Taunts: which action is shown to either side, and how long it lasts. */
export interface Appeal {
  readonly right: number
  readonly left: number
  readonly frames: number
}

/**
 * Where an ECB changes by more than a collision step, so that the frame's motion goes in two parts and a landing, or
 * the end of a floor, in the first loses the second (doldecomp/melee mpColl_80043754).
 */
export interface AbruptChanges {
  /** Frame of the backward air attack on which its pose comes all at once. */
  readonly backAirFrame: number
  /** Height of the ECB's bottom above which an air dodge brings it down so far. */
  readonly dodgeBottom: number
  /** Height of its top above which a landing flattens it so far. */
  readonly landingTop: number
}

/** How far from a wall, where the side of its ECB met it, a fighter begins a tech, a leap off it, a bounce. */
export interface WallPlaces {
  readonly tech: number
  readonly leap: number
  readonly bounce: number
}

/** A rolling launch: height of the joint about which the body points along its flight, how far it reaches aside, and how much lower. */
export interface FlyRoll {
  readonly joint: number
  readonly breadth: number
  readonly depth: number
}

export type Bounce = readonly [first: number, last: number]

/** The fall that a special ends in: landing lag, and the share of air drift that is left. */
export interface AfterSpecial {
  readonly landingLag: number
  readonly driftShare?: number
}

const measuredOf = (internalId: InternalId) => figuresOf(internalId).measured

export function appealOf(internalId: InternalId): Appeal {
  return measuredOf(internalId).appeal
}

/** Frames it takes to wake out of a sleep. */
export function wakingFramesOf(internalId: InternalId): number {
  return measuredOf(internalId).wakingFrames
}

/** Counter of RunBrake on which its animation waits; 0 for none. */
export function brakeHoldFrameOf(internalId: InternalId): number {
  return measuredOf(internalId).brakeHoldFrame
}

/** Frame of a down tilt from which on one more A repeats it, whenever it was pressed. */
export function downTiltRepeatOf(internalId: InternalId): number {
  return measuredOf(internalId).downTiltRepeat
}

/**
 * Parts in which the motion of a jump squat's air dodge is tested: two where the ECB changes by more than a collision step. A
 * landing in the first loses the second (a perfect wavedash moves half as far on its first frame).
 */
export function takeoffStepsOf(internalId: InternalId): number {
  return measuredOf(internalId).takeoffSteps
}

/** The same of the quick leap of a ledge jump, which a wall holds off for its first half. */
export function leapStepsOf(internalId: InternalId): number {
  return measuredOf(internalId).leapSteps
}

/** Does it come to lie on its back out of a launch by more than a collision step at once? */
export function isTallOnItsBack(internalId: InternalId): boolean {
  return measuredOf(internalId).isTallOnItsBack
}

export function abruptChangesOf(internalId: InternalId): AbruptChanges {
  return measuredOf(internalId).abruptChanges
}

/** How far the entry rises. */
export function entryHeightOf(internalId: InternalId): number {
  return measuredOf(internalId).entryHeight
}

export function wallPlacesOf(internalId: InternalId): WallPlaces {
  return measuredOf(internalId).wallPlaces
}

export function flyRollOf(internalId: InternalId): FlyRoll {
  return measuredOf(internalId).flyRoll
}

/** First and last counter of DownBound on which the bounce is off the floor. */
export function bounceOf(internalId: InternalId, isFaceUp: boolean): Bounce {
  const { faceUp, faceDown } = measuredOf(internalId).bounce
  return isFaceUp ? faceUp : faceDown
}

/** Distance from the place of hanging on the frames of CliffCatch: away from the stage and up, in pairs. */
export function ledgeSwingOf(internalId: InternalId): Float32Array {
  return Float32Array.from(measuredOf(internalId).ledgeSwing)
}

/** Height above the usual place of hanging on a counter of CliffWait. */
export function ledgeSwayOf(internalId: InternalId, animationFrame: number): number {
  return f(measuredOf(internalId).ledgeSway[animationFrame] ?? 0)
}

/**
 * Counter at which an animation ends or begins again, of those that loop or are usually interrupted; 0 for the others, whose
 * lengths are given in state frames.
 */
export function animationFramesOf(internalId: InternalId, action: ActionId): number {
  return measuredOf(internalId).animationFrames[action] ?? 0
}

/** How fast the animation of a fall runs from when it first leaned: of some the leaning pose advances it a second time. */
export function leaningRateOf(internalId: InternalId, action: ActionId): number {
  return measuredOf(internalId).quickFalls.includes(action) ? 2 : 1
}

/** On which side does a tumbling fighter land? Face down on frames on which its hips point down. */
export function landsFaceUp(internalId: InternalId, action: ActionId, animationFrame: number): boolean {
  const windows = measuredOf(internalId).faceDown[action] ?? []
  for (let i = 0; i < windows.length; i += 2) {
    if (animationFrame >= windows[i]! && animationFrame <= windows[i + 1]!) return false
  }
  return true
}

/** The helpless fall or landing that a special ends in. */
export function afterSpecial(internalId: InternalId, action: ActionId): AfterSpecial | undefined {
  return measuredOf(internalId).afterSpecials[actionName(internalId, action) ?? '']
}
