/**
 * Pokémon Stadium, frozen: it never transforms, so only its first layout exists. On every frame a random draw decides
 * about a firework behind it (doldecomp/melee, grStadium_801D1E20).
 */
import { random16, randomInteger, type RandomState } from '../random.ts'
import { ledgesOf, mirroredCeilings, mirroredWalls, sameForAll, type Floor, type Stage } from './stage.ts'
import type { StageState } from './state.ts'

const LEFT_EDGE: Floor = { id: 51, from: [-87.75, 0], to: [-72.5, 0] }
const RIGHT_EDGE: Floor = { id: 54, from: [72.25, 0], to: [87.75, 0] }

const FIREWORK_ODDS = 200

/** Draws of a firework: time, side, distance. */
function update(_state: StageState, random: RandomState): void {
  if (randomInteger(random, FIREWORK_ODDS) !== 0) return
  random16(random)
  random16(random)
}

export const pokemonStadium: Stage = {
  id: 3,
  name: 'Pokémon Stadium',
  floors: [
    LEFT_EDGE,
    { id: 52, from: [-72.5, 0], to: [-70, 0] },
    { id: 34, from: [-70, 0], to: [70, 0] },
    { id: 53, from: [70, 0], to: [72.25, 0] },
    RIGHT_EDGE,
    { id: 35, from: [-55, 25], to: [-25, 25], isPlatform: true },
    { id: 36, from: [25, 25], to: [55, 25], isPlatform: true },
  ],
  walls: mirroredWalls(
    [
      [87.75, 0],
      [87.75, -4],
      [73.75, -15],
      [73.75, -17.5],
    ],
    [
      [60, -17.5],
      [60, -38],
    ],
    [
      [15, -60],
      [15, -135],
    ],
  ),
  ceilings: [
    ...mirroredCeilings(
      [
        [60, -17.5],
        [73.75, -17.5],
      ],
      [
        [15, -60],
        [60, -38],
      ],
    ),
    { from: [-15, -135], to: [15, -135] },
  ],
  ledges: ledgesOf(LEFT_EDGE, RIGHT_EDGE),
  blastZone: { left: -230, right: 230, top: 180, bottom: -111 },
  cameraZone: { left: -165, right: 165, top: 112, bottom: -65 },
  spawns: [
    [-40, 32],
    [40, 32],
  ],
  respawns: sameForAll([0, 60]),
  respawnTop: 120,
  update,
}
