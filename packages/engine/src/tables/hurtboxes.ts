/**
 * Hurt capsules as the game has them, in its order, for the fighters and actions of which they are public: where both ends are in
 * space on each animation frame, how high a hit on one counts, whether a grab takes hold of it. What is not here is known by
 * its outline (`shapes.ts`). Decoded on first use, one fighter at a time.
 */
import { f } from '../math.ts'
import { byFighter } from './by-fighter.ts'
import { CodedReader, sizeClass } from './coded.ts'
import { attributesOf } from './fighters.ts'
import { HURTBOX_PACES, HURTBOX_USES, HURTBOXES, HURTBOXES_EXPECTED } from './generated/hurtboxes.ts'
import { readAnimations, valuesAt, type KeyFrames, type ValueModel } from './key-frames.ts'
import { placeMiddle, type Pose } from './shapes.ts'

/** Words of a capsule: forward, up and depth of its one end, then of the other. */
export const HURTBOX_WORDS = 6
/** Words that a caller must have room for: those of the capsules, then how wide the body is swollen. */
export const MAX_HURTBOX_WORDS = 13 * HURTBOX_WORDS + 1

export interface Hurtboxes {
  /** As the game lists them: in the space of the bone, which is as large as the model. */
  readonly radii: readonly number[]
  readonly modelScaling: number
  /**
   * The first so many hang on a bone that the animation swells and squashes, which takes their radii along. The last of them is the
   * body, a ball: its second end is its pole, and the word after all capsules how wide it is, both as swollen.
   */
  readonly swelling: number
  /** 0 low, 1 middle, 2 high. */
  readonly heights: readonly number[]
  readonly grabbable: readonly boolean[]
  readonly animations: ReadonlyMap<number, KeyFrames>
  /** By action: frames that show another moment, where an animation speeds up or slows down between two key frames. */
  readonly paces: ReadonlyMap<number, ReadonlyMap<number, number>>
}

/** Contexts of the coded hurt capsules but for their places; see `scripts/tables/hurtboxes.ts`. */
export const HURTBOX_CONTEXT = {
  head: 0,
  radius: 1,
  parent: 2,
  ranges: 3,
  action: 4,
  more: 5,
  length: 6,
  frames: 7,
  gap: 8,
} as const
const PLACES_FROM = 9
/** Places are in halves of a unit, radii in hundredths. */
const PLACES_PER_UNIT = 2
export const RADII_PER_UNIT = 100
const LARGEST = 5
const AXES = 3

/**
 * Limbs hang together: the second end of a capsule is expected to go the way of the first, a first end that of the end it hangs
 * at, a forearm's that of the elbow. How far off that is goes by the coordinate and by how far off the end before it was. `parents` tells for each capsule which end of one before it that is, as capsule * 2 + end; -1 none. What comes after the capsules hangs at nothing.
 */
export function hurtboxModel(parents: readonly number[]): ValueModel {
  const leaders = [...parents.flatMap((parent, capsule) => [parent, capsule * 2]), -1]
  return {
    changeOf: ({ values, last }, n) => {
      const leader = leaders[Math.floor(n / AXES)]!
      const at = leader * AXES + (n % AXES)
      return leader < 0 ? 0 : values[at]! - last[at]!
    },
    contextOf: ({ apart }, n) => PLACES_FROM + n * (LARGEST + 1) + sizeClass(n < AXES ? 0 : apart[n - AXES]!, LARGEST),
    treeOf: (context) => PLACES_FROM + (Math.floor((context - PLACES_FROM) / (LARGEST + 1)) % AXES),
  }
}

function pacesOf(list: number): Hurtboxes['paces'] {
  return new Map(
    HURTBOX_PACES[list]!.map(([action, ...pairs]) => {
      const pace = new Map<number, number>()
      for (let i = 0; i < pairs.length; i += 2) pace.set(pairs[i]!, pairs[i + 1]!)
      return [action!, pace]
    }),
  )
}

