/** Moments that follow each other: a pure function of the list of moments. */
import type { Moment, MomentKind } from './moments.ts'

/** A moment of one of these kinds that begins at most `withinFrames` after the one before it ended. */
export interface Following {
  readonly kinds: readonly MomentKind[]
  readonly withinFrames: number
}

type Placed = Pick<Moment, 'kind' | 'startFrame' | 'endFrame'>

/**
 * Every moment that is `first` and is followed as `then` says, step by step, with the moments that follow it: each the earliest that the
 * rest can follow. A moment follows another that stands before it in the list; it may begin before the other has ended. Given and found
 * in the order in which they begin.
 */
export function sequencesOf<Each extends Placed>(
  moments: readonly Each[],
  first: (moment: Each) => boolean,
  then: readonly Following[],
): Each[][] {
  const steps = nextOf(moments, then)
  return moments.flatMap((moment, index) => {
    if (!first(moment)) return []
    const parts = [moment]
    let at = index
    for (const next of steps) {
      at = next[at]!
      if (at < 0) return []
      parts.push(moments[at]!)
    }
    return [parts]
  })
}

/** By step and index: that of the moment that follows, and that the rest of the steps follow; -1 where none does. */
function nextOf(moments: readonly Placed[], then: readonly Following[]): number[][] {
  const steps: number[][] = []
  for (const { kinds, withinFrames } of then.toReversed()) {
    const [rest] = steps
    const next = moments.map(({ endFrame }, index) => {
      for (let at = index + 1; at < moments.length && moments[at]!.startFrame <= endFrame + withinFrames; at++) {
        if (kinds.includes(moments[at]!.kind) && (rest === undefined || rest[at]! >= 0)) return at
      }
      return -1
    })
    steps.unshift(next)
  }
  return steps
}
