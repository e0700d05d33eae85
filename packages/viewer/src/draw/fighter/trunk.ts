/** Torso and head, and the stripes of the second player. */
import { pathOf, taper, type Matrix } from '../brush.ts'
import { CHEST, HIPS } from '../joints.ts'
import type { Sketch } from './sketch.ts'

export function drawTorso(sketch: Sketch): void {
  const { build, view, xs, ys, facing, context } = sketch
  const [hx, hy, cx, cy] = [xs[HIPS]!, ys[HIPS]!, xs[CHEST]!, ys[CHEST]!]
  const waist = build.waist * view.scale
  const chest = build.chest * view.scale
  const path = new Path2D()
  taper(path, hx, hy, waist, cx, cy, chest)
  const top = sketch.colour(build.top)
  const gradient = context.createLinearGradient(cx - chest, cy - chest, cx + chest, hy + waist)
  gradient.addColorStop(0, sketch.lit(top, 0.25))
  gradient.addColorStop(0.45, top)
  gradient.addColorStop(1, sketch.unlit(top, 0.3))
  sketch.add(path, gradient)
  if (build.belly === build.top) return
  const belly = new Path2D()
  taper(
    belly,
    hx + facing * waist * 0.12,
    hy,
    waist * 0.82,
    hx + (cx - hx) * 0.55 + facing * waist * 0.2,
    hy + (cy - hy) * 0.55,
    Math.min(waist, chest) * 0.62,
  )
  sketch.add(belly, sketch.colour(build.belly), null, true)
}

export function drawSkull(sketch: Sketch, place: Matrix): void {
  const { build, context } = sketch
  const skin = sketch.colour(build.skin)
  const gradient = context.createRadialGradient(-0.2, -0.45, 0.1, 0.05, -0.05, 1.25)
  gradient.addColorStop(0, sketch.lit(skin, 0.28))
  gradient.addColorStop(0.5, skin)
  gradient.addColorStop(1, sketch.unlit(skin, 0.3))
  sketch.mass(pathOf(build.skull), gradient, place)
}

const BALL_STRIPES = 'M-.86 -.38L-.62 -.7L-.35 .82L-.62 .7ZM-.96 .2L-.9 -.1L-.72 .6Z'
const CHEST_STRIPES = 'M-.95 -.1L.95 -.62L.95 -.28L-.95 .28ZM-.85 .72L.9 .22L.86 .56L-.7 1.05Z'

/** Every second port wears stripes, so that a mirror match is told apart without colour. */
export function drawStripes(sketch: Sketch, port: number, place: Matrix): void {
  if (port % 2 === 0) return
  const path = pathOf(sketch.build.isBall ? BALL_STRIPES : CHEST_STRIPES)
  sketch.add(path, sketch.colour('@p'), place, true)
}
