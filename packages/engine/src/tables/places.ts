/**
 * Where the hitboxes of a fighter's moves are on each frame, coded by how they move on; those of a clone by how its model's
 * do, by size. Which hitboxes there are, when and how large, the scripts mostly tell.
 */
import { sizeClass, type CodedReader } from './coded.ts'
import { ID, RADIUS, type Script } from './scripts.ts'

/** Where a hitbox is: x, y, depth and radius, four words at `frame * PLACE_WORDS`. */
export type Places = Float32Array
export const PLACE_WORDS = 4
/** Radius on frames on which the hitbox does not exist (a few exist with none at all). */
export const ABSENT = -1
/** Places are keyed by action * HITBOXES + hitbox id. */
export const HITBOXES = 8

/** Parts of a unit that places are in. */
export const PLACE_SCALE = 16
/** Depth, where it is known, in fewer. */
export const DEPTH_SCALE = 4

/** How many frames of a window without an end have places, unless more are recorded. */
export const OPEN_PLACES = 60
/** What says that a window has no end. */
const OPEN = 500
/** Parts of a script's radius in one of a place's. */
const RADIUS_PARTS = 16

/** The contexts of everything but a change of place; those of flags are others. */
export const PLACE_CONTEXT = {
  actions: 0,
  action: 1,
  boxes: 2,
  runs: 3,
  gap: 4,
  length: 5,
  radius: 6,
  firstX: 7,
  firstY: 8,
  likeFirstX: 9,
  likeFirstY: 10,
} as const
export const PLACE_FLAG = { isTold: 0, isDeep: 1, resizes: 2, begins: 3 } as const

/** How the changes of a hitbox's place are told: by itself, or as they differ from those of the model's. */
export interface Changes {
  readonly contexts: number
  readonly trees: number
  readonly largest: number
}
export const OWN_CHANGES: Changes = { contexts: 11, trees: 11, largest: 7 }
export const LIKE_CHANGES: Changes = { contexts: 91, trees: 14, largest: 3 }

/** A hitbox goes on as far as it went the frame before, */
export function changeContextX({ contexts, largest }: Changes, dxBefore: number): number {
  return contexts + sizeClass(dxBefore, largest)
}

/** and upward by how far it goes forward. */
export function changeContextY({ contexts, largest }: Changes, dyBefore: number, dx: number): number {
  return contexts + (largest + 1) * (2 + sizeClass(dx, largest)) + sizeClass(dyBefore, largest)
}

export function changeContextZ({ contexts, largest }: Changes, dzBefore: number): number {
  return contexts + largest + 1 + sizeClass(dzBefore, largest)
}

/** The places of a clone's model. */
export interface Likes {
  readonly places: ReadonlyMap<number, Places>
  readonly ratio: number
}

/** A hitbox of the model, if it has it, by the clone's size. */
export class Like {
  readonly #places: Places
  readonly #ratio: number

  constructor(likes: Likes | undefined, action: number, id: number) {
    this.#places = likes?.places.get(action * HITBOXES + id) ?? NOWHERE
    this.#ratio = likes?.ratio ?? 1
  }

  has(frame: number): boolean {
    const at = frame * PLACE_WORDS
    return frame >= 0 && at < this.#places.length && this.#places[at + 3] !== ABSENT
  }

