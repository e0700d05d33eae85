/** Where fighters meet walls, measured on public recordings; by internal id. */
import { attributesOf } from '../../tables/fighters.ts'

/** How far from a wall, where the side of its diamond met it, a fighter begins a tech, a leap off it, a bounce. */
export interface WallPlaces {
  readonly tech: number
  readonly leap: number
  readonly bounce: number
}

/**
 * For a model as large as the world: 3 recorded bounces, leaps of Captain Falcon and Marth (5); others stand up against it. Leaps of Fox
 * and Falco: 3 off upright walls, as far as they are large.
 */
const USUAL_WALL_PLACES: WallPlaces = { tech: 1, leap: 2.5, bounce: 2.9 }
const WALL_PLACES: Readonly<Record<number, Partial<WallPlaces>>> = {
  1: { tech: 0, leap: 5.417 },
  2: { tech: 3.11, leap: 2.475 },
  7: { leap: 3.6 },
  22: { tech: 0, leap: 6.207 },
  25: { tech: 3.46, leap: 2.76 },
}

export function wallPlacesOf(internalId: number): WallPlaces {
  const scale = attributesOf(internalId).modelScaling
  const { tech, leap, bounce } = USUAL_WALL_PLACES
  return { tech: tech * scale, leap: leap * scale, bounce: bounce * scale, ...WALL_PLACES[internalId] }
}
