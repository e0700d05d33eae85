/**
 * Dream Land N64: three platforms, and a tree that blows. It rests and blinks, looks to the side where more fighters are,
 * and blows there: the wind pushes fighters in front of it for 274 frames. Source: doldecomp/melee, groldpupupu.c
 * (grOldPupupu_802113E0), ftlib.c (ftLib_800864A8); figures as public native engines list them, lengths of the
 * tree's animations from recorded gusts. Every recorded gust of 11 of 13 games follows from the recorded seeds.
 */
import { ACTION } from '../action-ids.ts'
import { random16, randomInteger, type RandomState } from '../random.ts'
import {
  ledgesOf,
  mirroredWalls,
  sameForAll,
  type Bystander,
  type Direction,
  type Floor,
  type Stage,
  type Voter,
} from './stage.ts'
import type { StageState } from './state.ts'

const LEFT_EDGE: Floor = { id: 3, from: [-77.2713, 0.0088], to: [-67.612424, 0.0088] }
const RIGHT_EDGE: Floor = { id: 5, from: [67.612424, 0.0088], to: [77.2713, 0.0088] }

/** Directions of the wind, as recordings number them. */
const CALM = 0
const LEFTWARD = 1
const RIGHTWARD = 2

/** What the tree is doing. */
const RESTING = 0
const TURNING = 1
const BLOWING = 2
/** The wind is as a recording tells it. */
const TOLD = 3

const REST = { least: 600, spread: 600 }
const BLINK = { least: 180, spread: 180 }
/** Lengths of its animations in frames; blowing to the left and to the right differ. */
const REST_FRAMES = 35
const TURN_FRAMES = 33
const BLOW_FRAMES = [321, 319] as const
/** The wind blows between these frames of a blow. */
const BREATH = 45
const BREATHLESS = 320
/** Birds fly by in the background. All they do to the game is to draw. */
const BIRDS = { least: 3000, spread: 1000, kinds: 10, flocks: 4, flockOdds: 5 }

/** Where the wind blows: on either side of the tree, which stands between. Its limits lie outside. */
const ZONE = { left: -74, treeLeft: -18, treeRight: -17, right: 76, bottom: -10, top: 40 }

function range(random: RandomState, { least, spread }: { least: number; spread: number }): number {
  return least + randomInteger(random, spread)
}

function begin(state: StageState, phase: number): void {
  state.treePhase = phase
  state.treeBegins = true
}

function reset(state: StageState, random: RandomState): void {
  state.windDirection = CALM
  state.windChanged = 0
  state.treeSide = 1
  begin(state, RESTING)
  state.treeTimer = range(random, REST)
  state.birdsLeft = range(random, BIRDS)
}

function update(state: StageState, random: RandomState, fighters: readonly Voter[], deadCount: boolean): void {
  const before = state.windDirection
  if (state.treePhase !== TOLD) state.windDirection = CALM
  if (state.treeClipLeft > 0) state.treeClipLeft--
  const begins = state.treeBegins
  state.treeBegins = false
  if (state.treePhase === RESTING) rest(state, random, begins)
  else if (state.treePhase === TURNING) turn(state, random, fighters, deadCount, begins)
  else if (state.treePhase === BLOWING) blow(state, begins)
  state.windChanged = state.windDirection === before ? 0 : 1
  fly(state, random)
}

/** It rests for its time, and to the end of a blink that has begun. */
function rest(state: StageState, random: RandomState, begins: boolean): void {
  if (begins) {
    state.treeTimer = range(random, REST)
    blink(state, random)
  }
  state.treeTimer--
  if (state.treeClipLeft > 0) return
  if (state.treeTimer <= 0) begin(state, TURNING)
  else if (--state.blinkLeft <= 0) blink(state, random)
}

function blink(state: StageState, random: RandomState): void {
  state.treeClipLeft = REST_FRAMES
  state.blinkLeft = range(random, BLINK)
}

function turn(
  state: StageState,
  random: RandomState,
  fighters: readonly Voter[],
  deadCount: boolean,
  begins: boolean,
): void {
  if (begins) {
    const side = sideOfMost(fighters, random, deadCount)
    if (side !== state.treeSide) state.treeClipLeft = TURN_FRAMES
    state.treeSide = side
  }
  if (state.treeClipLeft === 0) begin(state, BLOWING)
}

/** 1 where more fighters are right of the middle than left of it, else 0; a tie is drawn. */
function sideOfMost(fighters: readonly Voter[], random: RandomState, deadCount: boolean): number {
  let sum = 0
  for (let i = 0; i < fighters.length; i++) {
    const fighter = fighters[i]!
    const counts = deadCount ? fighter.action !== ACTION.Sleep : fighter.action > ACTION.Sleep
    if (counts) sum += fighter.x < 0 ? -1 : 1
  }
  return sum === 0 ? randomInteger(random, 2) : sum > 0 ? 1 : 0
}

function blow(state: StageState, begins: boolean): void {
  if (begins) {
    state.treeTimer = 0
    state.treeClipLeft = BLOW_FRAMES[state.treeSide]!
  }
  if (state.treeClipLeft === 0) {
    begin(state, RESTING)
    return
  }
  state.treeTimer++
  if (state.treeTimer > BREATH && state.treeTimer < BREATHLESS) state.windDirection = directionOf(state.treeSide)
}

function directionOf(side: number): number {
  return side === 0 ? LEFTWARD : RIGHTWARD
}

/** Draws of birds: their kind; for some kinds whether it is a flock, then their height; the time until the next. */
function fly(state: StageState, random: RandomState): void {
  if (state.birdsLeft-- >= 0) return
  if (randomInteger(random, BIRDS.kinds) < BIRDS.flocks) randomInteger(random, BIRDS.flockOdds)
  random16(random)
  state.birdsLeft = range(random, BIRDS)
}

/** From now on the wind is what the state says, as the tree does not know how far it is. */
export function tellWind(state: StageState, direction: number): void {
  state.treePhase = TOLD
  state.windDirection = direction
}

/** The tree as it is on the last frame before a gust in a direction, or, with direction 0, on the last of its gust. */
export function bringToChange(state: StageState, direction: number): void {
  const timer = direction === CALM ? BREATHLESS - 1 : BREATH
  const blows = direction === CALM ? state.windDirection : direction
  if (blows !== CALM) state.treeSide = blows === LEFTWARD ? 0 : 1
  state.windDirection = direction === CALM ? directionOf(state.treeSide) : CALM
  state.treePhase = BLOWING
  state.treeBegins = false
  state.treeTimer = timer
  state.treeClipLeft = BLOW_FRAMES[state.treeSide]! - timer + 1
}

/** Whether the wind changes on the next frame. */
export function isAtChange({ treePhase, treeTimer, treeBegins }: StageState): boolean {
  if (treePhase !== BLOWING || treeBegins) return false
  return treeTimer === BREATH || treeTimer === BREATHLESS - 1
}

function wind({ windDirection }: Pick<StageState, 'windDirection'>, { x, y }: Bystander): Direction {
  if (windDirection === CALM || y <= ZONE.bottom || y >= ZONE.top) return 0
  if (windDirection === LEFTWARD) return x > ZONE.left && x < ZONE.treeLeft ? -1 : 0
  return x > ZONE.treeRight && x < ZONE.right ? 1 : 0
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
