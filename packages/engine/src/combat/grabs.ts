/**
 * Phase 12: grabs, in port order. A fighter that was caught catches none itself. The nearest victim in reach is caught.
 */
import { ACTION } from '../action-ids.ts'
import type { Fighter } from '../fighter.ts'
import type { Match } from '../match.ts'
import { isAbsent, isCaptured } from '../state/presence.ts'
import { meetsBody } from './contact.ts'
import { hurtboxState } from './find.ts'

export function grab(match: Match): void {
  const { fighters } = match
  for (let i = 0; i < fighters.length; i++) {
    const fighter = fighters[i]!
    const victim = caughtBy(fighter)
    if (victim) fighter.state.catches!(fighter, victim)
  }
}

function caughtBy(fighter: Fighter): Fighter | null {
  const { hitboxes, state, match } = fighter
  if (hitboxes.count === 0 || !state.catches) return null
  let nearest: Fighter | null = null
  for (let i = 0; i < match.fighters.length; i++) {
    const victim = match.fighters[i]!
    if (victim.port === fighter.port || !mayBeCaught(victim)) continue
    for (let j = 0; j < hitboxes.count; j++) {
      const { element, hitsAir, hitsGround } = hitboxes.values[j]!
      if (element !== 'grab' || !(victim.isAirborne ? hitsAir : hitsGround)) continue
      if (!meetsBody(hitboxes.capsules[j]!, victim, true)) continue
      if (!nearest || Math.abs(victim.x - fighter.x) < Math.abs(nearest.x - fighter.x)) nearest = victim
      break
    }
  }
  return nearest
}

/**
 * A fighter cannot be grabbed while it lies on the floor, hangs at a ledge, enters the match, is held, or is
 * intangible.
 */
function mayBeCaught(victim: Fighter): boolean {
  const { action } = victim
  if (isAbsent(victim) || hurtboxState(victim) !== 0 || isCaptured(victim)) return false
  if (action >= ACTION.DownBoundU && action <= ACTION.DownDamageU) return false
  if (action >= ACTION.DownBoundD && action <= ACTION.DownDamageD) return false
  if (action === ACTION.CliffCatch || action === ACTION.CliffWait) return false
  return action < ACTION.Entry || action > ACTION.EntryEnd
}
