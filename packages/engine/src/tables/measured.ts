/** What was measured of a fighter besides its attributes and moves; by internal id. */
import type { ActionId, InternalId } from './ids.ts'
import { figuresOf } from './by-fighter.ts'
import type { MeasuredFigures } from './figures.ts'
import { actionName, isWithin } from './actions.ts'

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

/** The figures themselves. */
export const measuredOf = (internalId: InternalId): MeasuredFigures => figuresOf(internalId).measured

/**
 * Counter at which an animation ends or begins again, for those that loop or are usually interrupted; 0 for the others,
 * whose lengths are given in state frames.
 */
export function animationFramesOf(internalId: InternalId, action: ActionId): number {
  return measuredOf(internalId).animationFrames[action] ?? 0
}

/** The side on which a tumbling fighter lands: face down on frames on which its hips point down. */
export function landsFaceUp({ faceDown }: MeasuredFigures, action: ActionId, animationFrame: number): boolean {
  const windows = faceDown[action]
  return windows === undefined || !isWithin(windows, animationFrame)
}

/** The helpless fall or landing in which a special ends. */
export function afterSpecial(internalId: InternalId, action: ActionId): AfterSpecial | undefined {
  return measuredOf(internalId).afterSpecials[actionName(internalId, action) ?? '']
}
