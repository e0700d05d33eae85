/** Shadows of bodies on what is below them: they say how high somebody is. */
import type { Stage } from '@arena/engine'
import { PICTURE_PLATFORM_WORDS, type PictureHead } from '@arena/engine/picture'
import type { Context } from './brush.ts'
import type { View } from './camera.ts'

/** Above this height a body has no shadow. */
const HIGHEST = 60
/** A body this far below a floor stands on it. */
const TOUCH = 0.5

/** A floor: its height at the place asked for, and its ends. */
export interface Floor {
  readonly y: number
  readonly left: number
  readonly right: number
}

/** The highest floor below a place; null over the abyss. */
export function floorBelow(
  { floors }: Pick<Stage, 'floors'>,
  head: Pick<PictureHead, 'platforms' | 'platformCount'>,
  x: number,
  y: number,
): Floor | null {
  let best: Floor | null = null
  const ground = floors.filter(({ isPlatform }) => isPlatform !== true)
  const left = Math.min(...ground.map(({ from }) => from[0]))
  const right = Math.max(...ground.map(({ to }) => to[0]))
  for (const { from, to } of ground) {
    if (x < from[0] || x > to[0]) continue
    const at = from[1] + ((to[1] - from[1]) * (x - from[0])) / Math.max(to[0] - from[0], 0.01)
    if (at <= y + TOUCH && (best === null || at > best.y)) best = { y: at, left, right }
  }
  for (let i = 0; i < head.platformCount; i++) {
    const [from, to, at, isThere] = [0, 1, 2, 3].map((n) => head.platforms[i * PICTURE_PLATFORM_WORDS + n]!) as [
      number,
      number,
      number,
      number,
    ]
    if (isThere === 0 || x < from || x > to || at > y + TOUCH) continue
    if (best === null || at > best.y) best = { y: at, left: from, right: to }
  }
  return best
}

/** The shadow of a body so wide: within its floor, smaller and paler the higher the body is. */
export function drawShadow(context: Context, view: View, x: number, y: number, wide: number, floor: Floor): void {
  const part = 1 - (y - floor.y) / HIGHEST
  if (part <= 0) return
  const reach = wide * (0.55 + 0.45 * part)
  const [left, right] = [Math.max(x - reach, floor.left), Math.min(x + reach, floor.right)]
  if (right <= left) return
  const half = ((right - left) / 2) * view.scale
  context.globalAlpha = 0.34 * part
  context.fillStyle = '#0b0716'
  context.beginPath()
  context.ellipse(
    view.x + ((left + right) / 2) * view.scale,
    view.y - (floor.y - 0.5) * view.scale,
    half,
    reach * 0.16 * view.scale,
    0,
    0,
    2 * Math.PI,
  )
  context.fill()
  context.globalAlpha = 1
}
