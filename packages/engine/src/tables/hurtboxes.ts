/**
 * Hurt capsules as the game has them, in its order, for the fighters and actions of which they are public: where both ends are in
 * space on each animation frame, how high a hit on one counts, whether a grab takes hold of it. What is not here is known by
 * its outline (`shapes.ts`). Decoded on first use, one fighter at a time.
 */
import { f } from '../math.ts'
import { byFighter } from './by-fighter.ts'
import { CodedReader, sizeClass } from './coded.ts'
import { HURTBOX_USES, HURTBOXES } from './generated/hurtboxes.ts'
import { readAnimations, valuesAt, type KeyFrames } from './key-frames.ts'
import { middleHeight, type Pose } from './shapes.ts'

/** Words of a capsule: forward, up and depth of its one end, then of the other. */
export const HURTBOX_WORDS = 6
/** Capsules that a caller must have room for. */
export const MAX_HURTBOXES = 13

export interface Hurtboxes {
  readonly radii: readonly number[]
  /** 0 low, 1 middle, 2 high. */
  readonly heights: readonly number[]
  readonly grabbable: readonly boolean[]
  readonly animations: ReadonlyMap<number, KeyFrames>
}

/** Contexts of the coded hurt capsules but for their places; see `scripts/tables/hurtboxes.ts`. */
export const HURTBOX_CONTEXT = {
  head: 0,
  radius: 1,
  ranges: 2,
  action: 3,
  more: 4,
  length: 5,
  frames: 6,
  gap: 7,
} as const
const PLACES_FROM = 8
/** Places are in halves of a unit, radii in hundredths. */
const PLACES_PER_UNIT = 2
export const RADII_PER_UNIT = 100
const LARGEST = 5

/**
 * The context of a place's change since the key frame before: the second end of a capsule goes the way of the first, a first end
 * that of the capsule before.
 */
export function hurtboxContext(values: ArrayLike<number>, before: ArrayLike<number>, n: number): number {
  const change = n < 3 ? 0 : values[n - 3]! - before[n - 3]!
  const isSecond = n % HURTBOX_WORDS >= 3
  const way = change < 0 ? 1 : change > 0 ? 2 : 0
  return PLACES_FROM + ((isSecond ? 1 : 0) * 3 + way) * (LARGEST + 1) + sizeClass(change, LARGEST)
}

const decode = byFighter((internalId): Hurtboxes | null => {
  const [list, scale] = HURTBOX_USES[internalId]!
  if (list < 0) return null
  const reader = new CodedReader(HURTBOXES[list]!)
  const count = reader.next(HURTBOX_CONTEXT.head)
  const radii: number[] = []
  const heights: number[] = []
  const grabbable: boolean[] = []
  for (let i = 0; i < count; i++) {
    const head = reader.next(HURTBOX_CONTEXT.head)
    heights.push(head >> 1)
    grabbable.push((head & 1) === 1)
    radii.push(f((reader.next(HURTBOX_CONTEXT.radius) / RADII_PER_UNIT) * scale))
  }
  const valueOf = (code: number): number => (code / PLACES_PER_UNIT) * scale
  const animations = readAnimations(reader, count * HURTBOX_WORDS, HURTBOX_CONTEXT, hurtboxContext, valueOf)
  return { radii, heights, grabbable, animations }
})

/** Null for fighters whose capsules are not public. */
export function hurtboxesOf(internalId: number): Hurtboxes | null {
  return decode(internalId)
}

/** Writes the places of a fighter's capsules relative to its position into `out`; false where the action's are not known. */
export function placeHurtboxes({ animations }: Hurtboxes, pose: Pose, out: Float32Array): boolean {
  const animation = animations.get(pose.action)
  if (animation === undefined) return false
  valuesAt(animation, pose.animationFrame, out)
  return true
}

/**
 * Writes where the hips are in a pose: the first capsule ends there. Where capsules are not known the middle of the outline
 * stands in, above the fighter's position (of 291 labelled frames at the beginning of shields 5 come out wrong).
 */
export function placeHips(internalId: number, pose: Pose, out: { x: number; y: number }): void {
  const list = hurtboxesOf(internalId)
  const isKnown = list !== null && placeHurtboxes(list, pose, PLACES)
  out.x = isKnown ? PLACES[3]! : 0
  out.y = isKnown ? PLACES[4]! : middleHeight(internalId, pose)
}

const PLACES = new Float32Array(HURTBOX_WORDS * MAX_HURTBOXES)
