/**
 * Lengths of animations, and frames on which they wait or go faster, that no public reading of the game's files holds: of those that
 * loop or are usually interrupted. By internal id; fighters that no recording shows take the usual figure. Lengths of Run, RunBrake,
 * TurnRun, landing, shield and air dodge are those of the animations (tompassarelli/smashcraft; as recorded wherever one was seen to end).
 */
import { ACTION } from '../../action-ids.ts'

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
