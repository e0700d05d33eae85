/**
 * How far an animation moves a fighter on each state frame: rolls, techs, floor and ledge options, dash attacks and
 * similar actions. Forward (positive x) is the facing at the start of the action. Decoded on first use, one fighter at
 * a time.
 */
import type { ActionId, InternalId } from './ids.ts'
import { byFighter, figuresOf } from './by-fighter.ts'

/**
 * The motion of an animation, by state frame from 1. Its members are not named x and y: V8 treats all objects with just
 * these names alike, and would box the numbers of those that hold numbers.
 */
export interface RootMotion {
  readonly ways: Float32Array
  readonly heights: Float32Array
}

/** By action. */
const motions = byFighter((internalId): ReadonlyMap<number, RootMotion> => {
  const rows = Object.entries(figuresOf(internalId).rootMotion)
  return new Map(
    rows.map(([action, { x, y }]) => [Number(action), { ways: Float32Array.from(x), heights: Float32Array.from(y) }]),
  )
})

/** The motion of an action's animation; undefined where it does not move the fighter. */
export function rootMotionOf(internalId: InternalId, action: ActionId): RootMotion | undefined {
  return motions(internalId).get(action)
}

function onFrame(moved: Float32Array, stateFrame: number): number {
  return stateFrame > 0 && stateFrame <= moved.length ? moved[stateFrame - 1]! : 0
}

/** Forward displacement on a state frame (1 is the first); 0 outside the animation's motion. */
export function motionX(motion: RootMotion | undefined, stateFrame: number): number {
  return motion ? onFrame(motion.ways, stateFrame) : 0
}

/** Forward displacement between two counters of an animation that may run faster or slower than its frames. */
export function motionBetween(motion: RootMotion | undefined, from: number, to: number): number {
  return motion ? travelled(motion.ways, to) - travelled(motion.ways, from) : 0
}

/** Between two frames the path bends like its neighbours. */
function travelled(ways: Float32Array, frame: number): number {
  const whole = Math.min(ways.length, Math.floor(frame))
  let way = 0
  for (let i = 0; i < whole; i++) way += ways[i]!
  const step = ways[whole] ?? 0
  const past = whole < ways.length ? frame - whole : 0
  const left = 1 - past
  const bend = left * (step + (ways[whole - 1] ?? 0)) - past * (step + (ways[whole + 1] ?? 0))
  return way + past * (past * (1 + 2 * left) * step + (left * bend) / 2)
}

/** Upward displacement on a state frame. */
export function motionY(motion: RootMotion | undefined, stateFrame: number): number {
  return motion ? onFrame(motion.heights, stateFrame) : 0
}
