/**
 * Inputs that count in hitstun: a meteor cancel, and a jump that is made when hitstun ends. Source: doldecomp/melee
 * (ftCo_Damage).
 */
import { HITSTUN, METEOR } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { BUTTON } from '../input/buttons.ts'
import { privates } from '../state/privates.ts'
import { choose, TUMBLE_LIST } from './interrupts.ts'
import { asksForJump, tryAirJump } from './motion-input.ts'
import { tryAirUpSpecial } from './special.ts'

export const Hitstun = privates({
  /** Hitstun that was left when a jump was last pressed, 0 for never. */
  jumpAsked: 'int',
})

/** A new hit: no jump was pressed yet. */
export function forgetJump(fighter: Fighter): void {
  Hitstun.of(fighter).jumpAsked = 0
}

/** A jump pressed in the last frames of hitstun is made when it ends. */
export function pressBufferedJump(fighter: Fighter): boolean {
  const left = Hitstun.of(fighter).jumpAsked
  if (left === 0 || left > HITSTUN.jumpFrames) return false
  fighter.pressed |= BUTTON.X
  return true
}

export function tryBufferedJump(fighter: Fighter): boolean {
  return pressBufferedJump(fighter) && tryAirJump(fighter)
}

/**
 * After some live frames an up special or an air jump cancels a meteor, if the press before it was long ago
 * (ftCo_800D69C4, ftCo_800CB8E0).
 */
function tryMeteorCancel(fighter: Fighter): boolean {
  if (fighter.meteorLeft < 0) return false
  if (fighter.meteorLeft > 0) fighter.meteorLeft--
  if (fighter.meteorLeft > 0 || !fighter.isAirborne || fighter.kbVy >= 0) return false
  const isCancelled =
    (fighter.previousUpSpecialTimer >= METEOR.debounce && tryAirUpSpecial(fighter)) ||
    (fighter.previousJumpAskTimer >= METEOR.debounce && tryAirJump(fighter))
  if (!isCancelled) return false
  fighter.kbVx = 0
  fighter.kbVy = 0
  fighter.meteorLeft = -1
  return true
}

export function interruptInHitstun(fighter: Fighter): void {
  if (!tryMeteorCancel(fighter) && asksForJump(fighter)) Hitstun.of(fighter).jumpAsked = fighter.hitstunLeft
}

/** Launched, or bounced off a wall. */
export function interruptFly(fighter: Fighter): void {
  if (fighter.hitstunLeft > 0) interruptInHitstun(fighter)
  else choose(fighter, TUMBLE_LIST)
}
