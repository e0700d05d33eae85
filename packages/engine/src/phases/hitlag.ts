/** Priority 0: hitlag runs down. On the frame on which it reaches 0 the fighter already acts. */
import type { Match } from '../match.ts'

export function leaveHitlag(match: Match): void {
  for (const fighter of match.fighters) {
    if (fighter.hitlagLeft > 0) fighter.hitlagLeft = Math.max(0, fighter.hitlagLeft - 1)
  }
}
