/** Codes animations given as lines `NAME ACTIONS LENGTH LOOP KEYFRAME ...`, see data/shapes/FORMAT.md and data/hurtboxes/FORMAT.md. */
import type { AnimationContexts } from '../../packages/engine/src/tables/key-frames.ts'
import type { CodedWriter } from './code.ts'

const FIRST_CODE = 35

interface Coding {
  /** For messages. */
  readonly file: string
  readonly width: number
  readonly contexts: AnimationContexts
  readonly contextOf: (values: ArrayLike<number>, before: ArrayLike<number>, n: number) => number
  /** The packed value of a character's code, less the first. */
  readonly valueOf: (code: number, n: number) => number
  /** Actions that are left out; none unless told. */
  readonly known?: ReadonlySet<number>
}

/** First and last actions of `12,14-17`. */
export function rangesOf(actions: string): number[][] {
  return actions.split(',').map((range) => {
    const [first, last = first] = range.split('-').map(Number)
    return [first!, last!]
  })
}

/** The actions of a range without those that are known. */
function without(known: ReadonlySet<number>, [first, last]: readonly number[]): number[][] {
  const left: number[][] = []
  for (let action = first!; action <= last!; action++) {
    if (known.has(action)) continue
    const range = left.at(-1)
    if (range?.[1] === action - 1) range[1] = action
    else left.push([action, action])
  }
  return left
}

export function putAnimations(
  writer: CodedWriter,
  lines: readonly string[],
  { file, width, contexts, contextOf, valueOf, known = new Set() }: Coding,
): void {
  let actionBefore = 0
  let firstBefore = Array.from({ length: width }, () => 0)
  for (const line of lines) {
    const [, actions, length, loop, ...keyFrames] = line.split(' ')
    const ranges = rangesOf(actions!).flatMap((range) => without(known, range))
    if (ranges.length === 0) continue
    writer.put(ranges.length, contexts.ranges)
    for (const [first, last] of ranges) {
      writer.putSigned(first! - actionBefore, contexts.action).put(last! - first!, contexts.more)
      actionBefore = first!
    }
    writer.put(Number(length) * 2 + (loop === 'L' ? 1 : 0), contexts.length).put(keyFrames.length, contexts.frames)
    let before = firstBefore
    let frameBefore = 0
    for (const [i, keyFrame] of keyFrames.entries()) {
      const colon = keyFrame.indexOf(':')
      const frame = Number(keyFrame.slice(0, colon))
      const codes = keyFrame.slice(colon + 1)
      if (codes.length !== width) throw new Error(`${file}: ${codes.length} values in ${line.slice(0, 40)}`)
      const values = Array.from({ length: width }, (_, n) => valueOf(codes.charCodeAt(n) - FIRST_CODE, n))
      writer.put(frame - frameBefore, contexts.gap)
      for (const [n, value] of values.entries()) writer.putSigned(value - before[n]!, contextOf(values, before, n))
      if (i === 0) firstBefore = values
      before = values
      frameBefore = frame
    }
  }
}
