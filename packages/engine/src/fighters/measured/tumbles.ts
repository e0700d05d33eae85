/** Launches and tumbles as they meet the floor: the joint of a rolling one, the side of a landing, the bounce; by internal id. */
import { ACTION } from '../../action-ids.ts'
import { attributesOf, bodySizeOf } from '../../tables/fighters.ts'

/** A rolling launch: height of the joint about which the body points along its flight, how far it reaches aside, and how much lower. */
export interface FlyRoll {
  readonly joint: number
  readonly breadth: number
  readonly depth: number
}

/**
 * For a model as large as the world, within a unit: landings of Fox (2), Falco, Captain Falcon (2) and Marth, and 90 frames of theirs near a floor
 * on which they fall on. Others: as high as they are tall.
 */
const FLY_ROLLS: Readonly<Record<number, FlyRoll>> = {
  1: { joint: 8.3, breadth: 1.95, depth: 0.5 },
  2: { joint: 15.4, breadth: 3, depth: 0.5 },
  18: { joint: 15.2, breadth: 3, depth: 0.5 },
  22: { joint: 8.3, breadth: 1.95, depth: 0.5 },
  25: { joint: 15.4, breadth: 3, depth: 0.5 },
  26: { joint: 15.2, breadth: 3, depth: 0.5 },
}

export function flyRollOf(internalId: number): FlyRoll {
  const roll = FLY_ROLLS[internalId]
  if (!roll) return { joint: bodySizeOf(internalId).top, breadth: 2, depth: 0.5 }
  const { modelScaling } = attributesOf(internalId)
  const { joint, breadth, depth } = roll
  return { joint: joint * modelScaling, breadth: breadth * modelScaling, depth: depth * modelScaling }
}

/** First and last counter of DownBound, face up and face down, on which the bounce is off the floor. */
interface Bounce {
  readonly up: readonly [first: number, last: number]
  readonly down: readonly [first: number, last: number]
}

const USUAL_BOUNCE: Bounce = { up: [4, 21], down: [4, 21] }
const BOUNCES: Readonly<Record<number, Bounce>> = {
  0: { up: [1, 21], down: [1, 21] },
  1: { up: [4, 21], down: [2, 21] },
  2: USUAL_BOUNCE,
  3: { up: [2, 21], down: [2, 21] },
  5: { up: [5, 16], down: [7, 16] },
  7: { up: [4, 22], down: [4, 22] },
  8: { up: [1, 21], down: [1, 21] },
  9: { up: [7, 17], down: [5, 17] },
  10: { up: [7, 22], down: [1, 22] },
  11: { up: [7, 22], down: [1, 22] },
  13: { up: [3, 21], down: [4, 21] },
  14: { up: [3, 20], down: [3, 20] },
  15: { up: [1, 16], down: [2, 16] },
  17: { up: [1, 21], down: [1, 21] },
  18: { up: [2, 21], down: [2, 21] },
  19: { up: [4, 18], down: [4, 18] },
  20: { up: [1, 20], down: [3, 20] },
  21: { up: [1, 21], down: [1, 21] },
  22: { up: [3, 21], down: [2, 21] },
  23: { up: [1, 17], down: [1, 17] },
  24: { up: [7, 24], down: [6, 24] },
  25: { up: [3, 21], down: [3, 21] },
  26: { up: [3, 21], down: [2, 21] },
}

export function bounceOf(internalId: number, isFaceUp: boolean): readonly [first: number, last: number] {
  const bounce = BOUNCES[internalId] ?? USUAL_BOUNCE
  return isFaceUp ? bounce.up : bounce.down
}

/** First and last animation frames, in pairs, on which the hips of a tumbling fighter point down. */
type FaceDown = readonly number[]
const ON = Infinity
const NEVER: FaceDown = []
const MARIO_TOP: FaceDown = [14, 25, 33, 40, 50, ON]
const MARTH_LOW: FaceDown = [4, 8, 17, 25]
const FALCON_LOW: FaceDown = [4, 9, 17, ON]
const LOW_ONCE: FaceDown = [4, 9]
const LOW_FOR_GOOD: FaceDown = [4, ON]
const FALL_LATE: FaceDown = [7, ON]
/** Face down from 17 on in three recorded tumbles, not yet at 15 when a broken shield lets him fall. */
const LUIGI_FALL: FaceDown = [16, ON]

/**
 * Who meets the floor on them lies face down: 3,140 recorded landings of launches and tumbles, of which 8 disagree. Fighters that share
 * animations turn on the same frames. Those of whom none is recorded have the usual ones; some windows rest on one to three landings.
 */
const FACE_DOWN: Readonly<
  Record<number, { readonly usual: FaceDown; readonly own: Readonly<Record<number, FaceDown>> }>
> = {
  [ACTION.DamageFlyHi]: {
    usual: [15, ON],
    own: {
      0: NEVER,
      2: [27, ON],
      7: [28, ON],
      14: [0, 3],
      15: NEVER,
      17: NEVER,
      18: NEVER,
      19: NEVER,
      21: NEVER,
      24: NEVER,
      25: [27, ON],
      26: NEVER,
    },
  },
  [ACTION.DamageFlyN]: {
    usual: [21, ON],
    own: {
      0: NEVER,
      2: [29, ON],
      5: [5, 8],
      7: [24, ON],
      8: NEVER,
      9: [34, ON],
      10: [23, ON],
      11: [23, ON],
      14: NEVER,
      18: NEVER,
      21: NEVER,
      25: [29, ON],
      26: NEVER,
    },
  },
  [ACTION.DamageFlyLw]: {
    usual: [4, 9, 18, ON],
    own: {
      2: FALCON_LOW,
      7: LOW_FOR_GOOD,
      13: LOW_FOR_GOOD,
      14: LOW_ONCE,
      18: MARTH_LOW,
      24: LOW_ONCE,
      25: FALCON_LOW,
      26: MARTH_LOW,
    },
  },
  // Link's, the Ice Climbers', Pikachu's and Mr. Game & Watch's from shields that break in in-game recordings: not by 49 to 55.
  [ACTION.DamageFlyTop]: {
    usual: [13, 14, 23, 23, 45, ON],
    own: {
      0: MARIO_TOP,
      2: [39, ON],
      6: NEVER,
      7: [21, 32, 50, ON],
      8: [34, ON],
      9: [34, 42],
      10: NEVER,
      11: NEVER,
      12: NEVER,
      15: [24, ON],
      18: NEVER,
      19: NEVER,
      20: NEVER,
      21: MARIO_TOP,
      24: NEVER,
      25: [39, ON],
      26: NEVER,
    },
  },
  [ACTION.DamageFall]: {
    usual: [0, 10],
    own: { 0: FALL_LATE, 7: [0, 9], 10: [0, 7], 11: [0, 7], 17: LUIGI_FALL, 21: FALL_LATE, 24: FALL_LATE, 25: [0, 11] },
  },
}

export function landsFaceUp(internalId: number, action: number, animationFrame: number): boolean {
  const table = FACE_DOWN[action]
  const windows = table?.own[internalId] ?? table?.usual ?? NEVER
  for (let i = 0; i < windows.length; i += 2) {
    if (animationFrame >= windows[i]! && animationFrame <= windows[i + 1]!) return false
  }
  return true
}
