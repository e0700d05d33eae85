/**
 * Hit on the shield: it wears, the fighter is pushed back and held for a while; a shield worn out breaks.
 * Source: doldecomp/melee (ftCo_GuardSetOff); stun checked on 757 recorded hits.
 */
import { hitlagOf } from '../combat/formulas.ts'
import type { Blow } from '../combat/scratch.ts'
import { SHIELD_HIT } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { f } from '../math.ts'
import { stayOrStumble } from '../movement/collide.ts'
import { stopOnGround } from '../movement/ground.ts'
import type { ActionTable } from './action.ts'
import { changeAction } from './change.ts'
import { enterGuard, raiseShield } from './guard.ts'
import { ACTION } from './ids.ts'
import { breakShield } from './shield-break.ts'

// Private variables.
/** Frames held, after the freeze. */
const STUN = 0

export function enterGuardSetOff(fighter: Fighter, blow: Blow, attacker: Fighter): void {
  const hardness = fighter.shieldHardness
  const damage = Math.floor(blow.dealt)
  const worn = Math.floor(blow.total) + (blow.hitbox?.shieldDamage ?? 0)
  fighter.shieldHealth = f(fighter.shieldHealth - f(worn * f(1 - f(SHIELD_HIT.least + f(SHIELD_HIT.range * hardness)))))
  attacker.hitlagLeft = hitlagOf(damage)
  const away = fighter.x >= attacker.x ? 1 : -1
  if (!attacker.isAirborne) {
    attacker.shieldPush = -away * f(f(SHIELD_HIT.attackerPush * f(hardness * damage)) + SHIELD_HIT.attackerBase)
  }
  if (fighter.shieldHealth < 0) {
    breakShield(fighter)
    return
  }
  const lightness = f(1 - f(SHIELD_HIT.stunLight + f(SHIELD_HIT.stunRange * hardness)))
  const stun = f(f(SHIELD_HIT.stun * f(damage * lightness)) + SHIELD_HIT.stunBase)
  changeAction(fighter, ACTION.GuardSetOff, 0, f(SHIELD_HIT.animation / stun))
  fighter.stateInts[STUN] = Math.floor(stun)
  fighter.groundVelocity = f(away * Math.min(SHIELD_HIT.mostPush, f(f(SHIELD_HIT.push * stun) * SHIELD_HIT.pushShare)))
  fighter.hitlagLeft = hitlagOf(damage)
  fighter.isHurt = true
  raiseShield(fighter)
}

function animateGuardSetOff(fighter: Fighter): void {
  if (--fighter.stateInts[STUN]! < 0) enterGuard(fighter)
}

export const GUARD_STUN_ACTIONS: ActionTable = {
  GuardSetOff: { animation: animateGuardSetOff, physics: stopOnGround, collision: stayOrStumble },
}
