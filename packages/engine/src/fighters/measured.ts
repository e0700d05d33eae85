/**
 * Per-fighter figures measured on public recordings that no public reading of the game's files holds: lengths of
 * animations that loop or are usually interrupted, the swing of a ledge catch, how far the entry rises. By internal id;
 * fighters that no recording shows take the usual figure, clones that of their model scaled by size. Lengths of Run, RunBrake,
 * TurnRun, landing, shield and air dodge are those of the animations (tompassarelli/smashcraft; as recorded wherever one was seen to end).
 */
import { ACTION } from '../action-ids.ts'
import type { Helplessness } from '../actions/fall.ts'
import { f } from '../math.ts'
import { actionName } from '../tables/actions.ts'
import { attributesOf, bodySizeOf } from '../tables/fighters.ts'

interface Frames {
  readonly usual: number
  readonly own?: Readonly<Record<number, number>>
}

const WAIT: Frames = {
  usual: 90,
  own: {
    0: 50,
    1: 120,
    2: 60,
    4: 110,
    7: 74,
    9: 340,
    10: 260,
    11: 260,
    13: 81,
    15: 464,
    17: 60,
    21: 60,
    22: 240,
    24: 60,
  },
}
const FALL: Frames = {
  usual: 8,
  own: { 0: 20, 3: 16, 5: 15, 6: 18, 10: 10, 11: 10, 16: 48, 17: 20, 18: 10, 20: 18, 21: 20, 24: 10, 26: 10 },
}
const FALL_AERIAL: Frames = { ...FALL, own: { ...FALL.own, 0: 10, 17: 10, 21: 10 } }

const FLY: Frames = { usual: 29, own: { 3: 30, 5: 40, 9: 39, 15: 60, 19: 39, 24: 30 } }

