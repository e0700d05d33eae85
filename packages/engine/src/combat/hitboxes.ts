/**
 * Phase 9: where the hitboxes of a running attack are. Each is swept from its place on the frame before; on its first
 * frame it is not. An attack cannot hit the same victim again until all its hitboxes have been gone, or, for hitboxes
 * that come out repeatedly, until they come out again. Source: doldecomp/melee (ftColl_8007AE80); places measured in
 * the game, see `tables/moves.ts`.
 */
import type { Fighter } from '../fighter.ts'
import { f } from '../math.ts'
import { emptyPlace, hitboxPlace } from '../tables/moves.ts'
import { staleShareOf } from './notes.ts'

const PLACE = emptyPlace()

export function placeHitboxes(fighter: Fighter): void {
  const { hitboxes, kind, action, state } = fighter
  hitboxes.count = 0
  const move = state.move
  let out = 0
  const { strikes, places } = fighter.state
  if (move && move.windows.length > 0 && (!strikes || strikes(fighter))) {
    const frame = Math.floor(fighter.animationFrame)
    for (let i = 0; i < move.windows.length; i++) {
      const { first, last, hitboxes: boxes } = move.windows[i]!
      if (frame < first || frame > last) continue
      if (frame === first && move.isRepeating && !fighter.isFrozen) fighter.metFighters = 0
      for (let j = 0; j < boxes.length; j++) {
        const hitbox = boxes[j]!
        const bit = 1 << hitbox.id
        if (out & bit || !hitboxPlace(kind.internalId, action, hitbox.id, frame, PLACE)) continue
        out |= bit
        places?.(fighter, PLACE)
        const x = f(fighter.x + fighter.facingAtStart * PLACE.x)
        const y = f(fighter.y + PLACE.y)
        const z = f(fighter.z + fighter.facingAtStart * PLACE.z)
        const isNew = (fighter.hitboxesOut & bit) === 0
        if (isNew || (frame === first && !fighter.isFrozen))
          fighter.hitboxShares[hitbox.id] = hitboxes.shareBefore || staleShareOf(fighter)
        // A hitbox of radius 0 exists but meets nothing; the next frame's hitbox is swept from it.
        if (PLACE.radius > 0) {
          const capsule = hitboxes.capsules[hitboxes.count]!
          capsule.x1 = isNew ? x : fighter.hitboxX[hitbox.id]!
          capsule.y1 = isNew ? y : fighter.hitboxY[hitbox.id]!
          capsule.z1 = isNew ? z : fighter.hitboxZ[hitbox.id]!
          capsule.x2 = x
          capsule.y2 = y
          capsule.z2 = z
          capsule.radius = PLACE.radius
          hitboxes.values[hitboxes.count++] = hitbox
        }
        fighter.hitboxX[hitbox.id] = x
        fighter.hitboxY[hitbox.id] = y
        fighter.hitboxZ[hitbox.id] = z
      }
    }
  }
  hitboxes.shareBefore = 0
  if (out === 0) fighter.metFighters = 0
  fighter.hitboxesOut = out
}
