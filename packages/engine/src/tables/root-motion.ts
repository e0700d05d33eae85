/**
 * How far an animation carries a fighter on each state frame: rolls, techs, floor and ledge options, dash attacks and
 * the like. Forward (x positive) is the facing at the start of the action. Decoded on first use, one fighter at a time.
 */
import { byFighter } from './by-fighter.ts'
import { modelOf } from './clones.ts'
import { CodedReader, sizeClass } from './coded.ts'
import { ROOT_MOTION, ROOT_MOTION_EXPECTED } from './generated/root-motion.ts'

/** Not named x and y: of all objects with just these names V8 thinks alike, and would box the numbers of those that hold numbers. */
interface Motion {
  readonly ways: Float32Array
  readonly heights: Float32Array
}

const PER_UNIT = 1_000

/** By action. */
const motions = byFighter((internalId): ReadonlyMap<number, Motion> => {
  const decoded = new Map<number, Motion>()
  const model = modelOf(internalId)
  const known = model && motions(model.internalId)
  let action = 0
  for (const reader = new CodedReader(ROOT_MOTION[internalId]!, ROOT_MOTION_EXPECTED); !reader.done;) {
    action += reader.next(MOTION_CONTEXT.action)
    const like = known?.get(action)
    const read = (axis: number, of?: Float32Array) =>
      of && reader.next(MOTION_CONTEXT.isLike) === 1 ? seriesLike(reader, of, model!.ratio) : series(reader, axis)
    decoded.set(action, { ways: read(0, like?.ways), heights: read(1, like?.heights) })
  }
  return decoded
})

/** The contexts of a coded series: its action and length, and a value by its axis and how much the speed changed before. */
export const MOTION_CONTEXT = { action: 0, length: 1, isLike: 2, longer: 3, apart: 4 } as const
const CHANGES_FROM = 7
const LARGEST = 11
const LARGEST_APART = 2

export function motionContext(axis: number, changed: number): number {
  return CHANGES_FROM + axis * (LARGEST + 1) + sizeClass(changed, LARGEST)
}

export function motionTree(axis: number): number {
  return CHANGES_FROM + axis
}

/** Each value is told by how the step to it differs from the step before. */
function series(reader: CodedReader, axis: number): Float32Array {
  const values = new Float32Array(reader.next(MOTION_CONTEXT.length))
  let [scaled, step, changed] = [0, 0, 0]
  for (let i = 0; i < values.length; i++) {
    changed = reader.signed(motionContext(axis, changed), motionTree(axis))
    step += changed
    scaled += step
    values[i] = scaled / PER_UNIT
  }
  return values
}

/** What a clone's value should be, in thousandths: its model's by size. */
export function scaledLike(like: Float32Array, i: number, ratio: number): number {
  return i < like.length ? Math.round(like[i]! * ratio * PER_UNIT) : 0
}

export function apartContext(apart: number): number {
  return MOTION_CONTEXT.apart + sizeClass(apart, LARGEST_APART)
}

/** Most of a clone's values are its model's by size, but for rounding; the rest is measured or cut short otherwise. */
function seriesLike(reader: CodedReader, like: Float32Array, ratio: number): Float32Array {
  const values = new Float32Array(like.length + reader.signed(MOTION_CONTEXT.longer))
  let apart = 0
  for (let i = 0; i < values.length; i++) {
    apart = reader.signed(apartContext(apart))
    values[i] = (scaledLike(like, i, ratio) + apart) / PER_UNIT
  }
  return values
}

function motionOf(internalId: number, action: number): Motion | undefined {
  return motions(internalId).get(action)
}

function onFrame(moved: Float32Array, stateFrame: number): number {
  return stateFrame > 0 && stateFrame <= moved.length ? moved[stateFrame - 1]! : 0
}

/** Whether the animation of an action moves the fighter. */
export function hasRootMotion(internalId: number, action: number): boolean {
  return motionOf(internalId, action) !== undefined
}

/** Forward displacement on a state frame (1 is the first); 0 outside the animation's motion. */
export function rootMotionX(internalId: number, action: number, stateFrame: number): number {
  const motion = motionOf(internalId, action)
  return motion ? onFrame(motion.ways, stateFrame) : 0
}

/** Forward displacement between two counters of an animation that may run faster or slower than its frames. */
export function rootMotionBetween(internalId: number, action: number, from: number, to: number): number {
  const ways = motionOf(internalId, action)?.ways
  return ways ? travelled(ways, to) - travelled(ways, from) : 0
}

/** Between two frames the way bends as those beside it do. */
function travelled(ways: Float32Array, frame: number): number {
  const whole = Math.min(ways.length, Math.floor(frame))
  let way = 0
  for (let i = 0; i < whole; i++) way += ways[i]!
  const step = ways[whole] ?? 0
  const past = whole < ways.length ? frame - whole : 0
  const left = 1 - past
  const bend = left * (step + (ways[whole - 1] ?? 0)) - past * (step + (ways[whole + 1] ?? 0))
  return way + past * (past * (1 + 2 * left) * step + (left * bend) / 2)
}

/** Upward displacement on a state frame. */
export function rootMotionY(internalId: number, action: number, stateFrame: number): number {
  const motion = motionOf(internalId, action)
  return motion ? onFrame(motion.heights, stateFrame) : 0
}
