/**
 * The 26 characters that a bot can pick. The SDK uses one number for each, in picks, for the fighters in a game, and in
 * records. The game also has a second number, the internal id, which appears only in the raw stream.
 */
export const Character = {
  CaptainFalcon: 0,
  DonkeyKong: 1,
  Fox: 2,
  MrGameAndWatch: 3,
  Kirby: 4,
  Bowser: 5,
  Link: 6,
  Luigi: 7,
  Mario: 8,
  Marth: 9,
  Mewtwo: 10,
  Ness: 11,
  Peach: 12,
  Pikachu: 13,
  IceClimbers: 14,
  Jigglypuff: 15,
  Samus: 16,
  Yoshi: 17,
  Zelda: 18,
  Sheik: 19,
  Falco: 20,
  YoungLink: 21,
  DrMario: 22,
  Roy: 23,
  Pichu: 24,
  Ganondorf: 25,
} as const
/** Exactly these 26 numbers: an internal id of the stream, which is any number to the compiler, is none of them. */
export type Character = (typeof Character)[keyof typeof Character]

/** In the order of the internal ids, which a Post-Frame Update carries. */
const BY_INTERNAL_ID: readonly Character[] = [
  Character.Mario,
  Character.Fox,
  Character.CaptainFalcon,
  Character.DonkeyKong,
  Character.Kirby,
  Character.Bowser,
  Character.Link,
  Character.Sheik,
  Character.Ness,
  Character.Peach,
  Character.IceClimbers, // Popo
  Character.IceClimbers, // Nana
  Character.Pikachu,
  Character.Samus,
  Character.Yoshi,
  Character.Jigglypuff,
  Character.Mewtwo,
  Character.Luigi,
  Character.Marth,
  Character.Zelda,
  Character.YoungLink,
  Character.DrMario,
  Character.Falco,
  Character.Pichu,
  Character.MrGameAndWatch,
  Character.Ganondorf,
  Character.Roy,
]

/** Null for what is in the game beside the 26, such as a Wire Frame. */
export function characterOf(internalId: number): Character | null {
  return BY_INTERNAL_ID[internalId] ?? null
}

/** The internal id of a character; Popo's for the Ice Climbers. */
export function internalIdOf(character: Character): number {
  return BY_INTERNAL_ID.indexOf(character)
}
