/**
 * The ids of fighters and of their actions. They are numbers that must not be mixed: the compiler refuses one kind where
 * another is expected. Those of fighters are checked where they come in, so that no plain number passes for them; a
 * plain number passes for an action, whose ids are reckoned with (`action + TO_AIR`).
 */
import type { FighterSlug } from './fighters/own-action-names.ts'

type Id<Of extends string> = number & { readonly idOf: Of }

/** The fighter of a pick, as in Game Start: 0..25. Popo stands for both Ice Climbers. */
export type ExternalId = Id<'pick'>

/** A fighter as it plays, as in post-frame records: 0..26, Popo and Nana apart. */
export type InternalId = Id<'fighter'>

/** A pick from outside, which is checked (`asExternalId`) before it is played: a plain number passes. */
export type PickId = number & { readonly idOf?: 'pick' }

/** An action state of a fighter: those up to 340 are common to all. */
export type ActionId = number & { readonly idOf?: 'action' }

/** Internal ids by the fighter's slug, which is how its folder is named. */
export const INTERNAL_ID = {
  mario: 0,
  fox: 1,
  'captain-falcon': 2,
  'donkey-kong': 3,
  kirby: 4,
  bowser: 5,
  link: 6,
  sheik: 7,
  ness: 8,
  peach: 9,
  popo: 10,
  nana: 11,
  pikachu: 12,
  samus: 13,
  yoshi: 14,
  jigglypuff: 15,
  mewtwo: 16,
  luigi: 17,
  marth: 18,
  zelda: 19,
  'young-link': 20,
  'dr-mario': 21,
  falco: 22,
  pichu: 23,
  'game-and-watch': 24,
  ganondorf: 25,
  roy: 26,
} as const satisfies Record<FighterSlug, number> as Readonly<Record<FighterSlug, InternalId>>

/** External ids by the fighter's slug. */
export const EXTERNAL_ID = {
  'captain-falcon': 0,
  'donkey-kong': 1,
  fox: 2,
  'game-and-watch': 3,
  kirby: 4,
  bowser: 5,
  link: 6,
  luigi: 7,
  mario: 8,
  marth: 9,
  mewtwo: 10,
  ness: 11,
  peach: 12,
  pikachu: 13,
  popo: 14,
  nana: 14,
  jigglypuff: 15,
  samus: 16,
  yoshi: 17,
  zelda: 18,
  sheik: 19,
  falco: 20,
  'young-link': 21,
  'dr-mario': 22,
  roy: 23,
  pichu: 24,
  ganondorf: 25,
} as const satisfies Record<FighterSlug, number> as Readonly<Record<FighterSlug, ExternalId>>

const PICKS = 26
const FIGHTERS = 27

export function asExternalId(number: number): ExternalId {
  if (!(Number.isInteger(number) && number >= 0 && number < PICKS))
    throw new RangeError(`There is no character ${number}`)
  return number as ExternalId
}

export function asInternalId(number: number): InternalId {
  if (!(Number.isInteger(number) && number >= 0 && number < FIGHTERS))
    throw new RangeError(`There is no fighter ${number}`)
  return number as InternalId
}

/** All fighters, in the order of their ids. */
export const ALL_INTERNAL_IDS: readonly InternalId[] = Array.from({ length: FIGHTERS }, (_, number) =>
  asInternalId(number),
)

/** All picks, in the order of their ids. */
export const ALL_EXTERNAL_IDS: readonly ExternalId[] = Array.from({ length: PICKS }, (_, number) =>
  asExternalId(number),
)
