/** Priority 6: the state's collision callback, which may land, fall off, or take hold of a ledge. */
import type { Match } from '../match.ts'

export function collide(match: Match): void {
  const { fighters } = match
  for (let i = 0; i < fighters.length; i++) {
    const fighter = fighters[i]!
    if (fighter.ecbLockLeft > 0) fighter.ecbLockLeft--
    if (fighter.wallTimer < 0xff) fighter.wallTimer++
    fighter.state.collision(fighter)
  }
}
