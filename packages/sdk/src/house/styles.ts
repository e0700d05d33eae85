/** Who the house bots of an arena are: one character and one strength each. */
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

/** The first four are what an arena in development runs: of different strengths, so that a new bot has someone to climb past. */
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
]
