/**
 * Fountain of Dreams: two side platforms that rise and sink on their own. Each waits; then, at random, it sinks into the
 * floor, hides there and comes back, moves by some amount, or waits again. Source: doldecomp/melee, grizumi.c
 * (grIzumi_801CC358); figures as public native engines list them. In six games every platform on which a fighter stands
 * is where the recorded seeds put it. Heights are in the event units of recordings: world y = 0.75 * height + 1.125.
 */
import { f, fma } from '../math.ts'
import { randomFloat, randomInteger, type RandomState } from '../random.ts'
import {
  ledgesOf,
  mirroredCeilings,
  mirroredWalls,
  sameForAll,
  type Floor,
  type MovableFloors,
  type Stage,
} from './stage.ts'
import type { StageState } from './state.ts'

/** Friction factor of the stone at either end; measured on 10 recorded turns out of dashes. */
const EDGE_FRICTION = 1.5
const LEFT_EDGE: Floor = { id: 3, from: [-63.34755, 0.623775], to: [-53.5844, 0.623775], friction: EDGE_FRICTION }
const RIGHT_EDGE: Floor = { id: 7, from: [53.5844, 0.623775], to: [63.34755, 0.623775], friction: EDGE_FRICTION }

/** What a platform is doing. */
export const WAITING = 0
export const MOVING = 1
/** Sunk as far as it goes; it hides next. */
const SUNKEN = 2
/** Hidden under the floor, where recordings show no platform. */
export const HIDDEN = 3
/** At its target; it begins to wait next. */
export const ARRIVED = 4

/** Floor of each platform, in the order in which events number them: right, left. */
const FLOORS = [1, 0] as const
/** The order in which they move, draw and are written. */
export const SIDES = [1, 0] as const
const START = [28, 20] as const
const RISE = f(0.15)
const SINK = f(0.1)
export const LOWEST = 15
export const HIGHEST = 35
/** The lowest height; hidden there it carries no fighter. */
export const SUNK = -1
/** The height to which it comes back; also its middle height. */
export const MIDDLE = 25

const WAIT = { least: 600, spread: 480 }
const HIDE = { least: 480, spread: 1200 }
const MOVE = { least: 5, spread: 5 }
/** At the end of a wait it sinks, moves or waits again. */
const WEIGHTS = { sink: 4, move: 8, wait: 10 }
/** Chance that it moves away from the middle; from the middle itself it rises in half of all cases. */
const AWAY = 0.25

const SCALE = f(0.75)
const BASE = f(1.125)

export function worldY(height: number): number {
  return fma(height, SCALE, BASE)
}

/** The height of a platform on which a fighter stands at y. */
export function platformHeightOf(y: number): number {
  return (y - 0.0001 - BASE) / SCALE
}

/** Puts a platform where recordings show it. Sunk and at rest it carries no fighter. */
export function putPlatform(
  { platformHeight, platformPhase }: Pick<StageState, 'platformHeight' | 'platformPhase'>,
  side: number,
  height: number,
  isMoving = false,
): void {
  platformHeight[side] = height
  platformPhase[side] = height <= SUNK && !isMoving ? HIDDEN : WAITING
}

function reset(state: StageState, random: RandomState): void {
  for (let i = 0; i < SIDES.length; i++) {
    const side = SIDES[i]!
    state.platformHeight[side] = START[side]!
    state.platformTarget[side] = START[side]!
    state.platformMoved[side] = 0
    wait(state, side, random)
  }
}

function update(state: StageState, random: RandomState): void {
  for (let i = 0; i < SIDES.length; i++) {
    const side = SIDES[i]!
    const phase = state.platformPhase[side]!
    state.platformMoved[side] = 0
    if (phase === ARRIVED) {
      state.platformMoved[side] = 1
      wait(state, side, random)
    } else if (phase === MOVING) {
      state.platformMoved[side] = 1
      approach(state, side)
    } else if (phase === SUNKEN) {
      hide(state, side, random)
    } else if (state.platformWait[side]!-- < 0) {
      if (phase === HIDDEN) emerge(state, side)
      else choose(state, side, random)
    }
  }
}

function wait(state: StageState, side: number, random: RandomState): void {
  state.platformPhase[side] = WAITING
  state.platformWait[side] = WAIT.least + randomInteger(random, WAIT.spread)
}

