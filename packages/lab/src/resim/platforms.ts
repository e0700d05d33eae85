/**
 * The Fountain's side platforms in recordings without their events. Where a fighter stands on a platform, its height is
 * known; from there it continues at the same speed. Where the recording contradicts that (a fighter falls past, or the
 * platform is next seen elsewhere), no fighter is on it in between, and it counts as out of sight.
 */
import type { PostFrame } from '@arena/slp'
import { ACTION } from '../../../engine/src/action-ids.ts'
import { platformHeightOf, worldY } from '../../../engine/src/stages/fountain-of-dreams.ts'
import { fightersOf, type Recording } from './recording.ts'

/** Heights by frame, of the right and the left platform. */
type Heights = readonly [Float32Array, Float32Array]

/** Its floor, height at the start of a game, and ends. */
const PLATFORMS = [
  { floor: 1, start: 28, from: 21, to: 49.5 },
  { floor: 0, start: 20, from: -49.5, to: -21 },
] as const
const LOWEST_REST = 15
const HIGHEST = 35
const OUT_OF_SIGHT = -4
const SINK = 0.1
/** A greater step of a platform between two frames is a landing or a slope. */
const FASTEST = 0.16
const SAME = 0.01
/** Frames for which a platform exists before a fighter lands on it. */
const COMES = 10
/** A stick at least this far down lets fighters through. */
const PASSES = -0.6

const known = new WeakMap<Recording, Heights>()

export function platformsOf(recording: Recording): Heights {
  const heights = known.get(recording) ?? [inferHeights(recording, 0), inferHeights(recording, 1)]
  known.set(recording, heights)
  return heights
}

function inferHeights(recording: Recording, side: 0 | 1): Float32Array {
  const { floor, start } = PLATFORMS[side]
  const heights = Float32Array.from(recording.frames, (frame) => {
    const stands = fightersOf(frame).find((post) => post.lastGroundId === floor && isCarried(post))
    return stands ? platformHeightOf(stands.positionY) : NaN
  })
  let height: number = start
  let speed = 0
  for (let i = 0; i < heights.length; i++) {
    if (Number.isNaN(heights[i])) {
      const next = heights.findIndex((seen, j) => j > i && !Number.isNaN(seen))
      const end = next < 0 ? heights.length : next
      goOn(heights.subarray(i, end), height, speed, next < 0 ? NaN : heights[next]!)
      // It carries a fighter that leaves it for one more frame, and exists before a fighter lands on it.
      if (isContradicted(recording, heights, i, end, side)) {
        heights.fill(OUT_OF_SIGHT, i + 1, end)
        const step = stepOf(heights[end + 1]! - heights[end]!)
        for (let j = Math.max(i + 1, end - COMES); j < end; j++) heights[j] = heights[end]! - step * (end - j)
      }
      i = end - 1
      speed = 0
    } else {
      speed = stepOf(heights[i]! - height)
      height = heights[i]!
    }
  }
  return heights
}

/** Off the floor in the bounce of a knockdown, at the height of the lying pose. */
function isCarried({ isAirborne, actionStateId }: PostFrame): boolean {
  return isAirborne === 0 || actionStateId === ACTION.DownBoundU || actionStateId === ACTION.DownBoundD
}

function stepOf(step: number): number {
  return Math.abs(step) > SAME && Math.abs(step) < FASTEST ? step : 0
}

/** At its last speed, to where it is next seen, or may rest; below that it sinks. */
function goOn(gap: Float32Array, from: number, speed: number, next: number): void {
  let height = from
  const step = height < LOWEST_REST && speed <= 0 ? -SINK : speed
  const least = height < LOWEST_REST ? OUT_OF_SIGHT : LOWEST_REST
  for (let i = 0; i < gap.length; i++) {
    const stop = (next - height) * step > 0 ? next : step > 0 ? HIGHEST : least
    if (step > 0) height = Math.min(height + step, stop)
    else if (step < 0) height = Math.max(height + step, stop)
    gap[i] = height
  }
}

function isContradicted(recording: Recording, heights: Float32Array, first: number, end: number, side: 0 | 1): boolean {
  const last = heights[end - 1]!
  if (end < heights.length && Math.abs(heights[end]! - last) > FASTEST) return true
  const { from, to } = PLATFORMS[side]
  for (let i = Math.max(1, first); i < end; i++) {
    const frame = recording.frames[i]!
    const before = recording.frames[i - 1]!
    const isPassed = frame.players.some(({ pre, post }, player) => {
      const was = before.players[player]!.post
      const floor = worldY(heights[i]!)
      const falls = was.isAirborne === 1 && post.isAirborne === 1 && was.positionY > floor && post.positionY < floor
      return falls && pre.joystickY > PASSES && post.positionX > from && post.positionX < to
    })
    if (isPassed) return true
  }
  return false
}
