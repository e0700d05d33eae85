/**
 * English names of the game's characters (by external id) and of the stages that are played in tournaments (by stage id),
 * and how many costumes the characters have.
 */

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

const COSTUMES: readonly number[] = [6, 5, 4, 4, 6, 4, 5, 4, 5, 5, 4, 4, 5, 4, 4, 5, 5, 6, 5, 5, 4, 5, 5, 5, 4, 5]

const STAGE_NAMES: Readonly<Record<number, string>> = {
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
  return STAGE_NAMES[stage] ?? `Stage ${stage}`
}
