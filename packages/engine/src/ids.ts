/**
 * The ids of fighters and of their actions. They are numbers that must not be mixed: the compiler refuses one kind where
 * another is expected. A plain number passes for any of them, as ids come in by picks, recordings and tables.
 */
import type { FighterSlug } from './fighters/own-action-names.ts'

type Id<Of extends string> = number & { readonly idOf?: Of }

/** The fighter of a pick, as in Game Start: 0..25. Popo stands for both Ice Climbers. */
export type ExternalId = Id<'pick'>

/** A fighter as it plays, as in post-frame records: 0..26, Popo and Nana apart. */
export type InternalId = Id<'fighter'>

/** An action state of a fighter: those up to 340 are common to all. */
export type ActionId = Id<'action'>

/** Internal ids by the fighter's slug, which is how its folder is named. */
export const INTERNAL_ID: Readonly<Record<FighterSlug, InternalId>> = {
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
}

/** External ids by the fighter's slug. */
export const EXTERNAL_ID: Readonly<Record<FighterSlug, ExternalId>> = {
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
}
