/** What the compiler knows of fighters' own action states: a table of callbacks names actions that exist. */
import type { OWN_ACTION_NAMES } from '../tables/generated/own-action-names.ts'

type Words<S extends string, Found = never> = S extends `${infer First} ${infer Rest}`
  ? Words<Rest, Found | First>
  : Found | S

/** A slug: how the fighter's folder is named. */
export type FighterSlug = keyof typeof OWN_ACTION_NAMES

/** The names of a fighter's own actions; those of any fighter without one named. */
export type OwnActionName<F extends FighterSlug = FighterSlug> = F extends F
  ? Words<(typeof OWN_ACTION_NAMES)[F]>
  : never
