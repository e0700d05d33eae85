/** What a bot asks most of a fighter's figures. They are the engine's; units per frame, and frames. */
import { internalIdOf, type Character } from './characters.ts'
import { FIGURES, SHARED } from './generated/figures.ts'

export interface FighterFigures {
  /** Frames on the ground before a jump. */
  readonly jumpSquat: number
  /** Jumps without landing, the one from the ground included. */
  readonly jumps: number
  /** Speed upward at take-off. */
  readonly fullHopSpeed: number
  readonly shortHopSpeed: number
  readonly gravity: number
  /** The fastest fall, and the fast fall. */
  readonly fallSpeed: number
  readonly fastFallSpeed: number
  /** The fastest drift, and what a full stick adds to it on a frame. */
  readonly airSpeed: number
  readonly airAcceleration: number
  readonly airFriction: number
  /** Sideways speed that a full stick adds to a jump from the ground, the share of a run that the jump keeps, and the most of both. */
  readonly leapSpeed: number
  readonly leapKeeps: number
  readonly leapMost: number
  readonly walkSpeed: number
  /** Speed at which a dash begins. */
  readonly dashSpeed: number
  readonly runSpeed: number
  readonly groundFriction: number
  /** First frame of a dash that may become a run. */
  readonly dashFrames: number
  /** Frames of a slow turn before the fighter faces the other way. */
  readonly turnFrames: number
  readonly weight: number
  /** Half of its width, and its height, as it stands. */
  readonly width: number
  readonly height: number
  readonly canWallJump: boolean
  /** Frames of a usual landing. */
  readonly landingLag: number
  /** Frames of the landing of each aerial. An L-cancel halves them and drops the fraction; 0 for an aerial that lands as usual. */
  readonly aerialLag: Readonly<Record<'neutral' | 'forward' | 'back' | 'up' | 'down', number>>
  /** By action state: the value of `actionFrame` from which an attack may be left. */
  readonly attacks: Readonly<Record<number, number>>
  /** By action state: frames that it lasts if nothing ends it. */
  readonly lengths: Readonly<Record<number, number>>
  /** By action state: the value of `actionFrame` at which a landing ends, however fast it counts. */
  readonly landings: Readonly<Record<number, number>>
  /** By action state: first and last frames without a body to hit, in pairs. */
  readonly safe: Readonly<Record<number, readonly number[]>>
}

/** The figures of a character. */
export function figuresOf(character: Character): FighterFigures {
  return FIGURES[internalIdOf(character)]!
}

/** The figures of a fighter by its internal id, which the stream has. */
export function figuresOfFighter(internalId: number): FighterFigures | undefined {
  return FIGURES[internalId]
}

/** Figures that all fighters share, in frames. */
export const GAME = {
  /** The first frame on which input moves a fighter. */
  firstFrame: SHARED.firstFrame,
  /** A shield button pressed at most so long before landing, not counting the landing, cancels half of an aerial's lag. */
  lCancelFrames: SHARED.lCancelFrames,
  /** L or R pressed at most so long before touching the ground techs, and not if it was pressed shortly before that, too. */
  techFrames: SHARED.techFrames,
  techAgainFrames: SHARED.techAgainFrames,
  /** Frames in which the respawn platform comes down, and for which a fighter may then stay on it. */
  respawnFrames: SHARED.respawnFrames,
  respawnWaitFrames: SHARED.respawnWaitFrames,
  /** Frames for which a fighter on a ledge, and one that left the respawn platform, cannot be hit. */
  ledgeSafeFrames: SHARED.ledgeSafeFrames,
  respawnSafeFrames: SHARED.respawnSafeFrames,
  /** What the speed of a launch loses on a frame. */
  knockbackDecay: SHARED.knockbackDecay,
  /** The most degrees by which DI turns a launch. */
  diDegrees: SHARED.diDegrees,
} as const
