/**
 * A hit on the shield: the shield wears, the fighter is pushed back and has shield stun; a shield worn out breaks (`shield-break.ts`).
 * Source: doldecomp/melee (ftCo_GuardSetOff); stun checked on 757 recorded hits.
 */
import { hitlagOf } from '../combat/formulas.ts'
import type { ShieldHit } from '../combat/scratch.ts'
import { INPUT, SHIELD_HIT } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { f } from '../math.ts'
import { stopOnGround } from '../movement/ground.ts'
import type { ActionTable } from './action.ts'
import { changeAction } from './change.ts'
import { clampToEdge, stayOrStumble } from './collide.ts'
import { allowAnswer, leaveGuardSetOff, passPowerShield } from './guard.ts'
import { loseShield } from './shield-break.ts'
import { leanBody } from './shield-place.ts'

/** All hits of a frame wear the shield; true when that breaks it. */
export function wearShield(fighter: Fighter, { worn }: ShieldHit): boolean {
  const share = f(1 - f(SHIELD_HIT.least + f(SHIELD_HIT.range * fighter.shieldHardness)))
  return loseShield(fighter, f(worn * share))
}

/** Stun and push follow from the hit with the greatest damage. */
export function enterGuardSetOff(fighter: Fighter, { article, most, away }: ShieldHit): void {
  const hardness = fighter.shieldHardness
  // Articles that are not reflected wear a power shield too.
  if (fighter.isPowerShielding && !article) allowAnswer(fighter)
  const lightness = f(1 - f(SHIELD_HIT.stunLight + f(SHIELD_HIT.stunRange * hardness)))
  const stun = f(f(SHIELD_HIT.stun * f(most * lightness)) + SHIELD_HIT.stunBase)
  const { isReflecting } = fighter
  const { setOff, isAnimated, stunPush, frames } = fighter.kind.guard
  if (isAnimated) changeAction(fighter, setOff, fighter.animationFrame < 0 ? frames : fighter.animationFrame)
  else changeAction(fighter, setOff, 0, f(SHIELD_HIT.animation / stun))
  fighter.isReflecting = isReflecting
  const push = stunPush > 0 ? stunPush : f(stun * pushShare(fighter.isPowerShielding))
  fighter.groundVelocity = f(away * Math.min(SHIELD_HIT.mostPush, push))
  fighter.hitlagLeft = hitlagOf(most)
  fighter.isHurt = true
  fighter.isShielding = true
  fighter.tiltXTimer = INPUT.timerEnd
}

/** A shield or a counter that an attack met pushes the attacker back, harder with greater distance. */
export function pushAttacker(attacker: Fighter): void {
  const { shieldPush, pushedTo } = attacker.hitboxes
  if (shieldPush <= 0) return
  attacker.shieldPush = pushedTo * f(f(SHIELD_HIT.attackerPush * shieldPush) + SHIELD_HIT.attackerBase)
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
