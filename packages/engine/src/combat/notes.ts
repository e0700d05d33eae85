/**
 * What a hit records: attacker, attack, combo count, and an entry among the stale moves. Source: doldecomp/melee
 * (ftCo_Damage, ftCommon).
 */
import { COMBO_PUSH, STALE_SLOTS } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { NO_ATTACK } from '../tables/actions.ts'
import { staleShare } from './formulas.ts'

/**
 * Records attacker, attack and combo count. Hitboxes that the same script creates on this frame keep their unstaled
 * damage.
 */
export function takeNote(victim: Fighter, attacker: Fighter): void {
  attacker.hitboxes.shareBefore = staleShareOf(attacker)
  takeNoteOf(victim, attacker, attacker.state.attackId, attacker.instance)
}

export function takeNoteOf(victim: Fighter, attacker: Fighter, attackId: number, instance: number): void {
  countCombo(attacker, victim, attackId)
  victim.lastHitBy = attacker.port
  victim.lastHitByInstance = instance
  victim.forgetLeft = -1
  goStale(attacker.leader, attackId, instance)
}

/** The combo count of recordings: consecutive hits of one attack on one victim. Another attack begins at 0. */
function countCombo(attacker: Fighter, victim: Fighter, attackId: number): void {
  if (attacker.comboVictim < 0) {
    attacker.comboVictim = victim.index
    attacker.comboCount = 1
  } else if (attacker.comboVictim !== victim.index) return
  else if (attackId !== NO_ATTACK && attacker.lastAttackLanded === attackId) {
    attacker.comboCount++
    if (attacker.comboCount >= COMBO_PUSH.hits) attacker.comboPushLeft = COMBO_PUSH.frames
  } else attacker.comboCount = 0
  attacker.lastAttackLanded = attackId
}

/** The share of damage that staling leaves to the running attack. */
export function staleShareOf({ leader, state }: Fighter): number {
  return staleShare(leader.staleAttacks, state.attackId)
}

/** One performance of an attack counts once, as long as it is in the list. */
export function goStale({ staleAttacks, staleInstances }: Fighter, attackId: number, instance: number): void {
  if (attackId <= NO_ATTACK) return
  for (let i = 0; i < STALE_SLOTS; i++) {
    if (staleAttacks[i] === attackId && staleInstances[i] === instance) return
  }
  staleAttacks.copyWithin(1, 0, STALE_SLOTS - 1)
  staleInstances.copyWithin(1, 0, STALE_SLOTS - 1)
  staleAttacks[0] = attackId
  staleInstances[0] = instance
}
