/**
 * Dream Land N64: three platforms, and a tree that blows. The wind pushes fighters in front of it, on the ground and in
 * the air, 274 frames at a time. The push, its zones and durations were measured on public replays. The game's own
 * figures for the pauses between gusts are not public; they are drawn from a range that covers the recorded ones (697
 * to 1246 frames). The tree turns to the side of the nearest fighter.
 */
import { randomInteger, type RandomState } from '../random.ts'
import { ledgesOf, mirroredWalls, sameForAll, type Bystander, type Direction, type Floor, type Stage } from './stage.ts'
import type { StageState } from './state.ts'

const LEFT_EDGE: Floor = { id: 3, from: [-77.2713, 0.0088], to: [-67.612424, 0.0088] }
const RIGHT_EDGE: Floor = { id: 5, from: [67.612424, 0.0088], to: [77.2713, 0.0088] }

/** Directions of the wind, as recordings number them. */
const CALM = 0
const LEFTWARD = 1
const RIGHTWARD = 2

const GUST_FRAMES = 274
/** Frames from the start of the match, which is 123 before frame 0, to the first gust. */
const FIRST_PAUSE = { least: 695, spread: 512 }
const PAUSE = { least: 690, spread: 560 }
/** Where the wind blows: on either side of the tree, which stands between. */
const ZONE = { left: -74, treeLeft: -18, treeRight: -17, right: 76, bottom: -16, top: 40 }

function pause(random: RandomState, { least, spread }: { least: number; spread: number }): number {
  return least + randomInteger(random, spread)
}

function reset(state: StageState, random: RandomState): void {
  state.windDirection = CALM
  state.windWait = pause(random, FIRST_PAUSE)
}

function update(state: StageState, random: RandomState, fighters: readonly Bystander[]): void {
  state.windChanged = 0
  state.windWait -= 1
  if (state.windWait > 0) return
  state.windChanged = 1
  if (state.windDirection === CALM) {
    state.windDirection = sideOfNearest(fighters)
    state.windWait = GUST_FRAMES
  } else {
    state.windDirection = CALM
    state.windWait = pause(random, PAUSE)
  }
}

function sideOfNearest(fighters: readonly Bystander[]): number {
  let nearest = Infinity
  let side = LEFTWARD
  for (const { x } of fighters) {
    const distance = Math.abs(x - ZONE.treeLeft)
    if (distance >= nearest) continue
    nearest = distance
    side = x < ZONE.treeLeft ? LEFTWARD : RIGHTWARD
  }
  return side
}

function wind({ windDirection }: Pick<StageState, 'windDirection'>, { x, y }: Bystander): Direction {
  if (windDirection === CALM || y < ZONE.bottom || y > ZONE.top) return 0
  if (windDirection === LEFTWARD) return x >= ZONE.left && x <= ZONE.treeLeft ? -1 : 0
  return x >= ZONE.treeRight && x <= ZONE.right ? 1 : 0
}

export const dreamLand: Stage = {
  id: 28,
  name: 'Dream Land N64',
  floors: [
    LEFT_EDGE,
    { id: 4, from: [-67.612424, 0.0088], to: [67.612424, 0.0088] },
    RIGHT_EDGE,
    { id: 0, from: [-61.3929, 30.1421], to: [-31.7254, 30.1421], isPlatform: true },
    { id: 1, from: [31.7036, 30.2425], to: [63.0745, 30.2425], isPlatform: true },
    { id: 2, from: [-19.0181, 51.4253], to: [19.0171, 51.4253], isPlatform: true },
  ],
  walls: mirroredWalls([
    [77.2713, 0.0088],
    [76.3389, -11.0417],
    [65.7626, -35.7562],
  ]),
  ceilings: [{ from: [-65.7626, -35.7562], to: [65.7626, -35.7562] }],
  ledges: ledgesOf(LEFT_EDGE, RIGHT_EDGE),
  blastZone: { left: -255, right: 255, top: 250, bottom: -123 },
  cameraZone: { left: -165, right: 165, top: 190, bottom: -85 },
  spawns: [
    [-46.6, 37.2],
    [47.4, 37.3],
  ],
  respawns: sameForAll([0, 84.22]),
  respawnTop: 190,
  reset,
  update,
  wind,
}
