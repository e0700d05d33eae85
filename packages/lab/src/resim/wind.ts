/**
 * The wind of Dream Land in a recording. Newer recordings hold its direction. In older ones it is inferred: a fighter
 * that is off by exactly the wind's push, where the wind would push it, was pushed.
 */
import type { Fighter } from '../../../engine/src/fighter.ts'
import { WIND_PUSH } from '../../../engine/src/stages/stage.ts'
import { holds, type Recording, recordOf } from './recording.ts'

/** The wind's direction on each frame, as the stage's state numbers it: 0 none, 1 left, 2 right. */
export type Winds = Int32Array

const CALM = 0
const DIRECTIONS = [1, 2] as const
const TOLERANCE = 0.001
/** The longest gust. */
const GUST_FRAMES = 274
/** Fewer pushes than this are chance. */
const LEAST_PUSHES = 5

/** The direction that pushed a fighter on a frame, which was played without wind. */
function feltWind(fighter: Fighter, recordedX: number): number {
  const { stage } = fighter.match
  if (!stage.wind) return CALM
  const push = recordedX - fighter.x
  for (const windDirection of DIRECTIONS) {
    const expected = stage.wind({ windDirection }, fighter) * WIND_PUSH
    if (expected !== 0 && Math.abs(push - expected) <= TOLERANCE) return windDirection
  }
  return CALM
}

/** Gusts from single pushes: from the first to the last push in one direction, within the length of a gust. */
export function gustsOf(pushes: Winds): Winds {
  const winds = new Int32Array(pushes.length)
  let end = 0
  for (const [from, direction] of pushes.entries()) {
    if (from < end || direction === CALM) continue
    const gust = pushes.subarray(from, from + GUST_FRAMES)
    if (gust.filter((push) => push === direction).length < LEAST_PUSHES) continue
    end = from + gust.lastIndexOf(direction) + 1
    winds.fill(direction, from, end)
  }
  return winds
}

/** As recorded; null in recordings that are too old for it. */
export function recordedWinds(recording: Recording): Winds | null {
  if (!holds(recording, 'wind')) return null
  let direction = CALM
  return Int32Array.from(recording.frames, ({ events }) => (direction = events.dreamlandWhispy?.direction ?? direction))
}

/** Notes a push on a frame. */
export function feelFrame(fighters: readonly Fighter[], recording: Recording, index: number, pushes: Winds): void {
  for (const fighter of fighters) {
    const post = recordOf(recording.frames[index]!, fighter)?.post
    if (!post || fighter.action !== post.actionStateId) continue
    const direction = feltWind(fighter, post.positionX)
    if (direction !== CALM) pushes[index] = direction
  }
}
