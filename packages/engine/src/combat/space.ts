/** Distances in space. Source of the method: C. Ericson, Real-Time Collision Detection, section 5.1.9. */

const clamp01 = (share: number): number => (share < 0 ? 0 : share > 1 ? 1 : share)
const SMALL = 1e-9

/**
 * Square of the distance between a segment in the plane of play (depth 0) and one in space, told as in `tables/hurtboxes.ts`:
 * forward, up and depth of both ends in `words` from `at` on, about (x, y) and facing to `facing`.
 */
export function distanceToPlane(
  { x1, y1, x2, y2 }: { readonly x1: number; readonly y1: number; readonly x2: number; readonly y2: number },
  words: Float32Array,
  at: number,
  x: number,
  y: number,
  facing: number,
): number {
  const ax = x + facing * words[at]!
  const ay = y + words[at + 1]!
  const az = words[at + 2]!
  const ex = x + facing * words[at + 3]! - ax
  const ey = y + words[at + 4]! - ay
  const ez = words[at + 5]! - az
  const dx = x2 - x1
  const dy = y2 - y1
  const rx = x1 - ax
  const ry = y1 - ay
  const dd = dx * dx + dy * dy
  const ee = ex * ex + ey * ey + ez * ez
  const er = ex * rx + ey * ry - ez * az
  const dr = dx * rx + dy * ry
  let s = 0
  let t = 0
  if (dd <= SMALL) {
    if (ee > SMALL) t = clamp01(er / ee)
  } else if (ee <= SMALL) {
    s = clamp01(-dr / dd)
  } else {
    const de = dx * ex + dy * ey
    const across = dd * ee - de * de
    if (across > SMALL) s = clamp01((de * er - dr * ee) / across)
    t = (de * s + er) / ee
    if (t < 0) {
      t = 0
      s = clamp01(-dr / dd)
    } else if (t > 1) {
      t = 1
      s = clamp01((de - dr) / dd)
    }
  }
  const gapX = rx + dx * s - ex * t
  const gapY = ry + dy * s - ey * t
  const gapZ = -az - ez * t
  return gapX * gapX + gapY * gapY + gapZ * gapZ
}
