/**
 * The in-game random generator: one 32-bit linear congruential state that lives with the match's state, so that saving
 * and restoring a match carries it along. Source: doldecomp/melee (HSD random).
 */

/** The holder of the generator's 32-bit state. */
export interface RandomState {
  seed: number
}

/** Advances the generator and gives its upper 16 bits. */
export function random16(state: RandomState): number {
  const seed = (Math.imul(state.seed, 214013) + 2531011) >>> 0
  state.seed = seed
  return seed >>> 16
}

/** A float in [0, 1): exact in binary32, as it is a multiple of 1/65536. */
export function randomFloat(state: RandomState): number {
  return random16(state) / 65536
}

/** An integer in 0..limit-1. */
export function randomInteger(state: RandomState, limit: number): number {
  return Math.floor((limit * random16(state)) / 65536)
}
