/** Where layers go: the frames of head, chest and hands on the canvas. */
import type { Matrix } from '../brush.ts'
import { CHEST, HEAD } from '../joints.ts'
import type { Sketch } from './sketch.ts'

/** Up is from the chest to the head, but heads stay nearer to upright than spines. */
export function headPlace({ build, view, xs, ys, facing }: Sketch): Matrix {
  const size = build.head * view.scale
  let ux = build.isBall ? 0 : xs[HEAD]! - xs[CHEST]!
  let uy = build.isBall ? -1 : ys[HEAD]! - ys[CHEST]!
  const length = Math.max(0.01, Math.hypot(ux, uy))
  ux /= length
  uy /= length
  if (uy < 0.3) {
    ux *= 0.6
    const again = Math.hypot(ux, uy)
    ux /= again
    uy /= again
  }
  return [-uy * facing * size, ux * facing * size, -ux * size, -uy * size, xs[HEAD]!, ys[HEAD]!]
}

export function chestPlace(sketch: Sketch): Matrix {
  const { build, view, xs, ys, facing } = sketch
  const size = build.chest * view.scale
  const [ux, uy] = sketch.up()
  return [-uy * facing * size, ux * facing * size, -ux * size, -uy * size, xs[CHEST]!, ys[CHEST]!]
}

/** The axes of a hand: x along the forearm, or for a hand with a weapon towards what it hits. */
export function handPlace(sketch: Sketch, arm: number, isAimed: boolean): Matrix {
  const { build, view, figure, xs, ys, facing } = sketch
  const { scale } = view
  let dx = xs[arm + 2]! - xs[arm + 1]!
  let dy = ys[arm + 2]! - ys[arm + 1]!
  if (isAimed && figure.isAiming) {
    dx = figure.aimX
    dy = -figure.aimY
  }
  const length = Math.max(0.01, Math.hypot(dx, dy))
  dx /= length
  dy /= length
  // At rest a weapon is held up a little, not trailed along the forearm, and never through the floor.
  if (isAimed && !figure.isAiming && build.blade > 0) {
    const turn = -0.9 * facing
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
    ;[dx, dy] = [dx * cos - dy * sin, dx * sin + dy * cos]
    const most = (sketch.floor - ys[arm + 2]!) / (build.blade * scale)
    if (dy > most) {
      dy = Math.max(-1, most)
      dx = Math.sqrt(Math.max(0, 1 - dy * dy)) * (dx < 0 ? -1 : 1)
    }
  }
  return [dx * scale, dy * scale, -dy * scale, dx * scale, xs[arm + 2]!, ys[arm + 2]!]
}
