/** Who the house bots of an arena are: one character and one strength each. */
import { Character } from '../characters.ts'
import type { Strength } from './ladder/index.ts'

export interface Style {
  readonly name: string
  /** How strong it is and how it plays, in a sentence for people. */
  readonly about: string
  readonly strength: Strength
  readonly character: Character
  readonly costume: number
}

export const STYLES: readonly Style[] = [
  { name: 'Ember', about: '', strength: 'walker', character: Character.Fox, costume: 1 },
  { name: 'Tide', about: '', strength: 'striker', character: Character.Marth, costume: 2 },
  { name: 'Gale', about: '', strength: 'striker', character: Character.CaptainFalcon, costume: 3 },
  { name: 'Drift', about: '', strength: 'guard', character: Character.Jigglypuff, costume: 0 },
  { name: 'Needle', about: '', strength: 'guard', character: Character.Sheik, costume: 4 },
  { name: 'Talon', about: '', strength: 'guard', character: Character.Falco, costume: 1 },
  { name: 'Parasol', about: '', strength: 'jumper', character: Character.Peach, costume: 2 },
  { name: 'Anvil', about: '', strength: 'jumper', character: Character.Ganondorf, costume: 0 },
]
