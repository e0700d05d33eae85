/** How a match is seen from afar: what of the stage is in the picture, and in which pose a fighter is that only its place is known of. */
import type { StageId } from '@arena/protocol'
import { aspect, STAGES, type Pose } from './drawings.ts'

export interface Place {
  readonly x: number
  readonly y: number
}

/** Room about the fighters, in units of the game. */
const ROOM = { side: 34, above: 34, below: 20 }
const CLOSEST = 120
/** Width by height of the picture on a card; in a viewer it has the drawing's own. */
export const CARD_ASPECT = 2

/** A part of a stage's drawing: how much larger it is shown than the whole, and where it begins, as shares of the whole. */
export interface Shot {
  readonly zoom: number
  readonly left: number
  readonly top: number
}

/** The part that holds all of them, as far as the drawing goes; with nobody on it, as much as there is room for. */
export function shotOf(stage: StageId, places: readonly Place[], picture: number = CARD_ASPECT): Shot {
  if (places.length === 0) return { zoom: 1, left: 0, top: (1 - aspect / picture) / 2 }
  const { x, y, width: whole } = STAGES[stage]
  const height = whole / aspect
  const [west, north] = [x - whole / 2, y + height / 2]
  const clamped = places.map((place) => within(stage, place))
  const [xs, ys] = [clamped.map((each) => each.x), clamped.map((each) => each.y)]
  const [left, right] = [Math.min(...xs) - ROOM.side, Math.max(...xs) + ROOM.side]
  const [bottom, top] = [Math.min(...ys) - ROOM.below, Math.max(...ys) + ROOM.above]
  const width = Math.min(whole, Math.max(CLOSEST, right - left, (top - bottom) * picture))
  const tall = width / picture
  const from = clamp((left + right) / 2 - width / 2, west, west + whole - width)
  const down = clamp((top + bottom) / 2 + tall / 2, north - height + tall, north)
  return { zoom: whole / width, left: (from - west) / whole, top: (north - down) / height }
}

/** Where a fighter is drawn: one outside the drawing is at its edge. */
export function within(stage: StageId, place: Place): Place & { readonly isAway: boolean } {
  const { x, y, width } = STAGES[stage]
  const height = width / aspect
  const at = {
    x: clamp(place.x, x - width / 2 + 14, x + width / 2 - 14),
    y: clamp(place.y, y - height / 2 + 6, y + height / 2 - 24),
  }
  return { ...at, isAway: at.x !== place.x || at.y !== place.y }
}

/** Units that a floor may be off by: some platforms sink under a fighter, some slopes rise. */
const FLOOR_SLACK = 0.7
/** Units in half a second: faster than a walk. */
const RUNS = 20

/** `before` is where it was half a second earlier; null where that is not known. */
export function poseOf(stage: StageId, now: Place, before: Place | null): Pose {
  const stays = before !== null && before.y === now.y
  const isGrounded = stays || STAGES[stage].floors.some((floor) => Math.abs(now.y - floor) < FLOOR_SLACK)
  if (!isGrounded) return 'air'
  return before !== null && Math.abs(now.x - before.x) > RUNS ? 'run' : 'stand'
}

/** 1 to the right, -1 to the left: where it runs to, else towards the other one. */
export function facingOf(pose: Pose, now: Place, before: Place | null, other: Place): 1 | -1 {
  const towards = pose === 'run' && before !== null ? now.x - before.x : other.x - now.x
  return towards < 0 ? -1 : 1
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}
