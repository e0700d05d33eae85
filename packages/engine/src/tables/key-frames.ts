/** Animations as key frames with straight lines between them: what body shapes and hurt capsules are kept as. */
import { f } from '../math.ts'
import type { CodedReader } from './coded.ts'

export interface KeyFrames {
  /** Frames of the animation; one that loops runs back to its first key frame at its end, others hold their last one. */
  readonly length: number
  readonly loops: boolean
  readonly frames: Int16Array
  /** The values of the key frames one after the other. */
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

/** Contexts of a coded animation but for its values; see `scripts/tables/key-frames.ts`. */
export interface AnimationContexts {
  readonly ranges: number
  readonly action: number
  readonly more: number
  readonly length: number
  readonly frames: number
  readonly gap: number
}

/** What is known of a key frame while its values are read one after the other. */
export interface Before {
  readonly values: Int16Array
  /** The values of the key frame before. */
  readonly last: Int16Array
  /** What the values are on the whole. */
  readonly usual: Float64Array
  /** By how much the changes of those before differ from what was expected. */
  readonly apart: Int16Array
}

/** How the values of a kind of animation are coded. */
export interface ValueModel {
  /** The change that is expected of value `n`. */
  readonly changeOf: (before: Before, n: number) => number
  /** The context of how its change differs from that. */
  readonly contextOf: (before: Before, n: number, change: number) => number
  /** Which contexts share their trees. */
  readonly treeOf: (context: number) => number
}

export function blankBefore(width: number): Before {
  return {
    values: new Int16Array(width),
    last: new Int16Array(width),
    usual: new Float64Array(width),
    apart: new Int16Array(width),
  }
}

/** So many key frames are what is usual. */
const USUAL_FRAMES = 32

/** A key frame is known: all its values, and which one it is, from 0. */
export function learnUsual({ values, usual }: Before, index: number): void {
  const share = index === 0 ? 1 : 1 / USUAL_FRAMES
  for (let n = 0; n < values.length; n++) usual[n]! += (values[n]! - usual[n]!) * share
}

/**
 * Reads animations, by action, to the end of a coded text. A value is told by its change since the key frame before (the
 * first: since the first of the animation before), less the one that the model expects, under the model's context; `valueOf`
 * makes it what it stands for.
 */
export function readAnimations(
  reader: CodedReader,
  width: number,
  contexts: AnimationContexts,
  { contextOf, treeOf, changeOf }: ValueModel,
  valueOf: (code: number, n: number) => number,
): Map<number, KeyFrames> {
  const animations = new Map<number, KeyFrames>()
  const first = new Int16Array(width)
  const before = blankBefore(width)
  const { values: current, last, apart } = before
  let count = 0
  let action = 0
  while (!reader.done) {
    const ranges = Array.from({ length: reader.next(contexts.ranges) }, () => {
      action += reader.signed(contexts.action)
      return [action, reader.next(contexts.more)] as const
    })
    const word = reader.next(contexts.length)
    const frames = new Int16Array(reader.next(contexts.frames))
    const values = new Float32Array(frames.length * width)
    current.set(first)
    let frame = 0
    for (let i = 0; i < frames.length; i++) {
      frame += reader.next(contexts.gap)
      frames[i] = frame
      last.set(current)
      for (let n = 0; n < width; n++) {
        const change = changeOf(before, n)
        const context = contextOf(before, n, change)
        apart[n] = reader.signed(context, treeOf(context))
        current[n]! += change + apart[n]!
        values[i * width + n] = valueOf(current[n]!, n)
      }
      learnUsual(before, count++)
      if (i === 0) first.set(current)
    }
    const animation = { length: word >> 1, loops: (word & 1) === 1, frames, values }
    for (const [from, more] of ranges) for (let a = from; a <= from + more; a++) animations.set(a, animation)
  }
  return animations
}
