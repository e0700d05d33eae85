/** Final Destination: one floor, static. */
import { ledgesOf, mirroredWalls, type Floor, type Stage } from './stage.ts'

const LEFT_EDGE: Floor = { id: 0, from: [-85.5657, 0], to: [-75, 0] }
const RIGHT_EDGE: Floor = { id: 2, from: [75, 0], to: [85.5657, 0] }

export const finalDestination: Stage = {
  id: 32,
  name: 'Final Destination',
  floors: [LEFT_EDGE, { id: 1, from: [-75, 0], to: [75, 0] }, RIGHT_EDGE],
  walls: mirroredWalls([
    [85.5657, 0],
    [85.5657, -10],
    [65, -20],
    [65, -30],
    [60, -47],
    [50, -55],
  ]),
  ceilings: [
    { from: [-50, -55], to: [-45, -56] },
    { from: [-45, -56], to: [45, -56] },
    { from: [45, -56], to: [50, -55] },
  ],
  ledges: ledgesOf(LEFT_EDGE, RIGHT_EDGE),
  blastZone: { left: -246, right: 246, top: 188, bottom: -140 },
  cameraZone: { left: -170, right: 170, top: 115, bottom: -85 },
  spawns: [
    [-60, 10],
    [60, 10],
  ],
  respawns: [
    [16, 45],
    [-50, 45],
    [50, 45],
    [-15, 45],
  ],
  respawnTop: 114,
}
