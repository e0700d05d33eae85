/**
 * The characters and the legal stages: their ids, their English names, and how many costumes the characters have. This is
 * the one list of each.
 */

/** The legal stages, in the order in which a match's seed draws from them. */
export const STAGE_IDS = [31, 32, 28, 8, 2, 3] as const
export type StageId = (typeof STAGE_IDS)[number]

/** By external id. */
const CHARACTERS: readonly string[] = [
  'Captain Falcon',
  'Donkey Kong',
  'Fox',
  'Mr. Game & Watch',
  'Kirby',
  'Bowser',
  'Link',
  'Luigi',
  'Mario',
  'Marth',
  'Mewtwo',
  'Ness',
  'Peach',
  'Pikachu',
  'Ice Climbers',
  'Jigglypuff',
  'Samus',
  'Yoshi',
  'Zelda',
  'Sheik',
  'Falco',
  'Young Link',
  'Dr. Mario',
  'Roy',
  'Pichu',
  'Ganondorf',
]

/** Characters that a bot may pick: external ids from 0 on. */
export const CHARACTER_COUNT = CHARACTERS.length

const COSTUMES: readonly number[] = [6, 5, 4, 4, 6, 4, 5, 4, 5, 5, 4, 4, 5, 4, 4, 5, 5, 6, 5, 5, 4, 5, 5, 5, 4, 5]

const STAGE_NAMES: Readonly<Record<StageId, string>> = {
  31: 'Battlefield',
  32: 'Final Destination',
  28: 'Dream Land',
  8: 'Yoshi’s Story',
  2: 'Fountain of Dreams',
  3: 'Pokémon Stadium',
}

export function characterName(character: number): string {
  return CHARACTERS[character] ?? `Character ${character}`
}

/** Costumes that the game has for a character; 0 for one that it does not know. */
export function costumeCount(character: number): number {
  return COSTUMES[character] ?? 0
}

export function stageName(stage: number): string {
  return stage in STAGE_NAMES ? STAGE_NAMES[stage as StageId] : `Stage ${stage}`
}