/** Frames of an animation: it ends, or begins again, when the counter reaches them. */
const ANIMATION_FRAMES: Readonly<Record<number, Frames>> = {
  [ACTION.RebirthWait]: WAIT,
  [ACTION.Wait]: WAIT,
  // Walks are also told by the counters on which one goes over to the next (200 recorded).
  [ACTION.WalkSlow]: { usual: 60, own: { 1: 50, 2: 54, 5: 145, 7: 70, 9: 70, 18: 50, 22: 50, 25: 55 } },
  [ACTION.WalkMiddle]: {
    usual: 40,
    own: {
      0: 45,
      1: 35,
      2: 40,
      3: 35,
      4: 45,
      5: 110,
      7: 50,
      10: 45,
      11: 45,
      13: 50,
      17: 45,
      18: 35,
      20: 30,
      21: 45,
      22: 35,
      23: 30,
      25: 40,
      26: 35,
    },
  },
  [ACTION.WalkFast]: { usual: 30, own: { 1: 29, 2: 25, 5: 70, 7: 26, 13: 40, 22: 29, 25: 25 } },
  // Seven were seen to begin again; Marth's (and Roy's) is the long one.
  [ACTION.CatchWait]: { usual: 30, own: { 18: 60, 26: 60 } },
  [ACTION.Turn]: { usual: 12, own: { 10: 13, 11: 13, 16: 16, 24: 10 } },
  [ACTION.TurnRun]: {
    usual: 22,
    own: {
      1: 20,
      3: 34,
      4: 30,
      5: 32,
      6: 30,
      7: 20,
      8: 25,
      10: 23,
      11: 23,
      12: 20,
      13: 26,
      14: 35,
      15: 25,
      16: 36,
      18: 30,
      20: 30,
      22: 20,
      23: 20,
      24: 18,
      26: 30,
    },
  },
  [ACTION.Run]: { usual: 20, own: { 3: 38, 7: 12, 8: 16, 12: 14, 13: 25, 14: 16, 16: 60, 23: 14, 24: 26 } },
  [ACTION.RunBrake]: {
    usual: 23,
    own: {
      1: 18,
      2: 28,
      3: 30,
      5: 30,
      6: 25,
      7: 18,
      10: 24,
      11: 24,
      12: 20,
      13: 21,
      14: 28,
      15: 20,
      16: 20,
      18: 26,
      20: 25,
      22: 18,
      23: 20,
      24: 20,
      25: 28,
      26: 26,
    },
  },
  [ACTION.JumpF]: {
    usual: 40,
    own: {
      0: 55,
      2: 35,
      3: 35,
      4: 52,
      7: 45,
      8: 55,
      9: 50,
      10: 18,
      11: 18,
      12: 45,
      15: 52,
      16: 60,
      17: 55,
      18: 45,
      19: 50,
      21: 55,
      23: 45,
      24: 60,
      25: 35,
      26: 45,
    },
  },
  [ACTION.JumpB]: {
    usual: 40,
    own: {
      0: 60,
      2: 50,
      3: 46,
      4: 52,
      8: 60,
      9: 50,
      10: 18,
      11: 18,
      13: 60,
      15: 52,
      16: 60,
      17: 60,
      18: 55,
      19: 50,
      21: 60,
      25: 50,
      26: 55,
    },
  },
  [ACTION.JumpAerialF]: {
    usual: 50,
    own: {
      0: 60,
      3: 35,
      8: 58,
      9: 60,
      10: 18,
      11: 18,
      12: 60,
      13: 48,
      14: 70,
      16: 48,
      17: 60,
      20: 55,
      21: 60,
      23: 60,
      24: 70,
    },
  },
  [ACTION.JumpAerialB]: {
    usual: 50,
    own: {
      0: 90,
      2: 35,
      3: 45,
      8: 58,
      9: 60,
      10: 18,
      11: 18,
      13: 48,
      14: 70,
      17: 90,
      18: 60,
      21: 90,
      24: 70,
      25: 50,
      26: 60,
    },
  },
  [ACTION.Fall]: FALL,
  [ACTION.FallAerial]: FALL_AERIAL,
  [ACTION.FallSpecial]: {
    usual: 8,
    own: { 0: 6, 5: 40, 6: 18, 10: 10, 11: 10, 13: 50, 16: 48, 17: 6, 18: 10, 20: 18, 21: 6, 24: 10, 26: 10 },
  },
  [ACTION.DamageHi1]: { usual: 12 },
  [ACTION.DamageHi2]: { usual: 24 },
  [ACTION.DamageHi3]: { usual: 30 },
  [ACTION.DamageN1]: { usual: 12 },
  [ACTION.DamageN2]: { usual: 24 },
  [ACTION.DamageN3]: { usual: 30 },
  [ACTION.DamageLw1]: { usual: 12 },
  [ACTION.DamageLw2]: { usual: 24 },
  [ACTION.DamageLw3]: { usual: 30 },
  [ACTION.DamageAir1]: { usual: 12 },
  [ACTION.DamageAir2]: { usual: 24 },
  [ACTION.DamageAir3]: { usual: 30 },
  [ACTION.DamageFlyHi]: { usual: 29, own: { 5: 40, 9: 39, 15: 60, 19: 39, 24: 30 } },
  [ACTION.DamageFlyN]: FLY,
  [ACTION.DamageFlyLw]: FLY,
  [ACTION.DamageFlyTop]: { usual: 60, own: { 15: 84 } },
  [ACTION.ShieldBreakFly]: { usual: 60, own: { 4: 84, 15: 84 } },
  [ACTION.DamageFlyRoll]: { usual: 16, own: { 5: 19, 24: 30 } },
  [ACTION.DamageFall]: {
    usual: 30,
    own: { 2: 29, 3: 60, 5: 45, 7: 20, 8: 25, 10: 20, 11: 20, 13: 29, 14: 23, 24: 40, 25: 29 },
  },
  [ACTION.Squat]: { usual: 8 },
  [ACTION.SquatWait]: { usual: 60 },
  [ACTION.SquatRv]: { usual: 10, own: { 7: 8, 8: 8, 10: 8, 11: 8, 13: 8, 14: 8, 18: 8, 20: 8, 23: 8, 24: 8, 26: 8 } },
  [ACTION.Landing]: { usual: 30, own: { 0: 29, 17: 29, 21: 29 } },
  [ACTION.LandingFallSpecial]: { usual: 30, own: { 0: 29, 17: 29, 21: 29 } },
  [ACTION.LandingAirN]: { usual: 30 },
  [ACTION.LandingAirF]: { usual: 30 },
  [ACTION.LandingAirB]: { usual: 30 },
  [ACTION.LandingAirHi]: { usual: 30 },
  [ACTION.LandingAirLw]: { usual: 30 },
  [ACTION.GuardOn]: { usual: 8, own: { 3: 7, 4: 7, 12: 7, 14: 7, 23: 7 } },
  [ACTION.GuardOff]: {
    usual: 15,
    own: { 2: 16, 5: 16, 9: 14, 13: 16, 14: 16, 15: 14, 16: 16, 18: 16, 19: 14, 24: 16, 25: 16, 26: 16 },
  },
  [ACTION.DownDamageU]: { usual: 14, own: { 10: 15, 11: 15 } },
  [ACTION.DownDamageD]: { usual: 14, own: { 10: 15, 11: 15 } },
  [ACTION.Rebound]: { usual: 30 },
  [ACTION.EscapeAir]: { usual: 50, own: { 0: 49, 8: 49, 10: 49, 11: 49, 16: 40, 17: 49, 21: 49 } },
  [ACTION.Pass]: { usual: 30, own: { 10: 29, 11: 29 } },
  [ACTION.Ottotto]: {
    usual: 10,
    own: { 0: 13, 1: 12, 2: 8, 7: 12, 8: 13, 13: 8, 16: 12, 17: 13, 18: 8, 21: 13, 22: 12, 24: 12, 25: 8, 26: 8 },
  },
  [ACTION.OttottoWait]: { usual: 60 },
  [ACTION.MissFoot]: { usual: 26, own: { 7: 30 } },
  [ACTION.CliffWait]: { usual: 50, own: { 14: 75, 15: 60, 18: 56, 26: 56 } },
}

