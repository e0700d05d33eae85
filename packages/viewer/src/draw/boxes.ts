/** Where bodies are on the screen, as boxes in CSS pixels with y going down. */
import type { EdgeMark, View } from './camera.ts'
import { JOINTS } from './joints.ts'
import type { Figure } from './skeleton.ts'

export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The box of a body whose feet are at a place of the world: all its joints, with what is about them. */
export function boxOf({ figure, x, y }: { figure: Figure; x: number; y: number }, view: View): Box {
  const { build, joints } = figure
  let [left, right, low, high] = [x, x, y, y]
  for (let joint = 0; joint < JOINTS; joint++) {
    left = Math.min(left, joints[joint * 3]!)
    right = Math.max(right, joints[joint * 3]!)
    low = Math.min(low, joints[joint * 3 + 1]!)
    high = Math.max(high, joints[joint * 3 + 1]!)
  }
  const around = build.head * 1.2
  return {
    left: view.x + (left - around) * view.scale,
    top: view.y - (high + around) * view.scale,
    right: view.x + (right + around) * view.scale,
    bottom: view.y - low * view.scale,
  }
}

export function lensBox({ x, y }: EdgeMark, radius: number): Box {
  return { left: x - radius, top: y - radius, right: x + radius, bottom: y + radius }
}

export function areOver(one: Box, other: Box): boolean {
  return one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top
}
