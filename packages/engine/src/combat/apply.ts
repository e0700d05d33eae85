/**
 * Phase 14: what was found takes effect. The shield wears and stuns; the body takes damage and is launched; the attacker
 * freezes too, its attack goes stale, and attacks that met are thrown back.
 * Source: doldecomp/melee (Fighter_ProcessHit_8006D1EC, ftCo_Damage).
 */
import { enterDamage } from '../actions/damage.ts'
import { enterGuardSetOff } from '../actions/guard-stun.ts'
import { enterRebound } from '../actions/rebound.ts'
import { COMBO_PUSH, STALE_SLOTS } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { f } from '../math.ts'
import { NO_ATTACK } from '../tables/actions.ts'
import { hitlagOf } from './formulas.ts'

const MOST_PERCENT = 999

export function applyHits(fighter: Fighter): void {
  const { shieldBlow, blow, hitboxes } = fighter
  if (shieldBlow.by) enterGuardSetOff(fighter, shieldBlow, shieldBlow.by)
  if (hitboxes.clankedWith) enterRebound(fighter, hitboxes.clankedWith, hitboxes.clankDamage)
  if (hitboxes.landed > 0) {
    fighter.hitlagLeft = hitlagOf(hitboxes.landed)
    fighter.state.dealtDamage?.(fighter)
  }
  if (hitboxes.detected) fighter.state.detects?.(fighter, hitboxes.detected)
  if (!blow.by) return
  const { counter } = fighter.state
  if (counter && fighter.isBubbleOut) {
    counter(fighter, blow)
    return
  }
  const { article } = blow
  if (article) takeNoteOf(fighter, blow.by, article.attackId, article.instance)
  else takeNote(fighter, blow.by)
  fighter.percent = Math.min(MOST_PERCENT, f(fighter.percent + blow.total))
  fighter.state.damaged?.(fighter)
  fighter.kind.damaged(fighter)
  enterDamage(fighter, blow)
}

/** Who hit, with what, and for the how-manieth time. */
export function takeNote(victim: Fighter, attacker: Fighter): void {
  takeNoteOf(victim, attacker, attacker.state.attackId, attacker.instance)
}

function takeNoteOf(victim: Fighter, attacker: Fighter, attackId: number, instance: number): void {
  countCombo(attacker, victim, attackId)
  victim.lastHitBy = attacker.port
  victim.lastHitByInstance = instance
  victim.forgetLeft = -1
  goStale(attacker.leader, attackId, instance)
}

/** What recordings show as combo: hits of one attack in a row on one victim; another attack begins at 0. */
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

/** One performance of an attack counts once, as long as it is remembered. */
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