/** Frames of an animation in the table above; 0 for the others, whose lengths are given in state frames. */
export function animationFramesOf(internalId: number, action: number): number {
  const frames = ANIMATION_FRAMES[action]
  return frames ? (frames.own?.[internalId] ?? frames.usual) : 0
}

/** Falls whose animation goes at twice its speed from when it first leaned: the leaning pose advances it a second time. */
const QUICK_WHEN_LEANING: Readonly<Record<number, readonly number[]>> = {
  3: [ACTION.Fall, ACTION.FallAerial],
  9: [ACTION.Fall, ACTION.FallAerial, ACTION.FallSpecial],
}

export function leaningRateOf(internalId: number, action: number): number {
  return QUICK_WHEN_LEANING[internalId]?.includes(action) ? 2 : 1
}

/** Distance from the place of hanging on the frames of CliffCatch: away from the stage and up, in pairs. */
const SWINGS: Readonly<Record<number, readonly number[]>> = {
  1: [2.7759, 0.9253, 2.4975, 0.8325, 2.0953, 0.6984, 1.62, 0.54, 1.1222, 0.3741, 0.6525, 0.2175, 0.2616, 0.0872],
  2: [3.4542, 2.9815, 3.103, 2.5917, 2.5357, 1.963, 1.8898, 1.2665, 1.2872, 0.73, 0.6863, 0.0834, 0.0366, -1.0481],
  3: [3.8411, 6.3151, 3.5243, 5.4653, 3.0392, 4.556, 2.4404, 3.6125, 1.7825, 2.6599, 1.1201, 1.7234, 0.5077, 0.8284],
  4: [1.1005, 0.7948, 0.6332, 0.3615, 0.1943, 0.0924],
  7: [3.6422, 1.214, 2.3625, 0.7875, 0.9515, 0.3171, 0, 0, -0.2953, -0.0984, -0.2625, -0.0875, -0.0984, -0.0328],
  9: [5.5524, 2.8075, 4.5333, 1.9509, 3.3273, 0.9949, 2.3373, 0.3257, 1.6356, 0.063, 1.0189, -0.0046, 0.4771, 0.0115],
  13: [3.5988, 4.6306, 3.2802, 4.2771, 2.7656, 3.7067, 2.1796, 3.0748, 1.6329, 2.5882, 1.0878, 2.0015, 0.4983, 0.975],
  14: [
    4.578, 4.3261, 2.8667, 1.0582, 1.5627, -0.7014, 0.9666, -0.6284, 0.526, -0.4545, 0.2276, -0.2469, 0.0582, -0.0729,
  ],
  15: [1.1891, 1.2634, 0.8301, 0.9137, 0.4406, 0.4963, 0.1281, 0.1466],
  17: [
    10.4332, 8.0872, 7.8551, 3.9856, 3.7293, 1.4839, 0.3551, 0.2356, -0.4359, 0.1153, -0.4747, 0.0446, -0.1874, 0.0106,
  ],
  18: [
    3.6575, 3.0494, 2.2036, 1.5234, 0.8983, 0.1003, -0.0098, 0.018, -0.4581, -0.0313, -0.5703, -0.0495, -0.3782,
    -0.0383,
  ],
  24: [6.1788, 8.9629, 6.1788, 8.9629, 6.1788, 8.9629, 6.1788, 8.9629, 6.1788, 8.9629, 0.0015, 0, 0.0015, 0],
}
const SWING_MODELS: Readonly<Record<number, number>> = { 22: 1, 25: 2, 26: 18 }
const USUAL_SWING = 1

