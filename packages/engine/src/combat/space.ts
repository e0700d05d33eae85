/** Distances in space. Source of the method: C. Ericson, Real-Time Collision Detection, section 5.1.9. */

/** From one end to the other: x to the right, y up, z in depth. */
export interface Segment {
  x1: number
  y1: number
  z1: number
  x2: number
  y2: number
  z2: number
}

/** A sphere swept along a segment. */
export interface Capsule extends Segment {
  radius: number
}

export function emptyCapsule(): Capsule {
  return { x1: 0, y1: 0, z1: 0, x2: 0, y2: 0, z2: 0, radius: 0 }
}

const SMALL = 1e-9

/** From the second segment to the first, where they are nearest to each other, and the square of that distance. */
export const GAP = { x: 0, y: 0, z: 0, square: 0 }

/** Finds the distance between two segments; the result is in `GAP`. */
export function findGap(a: Segment, b: Segment): void {
  const ex = b.x2 - b.x1
  const ey = b.y2 - b.y1
  const ez = b.z2 - b.z1
  const dx = a.x2 - a.x1
  const dy = a.y2 - a.y1
  const dz = a.z2 - a.z1
  const rx = a.x1 - b.x1
  const ry = a.y1 - b.y1
  const rz = a.z1 - b.z1
  const dd = dx * dx + dy * dy + dz * dz
  const ee = ex * ex + ey * ey + ez * ez
  const er = ex * rx + ey * ry + ez * rz
  const dr = dx * rx + dy * ry + dz * rz
  let s = 0
  let t = 0
  if (dd <= SMALL) {
    if (ee > SMALL) t = Math.max(0, Math.min(1, er / ee))
  } else if (ee <= SMALL) {
    s = Math.max(0, Math.min(1, -dr / dd))
  } else {
    const de = dx * ex + dy * ey + dz * ez
    const across = dd * ee - de * de
    if (across > SMALL) s = Math.max(0, Math.min(1, (de * er - dr * ee) / across))
    t = (de * s + er) / ee
    if (t < 0) {
      t = 0
      s = Math.max(0, Math.min(1, -dr / dd))
    } else if (t > 1) {
      t = 1
      s = Math.max(0, Math.min(1, (de - dr) / dd))
    }
  }
  const x = rx + dx * s - ex * t
  const y = ry + dy * s - ey * t
  const z = rz + dz * s - ez * t
  GAP.x = x
  GAP.y = y
  GAP.z = z
  GAP.square = x * x + y * y + z * z
}

/** Do two swept spheres overlap? */
export function overlap(a: Capsule, b: Capsule): boolean {
  const reach = a.radius + b.radius
  findGap(a, b)
  return GAP.square < reach * reach
}
