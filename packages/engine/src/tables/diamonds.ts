/**
 * The environment diamond (ECB) of fighters in the air, by action and animation frame, as far as it was measured. Decoded
 * on first use, one fighter at a time.
 */
import { byFighter } from './by-fighter.ts'
import { CodedReader } from './coded.ts'
import { bodySizeOf } from './fighters.ts'
import {
  DIAMOND_BOTTOMS,
  DIAMOND_BOTTOMS_EXPECTED,
  DIAMOND_POSES,
  DIAMOND_POSES_EXPECTED,
} from './generated/diamonds.ts'

/** Height of the diamond's bottom above the position of an airborne fighter: each value holds from its frame on. */
export interface EcbSteps {
  readonly from: Float32Array
  readonly bottom: Float32Array
}

/** Contexts of the coded diamonds; heights and widths are in hundredths of a unit, each told from the one before. */
export const DIAMOND_CONTEXT = {
  action: 0,
  count: 1,
  from: 2,
  value: 3,
  part: 4,
  length: 5,
  next: 6,
  first: 7,
} as const
export const DIAMONDS_PER_UNIT = 100

const ecbSteps = byFighter((internalId) => {
  const found = new Map<number, EcbSteps>()
  let [action, value] = [0, 0]
  for (const reader = new CodedReader(DIAMOND_BOTTOMS[internalId]!, DIAMOND_BOTTOMS_EXPECTED); !reader.done;) {
    action += reader.next(DIAMOND_CONTEXT.action)
    const from = new Float32Array(reader.next(DIAMOND_CONTEXT.count))
    const bottom = new Float32Array(from.length)
    let frame = 0
    for (let i = 0; i < from.length; i++) {
      frame += reader.signed(DIAMOND_CONTEXT.from)
      value += reader.signed(i === 0 ? DIAMOND_CONTEXT.value : DIAMOND_CONTEXT.next)
      from[i] = frame
      bottom[i] = value / DIAMONDS_PER_UNIT
    }
    found.set(action, { from, bottom })
  }
  return found
})
const usualSteps = byFighter((internalId) => ({
  from: Float32Array.of(0),
  bottom: Float32Array.of(bodySizeOf(internalId).bottom),
}))

/** Common actions whose pose is that of another: turned falls, their aerial kin, special falls, tumbling. */
const ECB_POSE: Readonly<Record<number, number>> = { 30: 29, 31: 29, 33: 32, 34: 32, 36: 35, 37: 35, 38: 29, 32: 29 }

/** The bottom of an action's diamond; it counts once the lock after take-off is over. */
export function ecbStepsOf(internalId: number, action: number): EcbSteps {
  const known = ecbSteps(internalId)
  let steps = known.get(action)
  for (let pose = ECB_POSE[action]; !steps && pose !== undefined; pose = ECB_POSE[pose]) steps = known.get(pose)
  return steps ?? usualSteps(internalId)
}

/** Which of the values holds at a fighter's pose. */
export function ecbStepOf({ from }: EcbSteps, pose: { readonly animationFrame: number }): number {
  let i = 0
  while (i + 1 < from.length && from[i + 1]! <= pose.animationFrame) i++
  return i
}

/** And that value. */
export function ecbBottomOf(steps: EcbSteps, pose: { readonly animationFrame: number }): number {
  return steps.bottom[ecbStepOf(steps, pose)]!
}

/** The diamond in the air by animation frame from 0: half widths and top; 0, or nothing, where none was measured. */
export interface EcbPoses {
  readonly ahead: Float32Array
  readonly behind: Float32Array
  readonly top: Float32Array
}

type Part = keyof EcbPoses
/** Most half widths are the same on both sides. */
export const DIAMOND_PARTS = ['side', 'ahead', 'behind', 'top'] as const
const PARTS: Readonly<Record<(typeof DIAMOND_PARTS)[number], readonly Part[]>> = {
  side: ['ahead', 'behind'],
  ahead: ['ahead'],
  behind: ['behind'],
  top: ['top'],
}

const NOT_MEASURED = new Float32Array(0)
const ecbPoses = byFighter((internalId) => {
  const found = new Map<number, { -readonly [P in Part]: Float32Array }>()
  let [action, value] = [0, 0]
  for (const reader = new CodedReader(DIAMOND_POSES[internalId]!, DIAMOND_POSES_EXPECTED); !reader.done;) {
    action += reader.next(DIAMOND_CONTEXT.action)
    const name = DIAMOND_PARTS[reader.next(DIAMOND_CONTEXT.part)]!
    const from = reader.next(DIAMOND_CONTEXT.first)
    const values = new Float32Array(reader.next(DIAMOND_CONTEXT.length))
    for (let i = 0; i < values.length; i++) {
      value += reader.signed(i === 0 ? DIAMOND_CONTEXT.value : DIAMOND_CONTEXT.next)
      values[i] = value / DIAMONDS_PER_UNIT
    }
    const poses = found.get(action) ?? { ahead: NOT_MEASURED, behind: NOT_MEASURED, top: NOT_MEASURED }
    for (const part of PARTS[name]) {
      const longer = new Float32Array(Math.max(poses[part].length, from + values.length))
      longer.set(poses[part])
      longer.set(values, from)
      poses[part] = longer
    }
    found.set(action, poses)
  }
  return found
})

export function ecbPosesOf(internalId: number, action: number): EcbPoses | undefined {
  return ecbPoses(internalId).get(action)
}
