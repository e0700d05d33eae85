/** Fighters whose diamond changes so much on a frame that the game tests its motion in two parts, as recorded; by internal id. */

/**
 * Fighters whose diamond changes by more than a collision step from the jump squat to the air dodge: the motion of that
 * frame is then tested in two parts, and a landing in the first loses the second (a perfect wavedash moves half as far
 * on its first frame). Seen on all 138 such frames of Donkey Kong, Sheik and Marth and on none of the others'.
 */
const TWO_STEP_TAKEOFFS: ReadonlySet<number> = new Set([3, 7, 18, 26])

export function takeoffStepsOf(internalId: number): number {
  return TWO_STEP_TAKEOFFS.has(internalId) ? 2 : 1
}

/** The same of the quick leap of a ledge jump, which a wall holds off for its first half (18 of 18 recorded, and none of 29 others). */
const TWO_STEP_LEAPS: ReadonlySet<number> = new Set([2, 25])

export function leapStepsOf(internalId: number): number {
  return TWO_STEP_LEAPS.has(internalId) ? 2 : 1
}

/**
 * Who comes to lie on its back out of a launch by more than a collision step at once: the tall (11 of 11 recorded slides off an edge), and
 * none of 36 others.
 */
const TALL_ON_THEIR_BACKS: ReadonlySet<number> = new Set([2, 9, 14, 25])

export function isTallOnItsBack(internalId: number): boolean {
  return TALL_ON_THEIR_BACKS.has(internalId)
}

/**
 * Where else a diamond changes by more than a collision step, so that the frame's motion goes in two parts and a landing, or
 * the end of a floor, in the first loses the second (doldecomp/melee mpColl_80043754).
 */
export interface AbruptChanges {
  /** Frame of the backward air attack on which its pose comes all at once. */
  readonly backAirFrame: number
  /** Height of the diamond's bottom above which an air dodge brings it down so far. */
  readonly dodgeBottom: number
  /** Height of its top above which a landing flattens it so far. */
  readonly landingTop: number
}

const NO_CHANGES: AbruptChanges = { backAirFrame: -1, dodgeBottom: Infinity, landingTop: Infinity }
const ABRUPT_CHANGES: Readonly<Record<number, Partial<AbruptChanges>>> = {
  // Landings of the backward air attack as the arm is drawn in (3 of 3 recorded).
  2: { backAirFrame: 24 },
  // Out of the air jump with its legs drawn up (5 of 6 recorded, and none of 6 from lower ones).
  14: { dodgeBottom: 5.5 },
  // Slides off an edge right after a landing: upward air attacks (2 of 2, and one of a lower pose goes on), an air dodge.
  1: { landingTop: 11.5 },
  18: { landingTop: 14 },
}

export function abruptChangesOf(internalId: number): AbruptChanges {
  return { ...NO_CHANGES, ...ABRUPT_CHANGES[internalId] }
}
