/**
 * A hit on the shield: the shield wears, the fighter is pushed back and has shield stun; a shield worn out breaks.
 * Source: doldecomp/melee (ftCo_GuardSetOff); stun checked on 757 recorded hits.
 */
import { hitlagOf } from '../combat/formulas.ts'
import type { ReceivedHit } from '../combat/scratch.ts'
import { INPUT, SHIELD_HIT } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { f } from '../math.ts'
import { stopOnGround } from '../movement/ground.ts'
import type { ActionTable } from './action.ts'
import { changeAction } from './change.ts'
import { clampToEdge, stayOrStumble } from './collide.ts'
import { allowAnswer, leaveGuardSetOff, passPowerShield } from './guard.ts'
import { breakShield } from './shield-break.ts'
import { leanBody } from './shield-place.ts'

export function enterGuardSetOff(fighter: Fighter, hit: ReceivedHit, attacker: Fighter): void {
  const { article } = hit
  const source = article ?? attacker
  const hardness = fighter.shieldHardness
  const damage = Math.floor(hit.dealt)
  // Articles that are not reflected wear a power shield too.
  if (fighter.isPowerShielding && !article) {
    allowAnswer(fighter)
  } else {
    const worn = Math.max(0, damage + (hit.hitbox?.shieldDamage ?? 0))
    const share = f(1 - f(SHIELD_HIT.least + f(SHIELD_HIT.range * hardness)))
    fighter.shieldHealth = f(fighter.shieldHealth - f(worn * share))
  }
  const away = fighter.x > source.x ? 1 : -1
  if (!article) attacker.hitlagLeft = hitlagOf(damage)
  if (!article) pushAttacker(attacker, -away, hardness * damage)
  if (fighter.shieldHealth < 0) {
    breakShield(fighter)
    return
  }
  const lightness = f(1 - f(SHIELD_HIT.stunLight + f(SHIELD_HIT.stunRange * hardness)))
  const stun = f(f(SHIELD_HIT.stun * f(damage * lightness)) + SHIELD_HIT.stunBase)
  const { isReflecting } = fighter
  const { setOff, isAnimated, stunPush, frames } = fighter.kind.guard
  if (isAnimated) changeAction(fighter, setOff, fighter.animationFrame < 0 ? frames : fighter.animationFrame)
  else changeAction(fighter, setOff, 0, f(SHIELD_HIT.animation / stun))
  fighter.isReflecting = isReflecting
  const push = stunPush > 0 ? stunPush : f(stun * pushShare(fighter.isPowerShielding))
  fighter.groundVelocity = f(away * Math.min(SHIELD_HIT.mostPush, push))
  fighter.hitlagLeft = hitlagOf(damage)
  fighter.isHurt = true
  fighter.isShielding = true
  fighter.tiltXTimer = INPUT.timerEnd
}

/** A shield or a counter that an attack meets pushes the attacker back, harder with greater distance. */
export function pushAttacker(attacker: Fighter, way: number, resistance: number): void {
  if (attacker.isAirborne || resistance <= 0) return
  attacker.shieldPush = way * f(f(SHIELD_HIT.attackerPush * f(resistance)) + SHIELD_HIT.attackerBase)
}

function pushShare(isPowerShielding: boolean): number {
  return isPowerShielding ? SHIELD_HIT.push : f(SHIELD_HIT.push * SHIELD_HIT.pushShare)
}

/** The rate of the stun's animation, from its push. */
export function stunRateOf(push: number, isPowerShielding: boolean): number {
  return push === 0 ? 1 : f(SHIELD_HIT.animation / f(Math.abs(push) / pushShare(isPowerShielding)))
}

/** The animation is stretched over the stun. */
function animateGuardSetOff(fighter: Fighter): void {
  passPowerShield(fighter)
  if (fighter.animationFrame >= SHIELD_HIT.animationFrames) leaveGuardSetOff(fighter)
}

/** SDI stops at the edge, a slide does not. */
export function stayInFreeze(fighter: Fighter): void {
  if (fighter.isFrozen) clampToEdge(fighter)
  else stayOrStumble(fighter)
}

export const GUARD_STUN_ACTIONS: ActionTable = {
  GuardSetOff: { animation: animateGuardSetOff, physics: stopOnGround, collision: stayInFreeze, turnBody: leanBody },
}
