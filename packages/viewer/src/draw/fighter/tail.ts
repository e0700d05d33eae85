/** Tails: they leave the hips at a right angle to the spine, and lag behind what moves. */
import { taper } from '../brush.ts'
import type { Tail } from '../builds/build.ts'
import { HIPS } from '../joints.ts'
import type { Motion, Sketch } from './sketch.ts'

const TAIL_STEPS = 6

export function drawTail(
  sketch: Sketch,
  { kind, length, width, fill, tip }: Tail,
  { vx, vy, frame, reducedMotion }: Motion,
): void {
  const { build, view, xs, ys, facing } = sketch
  const { scale } = view
  const [ux, uy] = sketch.up()
  // Backwards from the hips, at a right angle to the spine.
  const [bx, by] = [uy * facing, -ux * facing]
  const wave = reducedMotion ? 0 : Math.sin(frame * 0.11) * 0.18
  const x0 = xs[HIPS]! + bx * build.waist * 0.6 * scale
  const y0 = ys[HIPS]! + by * build.waist * 0.6 * scale
  const floor = sketch.floor - width * scale * 0.6
  const at = (along: number, up: number): [number, number] => [
    x0 + (bx * along + ux * (up + wave * along) - vx * along * 0.06) * scale,
    Math.min(y0 + (by * along + uy * (up + wave * along) + vy * along * 0.06) * scale, floor),
  ]
  const path = new Path2D()
  const end = new Path2D()
  const thick = width * scale
  if (kind === 'bolt') {
    const l = length
    const zig = [
      at(0, 0.2),
      at(l * 0.32, 0.9),
      at(l * 0.2, 1.7),
      at(l * 0.62, 2.6),
      at(l * 0.5, 3.3),
      at(l * 1.05, l * 0.95),
      at(l * 0.72, l * 1.02),
      at(l * 0.2, 2.4),
      at(l * 0.36, 1.75),
      at(0, 1.1),
    ]
    path.moveTo(...zig[0]!)
    for (const point of zig.slice(1)) path.lineTo(...point)
    path.closePath()
    end.moveTo(...at(0, 0.2))
    for (const point of [at(l * 0.3, 0.85), at(l * 0.25, 1.2), at(0, 0.9)]) end.lineTo(...point)
    end.closePath()
  } else {
    const [m, e] =
      kind === 'whip'
        ? [at(length * 0.5, -length * 0.28), at(length, length * 0.28)]
        : kind === 'stub'
          ? [at(length * 0.5, -0.8), at(length, 0.4)]
          : [at(length * 0.5, -0.3), at(length, length * 0.25)]
    if (kind === 'bush') {
      taper(path, x0, y0, thick * 0.45, ...m, thick)
      taper(path, ...m, thick, ...e, thick * 0.3)
      taper(end, m[0] + (e[0] - m[0]) * 0.62, m[1] + (e[1] - m[1]) * 0.62, thick * 0.55, ...e, thick * 0.28)
    } else if (kind === 'feathers') {
      for (const spread of [-0.35, 0, 0.35])
        taper(
          path,
          x0,
          y0,
          thick * 0.4,
          ...at(length * (1 - Math.abs(spread) * 0.4), spread * length - 0.8),
          thick * 0.5,
        )
      taper(end, ...at(length * 0.8, -0.8), thick * 0.42, ...at(length, -0.8), thick * 0.5)
    } else {
      // A curve through the middle, as short tapers.
      const last = kind === 'whip' ? 0.8 : 0.15
      let [px, py, pr] = [x0, y0, thick]
      for (let i = 1; i <= TAIL_STEPS; i++) {
        const t = i / TAIL_STEPS
        const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t * t]
        const [qx, qy] = [a * x0 + b * m[0] + c * e[0], a * y0 + b * m[1] + c * e[1]]
        const qr = thick * (1 + (last - 1) * t) * (kind === 'whip' ? 1 - 0.9 * t * (1 - t) : 1)
        taper(path, px, py, pr, qx, qy, qr)
        ;[px, py, pr] = [qx, qy, qr]
      }
    }
  }
  sketch.add(path, sketch.colour(fill))
  if (kind === 'bush' || kind === 'bolt' || kind === 'feathers') sketch.add(end, sketch.colour(tip, false), null, true)
}