function hide(state: StageState, side: number, random: RandomState): void {
  state.platformPhase[side] = HIDDEN
  state.platformWait[side] = HIDE.least + randomInteger(random, HIDE.spread)
}

/** It carries fighters again, and is written, before it moves. */
function emerge(state: StageState, side: number): void {
  state.platformMoved[side] = 1
  go(state, side, MIDDLE)
}

function go(state: StageState, side: number, target: number): void {
  state.platformPhase[side] = MOVING
  state.platformTarget[side] = target
}

function choose(state: StageState, side: number, random: RandomState): void {
  const { sink, move, wait: again } = WEIGHTS
  const choice = (sink + move + again) * randomFloat(random)
  if (choice < sink) {
    go(state, side, SUNK)
  } else if (choice < sink + move) {
    const amount = f(MOVE.least + f(MOVE.spread * randomFloat(random)))
    const goesUp = risesAt(state.platformHeight[side]!, randomFloat(random))
    const target = f(state.platformTarget[side]! + (goesUp ? amount : -amount))
    go(state, side, Math.min(Math.max(target, LOWEST), HIGHEST))
  } else {
    wait(state, side, random)
  }
}

function risesAt(height: number, draw: number): boolean {
  if (height === MIDDLE) return draw < 0.5
  return height > MIDDLE === draw < AWAY
}

/** Takes one step to the target; a shorter rest of the way at once. */
function approach(state: StageState, side: number): void {
  const height = state.platformHeight[side]!
  const target = state.platformTarget[side]!
  const gap = f(target - height)
  if (gap >= RISE) state.platformHeight[side] = height + RISE
  else if (gap <= -SINK) state.platformHeight[side] = height - SINK
  else {
    state.platformHeight[side] = target
    state.platformPhase[side] = gap < 0 && target < LOWEST ? SUNKEN : ARRIVED
  }
}

function place(floors: MovableFloors, state: StageState): void {
  for (let side = 0; side < FLOORS.length; side++) {
    const height = state.platformHeight[side]!
    floors.setFloorY(FLOORS[side]!, worldY(height), height >= SUNK && state.platformPhase[side] !== HIDDEN)
  }
}

export const fountainOfDreams: Stage = {
  id: 2,
  name: 'Fountain of Dreams',
  floors: [
    LEFT_EDGE,
    { id: 4, from: [-53.5844, 0.623775], to: [-51.2608, 0.002775] },
    { id: 5, from: [-51.2608, 0.002775], to: [51.2608, 0.002775] },
    { id: 6, from: [51.2608, 0.002775], to: [53.5844, 0.623775] },
    RIGHT_EDGE,
    { id: 0, from: [-49.5, 16.125], to: [-21, 16.125], isPlatform: true },
    { id: 1, from: [21, 22.125], to: [49.5, 22.125], isPlatform: true },
    { id: 2, from: [-14.25, 42.75], to: [14.25, 42.75], isPlatform: true },
  ],
  walls: mirroredWalls(
    [
      [63.34755, 0.623775],
      [63.25935, -4.396275],
      [59.4831, -14.664225],
      [56.87235, -19.55325],
      [54.927375, -26.117775],
      [51.907125, -32.205675],
      [47.603625, -37.482075],
      [41.179275, -41.911725],
    ],
    [
      [18.9078, -48.668025],
      [12.9621, -54.2805],
      [10.167525, -61.9674],
      [8.68365, -71.83005],
      [8.440425, -247.43205],
    ],
  ),
  ceilings: mirroredCeilings(
    [
      [18.9078, -48.668025],
      [30.557925, -45.160875],
    ],
    [
      [30.557925, -45.160875],
      [41.179275, -41.911725],
    ],
  ),
  ledges: ledgesOf(LEFT_EDGE, RIGHT_EDGE),
  blastZone: { left: -198.75, right: 198.75, top: 202.5, bottom: -146.25 },
  cameraZone: { left: -124, right: 124, top: 113, bottom: -85 },
  spawns: [
    [-41.25, 21],
    [41.25, 27],
  ],
  respawns: sameForAll([0, 63.75]),
  respawnTop: 112.5,
  reset,
  update,
  place,
}
