/** Swings: the stretches of a game in which the chance of winning moved most, and did not come back. */
import { FIRST_FRAME } from '@arena/slp'

export interface Swing {
  readonly startFrame: number
  readonly endFrame: number
  /** The chance of the side that lost it, 0 to 1. */
  readonly before: number
  readonly after: number
}

export const MOST_SWINGS = 5
/** Frames from one chance that is looked at to the next. */
const STEP = 6
/** The longest swing, in steps: six seconds, from a hit to a stock lost far from the stage. */
const LONGEST = 60
/** It counts if half of it is not regained for two seconds. */
const HELD = 20
/** A smaller one is no swing. */
const LEAST = 0.02

/** The largest swings against a port, by frame; `chances` are port 0's by row. */
export function swingsOf(chances: ArrayLike<number>, port: 0 | 1, most = MOST_SWINGS): Swing[] {
  const own: number[] = []
  // The last row is looked at in any case.
  const rows: number[] = []
  for (let row = 0; row < chances.length + STEP - 1; row += STEP) {
    const at = Math.min(row, chances.length - 1)
    rows.push(at)
    own.push(port === 0 ? chances[at]! : 1 - chances[at]!)
  }
  const found: { start: number; end: number; drop: number }[] = []
  for (let start = 0; start < own.length; start++) {
    let best = { start, end: start, drop: 0 }
    for (let end = start + 1; end < Math.min(own.length, start + LONGEST + 1); end++) {
      const drop = own[start]! - own[end]!
      if (drop > best.drop && isHeld(own, end, own[end]! + drop / 2)) best = { start, end, drop }
    }
    if (best.drop >= LEAST) found.push(best)
  }
  const taken: typeof found = []
  // The latest start of equal ones comes first: it is the shortest.
  for (const one of found.toSorted((a, b) => b.drop - a.drop || b.start - a.start)) {
    if (taken.length === most) break
    if (taken.every(({ start, end }) => one.end <= start || end <= one.start)) taken.push(one)
  }
  return taken
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end }) => ({
      startFrame: FIRST_FRAME + rows[start]!,
      endFrame: FIRST_FRAME + rows[end]!,
      before: own[start]!,
      after: own[end]!,
    }))
}

function isHeld(own: readonly number[], end: number, limit: number): boolean {
  for (let at = end + 1; at < Math.min(own.length, end + HELD + 1); at++) if (own[at]! > limit) return false
  return true
}
