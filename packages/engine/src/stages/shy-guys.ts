/**
 * When Shy Guys come to Yoshi's Story, how many, and where they begin: groups that follow each other, drawn from the frame's
 * seed. Source: doldecomp/melee (grStory_801E3418); figures as public native engines list them.
 */
import { f } from '../math.ts'
import { randomFloat, randomInteger, type RandomState } from '../random.ts'
import type { Flock } from './stage.ts'
import type { StageState } from './state.ts'

/** Frames without any of them before the next group; and the draw whose value the game discards. */
const REST_FRAMES = 120
const REST_DRAW = 1800
export const START = { left: -292, right: 304 } as const
/** Heights of the patterns; the first three begin on the left. */
export const HEIGHTS = [30, 45, 60, 75, 90, 0] as const
const PATTERNS_FROM_LEFT = 3
/** The speeds from which one is drawn for a group. */
const SPEEDS = 3
/** One behind another: frames apart, and by how much their heights differ at most. */
export const GAP = { frames: 25, height: 3 } as const
/** Odds of several: of the number that counts, and of the one that is discarded. Three to five then. */
const MANY = { odds: 2, discardedOdds: 8, least: 3, spread: 3 } as const

/** At the start of a match. */
export function resetShyGuys(state: StageState, random: RandomState): void {
  state.shyGuyPattern = 0
  drawRest(state, random)
}

function drawRest(state: StageState, random: RandomState): void {
  randomInteger(random, REST_DRAW)
  state.shyGuysLeft = REST_FRAMES
}

function drawCount(random: RandomState, odds: number): number {
  return randomInteger(random, odds) === 0 ? MANY.least + randomInteger(random, MANY.spread) : 1
}

/** One frame of the time between groups; it runs while there are none. */
export function updateShyGuys(state: StageState, random: RandomState, flock: Flock): void {
  if (flock.isThere) {
    state.shyGuysLeft = REST_FRAMES
    return
  }
  if (state.shyGuysLeft-- > 0) return
  drawRest(state, random)
  let pattern = randomInteger(random, HEIGHTS.length)
  while (pattern === state.shyGuyPattern) pattern = randomInteger(random, HEIGHTS.length)
  state.shyGuyPattern = pattern
  const speed = randomInteger(random, SPEEDS)
  drawCount(random, MANY.discardedOdds)
  const count = drawCount(random, MANY.odds)
  const isFromLeft = pattern < PATTERNS_FROM_LEFT
  const x = isFromLeft ? START.left : START.right
  let y: number = HEIGHTS[pattern]!
  for (let i = 0; i < count; i++) {
    flock.join({ x, y, facing: isFromLeft ? 1 : -1, speed, wait: GAP.frames * i })
    y = f(f(GAP.height * f(2 * f(randomFloat(random) - 0.5))) + HEIGHTS[pattern]!)
  }
}
