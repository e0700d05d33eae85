/** Codes the key frames of `hurtboxes.csv` and `outlines.csv`, see data/README.md. */
import {
  blankBefore,
  learnUsual,
  type AnimationContexts,
  type ValueModel,
} from '../../packages/engine/src/tables/key-frames.ts'
import type { CodedWriter } from './code.ts'
import type { FighterSource, Row } from './source.ts'
import { isUntouchable } from './windows.ts'

export interface KeyFrame {
  readonly frame: number
  /** In packed units. */
  readonly values: readonly number[]
}

/** An animation: which actions show it, and its key frames. */
export interface Animation {
  readonly actions: readonly number[]
  readonly length: number
  readonly loops: boolean
  readonly keyFrames: readonly KeyFrame[]
}

/** First to last actions of `12 14-17`. */
function actionsOf(text: string): number[] {
  return text.split(' ').flatMap((range) => {
    const [first, last = first] = range.split('-').map(Number)
    return Array.from({ length: last! - first! + 1 }, (_, i) => first! + i)
  })
}

/** The first row of an animation names its actions, length and whether it loops; every row is a key frame. */
export function animationsOf(rows: readonly Row[], valuesOf: (row: Row) => readonly number[]): Animation[] {
  const animations: (Animation & { keyFrames: KeyFrame[] })[] = []
  for (const row of rows) {
    if (row.has('animation')) {
      const [length, loops] = [row.number('length'), row.number('loops') === 1]
      animations.push({ actions: actionsOf(row.text('actions')), length, loops, keyFrames: [] })
    }
    animations.at(-1)!.keyFrames.push({ frame: row.number('frame'), values: valuesOf(row) })
  }
  return animations
}

interface Coding {
  readonly width: number
  readonly contexts: AnimationContexts
  readonly model: ValueModel
  /** The fighters whose they are. */
  readonly fighters: readonly FighterSource[]
  /** Actions that are left out; none unless told. */
  readonly known?: ReadonlySet<number>
}

/** First and last of actions in a row. */
function rangesOf(actions: readonly number[]): number[][] {
  const ranges: number[][] = []
  for (const action of actions) {
    const range = ranges.at(-1)
    if (range?.[1] === action - 1) range[1] = action
    else ranges.push([action, action])
  }
  return ranges
}

/** Where nobody can be hit the pose does not matter: of three key frames there the one in the middle goes. */
function withoutUntouchable(keyFrames: readonly KeyFrame[], isOut: (frame: number) => boolean): KeyFrame[] {
  return keyFrames.filter((_, i) => {
    const around = keyFrames.slice(Math.max(0, i - 1), i + 2)
    return around.length < 3 || !around.every(({ frame }) => isOut(frame))
  })
}

export function putAnimations(
  writer: CodedWriter,
  animations: readonly Animation[],
  { width, contexts, model, fighters, known = new Set() }: Coding,
): void {
  let actionBefore = 0
  const firstBefore = new Int16Array(width)
  const before = blankBefore(width)
  let count = 0
  for (const { actions, length, loops, keyFrames } of animations) {
    const left = actions.filter((action) => !known.has(action))
    if (left.length === 0) continue
    const ranges = rangesOf(left)
    const kept = withoutUntouchable(keyFrames, isUntouchable(fighters, left))
    writer.put(ranges.length, contexts.ranges)
    for (const [first, last] of ranges) {
      writer.putSigned(first! - actionBefore, contexts.action).put(last! - first!, contexts.more)
      actionBefore = first!
    }
    writer.put(length * 2 + (loops ? 1 : 0), contexts.length).put(kept.length, contexts.frames)
    before.values.set(firstBefore)
    let frameBefore = 0
    for (const [i, { frame, values }] of kept.entries()) {
      if (values.length !== width) throw new Error(`${values.length} values in a key frame of action ${actions[0]}`)
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
