/**
 * The figures of a fighter, as its generated module holds them in JSON. `npm run tables` writes one module from each
 * folder of packages/engine/data. Units and sources are explained in packages/engine/data/README.md.
 */
import type { ActionWindows } from './actions.ts'
import type { AirJump, BodySize, LedgeReach } from './fighters.ts'
import type { ATTRIBUTE_NAMES } from './generated/common.ts'
import type { AnimationFigures } from './key-frames.ts'
import type { AbruptChanges, AfterSpecial, Appeal, Bounce, FlyRoll, WallPlaces } from './measured.ts'
import type { Move } from './moves.ts'
import type { ArticleSpawn, ThrowEnd } from './throws.ts'

/** Reads the text of a generated module. Its memory is kept small, as there are many engine processes. */
export function parseFigures(text: string): Figures {
  const figures = JSON.parse(text) as Figures
  const { hurtboxes, outline } = figures
  return {
    ...figures,
    places: figures.places.map((place) => ({ ...place, values: Int16Array.from(place.values) })),
    hurtboxes: hurtboxes && { ...hurtboxes, animations: hurtboxes.animations.map(compact) },
    outline: outline && { ...outline, animations: outline.animations.map(compact) },
  }
}

function compact(animation: AnimationFigures): AnimationFigures {
  return { ...animation, values: Int8Array.from(animation.values) }
}

/** A fighter's attributes, named as the game's data names them; units per frame, frames, stick values -1..1. */
export type FighterAttributes = { readonly [N in (typeof ATTRIBUTE_NAMES)[number]]: number }

/** By the number of an action. */
type ByAction<T> = Readonly<Record<number, T>>
type Numbers = readonly number[]

export interface Figures {
  readonly attributes: FighterAttributes
  readonly ledge: LedgeReach
  readonly body: BodySize
  readonly shield: ShieldFigures
  /** How readily a hit counts as one on the legs, and on the head. */
  readonly leaning: { readonly low: number; readonly high: number }
  readonly held: HeldFigures
  readonly airJumps: ByAction<AirJump>
  /** Vertical speed on each state frame. */
  readonly airJumpCurves: ByAction<Numbers>
  /** The character-specific actions, from the first on: name, animation id (-1: none), attack id. */
  readonly actions: readonly (readonly [name: string, animation: number, attack: number])[]
  /** State frames. */
  readonly lengths: ByAction<number>
  readonly windows: ByAction<ActionWindows>
  /** Displacement on each state frame. */
  readonly rootMotion: ByAction<{ readonly x: Numbers; readonly y: Numbers }>
  readonly ecbBottoms: ByAction<{ readonly from: Numbers; readonly bottom: Numbers }>
  readonly ecbPoses: ByAction<{ readonly ahead: Numbers; readonly behind: Numbers; readonly top: Numbers }>
  readonly moves: readonly Move[]
  readonly places: readonly PlaceFigures[]
  readonly hurtboxes: HurtboxFigures | null
  readonly outline: OutlineFigures | null
  /** Added to the radii of an outline's capsules. */
  readonly growths: Numbers
  readonly regions: RegionFigures
  readonly holds: ByAction<{ readonly frames: Numbers; readonly ahead: Numbers; readonly above: Numbers }>
  readonly throws: ByAction<ThrowEnd>
  readonly articles: ByAction<readonly ArticleSpawn[]>
  readonly measured: MeasuredFigures
}

export interface ShieldFigures {
  readonly x: number
  readonly y: number
  readonly scale: number
  /** Ahead and at every eighth of a turn; empty: the usual tilts; null: it never leans. */
  readonly tilts: Numbers | null
  readonly risesFrom: number
}

export interface HeldFigures {
  readonly heldAhead: number
  readonly hungAhead: number
  readonly heldAbove: number
  readonly thrownAhead: number
  readonly thrownAbove: number
  readonly lift: number
}

