/**
 * The environment collision box (ECB) of fighters in the air, by action and animation frame, where it was measured.
 * Decoded on first use, one fighter at a time.
 */
import type { ActionId, InternalId } from './ids.ts'
import { byFighter, figuresOf } from './by-fighter.ts'
import { bodySizeOf } from './fighters.ts'

/** Height of the ECB's bottom above the position of an airborne fighter: each value holds from its frame on. */
export interface EcbSteps {
  readonly from: Float32Array
  readonly bottom: Float32Array
}

const ecbSteps = byFighter((internalId) => {
  const rows = Object.entries(figuresOf(internalId).ecbBottoms)
  return new Map(
    rows.map(([action, { from, bottom }]): [number, EcbSteps] => [
      Number(action),
      { from: Float32Array.from(from), bottom: Float32Array.from(bottom) },
    ]),
  )
})
const usualSteps = byFighter((internalId) => ({
  from: Float32Array.of(0),
  bottom: Float32Array.of(bodySizeOf(internalId).bottom),
}))

/** Common actions that share another's pose: turned falls and their aerial variants, special falls, tumbling. */
const ECB_POSE: Readonly<Record<number, number>> = { 30: 29, 31: 29, 33: 32, 34: 32, 36: 35, 37: 35, 38: 29, 32: 29 }

/** The bottom of an action's ECB; it applies once the lock after take-off is over. */
export function ecbStepsOf(internalId: InternalId, action: ActionId): EcbSteps {
  const known = ecbSteps(internalId)
  let steps = known.get(action)
  for (let pose = ECB_POSE[action]; !steps && pose !== undefined; pose = ECB_POSE[pose]) steps = known.get(pose)
  return steps ?? usualSteps(internalId)
}

/** The index of the value that applies to a fighter's pose. */
export function ecbStepOf({ from }: EcbSteps, pose: { readonly animationFrame: number }): number {
  let i = 0
  while (i + 1 < from.length && from[i + 1]! <= pose.animationFrame) i++
  return i
}

/** The value itself. */
export function ecbBottomOf(steps: EcbSteps, pose: { readonly animationFrame: number }): number {
  return steps.bottom[ecbStepOf(steps, pose)]!
}

/** The ECB in the air by animation frame from 0: half widths and top; 0, or nothing, where none was measured. */
export interface EcbPoses {
  readonly ahead: Float32Array
  readonly behind: Float32Array
  readonly top: Float32Array
}

const ecbPoses = byFighter((internalId) => {
  const rows = Object.entries(figuresOf(internalId).ecbPoses)
  return new Map(
    rows.map(([action, { ahead, behind, top }]): [number, EcbPoses] => [
      Number(action),
      { ahead: Float32Array.from(ahead), behind: Float32Array.from(behind), top: Float32Array.from(top) },
    ]),
  )
})

export function ecbPosesOf(internalId: InternalId, action: ActionId): EcbPoses | undefined {
  return ecbPoses(internalId).get(action)
}
