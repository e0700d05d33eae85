/** Animations as key frames with straight lines between them. Outlines and hurt capsules are stored like this. */
import { f } from '../math.ts'

export interface KeyFrames {
  /** Frames of the animation. One that loops returns to its first key frame at its end, others hold the last one. */
  readonly length: number
  readonly loops: boolean
  readonly frames: Int16Array
  /** The values of the key frames, one key frame after the other. */
  readonly values: Float32Array
}

/** Writes the values at an animation counter into `out` and returns how many they are. */
export function valuesAt({ length, loops, frames, values }: KeyFrames, counter: number, out: Float32Array): number {
  const width = values.length / frames.length
  const at = counter > 0 ? counter : 0
  const frame = loops ? at % length : Math.min(at, length - 1)
  let i = frames.length - 1
  while (i > 0 && frames[i]! > frame) i--
  const isLast = i + 1 === frames.length
  const next = isLast ? 0 : i + 1
  const nextFrame = isLast ? length : frames[next]!
  const share = isLast && !loops ? 0 : (frame - frames[i]!) / (nextFrame - frames[i]!)
  for (let n = 0; n < width; n++) {
    const from = values[i * width + n]!
    out[n] = f(from + (values[next * width + n]! - from) * share)
  }
  return width
}

/** An animation as figures: the actions that show it, and its key frames. */
export interface AnimationFigures {
  readonly actions: readonly number[]
  readonly length: number
  readonly loops: boolean
  readonly frames: readonly number[]
  /** The values of the key frames, one key frame after the other, in units that the caller knows. */
  readonly values: Int8Array
}

/** Animations by action; `valueOf` gives value `n` of a key frame in world units. */
export function animationsByAction(
  animations: readonly AnimationFigures[],
  width: number,
  valueOf: (value: number, n: number) => number,
): Map<number, KeyFrames> {
  const byAction = new Map<number, KeyFrames>()
  for (const { actions, length, loops, frames, values } of animations) {
    const inUnits = new Float32Array(values.length)
    for (let i = 0; i < values.length; i++) inUnits[i] = valueOf(values[i]!, i % width)
    const animation = { length, loops, frames: Int16Array.from(frames), values: inUnits }
    for (const action of actions) byAction.set(action, animation)
  }
  return byAction
}
