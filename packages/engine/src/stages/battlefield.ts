/** Battlefield: three platforms over a floor, static. */
import { ledgesOf, mirroredCeilings, mirroredWalls, type Floor, type Stage } from './stage.ts'

const LEFT_EDGE: Floor = { id: 0, from: [-68.4, 0], to: [-60, 0] }
const RIGHT_EDGE: Floor = { id: 5, from: [60, 0], to: [68.4, 0] }

export const battlefield: Stage = {
  id: 31,
  name: 'Battlefield',
  floors: [
    LEFT_EDGE,
    { id: 1, from: [-60, 0], to: [60, 0] },
    RIGHT_EDGE,
    { id: 2, from: [-57.6, 27.2], to: [-20, 27.2], isPlatform: true },
    { id: 3, from: [-18.8, 54.4], to: [18.8, 54.4], isPlatform: true },
    { id: 4, from: [20, 27.2], to: [57.6, 27.2], isPlatform: true },
  ],
  walls: [
    ...mirroredWalls(
      [
        [68.4, 0],
        [64.98, -6],
      ],
      [
        [35.6, -18],
        [38, -21.2],
        [32.8, -24.8],
        [30.4, -28.8],
        [29.2, -34.8],
      ],
    ),
    // The slot in the middle of the underside.
    { from: [-10.31504, -31.25736], to: [-10.4, -40], faces: 1 },
    { from: [10.31504, -31.25736], to: [10.4, -40], faces: -1 },
  ],
  ceilings: [
    ...mirroredCeilings(
      [
        [35.6, -18],
        [64.98, -6],
      ],
      [
        [10.4, -40],
        [29.2, -34.8],
      ],
    ),
    { from: [-10.31504, -31.25736], to: [10.31504, -31.25736] },
  ],
  ledges: ledgesOf(LEFT_EDGE, RIGHT_EDGE),
  blastZone: { left: -224, right: 224, top: 200, bottom: -108.8 },
  cameraZone: { left: -160, right: 160, top: 136, bottom: -47.6 },
  spawns: [
    [-38.8, 35.2],
    [38.8, 35.2],
  ],
  respawns: [
    [12.8, 80],
    [-40, 80],
    [40, 80],
    [-12, 80],
  ],
  respawnTop: 136,
}
