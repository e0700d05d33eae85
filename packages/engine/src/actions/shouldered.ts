/**
 * Carried on a shoulder: the victim's side. Its carrier moves it, and only its mashing frees it. Once free, it takes a
 * hit like that of a broken throw. Source: doldecomp/melee (ftCo_Shouldered). Approximate: the length of the hold, and
 * the hit at its end.
 */
import { ACTION } from '../action-ids.ts'
import { knockbackOf, launchAngle } from '../combat/formulas.ts'
import { HEIGHT } from '../combat/height.ts'
import { takeDamage } from '../combat/percent.ts'
import { ECB_LOCK_FRAMES, GRAB, SHOULDER } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { f } from '../math.ts'
import type { ActionTable } from './action.ts'
import { holderOf } from './capture.ts'
import { changeAction, leaveGround } from './change.ts'
import { launch } from './damage.ts'
import { enterFall, standOrFall } from './fall.ts'
import { hurry, notePresses, startStruggle, struggle, struggleLeft } from './mash.ts'

/** Lifted. */
export function enterShouldered(victim: Fighter): void {
  changeAction(victim, ACTION.ShoulderedWait)
  startStruggle(victim, GRAB.frames + f(GRAB.perPercent * victim.percent))
}

/** Its carrier changes its action; the animation continues if the victim's action stays the same. */
export function shoulder(victim: Fighter, action: number): void {
  if (victim.action !== action || action !== ACTION.ShoulderedWait) changeAction(victim, action)
}

function animate(fighter: Fighter): void {
  const holder = holderOf(fighter)
  if (!holder) {
    comeOff(fighter)
    enterFall(fighter)
    return
  }
  const mashes = struggle(fighter, GRAB.perPress)
  if (struggleLeft(fighter) <= 0) breakFree(fighter, holder)
  else hurry(fighter, mashes, fighter.action === ACTION.ShoulderedWait)
}

function comeOff(fighter: Fighter): void {
  fighter.heldBy = -1
  leaveGround(fighter, ECB_LOCK_FRAMES)
}

function breakFree(fighter: Fighter, holder: Fighter): void {
  holder.holds = -1
  if (holder.isAirborne) standOrFall(holder)
  else changeAction(holder, ACTION.CatchCut)
  comeOff(fighter)
  const knockback = knockbackOf(SHOULDER, SHOULDER.damage, SHOULDER.damage, fighter.percent, GRAB.weight)
  takeDamage(fighter, SHOULDER.damage)
  launch(fighter, knockback, launchAngle(SHOULDER.angle, knockback, true), holder.facing, HEIGHT.middle)
}

const shouldered = { animation: animate, interrupt: notePresses }

export const SHOULDERED_ACTIONS: ActionTable = {
  ShoulderedWait: shouldered,
  ShoulderedWalkSlow: shouldered,
  ShoulderedWalkMiddle: shouldered,
  ShoulderedWalkFast: shouldered,
  ShoulderedTurn: shouldered,
}
