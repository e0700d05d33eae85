/**
 * What a fighter can do on the next frame, from what the stream shows. The game decides it by lists of inputs that each action accepts;
 * here actions are sorted by what they let a fighter do. Where the stream does not show how long an action lasts, as for most
 * specials, the fighter is busy until another action shows.
 */
import { ACTION, actionNameOf } from '@arena/engine/action-names'
import type { PostFrame } from '@arena/slp'
import { Character, characterOf } from './characters.ts'
import { SHARED } from './generated/figures.ts'
import { figuresOfFighter, GAME, type FighterFigures } from './figures.ts'
import { FLAG, hitstunOf } from './history.ts'

/** Where a fighter can act. */
const FREE = {
  /** It may at least jump; what else an action such as a dash or a run allows is its own. */
  ground: 'ground',
  /** It may at least jump, if a jump is left, and attack. */
  air: 'air',
  /** Behind its shield, or lowering it: for the most part it may jump, roll, dodge and grab. */
  shield: 'shield',
  /** On the ledge: it may climb, roll, attack, jump or let go. */
  ledge: 'ledge',
  /** On the floor: it may stand up, roll or attack. */
  floor: 'floor',
  /** It holds its opponent: it may pummel or throw. */
  hold: 'hold',
  /** On the respawn platform. */
  respawn: 'respawn',
} as const

export type Situation =
  | keyof typeof FREE
  /** In an action that has to end: an attack, a landing, a dodge, a jump squat, a special. */
  | 'busy'
  /** Frozen by a hit, its own or another's. */
  | 'hitlag'
  | 'hitstun'
  /** Held, carried, thrown or swallowed. */
  | 'held'
  /** Asleep, dizzy, buried, bound or frozen: mashing ends it sooner. */
  | 'stunned'
  /** Falling without a way to act, after an air dodge or a special. */
  | 'helpless'
  | 'dead'
  /** The game has not begun. */
  | 'waiting'

type Range = readonly [first: number, last: number, situation: Situation]

/** Actions, in the order of their ids. All others are busy until they end. */
const RANGES: readonly Range[] = [
  [ACTION.DeadDown, ACTION.Rebirth, 'dead'],
  [ACTION.RebirthWait, ACTION.RebirthWait, 'respawn'],
  [ACTION.Wait, ACTION.RunBrake, 'ground'],
  [ACTION.JumpF, ACTION.FallAerialB, 'air'],
  [ACTION.FallSpecial, ACTION.FallSpecialB, 'helpless'],
  [ACTION.DamageFall, ACTION.DamageFall, 'air'],
  [ACTION.Squat, ACTION.SquatRv, 'ground'],
  [ACTION.DamageHi1, ACTION.DamageLw3, 'ground'],
  [ACTION.DamageAir1, ACTION.DamageFlyRoll, 'air'],
  [ACTION.GuardOn, ACTION.GuardOff, 'shield'],
  [ACTION.GuardReflect, ACTION.GuardReflect, 'shield'],
  [ACTION.DownWaitU, ACTION.DownWaitU, 'floor'],
  [ACTION.DownWaitD, ACTION.DownWaitD, 'floor'],
  [ACTION.ShieldBreakFly, ACTION.Furafura, 'stunned'],
  [ACTION.CatchWait, ACTION.CatchWait, 'hold'],
  [ACTION.CapturePulledHi, ACTION.CaptureDamageLw, 'held'],
  [ACTION.CaptureNeck, ACTION.CaptureFoot, 'held'],
  [ACTION.ThrownF, ACTION.ThrownlwWomen, 'held'],
  [ACTION.Pass, ACTION.Pass, 'air'],
  [ACTION.Ottotto, ACTION.OttottoWait, 'ground'],
  [ACTION.CliffWait, ACTION.CliffWait, 'ledge'],
  [ACTION.ShoulderedWait, ACTION.CaptureYoshi, 'held'],
  [ACTION.YoshiEgg, ACTION.YoshiEgg, 'stunned'],
  [ACTION.CaptureKoopa, ACTION.ThrownKirby, 'held'],
  [ACTION.Bury, ACTION.BuryWait, 'stunned'],
  [ACTION.DamageSong, ACTION.DamageBind, 'stunned'],
  [ACTION.CaptureMewtwo, ACTION.ThrownMewtwoAir, 'held'],
  [ACTION.Entry, ACTION.EntryEnd, 'waiting'],
  [ACTION.DamageIce, ACTION.DamageIce, 'stunned'],
  [ACTION.CaptureKirbyYoshi, ACTION.CaptureKirbyYoshi, 'held'],
  [ACTION.KirbyYoshiEgg, ACTION.KirbyYoshiEgg, 'stunned'],
]

