/**
 * What an action state is: data plus up to four functions, named as the game names them. `animation` runs when the
 * animation has advanced (phase 1), `interrupt` once the input is read (phase 3), `physics` before the fighter moves
 * (phase 4), `collision` after it has moved (phase 6). Each may change the action; what is missing does nothing.
 */
import type { Fighter } from '../fighter.ts'

export type Callback = (fighter: Fighter) => void

export interface ActionCallbacks {
  readonly animation?: Callback
  readonly interrupt?: Callback
  readonly physics?: Callback
  readonly collision?: Callback
  /** Overlapping fighters do not push this one, though it pushes them. */
  readonly resistsPush?: boolean
}

export interface ActionState {
  readonly id: number
  readonly name: string
  /** Index of the animation as recordings show it, -1 for none. */
  readonly animationId: number
  /** Staling id of the attack; 0 none, 1 any action that is not an attack. */
  readonly attackId: number
  /** Actions with the same one are one performance when they follow each other; 0 for those that never are. */
  readonly performance: number
  /** On the ground in this, the fighter begins to forget who hit it. */
  readonly settles: boolean
  readonly animation: Callback
  readonly interrupt: Callback
  readonly physics: Callback
  readonly collision: Callback
  readonly resistsPush: boolean
}

/** Callbacks by the name of the action, as a topic's module lists them. */
export type ActionTable<N extends string = string> = Partial<Readonly<Record<N, ActionCallbacks>>>
