/** What was measured of a fighter besides its attributes and moves; by internal id. */
import type { ActionId, InternalId } from './ids.ts'
import { f } from '../math.ts'
import { figuresOf } from './by-fighter.ts'
import { actionName } from './actions.ts'

/** Taunts: the action for either side, and its length. */
export interface Appeal {
  readonly right: number
  readonly left: number
  readonly frames: number
}

/**
 * Frames on which an ECB changes by more than a collision step. The frame's motion then has two parts, and a landing or
 * the end of a floor in the first part loses the second (doldecomp/melee mpColl_80043754).
 */
export interface AbruptChanges {
  /** Frame of the back air on which the pose changes this much. */
  readonly backAirFrame: number
  /** Height of the ECB's bottom above which an air dodge lowers it this much. */
  readonly dodgeBottom: number
  /** Height of the ECB's top above which a landing flattens it this much. */
  readonly landingTop: number
}

/** Distance from a wall, where the side of the ECB met it, at which a fighter begins a tech, a wall jump, a bounce. */
export interface WallPlaces {
  readonly tech: number
  readonly leap: number
  readonly bounce: number
}

/**
 * A rolling launch: height of the joint about which the body points along its flight, its reach to the side, and its
 * reach below.
 */
export interface FlyRoll {
  readonly joint: number
  readonly breadth: number
  readonly depth: number
}

export type Bounce = readonly [first: number, last: number]

/** The fall in which a special ends: landing lag, and the share of air drift that remains. */
export interface AfterSpecial {
  readonly landingLag: number
  readonly driftShare?: number
}

const measuredOf = (internalId: InternalId) => figuresOf(internalId).measured

export function appealOf(internalId: InternalId): Appeal {
  return measuredOf(internalId).appeal
}

/** Length of waking from sleep, in frames. */
export function wakingFramesOf(internalId: InternalId): number {
  return measuredOf(internalId).wakingFrames
}

/** Counter of RunBrake on which its animation waits; 0 for none. */
export function brakeHoldFrameOf(internalId: InternalId): number {
  return measuredOf(internalId).brakeHoldFrame
}

/** Frame of a down tilt from which another A repeats it, whenever it was pressed. */
export function downTiltRepeatOf(internalId: InternalId): number {
  return measuredOf(internalId).downTiltRepeat
}

/**
 * Parts in which the motion of an air dodge out of a jump squat is tested: two where the ECB changes by more than a
 * collision step. A landing in the first part loses the second (a perfect wavedash moves half as far on its first
 * frame).
 */
export function takeoffStepsOf(internalId: InternalId): number {
  return measuredOf(internalId).takeoffSteps
}

/** The same for the quick leap of a ledge jump; a wall stops the first half of it. */
export function leapStepsOf(internalId: InternalId): number {
  return measuredOf(internalId).leapSteps
}

/** Whether the ECB changes by more than a collision step as the fighter comes to lie on its back after a launch. */
export function isTallOnItsBack(internalId: InternalId): boolean {
  return measuredOf(internalId).isTallOnItsBack
}

export function abruptChangesOf(internalId: InternalId): AbruptChanges {
  return measuredOf(internalId).abruptChanges
}

/** Height of the entry. */
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

/** Displacement from the hanging place on the frames of CliffCatch: away from the stage and up, in pairs. */
export function ledgeSwingOf(internalId: InternalId): Float32Array {
  return Float32Array.from(measuredOf(internalId).ledgeSwing)
}

/** Height above the usual hanging place by counter of CliffWait. */
export function ledgeSwayOf(internalId: InternalId, animationFrame: number): number {
  return f(measuredOf(internalId).ledgeSway[animationFrame] ?? 0)
}

/**
 * Counter at which an animation ends or begins again, for those that loop or are usually interrupted; 0 for the others,
 * whose lengths are given in state frames.
 */
export function animationFramesOf(internalId: InternalId, action: ActionId): number {
  return measuredOf(internalId).animationFrames[action] ?? 0
}

/** Rate of the animation of a fall since it first leaned: for some falls the leaning pose advances it a second time. */
export function leaningRateOf(internalId: InternalId, action: ActionId): number {
  return measuredOf(internalId).quickFalls.includes(action) ? 2 : 1
}

/** The side on which a tumbling fighter lands: face down on frames on which its hips point down. */
export function landsFaceUp(internalId: InternalId, action: ActionId, animationFrame: number): boolean {
  const windows = measuredOf(internalId).faceDown[action] ?? []
  for (let i = 0; i < windows.length; i += 2) {
    if (animationFrame >= windows[i]! && animationFrame <= windows[i + 1]!) return false
  }
  return true
}

/** The helpless fall or landing in which a special ends. */
export function afterSpecial(internalId: InternalId, action: ActionId): AfterSpecial | undefined {
  return measuredOf(internalId).afterSpecials[actionName(internalId, action) ?? '']
}
