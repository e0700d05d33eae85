/**
 * Priorities 9 to 14: hitboxes take their places, grabs catch, what hitboxes meet is found for all fighters, and only then applied, in the
 * order of ports.
 */
import { applyHits } from '../combat/apply.ts'
import { findHits } from '../combat/find.ts'
import { grab } from '../combat/grabs.ts'
import { placeHitboxes } from '../combat/hitboxes.ts'
import { regenerateShield } from '../actions/guard.ts'
import type { Match } from '../match.ts'

export function fight(match: Match): void {
  let isAnyOut = false
  const { fighters } = match
  for (let i = 0; i < fighters.length; i++) {
    const fighter = fighters[i]!
    placeHitboxes(fighter)
    if (fighter.hitboxes.count > 0) isAnyOut = true
  }
  if (isAnyOut) {
    grab(match)
    findHits(match)
  }
  for (let i = 0; i < fighters.length; i++) {
    const fighter = fighters[i]!
    regenerateShield(fighter)
    if (isAnyOut) applyHits(fighter)
  }
}
