/**
 * Where a fighter holds its victim, by frame of the holder's animation, for grabs and throws. Only the holder's pose
 * decides. The victim hangs by its hip, so that its place differs by a constant for each victim. Decoded on first use.
 */
import type { ActionId, InternalId } from './ids.ts'
import { f } from '../math.ts'
import { byFighter, figuresOf } from './by-fighter.ts'

/** Path of a victim along an animation: counters in order, and the place at each, ahead of the holder and above it. */
export interface Hold {
  readonly frames: Float32Array
  readonly ahead: Float32Array
  readonly above: Float32Array
}

/** By how much the place of a victim differs from that of the fighter with which the paths were measured. */
export interface HeldBody {
  readonly heldAhead: number
  /** The same in the air, where the pose differs. */
  readonly hungAhead: number
  readonly heldAbove: number
  readonly thrownAhead: number
  readonly thrownAbove: number
  /** A hand from which the victim would hang higher than this above its floor lifts it off its feet. */
  readonly lift: number
  /** Height of the hips above the feet in throws. */
  readonly hips: number
}

const holds = byFighter((internalId): ReadonlyMap<number, Hold> => {
  const rows = Object.entries(figuresOf(internalId).holds)
  return new Map(
    rows.map(([action, { frames, ahead, above }]) => [
      Number(action),
      { frames: Float32Array.from(frames), ahead: Float32Array.from(ahead), above: Float32Array.from(above) },
    ]),
  )
})

/** Height of the hips of a held Fox above its feet in throws; the paths are those of its feet. */
const THROWN_HIPS = 8.3

/** The path of a grab or a throw; undefined where no recording shows one. */
export function holdOf(internalId: InternalId, action: ActionId): Hold | undefined {
  return holds(internalId).get(action)
}

/**
 * A value of a path between its counters; before the first and after the last, theirs. Animations are cubic curves. A
 * cubic curve through the known counters that never leaves the range of its two ends agrees better with victims of
 * other weights than a straight line does (of 414 places left out 85 are off by more than 0.05, 125 with straight
 * lines).
 */
export function alongHold({ frames }: Hold, values: Float32Array, frame: number): number {
  const last = frames.length - 1
  if (frame <= frames[0]!) return values[0]!
  if (frame >= frames[last]!) return values[last]!
  let i = 1
  while (frames[i]! < frame) i++
  const step = frames[i]! - frames[i - 1]!
  const share = (frame - frames[i - 1]!) / step
  const rest = 1 - share
  const from = values[i - 1]! * rest * rest * (1 + 2 * share) + values[i]! * share * share * (1 + 2 * rest)
  const bend = slopeAt(frames, values, i - 1) * rest - slopeAt(frames, values, i) * share
  return f(from + step * share * rest * bend)
}

/** Slope of a path at one of its counters: 0 at a peak, and at most three times the slope on either side. */
function slopeAt(frames: Float32Array, values: Float32Array, i: number): number {
  const after = steepness(frames, values, Math.min(i, frames.length - 2))
  const before = steepness(frames, values, Math.max(i - 1, 0))
  if (before * after <= 0) return 0
  const i0 = Math.max(i - 1, 0)
  const i1 = Math.min(i + 1, frames.length - 1)
  const slope = (before * (frames[i1]! - frames[i]!) + after * (frames[i]! - frames[i0]!)) / (frames[i1]! - frames[i0]!)
  const limit = 3 * Math.min(Math.abs(before), Math.abs(after))
  return Math.max(-limit, Math.min(limit, slope))
}

function steepness(frames: Float32Array, values: Float32Array, i: number): number {
  return (values[i + 1]! - values[i]!) / (frames[i + 1]! - frames[i]!)
}

export function heldBodyOf(internalId: InternalId): HeldBody {
  const { held } = figuresOf(internalId)
  return { ...held, hips: THROWN_HIPS - held.thrownAbove }
}
