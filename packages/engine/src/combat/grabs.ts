/** Phase 12: who catches whom. The nearest victim in reach is caught; two that catch each other both miss. */
import { isCaptured } from '../actions/capture.ts'
import { enterCatchPull } from '../actions/catch.ts'
import { isAbsent } from '../actions/change.ts'
import { ACTION } from '../actions/ids.ts'
import type { Fighter } from '../fighter.ts'
import type { Match } from '../match.ts'
import { meetsBody, NO_CONTACT } from './contact.ts'
import { hurtboxState } from './find.ts'

export function grab(match: Match): void {
  const { fighters } = match
  for (const fighter of fighters) fighter.catches = caughtBy(fighter)
  for (const fighter of fighters) {
    const victim = fighter.catches
    if (victim && victim.catches !== fighter) enterCatchPull(fighter, victim)
  }
}

function caughtBy(fighter: Fighter): Fighter | null {
  const { hitboxes, action, match } = fighter
  if (hitboxes.count === 0 || (action !== ACTION.Catch && action !== ACTION.CatchDash)) return null
  let nearest: Fighter | null = null
  for (const victim of match.fighters) {
    if (victim.port === fighter.port || !mayBeCaught(victim)) continue
    for (let i = 0; i < hitboxes.count; i++) {
      if (meetsBody(hitboxes.capsules[i]!, victim) === NO_CONTACT) continue
      if (!nearest || Math.abs(victim.x - fighter.x) < Math.abs(nearest.x - fighter.x)) nearest = victim
      break
    }
  }
  return nearest
}

/** Not while it lies on the floor, hangs at a ledge, arrives, is held, or cannot be touched. */
function mayBeCaught(victim: Fighter): boolean {
  const { action } = victim
  if (isAbsent(victim) || hurtboxState(victim) !== 0 || isCaptured(victim)) return false
  if (action >= ACTION.DownBoundU && action <= ACTION.DownDamageU) return false
  if (action >= ACTION.DownBoundD && action <= ACTION.DownDamageD) return false
  if (action === ACTION.CliffCatch || action === ACTION.CliffWait) return false
  return action < ACTION.Entry || action > ACTION.EntryEnd
}
