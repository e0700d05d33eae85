/**
 * What a house bot knows of each of the 26 characters, in figures: body, attacks, throws, and the way back to the stage.
 * They are written from the engine's own data (scripts/house-figures.ts). Distances are in world units, times in frames; an
 * attack's frames count from 1, the frame on which its press is played.
 */
export const BODY = [
  'weight',
  'gravity',
  /** Greatest speed of its fall, of its fast fall, and of its drift in the air; and how quickly that changes. */
  'fall',
  'fastFall',
  'airSpeed',
  'airControl',
  'airFriction',
  'walk',
  /** Speed at which a dash begins, and of a run. */
  'dash',
  'run',
  'friction',
  /** Frames from pressing jump to leaving the ground. */
  'jumpSquat',
  /** Upward speed of a short and of a full jump. */
  'hop',
  'jump',
  /** Sideways speed that a jump adds, share of a run that it keeps, and the most of both. */
  'leap',
  'runKept',
  'leapMost',
  /** Frames of an ordinary landing. */
  'landing',
  /** Radius of its full shield. */
  'shield',
  /** Half its width, and its height, as it stands. */
  'width',
  'height',
] as const

/** What hitboxes reach, from where the fighter stands when the attack begins: near to far ahead of it, low to high. */
const REACH = ['near', 'far', 'low', 'high'] as const

/** How hard something launches: angle 361 depends on the knockback, `set` ignores percent. */
const LAUNCH = ['damage', 'angle', 'base', 'growth', 'set'] as const

export const ATTACK = [
  /** First and last frame that can hit, and the first on which something else may begin. */
  'first',
  'last',
  'free',
  ...REACH,
  ...LAUNCH,
  /** Of an aerial: the lag of a landing from `cancelBefore` to `cancelAfter`. */
  'landingLag',
  'cancelBefore',
  'cancelAfter',
] as const

export const THROW = LAUNCH

/** An action that can strike, whatever its name. */
export const THREAT = ['first', 'last', ...REACH] as const

export const ATTACK_NAMES = [
  'jab',
  'dashAttack',
  'ftilt',
  'utilt',
  'dtilt',
  'fsmash',
  'usmash',
  'dsmash',
  'nair',
  'fair',
  'bair',
  'uair',
  'dair',
  'grab',
  'dashGrab',
] as const
export const THROW_NAMES = ['fthrow', 'bthrow', 'uthrow', 'dthrow'] as const

export type Named<Names extends readonly string[], Value> = Readonly<Record<Names[number], Value>>

export type AttackName = (typeof ATTACK_NAMES)[number]
export type ThrowName = (typeof THROW_NAMES)[number]
export type Body = Named<typeof BODY, number>
export type Reach = Named<typeof REACH, number>
export type Launch = Named<typeof LAUNCH, number>
export type Attack = Named<typeof ATTACK, number>
export type Threat = Named<typeof THREAT, number>

export interface Recovery {
  /** How high an air jump rises, and how far in it carries until it is back at the height that it began at. */
  readonly jump: { readonly rise: number; readonly carry: number }
  /** The up special; null where it does not bring it back. */
  readonly up: UpSpecial | null
  /** From so far out at most a side special beside or above the ledge ends on the stage; 0 where it does not. */
  readonly lunge: number
}

export interface UpSpecial {
  /** Begun so far out it still reaches the ledge from so deep; a depth below zero is a height. Lines between. */
  readonly reach: readonly (readonly [out: number, depth: number])[]
  /** Whether the stick aims it; else it only drifts. */
  readonly isAimed: boolean
}

export interface Figures {
  readonly body: Body
  readonly attacks: Named<typeof ATTACK_NAMES, Attack>
  readonly throws: Named<typeof THROW_NAMES, Launch>
  /** By action state. */
  readonly threats: ReadonlyMap<number, Threat>
  readonly recovery: Recovery
}

export type Row = readonly number[]

/** The figures of a character as they are written: rows in the order of the lists above. */
export interface FigureRows {
  readonly body: Row
  readonly attacks: Named<typeof ATTACK_NAMES, Row>
  readonly throws: Named<typeof THROW_NAMES, Row>
  readonly threats: Readonly<Record<number, Row>>
  readonly recovery: Recovery
}
