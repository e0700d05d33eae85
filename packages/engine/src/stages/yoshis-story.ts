/**
 * Yoshi's Story: sloped ends, three platforms, and Randall, a cloud that circles the stage in 1200 frames. The frame
 * alone determines his place. Shy Guys fly by.
 */
import { f } from '../math.ts'
import { randomInteger, type RandomState } from '../random.ts'
import { RANDALL_PATH } from '../tables/generated/randall.ts'
import {
  ledgesOf,
  mirroredWalls,
  sameForAll,
  type Flock,
  type Floor,
  type MovableFloors,
  type Stage,
  type Voter,
} from './stage.ts'
import { resetShyGuys, updateShyGuys } from './shy-guys.ts'
import type { StageState } from './state.ts'

const LEFT_EDGE: Floor = { id: 2, from: [-56, -3.5], to: [-39.2, 0] }
const RIGHT_EDGE: Floor = { id: 6, from: [39.2, 0], to: [56, -3.5] }

const RANDALL = 0
const RANDALL_WIDTH = 11.9
const PERIOD = 1200

/** Left end and height of Randall on every frame of his round. */
const RANDALL_X = new Float32Array(PERIOD)
const RANDALL_Y = new Float32Array(PERIOD)
for (const [i, [from, x, y, dx, dy]] of RANDALL_PATH.entries()) {
  const end = RANDALL_PATH[i + 1]?.[0] ?? PERIOD
  for (let n = from; n < end; n++) {
    RANDALL_X[n] = x + dx * (n - from)
    RANDALL_Y[n] = y + dy * (n - from)
  }
}

/** Frames between Randall's puffs, which do nothing but draw. */
const PUFF = { least: 10, spread: 20 } as const

function update(
  state: StageState,
  random: RandomState,
  _fighters: readonly Voter[],
  _deadCount: boolean,
  flock: Flock,
): void {
  updateShyGuys(state, random, flock)
  if (state.puffLeft-- < 0) state.puffLeft = PUFF.least + randomInteger(random, PUFF.spread)
}

function place(floors: MovableFloors, _state: StageState, frame: number): void {
  const n = turnOf(frame)
  const x = RANDALL_X[n]!
  floors.setFloor(RANDALL, x, RANDALL_Y[n]!, f(x + RANDALL_WIDTH))
}

/** How far Randall is on his round. */
function turnOf(frame: number): number {
  return ((frame % PERIOD) + PERIOD) % PERIOD
}

/** The middle of Randall. */
export function randallX(frame: number): number {
  return f(RANDALL_X[turnOf(frame)]! + f(RANDALL_WIDTH / 2))
}

export function randallY(frame: number): number {
  return RANDALL_Y[turnOf(frame)]!
}

export const yoshisStory: Stage = {
  id: 8,
  name: "Yoshi's Story",
  floors: [
    LEFT_EDGE,
    { id: 3, from: [-39.2, 0], to: [39.2, 0] },
    RIGHT_EDGE,
    { id: 1, from: [-59.5, 23.45], to: [-28, 23.45], isPlatform: true },
    { id: 4, from: [-15.75, 42], to: [15.75, 42], isPlatform: true },
    { id: 5, from: [28, 23.45], to: [59.5, 23.45], isPlatform: true },
    { id: RANDALL, from: [0, -33.25], to: [RANDALL_WIDTH, -33.25], isPlatform: true },
  ],
  walls: mirroredWalls([
    [56, -3.5],
    [56, -6.65],
    [54.95, -7.7],
    [53.725, -10.5],
    [52.675, -12.25],
    [52.675, -26.95],
    [53.725, -28],
    [53.725, -29.75],
    [52.675, -30.8],
    [52.675, -46.2],
    [53.725, -47.25],
    [53.725, -136.5],
  ]),
  ceilings: [],
  ledges: ledgesOf(LEFT_EDGE, RIGHT_EDGE),
  blastZone: { left: -175.7, right: 173.6, top: 168, bottom: -91 },
  cameraZone: { left: -125, right: 125, top: 119, bottom: -50 },
  spawns: [
    [-42, 26.6],
    [42, 28],
  ],
  respawns: sameForAll([0, 52.5]),
  respawnTop: 118.3,
  reset: resetShyGuys,
  update,
  hasShyGuys: true,
  place,
}