  x(frame: number): number {
    return Math.round(this.#places[frame * PLACE_WORDS]! * this.#ratio * PLACE_SCALE)
  }

  y(frame: number): number {
    return Math.round(this.#places[frame * PLACE_WORDS + 1]! * this.#ratio * PLACE_SCALE)
  }

  z(frame: number): number {
    return Math.round(this.#places[frame * PLACE_WORDS + 2]! * this.#ratio * DEPTH_SCALE)
  }
}

const NOWHERE: Places = new Float32Array(0)

/** By id and frame the radius of each hitbox as the script tells, in parts of a place's; of several windows the last decides. */
export function toldRadii({ windows }: Script): readonly (readonly number[])[] {
  const radii: number[][] = []
  for (const { first, more, hits } of windows) {
    const end = first + (more < OPEN ? more : OPEN_PLACES) + 1
    for (const hit of hits) {
      while (radii.length <= hit[ID]!) radii.push([])
      const ofHit = radii[hit[ID]!]!
      while (ofHit.length < end) ofHit.push(ABSENT)
      ofHit.fill(Math.round(hit[RADIUS]! / RADIUS_PARTS), first, end)
    }
  }
  return radii
}

/** The frames of a hitbox as the script tells. */
export function toldFrames(radii: readonly number[]): readonly number[] {
  const frames: number[] = []
  for (let frame = 0; frame < radii.length; frame++) if (radii[frame] !== ABSENT) frames.push(frame)
  return frames
}

/** The places of all moves. */
export function readPlaces(
  reader: CodedReader,
  scripts: readonly Script[],
  likes: Likes | undefined,
): Map<number, Places> {
  const places = new Map<number, Places>()
  let start: Start = { x: 0, y: 0, larger: 0 }
  for (const script of scripts) {
    const told = toldRadii(script)
    const toldBoxes = told.map(toldFrames)
    let action = 0
    const count = script.actions.length + reader.signed(PLACE_CONTEXT.actions)
    for (let i = 0; i < count; i++) {
      action = (script.actions[i] ?? action) + reader.signed(PLACE_CONTEXT.action)
      const boxes = reader.flag(PLACE_FLAG.isTold) ? toldBoxes : readFrames(reader)
      for (let id = 0; id < boxes.length; id++) {
        if (boxes[id]!.length === 0) continue
        const words: number[] = []
        start = readBox(reader, boxes[id]!, told[id] ?? [], new Like(likes, action, id), start, words)
        places.set(action * HITBOXES + id, Float32Array.from(words))
      }
    }
  }
  return places
}

/** Frames of the hitboxes otherwise than the script tells, by id. */
function readFrames(reader: CodedReader): readonly (readonly number[])[] {
  return Array.from({ length: reader.next(PLACE_CONTEXT.boxes) }, () => {
    const frames: number[] = []
    let frame = 0
    for (let runs = reader.next(PLACE_CONTEXT.runs); runs > 0; runs--) {
      frame += reader.next(PLACE_CONTEXT.gap)
      for (let left = reader.next(PLACE_CONTEXT.length); left > 0; left--) frames.push(frame++)
    }
    return frames
  })
}

/** The radius that the script tells on a frame; where it tells none, the one before. */
export function toldOn(radii: readonly number[], frame: number, before: number): number {
  return frame < radii.length && radii[frame] !== ABSENT ? radii[frame]! : before
}

/** How a hitbox begins: its first place, and by how much it is larger than the script tells. */
export interface Start {
  readonly x: number
  readonly y: number
  readonly larger: number
}

/** Hitboxes of a move begin alike: `before` is how the one before did; returns this one's. */
function readBox(
  reader: CodedReader,
  frames: readonly number[],
  radii: readonly number[],
  like: Like,
  before: Start,
  words: number[],
): Start {
  let start = before
  let { x, y, larger } = before
  let [z, dx, dy, dz, told, last] = [0, 0, 0, 0, 0, -1]
  let changes = OWN_CHANGES
  const isDeep = reader.flag(PLACE_FLAG.isDeep)
  for (const frame of frames) {
    told = toldOn(radii, frame, told)
    if (reader.flag(last < 0 ? PLACE_FLAG.begins : PLACE_FLAG.resizes)) larger += reader.signed(PLACE_CONTEXT.radius)
    const isLike = like.has(frame)
    const goesLike = isLike && like.has(last)
    const now = goesLike ? LIKE_CHANGES : OWN_CHANGES
    if (now !== changes) [dx, dy, dz] = [0, 0, 0]
    changes = now
    if (last < 0) {
      x = isLike ? like.x(frame) + reader.signed(PLACE_CONTEXT.likeFirstX) : x + reader.signed(PLACE_CONTEXT.firstX)
      y = isLike ? like.y(frame) + reader.signed(PLACE_CONTEXT.likeFirstY) : y + reader.signed(PLACE_CONTEXT.firstY)
      start = { x, y, larger }
    } else {
      dx = reader.signed(changeContextX(changes, dx), changes.trees)
      dy = reader.signed(changeContextY(changes, dy, dx), changes.trees + 1)
      x += goesLike ? dx + like.x(frame) - like.x(last) : dx
      y += goesLike ? dy + like.y(frame) - like.y(last) : dy
    }
    if (isDeep) {
      dz = reader.signed(changeContextZ(changes, dz), changes.trees + 2)
      z += goesLike ? dz + like.z(frame) - like.z(last) : dz
    }
    while (words.length < frame * PLACE_WORDS) words.push(0, 0, 0, ABSENT)
    words.push(x / PLACE_SCALE, y / PLACE_SCALE, z / DEPTH_SCALE, (told + larger) / PLACE_SCALE)
    last = frame
  }
  return start
}
