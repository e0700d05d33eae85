/**
 * Which ledge a falling fighter catches. Its box reaches from the ECB's side towards the ledge and spans the whole
 * motion of the frame. It has to meet the floor that the ledge is the end of, with the ECB's bottom point outside and
 * below that end. Whether the fighter may catch a ledge at all (state, cooldown, stick) is for the caller to check.
 * Source: doldecomp/melee (mpcoll.c: mpColl_80044164; mplib.c: mpLib_80051BA8_Floor).
 */
import { f } from '../math.ts'
import type { Terrain } from '../stages/terrain.ts'
import type { LedgeReach } from '../tables/fighters.ts'
import type { CollisionBody } from './body.ts'

export const NO_LEDGE = -1

/**
 * The first ledge within reach, by its number, or NO_LEDGE. `facing` limits the search to ledges ahead; 0 searches both
 * sides. Bit n of `taken` is set while a fighter holds ledge n.
 */
export function reachableLedge(
  terrain: Terrain,
  body: CollisionBody,
  reach: LedgeReach,
  facing: number,
  taken: number,
): number {
  if (body.y >= body.previousY) return NO_LEDGE
  const low = f(body.y + f(reach.snapY - reach.snapHeight / 2))
  const high = f(body.previousY + f(reach.snapY + reach.snapHeight / 2))
  const left = f(Math.min(body.previousX, body.x) - f(reach.snapX + body.left))
  const right = f(Math.max(body.previousX, body.x) + f(reach.snapX + body.right))
  const { stage, floors } = terrain
  for (let i = 0; i < stage.ledges.length; i++) {
    const { x, y, side, floor } = stage.ledges[i]!
    if ((taken >> i) & 1 || facing === side) continue
    // A floor that slopes up from the ledge is met above the ledge.
    if (y >= high || Math.max(floors.y1[floor]!, floors.y2[floor]!) <= low) continue
    if (f(body.y + body.bottom) >= y) continue
    if (side < 0 ? body.x < x && right > x : body.x > x && left < x) return i
  }
  return NO_LEDGE
}
