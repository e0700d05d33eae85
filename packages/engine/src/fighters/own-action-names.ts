/**
 * The compiler's knowledge of character-specific action states: a table of callbacks can only name existing actions.
 */
import type { OWN_ACTION_NAMES } from '../tables/generated/own-action-names.ts'

type Words<S extends string, Found = never> = S extends `${infer First} ${infer Rest}`
  ? Words<Rest, Found | First>
  : Found | S

/** A slug: the name of the fighter's folder. */
export type FighterSlug = keyof typeof OWN_ACTION_NAMES

/** The names of a fighter's character-specific actions; without a fighter, those of all. */
export type OwnActionName<F extends FighterSlug = FighterSlug> = F extends F
  ? Words<(typeof OWN_ACTION_NAMES)[F]>
  : never