/**
 * Where a hitbox is, frame by frame from `first` on: x, y and radius in sixteenths of a unit, depth in quarters; a
 * radius of -1: the hitbox does not exist.
 */
export interface PlaceFigures {
  readonly action: number
  readonly id: number
  readonly first: number
  readonly values: Int16Array
}

export interface HurtboxFigures {
  /** Scale relative to the fighter that the places belong to; they are in halves of a unit. */
  readonly scale: number
  readonly radii: Numbers
  /** Number of leading capsules that swell with their bone. */
  readonly swelling: number
  /** 0 low, 1 middle, 2 high. */
  readonly heights: Numbers
  readonly grabbable: readonly boolean[]
  readonly animations: readonly AnimationFigures[]
  /** By action: frames, and the moment of the animation that each shows. */
  readonly paces: ByAction<readonly (readonly [frame: number, shown: number])[]>
  /** By action: how far ahead of and above its model's a clone holds its body. */
  readonly shifts: ByAction<readonly [ahead: number, above: number]>
}

export interface OutlineFigures {
  /** Units of places and of radii; number of capsules. */
  readonly place: number
  readonly radius: number
  readonly count: number
  /** For a fighter that borrows the outline: its scale, and what is added to radii. */
  readonly scale: number
  readonly thicker: number
  /** The outline belongs to a fighter with other animations: character-specific actions have none. */
  readonly isLent: boolean
  readonly animations: readonly AnimationFigures[]
}

type Capsule = readonly [x1: number, y1: number, x2: number, y2: number, radius: number]

/** One capsule for each group of actions, for fighters without an outline. */
export interface RegionFigures {
  readonly groups: Readonly<Record<number, Capsule>>
  /** Before those: single actions from a first to a last state frame, in the air (1), on the ground (0) or both (2). */
  readonly actions: readonly {
    readonly action: number
    readonly first: number
    readonly last: number
    readonly side: 0 | 1 | 2
    readonly capsule: Capsule
  }[]
}

export interface MeasuredFigures {
  readonly appeal: Appeal
  /** Length of waking from sleep, in frames. */
  readonly wakingFrames: number
  /** Counter of RunBrake on which its animation waits until the fighter is at rest; 0 for none. */
  readonly brakeHoldFrame: number
  /** Frame of a down tilt from which another A repeats it, whenever it was pressed. */
  readonly downTiltRepeat: number
  /**
   * Parts in which the motion of an air dodge out of a jump squat is tested: two where the ECB changes by more than a
   * collision step. A landing in the first part loses the second (a perfect wavedash moves half as far on its first
   * frame).
   */
  readonly takeoffSteps: number
  /** The same for the quick leap of a ledge jump; a wall stops the first half of it. */
  readonly leapSteps: number
  /** The ECB changes by more than a collision step as the fighter comes to lie on its back after a launch. */
  readonly isTallOnItsBack: boolean
  readonly abruptChanges: AbruptChanges
  /** Height of the entry. */
  readonly entryHeight: number
  readonly wallPlaces: WallPlaces
  readonly flyRoll: FlyRoll
  /** Counters of DownBound between which the bounce is off the floor. */
  readonly bounce: { readonly faceUp: Bounce; readonly faceDown: Bounce }
  /** Displacement from the hanging place on the frames of CliffCatch: away from the stage and up, in pairs. */
  readonly ledgeSwing: Numbers
  /** Height above the usual hanging place by counter of CliffWait. */
  readonly ledgeSway: Numbers
  readonly animationFrames: ByAction<number>
  /** First and last counters on which the hips of a tumbling fighter point down, in pairs. */
  readonly faceDown: ByAction<Numbers>
  /** Falls whose animation runs at double rate since it first leaned: the leaning pose advances it a second time. */
  readonly quickFalls: Numbers
  /** By the name of the action. */
  readonly afterSpecials: Readonly<Record<string, AfterSpecial>>
}