export function ledgeSwingOf(internalId: number): Float32Array {
  const own = SWINGS[internalId]
  if (own) return Float32Array.from(own)
  const model = SWING_MODELS[internalId] ?? USUAL_SWING
  const scale = attributesOf(internalId).modelScaling / attributesOf(model).modelScaling
  return Float32Array.from(SWINGS[model]!, (value) => value * scale)
}

/** The helpless falls and landings that specials end in, by internal id and action, as recorded; clones take their model's. */
const AFTER_SPECIALS: Readonly<Record<number, Readonly<Record<string, Helplessness>>>> = {
  1: { SpecialAirSEnd: { landingLag: 20 }, SpecialHiBound: { landingLag: 18 }, SpecialHiFall: { landingLag: 18 } },
  2: { SpecialAirHi: { landingLag: 30 }, SpecialAirS: { landingLag: 40 }, SpecialAirSStart: { landingLag: 20 } },
  3: { SpecialAirNFull: { landingLag: 20 } },
  7: { SpecialAirHi: { landingLag: 30 } },
  13: { SpecialAirHi: { landingLag: 24 } },
  18: { SpecialAirHi: { landingLag: 34, driftShare: 0.4 }, SpecialHi: { landingLag: 34, driftShare: 0.4 } },
  23: { SpecialAirHiEnd: { landingLag: 12 } },
}
const SPECIAL_MODELS: Readonly<Record<number, number>> = { 22: 1, 25: 2, 26: 18 }

export function afterSpecial(internalId: number, action: number): Helplessness | undefined {
  return AFTER_SPECIALS[SPECIAL_MODELS[internalId] ?? internalId]?.[actionName(internalId, action) ?? '']
}

/** The entry rises by a whole number of these, or by a half between. */
const ENTRY_STEP = 1.34765625 / 9
const USUAL_ENTRY_STEPS = 9
const ENTRY_STEPS: Readonly<Record<number, number>> = {
  0: 8,
  2: 11,
  3: 12,
  5: 18,
  7: 8,
  8: 7,
  9: 7,
  10: 16,
  11: 16,
  12: 7,
  15: 8.5,
  16: 11,
  17: 8,
  20: 8,
  21: 8,
  22: 8.5,
  23: 6,
  25: 11,
}

export function entryHeightOf(internalId: number): number {
  return f((ENTRY_STEPS[internalId] ?? USUAL_ENTRY_STEPS) * ENTRY_STEP)
}

/**
 * Fighters whose diamond changes by more than a collision step from the jump squat to the air dodge: the motion of that
 * frame is then tested in two parts, and a landing in the first loses the second (a perfect wavedash moves half as far
 * on its first frame). Seen on all 138 such frames of Donkey Kong, Sheik and Marth and on none of the others'.
 */
