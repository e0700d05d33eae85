/**
 * Hurt capsules as the game has them, in its order, for the fighters and actions whose capsules are public: the places
 * of both ends on each animation frame, the height of a hit on each, and whether a grab can seize it. Other bodies are
 * known by their outline (`shapes.ts`).
 */
import type { InternalId } from './ids.ts'
import { f } from '../math.ts'
import { byFighter, figuresOf } from './by-fighter.ts'
import { attributesOf } from './fighters.ts'
import type { HurtboxFigures } from './figures.ts'
import { animationsByAction, valuesAt, type KeyFrames } from './key-frames.ts'
import { placeMiddle, type Pose } from './shapes.ts'

/** Words of a capsule: forward, up and depth of one end, then of the other. */
export const HURTBOX_WORDS = 6
export const MAX_HURTBOXES = 13
/** Words that a caller must have room for: those of the capsules, then the width of a swollen body. */
export const MAX_HURTBOX_WORDS = MAX_HURTBOXES * HURTBOX_WORDS + 1

export interface Hurtboxes {
  /** As the game lists them: in the space of the bone, which has the scale of the model. */
  readonly radii: readonly number[]
  readonly modelScaling: number
  /**
   * Number of leading capsules on bones that the animation swells and squashes, which scales their radii. The last of
   * them is the body, a sphere: its second end is its pole, and the word after all capsules is its width, both as
   * swollen.
   */
  readonly swelling: number
  /** 0 low, 1 middle, 2 high. */
  readonly heights: readonly number[]
  readonly grabbable: readonly boolean[]
  readonly animations: ReadonlyMap<number, KeyFrames>
  /** By action: frames that show another moment, where an animation speeds up or slows down between two key frames. */
  readonly paces: ReadonlyMap<number, ReadonlyMap<number, number>>
}

/** Places are in halves of a unit. */
const PLACES_PER_UNIT = 2
const AXES = 3

function pacesOf({ paces }: HurtboxFigures): Hurtboxes['paces'] {
  return new Map(Object.entries(paces).map(([action, pace]) => [Number(action), new Map(pace)]))
}

/** The moment of an animation that one of its frames shows. */
function shownAt(pace: ReadonlyMap<number, number>, counter: number): number {
  const frame = Math.floor(counter)
  const from = pace.get(frame) ?? frame
  return f(from + ((pace.get(frame + 1) ?? frame + 1) - from) * (counter - frame))
}

/** A fighter with another's animations may hold its body differently in one of them. */
function shifted(animation: KeyFrames, x: number, y: number): KeyFrames {
  const by = [x, y, 0]
  return { ...animation, values: animation.values.map((value, n) => value + by[n % AXES]!) }
}

const hurtboxes = byFighter((internalId): Hurtboxes | null => {
  const figures = figuresOf(internalId).hurtboxes
  if (figures === null) return null
  const { scale, swelling, heights, grabbable, shifts } = figures
  const width = figures.radii.length * HURTBOX_WORDS + (swelling === 0 ? 0 : 1)
  const animations = animationsByAction(figures.animations, width, (value) => (value / PLACES_PER_UNIT) * scale)
  for (const [key, [ahead, above]] of Object.entries(shifts)) {
    const action = Number(key)
    animations.set(action, shifted(animations.get(action)!, ahead, above))
  }
  const radii = figures.radii.map((radius) => f(radius))
  const { modelScaling } = attributesOf(internalId)
  return { radii, modelScaling, swelling, heights, grabbable, animations, paces: pacesOf(figures) }
})

/** Null for fighters whose capsules are not public. */
export function hurtboxesOf(internalId: InternalId): Hurtboxes | null {
  return hurtboxes(internalId)
}

/**
 * Writes the places of a fighter's capsules relative to its position into `out`; false where those of the action are
 * not known.
 */
export function placeHurtboxes({ animations, paces }: Hurtboxes, pose: Pose, out: Float32Array): boolean {
  const animation = animations.get(pose.action)
  if (animation === undefined) return false
  const pace = paces.get(pose.action)
  valuesAt(animation, pace ? shownAt(pace, pose.animationFrame) : pose.animationFrame, out)
  return true
}

const OLD_PLACES = new Float32Array(MAX_HURTBOX_WORDS)

/** Blends `share` of an older pose, if it is known, into the places of another. */
export function mixHurtboxes(list: Hurtboxes, old: Pose, share: number, places: Float32Array): void {
  if (!placeHurtboxes(list, old, OLD_PLACES)) return
  for (let i = 0; i < places.length; i++) places[i] = f(places[i]! + (OLD_PLACES[i]! - places[i]!) * share)
}

/**
 * Writes where the hips are in a pose: the first capsule ends there. Without known capsules the hips are at the height
 * of the outline's middle, directly above the fighter's position. In a dash or a run, in which a fighter leans, they
 * are as far ahead as the outline's middle. Both are fitted to recorded hits on shields.
 */
export function placeHips(internalId: InternalId, pose: Pose, out: { x: number; y: number }): void {
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
