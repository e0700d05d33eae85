/**
 * Which ledge a falling fighter catches. Its box reaches from the diamond's side towards the ledge and spans the whole
 * of the frame's motion. Whether the fighter may catch one at all (state, cooldown, stick) is the caller's to know.
 */
import { f } from '../math.ts'
import type { Terrain } from '../stages/terrain.ts'
import type { LedgeReach } from '../tables/fighters.ts'
import type { Body } from './body.ts'

export const NO_LEDGE = -1

/**
 * The nearest ledge within reach, by its number, or NO_LEDGE. `facing` limits the search to ledges ahead; 0 looks both
 * ways. `taken` has bit n set while somebody holds ledge n.
 */
export function reachableLedge(terrain: Terrain, body: Body, reach: LedgeReach, facing: number, taken: number): number {
  if (body.y >= body.previousY) return NO_LEDGE
  const left = Math.min(body.previousX, body.x)
  const right = Math.max(body.previousX, body.x)
  const low = f(body.y + f(reach.snapY - reach.snapHeight / 2))
  const high = f(body.previousY + f(reach.snapY + reach.snapHeight / 2))
  const ahead = f(body.side + reach.snapX)
  const { ledges } = terrain.stage
  let nearest = NO_LEDGE
  let least = Infinity
  for (let i = 0; i < ledges.length; i++) {
    const { x, y, side } = ledges[i]!
    if ((taken >> i) & 1 || facing === side) continue
    if (y < low || y > high) continue
    // A ledge is caught from outside the stage, facing it: at its left end from the left.
    const distance = side < 0 ? x - left : right - x
    if (side < 0 ? x > f(right + ahead) : x < f(left - ahead)) continue
    if (distance < 0 || distance >= least) continue
    if (isOverStage(body, x, y, side)) continue
    least = distance
    nearest = i
  }
  return nearest
}

/** The diamond's bottom is above the ledge and on the stage's side of it: the fighter will land instead. */
function isOverStage(body: Body, x: number, y: number, side: number): boolean {
  return body.y + body.bottom > y && (body.x - x) * side < 0
}