const BY_ACTION: (Situation | undefined)[] = []
for (const [first, last, situation] of RANGES) {
  for (let action: number = first; action <= last; action++) BY_ACTION[action] = situation
}

/** How far an action has come. */
export interface Progress {
  /** Frames of the action that were no hitlag, the present one included. */
  readonly frames: number
  /** How much the action's counter moved on this frame; null on its first. */
  readonly rate: number | null
  /** The action before it; null where that was not seen. */
  readonly before: number | null
}

/** What the fighter can do on the next frame. */
export function situationOf(post: PostFrame, progress: Progress): Situation {
  const { frame, actionStateId: action } = post
  const situation = BY_ACTION[action] ?? 'busy'
  if (action === ACTION.Rebirth && progress.frames >= GAME.respawnFrames) return 'respawn'
  if (situation === 'dead' || (post.stateBitFlags5 & FLAG.dead) !== 0)
    return action >= ACTION.Entry ? 'waiting' : 'dead'
  if (frame + 1 < GAME.firstFrame) return 'waiting'
  // On the frame on which either comes to 0 the fighter acts already.
  if (post.hitlagRemaining > 1) return 'hitlag'
  if (hitstunOf(post) > 1 && situation !== 'held') return 'hitstun'
  if (situation !== 'busy') return situation
  const figures = figuresOfFighter(post.internalCharacterId)
  return figures ? endOf(post, progress, figures) : 'busy'
}

/** Yoshi's shield is an egg, in actions of its own; there is no jump out of it. */
const EGG = new Set(['GuardOn_0', 'GuardOn_1', 'GuardHold', 'GuardOff'])

function isEgg({ internalCharacterId, actionStateId }: PostFrame): boolean {
  if (characterOf(internalCharacterId) !== Character.Yoshi) return false
  return EGG.has(actionNameOf(internalCharacterId, actionStateId) ?? '')
}

/** A reflector that is up may be left by a jump at any time. */
const REFLECTORS = new Set(['SpecialLwLoop', 'SpecialLwTurn', 'SpecialAirLwLoop', 'SpecialAirLwTurn'])

function isReflector({ internalCharacterId, actionStateId }: PostFrame): boolean {
  const character = characterOf(internalCharacterId)
  if (character !== Character.Fox && character !== Character.Falco) return false
  return REFLECTORS.has(actionNameOf(internalCharacterId, actionStateId) ?? '')
}

/** Whether an action that has to end is over on the next frame, and what the fighter can do then. */
function endOf(post: PostFrame, { frames, rate, before }: Progress, figures: FighterFigures): Situation {
  const { actionStateId: action, actionStateCounter: counter } = post
  const then = post.isAirborne === 0 ? 'ground' : 'air'
  if (isEgg(post)) return 'shield'
  if (isReflector(post)) return then
  // The animation of a shield that was hit is stretched over the stun.
  if (action === ACTION.GuardSetOff) return counter + (rate ?? 0) >= SHARED.shieldStunFrames ? 'shield' : 'busy'
  if (action === ACTION.KneeBend) return frames >= figures.jumpSquat ? 'air' : 'busy'
  if (action === ACTION.Landing) {
    // Out of a grapple that was thrown in the air it cannot be left.
    const isShut = before !== null && actionNameOf(post.internalCharacterId, before)?.startsWith('AirCatch')
    return frames >= (isShut ? figures.landings[action]! : figures.landingLag) ? 'ground' : 'busy'
  }
  const opensAt = figures.attacks[action]
  if (opensAt !== undefined) return counter + 1 >= opensAt ? then : 'busy'
  const length = figures.lengths[action]
  if (length !== undefined) {
    if (frames < length) return 'busy'
    return action === ACTION.CliffCatch ? 'ledge' : then
  }
  const landsAt = figures.landings[action]
  if (landsAt === undefined || rate === null || rate <= 0) return 'busy'
  // The animation is stretched over a whole number of frames, and counts as a tenth longer than it is.
  return frames >= Math.round((landsAt + STRETCH) / rate) ? 'ground' : 'busy'
}

const STRETCH = 0.1

export function canAct(situation: Situation): boolean {
  return situation in FREE
}

/** Whether a jump that is pressed for the next frame is made. At the end of a jump squat the one in the air is still to come. */
export function canJump(situation: Situation, post: PostFrame): boolean {
  if (situation === 'air' || situation === 'respawn') return post.jumpsRemaining > 0 || post.isAirborne === 0
  if (situation === 'shield') return !isEgg(post)
  return situation === 'ground' || situation === 'ledge'
}
