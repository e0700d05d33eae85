/**
 * Phase 14: the hits that were found take effect. Of all that met a fighter and its attack on a frame only one takes
 * effect and sets its hitlag, the first of: a launch, a hit on its shield, a clank, damage to a body, to a shield.
 * Source: doldecomp/melee (Fighter_ProcessHit_8006D1EC, ftCo_Damage).
 */
import { enterDamage } from '../actions/damage.ts'
import { enterGuardSetOff, pushAttacker, wearShield } from '../actions/guard-stun.ts'
import { enterRebound } from '../actions/rebound.ts'
import { breakShield } from '../actions/shield-break.ts'
import { hitlagOf } from '../combat/formulas.ts'
import { takeNoteOf } from '../combat/notes.ts'
import { takeDamage } from '../combat/percent.ts'
import type { LoggedHit, ReceivedHit } from '../combat/scratch.ts'
import type { Fighter } from '../fighter.ts'

export function applyHits(fighter: Fighter): void {
  const { shieldHit, receivedHit, hitboxes, state } = fighter
  // The shield wears, whatever else happens to its fighter.
  const hasBroken = fighter.isShielding && shieldHit.by !== null && wearShield(fighter, shieldHit)
  const hit = receivedHit.launching
  if (hit) suffer(fighter, receivedHit, hit)
  if (!hit || hit.knockback === 0) {
    if (shieldHit.by) {
      if (hasBroken) breakShield(fighter)
      else if (state.counter && fighter.isBubbleOut) state.counter(fighter, shieldHit)
      else enterGuardSetOff(fighter, shieldHit)
    } else if (hitboxes.clanked > 0) {
      if (hitboxes.clankSide !== 0 && fighter.holds < 0) enterRebound(fighter, hitboxes.clankSide, hitboxes.clanked)
      fighter.hitlagLeft = hitlagOf(hitboxes.clanked)
    } else if (hitboxes.landed > 0) {
      state.dealtDamage?.(fighter)
      fighter.hitlagLeft = hitlagOf(hitboxes.landed)
    } else if (hitboxes.shielded > 0) {
      fighter.hitlagLeft = hitlagOf(hitboxes.shielded)
    } else if (hitboxes.detected) {
      state.detects?.(fighter, hitboxes.detected)
    }
  }
  pushAttacker(fighter)
}

function suffer(fighter: Fighter, { total, most }: ReceivedHit, hit: LoggedHit): void {
  // The attacker may have been hit out of the attack by now.
  takeNoteOf(fighter, hit.by!, hit.attackId, hit.instance)
  takeDamage(fighter, total)
  fighter.state.damaged?.(fighter)
  fighter.kind.damaged(fighter)
  enterDamage(fighter, hit, total, most)
}
