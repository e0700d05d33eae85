/** Inputs over several frames. */
import type { Hands } from '../controller.ts'

/** One for each frame, in order. */
export type Inputs = readonly Hands[]

/** The same input for a number of frames. */
export function hold(hands: Hands, frames: number): Hands[] {
  return Array.from({ length: frames }, () => hands)
}

/** Nothing for a number of frames. */
export function rest(frames: number): Hands[] {
  return hold({}, frames)
}

/**
 * One after the other: single inputs for a frame each, and lists of inputs.
 *
 * @example
 * inOrder(shortHop(Character.Fox), { cstickY: tilt(-1) }, rest(6), fastFall())
 */
export function inOrder(...parts: readonly (Hands | Inputs)[]): Hands[] {
  return parts.flat()
}

/** What is held besides the inputs of a list, on each of its frames: buttons are added, the rest is taken where the list has none. */
export function holding(hands: Hands, inputs: Inputs): Hands[] {
  return inputs.map((each) => ({ ...hands, ...each, buttons: (hands.buttons ?? 0) | (each.buttons ?? 0) }))
}

/**
 * Inputs that a bot has decided on, handed out frame by frame. Each answer of a bot is on its controller for one frame and in order,
 * whatever the lead, so a plan keeps its timing.
 *
 * @example
 * const plan = new Plan()
 * frame: ({ me }) => plan.next() ?? plan.start(me.canAct ? wavedash(me.character, me.facing) : rest(1))
 */
export class Plan {
  #inputs: Inputs = []
  #at = 0

  /** Every input has been handed out. */
  get isDone(): boolean {
    return this.#at >= this.#inputs.length
  }

  /** The input of this frame; null when the plan is done. */
  next(): Hands | null {
    return this.#inputs[this.#at++] ?? null
  }

  /** Puts these inputs in the place of all that are left, and hands out the first. */
  start(inputs: Inputs): Hands {
    this.#inputs = inputs
    this.#at = 0
    return this.next() ?? {}
  }

  /** Drops what is left, as after a hit. */
  drop(): void {
    this.#inputs = []
  }
}
