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
    [85.5657, -10.5],
    [65.7993, -20.4538],
    [65.8374, -31.3443],
    [61.4195, -47.3663],
    [53.7736, -54.2584],
  ]),
  ceilings: [
    { from: [-53.7736, -54.2584], to: [-47.456, -55.3882] },
    { from: [-47.456, -55.3882], to: [47.456, -55.3882] },
    { from: [47.456, -55.3882], to: [53.7736, -54.2584] },
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
