/** Codes animations given as lines `NAME ACTIONS LENGTH LOOP KEYFRAME ...`, see data/shapes/FORMAT.md and data/hurtboxes/FORMAT.md. */
import {
  blankBefore,
  learnUsual,
  type AnimationContexts,
  type ValueModel,
} from '../../packages/engine/src/tables/key-frames.ts'
import type { CodedWriter } from './code.ts'
import { isUntouchable } from './windows.ts'

const FIRST_CODE = 35

interface Coding {
  /** For messages. */
  readonly file: string
  readonly width: number
  readonly contexts: AnimationContexts
  readonly model: ValueModel
  /** The packed value of a character's code, less the first. */
  readonly valueOf: (code: number, n: number) => number
  /** The fighters whose they are, by internal id. */
  readonly fighters: readonly number[]
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

export function actionsOf([first, last]: readonly number[]): number[] {
  return Array.from({ length: last! - first! + 1 }, (_, i) => first! + i)
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

interface KeyFrame {
  readonly frame: number
  readonly codes: string
}

/** `FRAME:CODES`. */
export function keyFrameOf(text: string): KeyFrame {
  const colon = text.indexOf(':')
  return { frame: Number(text.slice(0, colon)), codes: text.slice(colon + 1) }
}

/** Where nobody can be hit the pose does not matter: of three key frames there the one in the middle goes. */
function withoutUntouchable(keyFrames: readonly KeyFrame[], isOut: (frame: number) => boolean): KeyFrame[] {
  return keyFrames.filter((_, i) => {
    const around = keyFrames.slice(Math.max(0, i - 1), i + 2)
    return around.length < 3 || !around.every(({ frame }) => isOut(frame))
  })
}

/** The packed values of a key frame's characters. */
export function valuesOf(codes: string, valueOf: (code: number, n: number) => number): number[] {
  return Array.from(codes, (_, n) => valueOf(codes.charCodeAt(n) - FIRST_CODE, n))
}

export function putAnimations(
  writer: CodedWriter,
  lines: readonly string[],
  { file, width, contexts, model, valueOf, fighters, known = new Set() }: Coding,
): void {
  let actionBefore = 0
  const firstBefore = new Int16Array(width)
  const before = blankBefore(width)
  let count = 0
  for (const line of lines) {
    const [, actions, length, loop, ...told] = line.split(' ')
    const ranges = rangesOf(actions!).flatMap((range) => without(known, range))
    if (ranges.length === 0) continue
    const keyFrames = withoutUntouchable(told.map(keyFrameOf), isUntouchable(fighters, ranges.flatMap(actionsOf)))
    writer.put(ranges.length, contexts.ranges)
    for (const [first, last] of ranges) {
      writer.putSigned(first! - actionBefore, contexts.action).put(last! - first!, contexts.more)
      actionBefore = first!
    }
    writer.put(Number(length) * 2 + (loop === 'L' ? 1 : 0), contexts.length).put(keyFrames.length, contexts.frames)
    before.values.set(firstBefore)
    let frameBefore = 0
    for (const [i, { frame, codes }] of keyFrames.entries()) {
      const values = valuesOf(codes, valueOf)
      if (values.length !== width) throw new Error(`${file}: ${values.length} values in ${line.slice(0, 40)}`)
      writer.put(frame - frameBefore, contexts.gap)
      before.last.set(before.values)
      for (const [n, value] of values.entries()) {
        const change = model.changeOf(before, n)
        const context = model.contextOf(before, n, change)
        before.apart[n] = value - before.last[n]! - change
        before.values[n] = value
        writer.putSigned(before.apart[n], context, model.treeOf(context))
      }
      learnUsual(before, count++)
      if (i === 0) firstBefore.set(values)
      frameBefore = frame
    }
  }
}
