/** What a viewer knows of a replay before and while it shows it. */
import type { ReplayEnd } from '@arena/engine/moments'

/** A player as Game Start has it. */
export interface ReplayPlayer {
  /** Index of the player in the stream; an arena's are 0 and 1. */
  readonly port: number
  /** External id of the character picked. */
  readonly character: number
  readonly costume: number
  /** Whoever shows it has given it, or it is the display name; empty where the recording has none. */
  readonly name: string
}

export interface ReplayInfo {
  readonly version: readonly [number, number, number]
  readonly stage: number
  readonly players: readonly ReplayPlayer[]
  /** Seconds from which the clock counts down; null where it counts up. */
  readonly timeLimit: number | null
  /**
   * `arena`: played again by the engine from its picks, pads and seeds. `foreign`: any other recording, whose fighters are posed by
   * action and frame.
   */
  readonly kind: 'arena' | 'foreign'
  /** -123. */
  readonly firstFrame: number
  /** The last frame that is there; grows while a match is live. */
  readonly lastFrame: number
  /** Null before Game End. */
  readonly end: ReplayEnd | null
}

/** How far the replay has been played again, and what came of it. */
export type Verdict =
  | { readonly state: 'running'; readonly frames: number }
  /** Every byte of the frames played came out as recorded. */
  | { readonly state: 'equal'; readonly frames: number }
  /** The first frame whose bytes came out otherwise; from there on the recording is shown by its poses. */
  | { readonly state: 'differs'; readonly frame: number; /** What differs, in a sentence. */ readonly what?: string }
  /** Not played again: a recording of another game. */
  | { readonly state: 'foreign' }

/** Whether what was played again is what the arena has signed. */
export type Proof =
  /** `by`: the address of the arena, without its scheme. `hasSeed`: the seed was compared, too. */
  | { readonly state: 'signed'; readonly by: string; readonly hasSeed: boolean }
  /** What is otherwise, as a clause. */
  | { readonly state: 'differs'; readonly what: string }
