/** Skirts and capes: they hang down, and lag behind what moves. */
import type { Build } from '../builds/build.ts'
import { CHEST, HIPS, LEG_A, LEG_B } from '../joints.ts'
import type { Motion, Sketch } from './sketch.ts'

export function drawSkirt(sketch: Sketch, tint: string, { vx, vy }: Motion): void {
  const { build, view, xs, ys, context } = sketch
  const { scale } = view
  const [hx, hy] = [xs[HIPS]!, ys[HIPS]!]
  // Cloth hangs down, whatever the spine does.
  const [sx, sy] = sketch.up()
  const size = Math.max(0.2, Math.hypot(sx * 0.5, sy * 0.5 - 0.5))
  const [ux, uy] = [(sx * 0.5) / size, (sy * 0.5 - 0.5) / size]
  const floor = Math.max(ys[LEG_A + 2]!, ys[LEG_B + 2]!) + build.foot * scale
  const length = Math.min(build.legs * 0.93, Math.max(build.legs * 0.5, (floor - hy) / scale)) * scale
  const sway = Math.max(-1, Math.min(1, -vx * 0.35)) * scale * 1.6
  const lift = Math.max(-0.2, Math.min(0.45, -vy * 0.12))
  const wide = build.legs * (0.5 + lift * 0.5) * scale
  const [bx, by] = [hx - ux * length * (1 - lift * 0.4) + sway, hy - uy * length * (1 - lift * 0.4)]
  const [px, py] = [-uy, ux]
  const w = build.waist * scale
  const path = new Path2D()
  path.moveTo(hx + ux * w * 0.8 + px * w, hy + uy * w * 0.8 + py * w)
  path.quadraticCurveTo(hx + px * wide * 0.55, hy + py * wide * 0.55, bx + px * wide, by + py * wide)
  path.quadraticCurveTo(bx - ux * w * 0.9, by - uy * w * 0.9, bx - px * wide, by - py * wide)
  path.quadraticCurveTo(
    hx - px * wide * 0.55,
    hy - py * wide * 0.55,
    hx + ux * w * 0.8 - px * w,
    hy + uy * w * 0.8 - py * w,
  )
  path.closePath()
  const colour = sketch.colour(tint)
  const gradient = context.createLinearGradient(bx - wide, by, bx + wide, by)
  gradient.addColorStop(0.1, sketch.lit(colour, 0.22))
  gradient.addColorStop(0.5, colour)
  gradient.addColorStop(1, sketch.unlit(colour, 0.32))
  sketch.add(path, gradient)
}

export function drawCape(
  sketch: Sketch,
  { length, fill }: NonNullable<Build['cape']>,
  { vx, vy, frame, reducedMotion }: Motion,
): void {
  const { build, view, xs, ys, facing } = sketch
  const { scale } = view
  const [cx, cy] = [xs[CHEST]!, ys[CHEST]!]
  const [ux, uy] = sketch.up()
  const wave = reducedMotion ? 0 : Math.sin(frame * 0.13) * 0.4
  const dx = -facing * 2 - vx * 1.6 + wave - ux * length * 0.5
  const dy = Math.max(-length * 0.8, Math.min(length, -uy * length * 0.9 + Math.min(0, vy) * 1.8))
  const size = Math.hypot(dx, dy)
  const by = length / Math.max(size, length * 0.7)
  const [ex, ey] = [cx + dx * by * scale, cy + dy * by * scale]
  const w = build.chest * scale * 0.85
  const path = new Path2D()
  path.moveTo(cx + facing * w * 0.5, cy - w * 0.5)
  path.lineTo(cx - facing * w * 1, cy - w * 0.55)
  path.quadraticCurveTo(cx - facing * w * 1.9, (cy + ey) / 2, ex - facing * w * 1.35, ey - w * 0.2)
  path.quadraticCurveTo(ex, ey + w * 0.5, ex + facing * w * 0.9, ey - w * 0.1)
  path.closePath()
  sketch.add(path, sketch.colour(fill))
}
