/**
 * How far an animation carries a fighter on each state frame: rolls, techs, floor and ledge options, dash attacks and
 * the like. Forward (x positive) is the facing at the start of the action. Decoded on first use, one fighter at a time.
 */
import { fighterCache } from './by-fighter.ts'
import { ROOT_MOTION } from './generated/root-motion.ts'
import { PackedReader } from './packed.ts'

interface Motion {
  readonly x: Float32Array
  readonly y: Float32Array
}

const PER_UNIT = 1_000

/** By internal id, then by action. */
const motions = fighterCache<ReadonlyMap<number, Motion>>()

function decode(text: string): ReadonlyMap<number, Motion> {
  const decoded = new Map<number, Motion>()
  for (const reader = new PackedReader(text); !reader.done;) {
    decoded.set(reader.next(), { x: series(reader), y: series(reader) })
  }
  return decoded
}

function series(reader: PackedReader): Float32Array {
  const values = new Float32Array(reader.next())
  let scaled = 0
  for (let i = 0; i < values.length; i++) {
    scaled += reader.signed()
    values[i] = scaled / PER_UNIT
  }
  return values
}

function motionOf(internalId: number, action: number): Motion | undefined {
  return (motions[internalId] ??= decode(ROOT_MOTION[internalId]!)).get(action)
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
  return motion ? onFrame(motion.x, stateFrame) : 0
}

/** Forward displacement between two counters of an animation that may run faster or slower than its frames. */
export function rootMotionBetween(internalId: number, action: number, from: number, to: number): number {
  const x = motionOf(internalId, action)?.x
  return x ? travelled(x, to) - travelled(x, from) : 0
}

function travelled(x: Float32Array, frame: number): number {
  const whole = Math.min(x.length, Math.floor(frame))
  let way = 0
  for (let i = 0; i < whole; i++) way += x[i]!
  return way + (x[whole] ?? 0) * (frame - whole)
}

/** Upward displacement on a state frame. */
export function rootMotionY(internalId: number, action: number, stateFrame: number): number {
  const motion = motionOf(internalId, action)
  return motion ? onFrame(motion.y, stateFrame) : 0
}
