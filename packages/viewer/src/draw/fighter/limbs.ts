/** Arms and legs. */
import { taper } from '../brush.ts'
import { LEG_A } from '../joints.ts'
import { holdingArm } from '../skeleton.ts'
import { handPlace } from './places.ts'
import type { Sketch } from './sketch.ts'

/** Root, middle, tip and what is at the end. */
type Widths = readonly [number, number, number, number]

/** Upper and lower half of a limb, and what is at its end. */
function limb(sketch: Sketch, first: number, widths: Widths, tint: string, endTint: string, isFar: boolean): void {
  const { xs, ys, view } = sketch
  const [x1, y1, x2, y2, x3, y3] = [0, 1, 2].flatMap((n) => [xs[first + n]!, ys[first + n]!]) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const [root, middle, tip, end] = widths.map((width) => width * view.scale) as [number, number, number, number]
  const path = new Path2D()
  taper(path, x1, y1, root, x2, y2, middle)
  taper(path, x2, y2, middle, x3, y3, tip)
  const colour = sketch.colour(tint, isFar)
  sketch.mass(path, colour)
  if (!isFar && !sketch.build.isFlat) {
    // The light along the upper edge.
    const light = new Path2D()
    const [ox, oy] = [-0.28 * middle, -0.34 * middle]
    taper(light, x1 + ox, y1 + oy, root * 0.4, x2 + ox, y2 + oy, middle * 0.42)
    taper(light, x2 + ox, y2 + oy, middle * 0.42, x3 + ox * 0.8, y3 + oy * 0.8, tip * 0.35)
    sketch.add(light, sketch.lit(colour, 0.22), null, true)
  }
  sketch.add(
    first < LEG_A ? fist(x3, y3, end) : foot(sketch.facing, end, x2, y2, x3, y3),
    sketch.colour(endTint, isFar),
  )
}

function fist(x: number, y: number, radius: number): Path2D {
  const path = new Path2D()
  path.arc(x, y, radius, 0, 2 * Math.PI)
  return path
}

/** At a right angle to the shin, towards the front. */
function foot(facing: number, radius: number, x2: number, y2: number, x3: number, y3: number): Path2D {
  const size = Math.max(0.01, Math.hypot(x3 - x2, y3 - y2))
  const dx = (x3 - x2) / size
  const dy = (y3 - y2) / size
  let fx = dy * facing
  let fy = -dx * facing
  if (Math.abs(dy) < 0.4) [fx, fy] = [fx * 0.6 + dx * 0.4, fy * 0.6 + dy * 0.4]
  const path = new Path2D()
  taper(path, x3, y3, radius * 0.85, x3 + fx * radius * 1.1, y3 + fy * radius * 1.1, radius * 0.68)
  return path
}

export function drawArm(sketch: Sketch, first: number, isFar: boolean): void {
  const { build } = sketch
  const isHolding = first === holdingArm(build)
  const place = handPlace(sketch, first, isHolding)
  if (isHolding) sketch.layers('hand', ['under'], place)
  limb(sketch, first, [build.arm, build.arm * 0.92, build.arm * 0.85, build.hand], build.sleeve, build.glove, isFar)
  if (isHolding) sketch.layers('hand', ['over', 'detail'], place)
  else sketch.layers('other', ['under', 'over', 'detail'], place, isFar)
}

export function drawLeg(sketch: Sketch, first: number, isFar: boolean): void {
  const { build } = sketch
  limb(sketch, first, [build.leg * 1.1, build.leg * 0.95, build.leg * 0.8, build.foot], build.thigh, build.boot, isFar)
}
