/** The house bots of an arena: one character and one strength each. */
import { Character } from '../characters.ts'
import type { Strength } from './ladder/index.ts'

export interface Style {
  readonly name: string
  /** How strong it is and how it plays, in words for people. */
  readonly about: string
  readonly strength: Strength
  readonly character: Character
  readonly costume: number
}

/**
 * The first eight have every strength among them, and the first four are of different ones, so that a new bot has someone to climb past.
 * The others are of the lower strengths, among which a new bot finds its place: of several that are near, one is free.
 */
export const STYLES: readonly Style[] = [
  {
    name: 'Ember',
    about: 'Strength 3 of 6: strikes with whatever reaches you, and comes back to the stage.',
    strength: 'striker',
    character: Character.Fox,
    costume: 1,
  },
  {
    name: 'Tide',
    about: 'Strength 5 of 6: in and out at the rim of your reach, and strikes where you will be.',
    strength: 'dancer',
    character: Character.Marth,
    costume: 2,
  },
  {
    name: 'Gale',
    about: 'Strength 1 of 6: walks up to you and jabs.',
    strength: 'walker',
    character: Character.CaptainFalcon,
    costume: 3,
  },
  {
    name: 'Drift',
    about: 'Strength 6 of 6: plays soundly, and follows you to the edge and to the ledge.',
    strength: 'sound',
    character: Character.Jigglypuff,
    costume: 0,
  },
  {
    name: 'Needle',
    about: 'Strength 5 of 6: dashes in and out, and comes in while you are busy.',
    strength: 'dancer',
    character: Character.Sheik,
    costume: 4,
  },
  {
    name: 'Talon',
    about: 'Strength 6 of 6: plays soundly and fast, and leaves no opening unused.',
    strength: 'sound',
    character: Character.Falco,
    costume: 1,
  },
  {
    name: 'Parasol',
    about: 'Strength 4 of 6: shields what it sees coming, and answers.',
    strength: 'guard',
    character: Character.Peach,
    costume: 2,
  },
  {
    name: 'Anvil',
    about: 'Strength 2 of 6: slow and heavy, and jumps in.',
    strength: 'jumper',
    character: Character.Ganondorf,
    costume: 0,
  },
  {
    name: 'Boulder',
    about: 'Strength 1 of 6: walks up to you, and has long arms to jab with.',
    strength: 'walker',
    character: Character.DonkeyKong,
    costume: 0,
  },
  {
    name: 'Cinder',
    about: 'Strength 2 of 6: runs up and jumps in.',
    strength: 'jumper',
    character: Character.Mario,
    costume: 0,
  },
  {
    name: 'Comet',
    about: 'Strength 3 of 6: strikes from afar with what reaches you.',
    strength: 'striker',
    character: Character.Samus,
    costume: 0,
  },
  {
    name: 'Moss',
    about: 'Strength 1 of 6: walks up to you, slides a little, and jabs.',
    strength: 'walker',
    character: Character.Luigi,
    costume: 0,
  },
  {
    name: 'Thistle',
    about: 'Strength 2 of 6: jumps in behind a sword.',
    strength: 'jumper',
    character: Character.Link,
    costume: 0,
  },
  {
    name: 'Blaze',
    about: 'Strength 3 of 6: comes near, for its sword is strongest at the hilt.',
    strength: 'striker',
    character: Character.Roy,
    costume: 0,
  },
  {
    name: 'Quarry',
    about: 'Strength 1 of 6: walks up to you, slowly, and is hard to move.',
    strength: 'walker',
    character: Character.Bowser,
    costume: 0,
  },
  {
    name: 'Spark',
    about: 'Strength 2 of 6: small and quick, and jumps in.',
    strength: 'jumper',
    character: Character.Pikachu,
    costume: 0,
  },
  {
    name: 'Bramble',
    about: 'Strength 2 of 6: jumps in, again and again.',
    strength: 'jumper',
    character: Character.YoungLink,
    costume: 0,
  },
  {
    name: 'Tonic',
    about: 'Strength 3 of 6: strikes with whatever reaches you, and halves its landings.',
    strength: 'striker',
    character: Character.DrMario,
    costume: 0,
  },
  {
    name: 'Puff',
    about: 'Strength 1 of 6: walks up to you, and jabs from below.',
    strength: 'walker',
    character: Character.Kirby,
    costume: 0,
  },
  {
    name: 'Pebble',
    about: 'Strength 2 of 6: jumps in from far away.',
    strength: 'jumper',
    character: Character.Yoshi,
    costume: 0,
  },
  {
    name: 'Nimbus',
    about: 'Strength 3 of 6: tall and light, and strikes with a long tail.',
    strength: 'striker',
    character: Character.Mewtwo,
    costume: 0,
  },
  {
    name: 'Echo',
    about: 'Strength 1 of 6: walks up to you and jabs, and does not give up.',
    strength: 'walker',
    character: Character.Ness,
    costume: 0,
  },
  {
    name: 'Tick',
    about: 'Strength 2 of 6: jumps in, flat as it is.',
    strength: 'jumper',
    character: Character.MrGameAndWatch,
    costume: 0,
  },
  {
    name: 'Flint',
    about: 'Strength 3 of 6: tiny, and strikes with whatever reaches you.',
    strength: 'striker',
    character: Character.Pichu,
    costume: 0,
  },
]
