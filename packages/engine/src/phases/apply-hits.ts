/**
 * Phase 14: the hits that were found take effect. The shield wears and stuns; the body takes damage and is launched;
 * the attacker has hitlag too, its attack goes stale, and attacks that clanked rebound. Source: doldecomp/melee
 * (Fighter_ProcessHit_8006D1EC, ftCo_Damage).
 */
import { enterDamage } from '../actions/damage.ts'
import { enterGuardSetOff } from '../actions/guard-stun.ts'
import { enterRebound } from '../actions/rebound.ts'
import { hitlagOf } from '../combat/formulas.ts'
import { takeNoteOf } from '../combat/notes.ts'
import { takeDamage } from '../combat/percent.ts'
import type { Fighter } from '../fighter.ts'

export function applyHits(fighter: Fighter): void {
  const { shieldHit, receivedHit, hitboxes } = fighter
  if (shieldHit.by) enterGuardSetOff(fighter, shieldHit, shieldHit.by)
  if (hitboxes.clankedWith) enterRebound(fighter, hitboxes.clankedWith, hitboxes.clankDamage)
  if (hitboxes.landed > 0) {
    fighter.hitlagLeft = hitlagOf(hitboxes.landed)
    fighter.state.dealtDamage?.(fighter)
  }
  if (hitboxes.detected) fighter.state.detects?.(fighter, hitboxes.detected)
  if (!receivedHit.by) return
  const { counter } = fighter.state
  if (counter && fighter.isBubbleOut) {
    counter(fighter, receivedHit)
    return
  }
  // The attacker may have been hit out of the attack by now.
  takeNoteOf(fighter, receivedHit.by, receivedHit.attackId, receivedHit.instance)
  takeDamage(fighter, receivedHit.total)
  fighter.state.damaged?.(fighter)
  fighter.kind.damaged(fighter)
  enterDamage(fighter, receivedHit)
}