const TWO_STEP_TAKEOFFS: ReadonlySet<number> = new Set([3, 7, 18, 26])

export function takeoffStepsOf(internalId: number): number {
  return TWO_STEP_TAKEOFFS.has(internalId) ? 2 : 1
}

/** The same of the leap of a ledge jump, which a wall holds off for its first half (6 of 6 recorded, and none of 29 others). */
const TWO_STEP_LEAPS: ReadonlySet<number> = new Set([2, 25])

export function leapStepsOf(internalId: number): number {
  return TWO_STEP_LEAPS.has(internalId) ? 2 : 1
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

/** How far from a wall, where the side of its diamond met it, a fighter begins a tech, a leap off it, a bounce. */
export interface WallPlaces {
  readonly tech: number
  readonly leap: number
  readonly bounce: number
}

/**
 * For a model as large as the world: 3 recorded bounces, leaps of Captain Falcon and Marth (5); others stand up against it. Leaps of Fox
 * and Falco: 3 off upright walls, as far as they are large.
 */
const USUAL_WALL_PLACES: WallPlaces = { tech: 1, leap: 2.5, bounce: 2.9 }
const WALL_PLACES: Readonly<Record<number, Partial<WallPlaces>>> = {
  1: { tech: 0, leap: 5.417 },
  2: { tech: 3.11, leap: 2.475 },
  7: { leap: 3.6 },
  22: { tech: 0, leap: 6.207 },
  25: { tech: 3.46, leap: 2.76 },
}

export function wallPlacesOf(internalId: number): WallPlaces {
  const scale = attributesOf(internalId).modelScaling
  const { tech, leap, bounce } = USUAL_WALL_PLACES
  return { tech: tech * scale, leap: leap * scale, bounce: bounce * scale, ...WALL_PLACES[internalId] }
}

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

/** Heights above the usual place of hanging by counter of CliffWait; all others hang still. */
const MARTH_SWAY = Float32Array.from([
  0, -0.0017, -0.0037, -0.0058, -0.0079, -0.01, -0.0119, -0.0135, -0.0148, -0.0156, -0.0159, -0.0156, -0.0145, -0.0126,
  -0.0098, -0.0059, -0.001, 0.0052, 0.0127, 0.0215, 0.0319, 0.0439, 0.0575, 0.073, 0.0903, 0.1096, 0.1283, 0.1439,
  0.1566, 0.1666, 0.174, 0.1789, 0.1817, 0.1823, 0.181, 0.178, 0.1733, 0.1672, 0.1599, 0.1515, 0.1421, 0.132, 0.1213,
  0.1101, 0.0986, 0.0871, 0.0756, 0.0643, 0.0534, 0.0431, 0.0335, 0.0247, 0.017, 0.0105, 0.0054, 0.0019,
])
const SWAYS: ReadonlyMap<number, Float32Array> = new Map([
  [18, MARTH_SWAY],
  [26, MARTH_SWAY],
])

export function ledgeSwayOf(internalId: number, animationFrame: number): number {
  return SWAYS.get(internalId)?.[animationFrame] ?? 0
}

/** Waking out of a sleep, in frames (SmashWiki; 60 of Captain Falcon recorded). */
const WAKING: Frames = { usual: 60, own: { 4: 76, 15: 76, 16: 50 } }

export function wakingFramesOf(internalId: number): number {
  return WAKING.own?.[internalId] ?? WAKING.usual
}

/** Counter of RunBrake on which its animation waits (one recording each of six fighters; seven others do not wait). */
const BRAKE_HOLDS: Readonly<Record<number, number>> = { 7: 11, 9: 11, 10: 11, 11: 11, 17: 11, 24: 8 }

export function brakeHoldFrameOf(internalId: number): number {
  return BRAKE_HOLDS[internalId] ?? 0
}

/** Frame of a down tilt from which on one more A repeats it, whenever it was pressed (Ness: 24 recorded). */
const DOWN_TILT_REPEATS: Readonly<Record<number, number>> = { 8: 8 }

export function downTiltRepeatOf(internalId: number): number {
  return DOWN_TILT_REPEATS[internalId] ?? Infinity
}
