/**
 * Phase 14: what was found takes effect. The shield wears and stuns; the body takes damage and is launched; the attacker
 * freezes too, its attack goes stale, and attacks that met are thrown back.
 * Source: doldecomp/melee (Fighter_ProcessHit_8006D1EC, ftCo_Damage).
 */
import { enterDamage } from '../actions/damage.ts'
import { enterGuardSetOff } from '../actions/guard-stun.ts'
import { enterRebound } from '../actions/rebound.ts'
import { HITSTUN, STALE_SLOTS } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { f } from '../math.ts'
import { hitlagOf } from './formulas.ts'

const MOST_PERCENT = 999
/** Attack id of what is no attack; the one below it is none at all. */
const NO_ATTACK = 1

export function applyHits(fighter: Fighter): void {
  const { shieldBlow, blow, hitboxes } = fighter
  if (shieldBlow.by) enterGuardSetOff(fighter, shieldBlow, shieldBlow.by)
  if (hitboxes.clankedWith) enterRebound(fighter, hitboxes.clankedWith, hitboxes.clankDamage)
  if (hitboxes.landed > 0) fighter.hitlagLeft = hitlagOf(hitboxes.landed)
  if (!blow.by) return
  takeNote(fighter, blow.by)
  fighter.percent = Math.min(MOST_PERCENT, f(fighter.percent + blow.total))
  enterDamage(fighter, blow, blow.by)
}

/** Who hit, with what, and for the how-manieth time. */
export function takeNote(victim: Fighter, attacker: Fighter): void {
  const { attackId } = attacker.state
  const continues = victim.hitstunLeft > 0 || victim.comboLeft > 0
  attacker.comboCount = continues && victim.lastHitBy === attacker.port ? attacker.comboCount + 1 : 1
  attacker.lastAttackLanded = attackId
  victim.lastHitBy = attacker.port
  victim.lastHitByInstance = attacker.instance
  victim.comboLeft = HITSTUN.comboFrames
  goStale(attacker.leader, attackId, attacker.instance)
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
