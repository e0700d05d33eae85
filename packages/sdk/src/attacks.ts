/** Frame data: when an attack hits, how far it reaches, and what a hit does. */
import type { Character } from './characters.ts'
import { figuresOf } from './house/figures/figures.ts'
import type { AttackName } from './house/figures/rows.ts'

export type { AttackName } from './house/figures/rows.ts'

/** Frames count from 1, the frame on which the press is played. Distances are in world units from the fighter's place. */
export interface AttackFigures {
  /** The first and the last frame on which it can hit. */
  readonly first: number
  readonly last: number
  /** The first frame on which something else may begin. */
  readonly free: number
  /** What its hitboxes cover: from near to far ahead (negative is behind), from low to high. */
  readonly near: number
  readonly far: number
  readonly low: number
  readonly high: number
  /** Percent. */
  readonly damage: number
  /** Degrees from straight ahead; 361 depends on the knockback. */
  readonly angle: number
  /** Base knockback and knockback growth. `set` is a knockback that ignores the percent; 0 for none. */
  readonly base: number
  readonly growth: number
  readonly set: number
  /** Of an aerial: frames of its landing, which an L-cancel halves; on other frames than these it lands as usual. */
  readonly landingLag: number
  readonly cancelBefore: number
  readonly cancelAfter: number
}

/** The attacks and grabs of a character, from the engine's own data. */
export function attacksOf(character: Character): Readonly<Record<AttackName, AttackFigures>> {
  return figuresOf(character).attacks
}