/** The moment of an animation that is shown on a frame of it. */
function shownAt(pace: ReadonlyMap<number, number>, counter: number): number {
  const frame = Math.floor(counter)
  const from = pace.get(frame) ?? frame
  return f(from + ((pace.get(frame + 1) ?? frame + 1) - from) * (counter - frame))
}

/** A fighter that shares another's animations may hold its body elsewhere in one. */
function shifted(animation: KeyFrames, x: number, y: number): KeyFrames {
  const by = [x, y, 0]
  return { ...animation, values: animation.values.map((value, n) => value + by[n % AXES]!) }
}

const decode = byFighter((internalId): Hurtboxes | null => {
  const [list, scale, shifts] = HURTBOX_USES[internalId]!
  if (list < 0) return null
  const reader = new CodedReader(HURTBOXES[list]!, HURTBOXES_EXPECTED)
  const count = reader.next(HURTBOX_CONTEXT.head)
  const radii: number[] = []
  const heights: number[] = []
  const grabbable: boolean[] = []
  const parents: number[] = []
  let swelling = 0
  for (let i = 0; i < count; i++) {
    const head = reader.next(HURTBOX_CONTEXT.head)
    if (head >> 3 === 1) swelling++
    heights.push((head >> 1) & 3)
    grabbable.push((head & 1) === 1)
    radii.push(f(reader.next(HURTBOX_CONTEXT.radius) / RADII_PER_UNIT))
    parents.push(reader.next(HURTBOX_CONTEXT.parent) - 1)
  }
  const valueOf = (code: number): number => (code / PLACES_PER_UNIT) * scale
  const width = count * HURTBOX_WORDS + (swelling === 0 ? 0 : 1)
  const animations = readAnimations(reader, width, HURTBOX_CONTEXT, hurtboxModel(parents), valueOf)
  for (const [action, x, y] of shifts) animations.set(action!, shifted(animations.get(action!)!, x!, y!))
  const { modelScaling } = attributesOf(internalId)
  return { radii, modelScaling, swelling, heights, grabbable, animations, paces: pacesOf(list) }
})

/** Null for fighters whose capsules are not public. */
export function hurtboxesOf(internalId: number): Hurtboxes | null {
  return decode(internalId)
}

/** Writes the places of a fighter's capsules relative to its position into `out`; false where the action's are not known. */
export function placeHurtboxes({ animations, paces }: Hurtboxes, pose: Pose, out: Float32Array): boolean {
  const animation = animations.get(pose.action)
  if (animation === undefined) return false
  const pace = paces.get(pose.action)
  valuesAt(animation, pace ? shownAt(pace, pose.animationFrame) : pose.animationFrame, out)
  return true
}

const OLD_PLACES = new Float32Array(MAX_HURTBOX_WORDS)

/** Mixes `share` of an older pose, if it is known, into the places of another. */
export function mixHurtboxes(list: Hurtboxes, old: Pose, share: number, places: Float32Array): void {
  if (!placeHurtboxes(list, old, OLD_PLACES)) return
  for (let i = 0; i < places.length; i++) places[i] = f(places[i]! + (OLD_PLACES[i]! - places[i]!) * share)
}

/**
 * Writes where the hips are in a pose: the first capsule ends there. Where capsules are not known the middle of the outline
 * stands in, above the fighter's position (of 291 labelled frames at the beginning of shields 5 come out wrong); of those who
 * dash or run, who lean, as far ahead as it is (4 recorded shots at them come out right for it, one attack wrong).
 */
export function placeHips(internalId: number, pose: Pose, out: { x: number; y: number }): void {
  const list = hurtboxesOf(internalId)
  const isKnown = list !== null && list.swelling === 0 && placeHurtboxes(list, pose, PLACES)
  if (isKnown) {
    out.x = PLACES[3]!
    out.y = PLACES[4]!
    return
  }
  placeMiddle(internalId, pose, out)
  if (pose.action < FIRST_RUNNING || pose.action > LAST_RUNNING) out.x = 0
}

/** Dash, Run and RunDirect. */
const FIRST_RUNNING = 20
const LAST_RUNNING = 22

const PLACES = new Float32Array(MAX_HURTBOX_WORDS)
