/** Reads the key frames of `hurtboxes.csv` and `outlines.csv`, see packages/engine/data/README.md. */
import type { AnimationFigures } from '../../packages/engine/src/tables/key-frames.ts'
import type { FighterSource, Row } from './source.ts'
import { isUntouchable } from './windows.ts'

interface KeyFrame {
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
export function readAnimations(rows: readonly Row[], valuesOf: (row: Row) => readonly number[]): Animation[] {
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

/** Where a fighter cannot be hit its pose does not matter: of three key frames there the middle one is dropped. */
function withoutUntouchable(keyFrames: readonly KeyFrame[], isOut: (frame: number) => boolean): KeyFrame[] {
  return keyFrames.filter((_, i) => {
    const around = keyFrames.slice(Math.max(0, i - 1), i + 2)
    return around.length < 3 || !around.every(({ frame }) => isOut(frame))
  })
}

/** The animations of `users`, without those that only omitted actions show. */
export function animationFigures(
  animations: readonly Animation[],
  users: readonly FighterSource[],
  width: number,
  leftOut: ReadonlySet<number> = new Set(),
): AnimationFigures[] {
  return animations.flatMap(({ actions: all, length, loops, keyFrames }) => {
    const actions = all.filter((action) => !leftOut.has(action))
    if (actions.length === 0) return []
    const kept = withoutUntouchable(keyFrames, isUntouchable(users, actions))
    for (const { values } of kept) {
      if (values.length !== width) throw new Error(`${values.length} values in a key frame of action ${actions[0]}`)
    }
    const values = kept.flatMap((keyFrame) => keyFrame.values)
    if (values.some((value) => value !== (value << 24) >> 24)) {
      throw new Error(`A place of action ${actions[0]} is too far away, or between two steps of the grid`)
    }
    return [{ actions, length, loops, frames: kept.map(({ frame }) => frame), values: Int8Array.from(values) }]
  })
}
