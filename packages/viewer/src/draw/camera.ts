/**
 * The camera: frames all bodies, within the stage's limits, and moves smoothly with the clock that it is given. Pure; a seek cuts.
 */

/** World to screen: `x` and `y` are where the world's origin is, `scale` pixels a unit; y goes up in the world. */
export interface View {
  readonly x: number
  readonly y: number
  readonly scale: number
  readonly width: number
  readonly height: number
}

export interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** What the camera looks at: the middle of the picture and how much of the world it shows. */
export interface Shot {
  x: number
  y: number
  /** World units from the left to the right of the picture. */
  width: number
}

export interface Subject {
  readonly x: number
  readonly y: number
  readonly facing: number
}

/** Room about the bodies, in world units. */
const ROOM = { side: 44, above: 40, below: 28, ahead: 8 }
/** Least width and height of the picture, in world units: the closest look. */
const CLOSEST = { width: 96, height: 74 }
/** Milliseconds in which the distance to the aim shrinks to 1/e: going out is quicker than coming in. */
const EASE_MS = { move: 190, out: 150, in: 420 }
const LONGEST_STEP_MS = 100

/** The shot that holds all subjects, within the limits. */
export function aimAt(subjects: readonly Subject[], limits: Box, aspect: number): Shot {
  const zone = { width: limits.right - limits.left, height: limits.top - limits.bottom }
  const widest = Math.min(zone.width, zone.height * aspect)
  if (subjects.length === 0) {
    return { x: (limits.left + limits.right) / 2, y: (limits.top + limits.bottom) / 2, width: widest }
  }
  let [left, right, top, bottom] = [Infinity, -Infinity, -Infinity, Infinity]
  for (const { x, y, facing } of subjects) {
    left = Math.min(left, x + Math.min(0, facing * ROOM.ahead) - ROOM.side)
    right = Math.max(right, x + Math.max(0, facing * ROOM.ahead) + ROOM.side)
    top = Math.max(top, y + ROOM.above)
    bottom = Math.min(bottom, y - ROOM.below)
  }
  left = Math.max(left, limits.left)
  right = Math.min(right, limits.right)
  top = Math.min(top, limits.top)
  bottom = Math.max(bottom, limits.bottom)
  const wanted = Math.max(right - left, (top - bottom) * aspect, CLOSEST.width, CLOSEST.height * Math.min(aspect, 1.6))
  const width = Math.min(wanted, Math.max(zone.width, zone.height * aspect))
  const height = width / aspect
  return {
    x: within((left + right) / 2, limits.left + width / 2, limits.right - width / 2),
    y: within((top + bottom) / 2, limits.bottom + height / 2, limits.top - height / 2),
    width,
  }
}

/** Between the two, or in their middle where they leave no room. */
function within(value: number, least: number, most: number): number {
  return least > most ? (least + most) / 2 : Math.min(Math.max(value, least), most)
}

/** Moves a shot towards another by the time that has passed. It never overshoots. */
export function ease(shot: Shot, aim: Shot, elapsedMs: number): void {
  const elapsed = Math.min(Math.max(elapsedMs, 0), LONGEST_STEP_MS)
  const move = 1 - Math.exp(-elapsed / EASE_MS.move)
  const zoom = 1 - Math.exp(-elapsed / (aim.width > shot.width ? EASE_MS.out : EASE_MS.in))
  shot.x += (aim.x - shot.x) * move
  shot.y += (aim.y - shot.y) * move
  shot.width += (aim.width - shot.width) * zoom
}

export function viewOf(shot: Shot, width: number, height: number): View {
  const scale = width / shot.width
  return { x: width / 2 - shot.x * scale, y: height / 2 + shot.y * scale, scale, width, height }
}

export class Camera {
  #shot: Shot | null = null
  #time = 0

  /** The view at a time in milliseconds. `isCut`: at once, without a movement. */
  look(aim: Shot, timeMs: number, isCut: boolean, width: number, height: number): View {
    if (this.#shot === null || isCut || timeMs < this.#time) this.#shot = { ...aim }
    else ease(this.#shot, aim, timeMs - this.#time)
    this.#time = timeMs
    return viewOf(this.#shot, width, height)
  }
}

export interface EdgeMark {
  readonly x: number
  readonly y: number
  readonly angle: number
}

/** Where the mark of a body outside the picture is, and the direction of the body from there; null for one inside. */
export function edgeMark(view: View, x: number, y: number, radius: number): EdgeMark | null {
  const sx = view.x + x * view.scale
  const sy = view.y - y * view.scale
  if (sx > 0 && sx < view.width && sy > 0 && sy < view.height) return null
  const markX = Math.min(Math.max(sx, radius), view.width - radius)
  const markY = Math.min(Math.max(sy, radius), view.height - radius)
  return { x: markX, y: markY, angle: Math.atan2(sy - markY, sx - markX) }
}
