/** Shadows of bodies on what is below them: they say how high somebody is. */
import type { PictureHead, Stage } from '@arena/engine'
import type { Context } from './brush.ts'
import type { View } from './camera.ts'

/** Above this height a body has no shadow. */
const HIGHEST = 60

/** Height of the highest floor below a place; null over the abyss. */
export function floorBelow({ floors }: Pick<Stage, 'floors'>, head: PictureHead, x: number, y: number): number | null {
  let best: number | null = null
  const look = (left: number, leftY: number, right: number, rightY: number): void => {
    if (x < left || x > right) return
    const at = leftY + ((rightY - leftY) * (x - left)) / Math.max(right - left, 0.01)
    if (at <= y + 0.5 && (best === null || at > best)) best = at
  }
  for (const { from, to, isPlatform } of floors) if (isPlatform !== true) look(from[0], from[1], to[0], to[1])
  for (let i = 0; i < head.platformCount; i++) {
    const [left, right, top, isThere] = head.platforms.subarray(i * 4, i * 4 + 4) as unknown as number[]
    if (isThere !== 0) look(left!, top!, right!, top!)
  }
  return best
}

export function drawShadow(context: Context, view: View, x: number, y: number, wide: number, floor: number): void {
  const part = 1 - (y - floor) / HIGHEST
  if (part <= 0) return
  context.globalAlpha = 0.34 * part
  context.fillStyle = '#0b0716'
  context.beginPath()
  const radius = wide * (0.55 + 0.45 * part) * view.scale
  context.ellipse(
    view.x + x * view.scale,
    view.y - (floor - 0.5) * view.scale,
    radius,
    radius * 0.16,
    0,
    0,
    2 * Math.PI,
  )
  context.fill()
  context.globalAlpha = 1
}
