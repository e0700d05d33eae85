/** Moments that follow each other: a pure function of the list of moments. */
import type { Moment, MomentKind } from '@arena/engine/moments'

/**
 * Every moment that is `first` and is followed by one of each kind of `then`, in that order: each begins after the one before
 * it began, and within that many frames after it ended. Given and found in the order in which they begin.
 */
export function sequencesOf(
  moments: readonly Moment[],
  first: (moment: Moment) => boolean,
  then: readonly MomentKind[],
  withinFrames: number,
): Moment[] {
  const following = new Map(then.map((kind) => [kind, nextOf(moments, kind)]))
  return moments.flatMap((moment, index) => {
    if (!first(moment)) return []
    const parts = [moment]
    let at = index
    for (const kind of then) {
      at = following.get(kind)![at]!
      const [last, next] = [parts.at(-1)!, moments[at]]
      if (next === undefined || next.startFrame > last.endFrame + withinFrames) return []
      parts.push(next)
    }
    return [joined(parts)]
  })
}

/** By index: that of the next moment of a kind, or the length of the list. */
function nextOf(moments: readonly Moment[], kind: MomentKind): number[] {
  const next = Array.from({ length: moments.length }, () => moments.length)
  for (let index = moments.length - 2; index >= 0; index--) {
    next[index] = moments[index + 1]!.kind === kind ? index + 1 : next[index + 1]!
  }
  return next
}

function joined(parts: readonly Moment[]): Moment {
  const [first] = parts
  const text = parts.map((part) => part.text.replace(/\.$/, '')).join(', then ')
  return { ...first!, endFrame: Math.max(...parts.map(({ endFrame }) => endFrame)), text: `${text}.` }
}
