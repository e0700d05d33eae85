/** Who the house bots are: one character each, and numbers that say how it plays. */
import { Character } from '../characters.ts'

export interface Style {
  readonly name: string
  /** How it plays, in a sentence for people. */
  readonly about: string
  readonly character: Character
  readonly costume: number
  /** Frames from pressing jump to leaving the ground. */
  readonly jumpSquat: number
  /** Distance at which it strikes. */
  readonly reach: number
  /** How often it strikes rather than waits once it is in reach. */
  readonly aggression: number
  /** How often it comes through the air. */
  readonly airborne: number
  /** How often it gives way when the opponent is close: shield, roll, dash back. */
  readonly caution: number
  /** How often it fires from afar. */
  readonly zoning: number
  /** How far beyond the edge it follows an opponent; far is rewarding and does not always end well. */
  readonly daring: number
}

export const STYLES: readonly Style[] = [
  {
    name: 'Ember',
    about: 'Rushes in, strikes fast and rarely gives way.',
    character: Character.Fox,
    costume: 1,
    jumpSquat: 3,
    reach: 14,
    aggression: 0.8,
    airborne: 0.35,
    caution: 0.15,
    zoning: 0.1,
    daring: 30,
  },
  {
    name: 'Tide',
    about: 'Keeps its distance, shields, and strikes with the tip of the sword.',
    character: Character.Marth,
    costume: 2,
    jumpSquat: 4,
    reach: 22,
    aggression: 0.55,
    airborne: 0.3,
    caution: 0.45,
    zoning: 0,
    daring: 20,
  },
  {
    name: 'Gale',
    about: 'Always attacks, half of the time through the air, and never waits.',
    character: Character.CaptainFalcon,
    costume: 3,
    jumpSquat: 4,
    reach: 17,
    aggression: 0.9,
    airborne: 0.5,
    caution: 0.05,
    zoning: 0,
    daring: 45,
  },
  {
    name: 'Drift',
    about: 'Lives in the air and follows far beyond the edge.',
    character: Character.Jigglypuff,
    costume: 0,
    jumpSquat: 5,
    reach: 13,
    aggression: 0.6,
    airborne: 0.8,
    caution: 0.3,
    zoning: 0,
    daring: 60,
  },
  {
    name: 'Needle',
    about: 'Throws needles from afar and comes in where you look away.',
    character: Character.Sheik,
    costume: 4,
    jumpSquat: 3,
    reach: 15,
    aggression: 0.65,
    airborne: 0.4,
    caution: 0.3,
    zoning: 0.35,
    daring: 40,
  },
  {
    name: 'Talon',
    about: 'Fires its blaster from afar, then strikes from the air.',
    character: Character.Falco,
    costume: 1,
    jumpSquat: 5,
    reach: 14,
    aggression: 0.6,
    airborne: 0.45,
    caution: 0.2,
    zoning: 0.5,
    daring: 25,
  },
  {
    name: 'Parasol',
    about: 'Floats, waits for a mistake, and shields most of yours.',
    character: Character.Peach,
    costume: 2,
    jumpSquat: 5,
    reach: 16,
    aggression: 0.5,
    airborne: 0.6,
    caution: 0.4,
    zoning: 0.2,
    daring: 45,
  },
  {
    name: 'Anvil',
    about: 'Slow and heavy: a few hits are enough.',
    character: Character.Ganondorf,
    costume: 0,
    jumpSquat: 6,
    reach: 20,
    aggression: 0.75,
    airborne: 0.3,
    caution: 0.25,
    zoning: 0,
    daring: 30,
  },
]
