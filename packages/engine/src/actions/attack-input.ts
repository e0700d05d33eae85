/**
 * Which attack the input asks for. A tilt depends on the stick's angle, a smash on a flick or the C-stick, an aerial on
 * the angle of either stick. Source: doldecomp/melee (ftCo_Attack*_CheckInput); windows checked on recordings.
 */
import { ACTION } from '../action-ids.ts'
import { ATTACK, VERTICAL_ANGLE } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { BUTTON, GUARD_BIT } from '../input/buttons.ts'
import { atan2f, f } from '../math.ts'
import { actionOf } from './action.ts'

export const NO_ACTION = -1

export function pressesA(fighter: Fighter): boolean {
  return (fighter.pressed & BUTTON.A) !== 0
}

/** The side of an axis on which the C-stick just passed a limit, else 0. */
function cstickFlick(now: number, before: number, limit: number): number {
  if (Math.abs(now) < limit || Math.abs(before) >= limit) return 0
  return now > 0 ? 1 : -1
}

/** Side of the forward smash that the input asks for: 1 right, -1 left, 0 none. */
export function forwardSmashSide(fighter: Fighter): number {
  const byCstick = cstickFlick(fighter.cstickX, fighter.previousCstickX, ATTACK.cstickSide)
  if (byCstick !== 0) return byCstick
  if (!pressesA(fighter)) return 0
  if (Math.abs(fighter.stickX) < ATTACK.smashSide || fighter.tiltXTimer >= ATTACK.smashSideFrames) return 0
  return fighter.stickX > 0 ? 1 : -1
}

/** 1 for an up smash, -1 for a down smash, 0 for neither. */
export function verticalSmash(fighter: Fighter): number {
  const byCstick = cstickFlick(fighter.cstickY, fighter.previousCstickY, ATTACK.vertical)
  if (byCstick !== 0) return byCstick
  if (!pressesA(fighter) || fighter.tiltYTimer >= ATTACK.verticalFrames) return 0
  if (fighter.stickY >= ATTACK.vertical) return 1
  return fighter.stickY <= -ATTACK.vertical ? -1 : 0
}

/** The five directions of a forward tilt or smash, from up to down, as offsets from its first action. */
function sideAttackVariant({ kind }: Fighter, first: number, x: number, y: number): number {
  const angle = atan2f(y, Math.abs(x))
  const variant =
    angle > ATTACK.high ? 0 : angle > ATTACK.highMid ? 1 : angle < -ATTACK.high ? 4 : angle < -ATTACK.highMid ? 3 : 2
  const outer = variant < 2 ? 0 : variant > 2 ? 4 : 2
  // Some fighters have five directions, some three (at the outer limits), some one.
  if (actionOf(kind, first + variant).move) return first + variant
  const isOuter = variant === outer
  return isOuter && actionOf(kind, first + outer).move ? first + outer : first + 2
}

/** The forward smash at the angle of the stick. */
export function forwardSmash(fighter: Fighter): number {
  const { stickX, stickY, cstickX, cstickY, previousCstickX } = fighter
  const byCstick = cstickFlick(cstickX, previousCstickX, ATTACK.cstickSide) !== 0
  return sideAttackVariant(fighter, ACTION.AttackS4Hi, byCstick ? cstickX : stickX, byCstick ? cstickY : stickY)
}

/** The tilt that A asks for on the ground; there is none backward. */
export function tilt(fighter: Fighter): number {
  if (!pressesA(fighter)) return NO_ACTION
  const { stickX, stickY } = fighter
  const angle = atan2f(stickY, Math.abs(stickX))
  if (f(stickX * fighter.facing) >= ATTACK.tilt && Math.abs(angle) < VERTICAL_ANGLE) {
    return sideAttackVariant(fighter, ACTION.AttackS3Hi, stickX, stickY)
  }
  if (stickY >= ATTACK.tilt && angle > VERTICAL_ANGLE) return ACTION.AttackHi3
  return stickY <= -ATTACK.tilt && angle < -VERTICAL_ANGLE ? ACTION.AttackLw3 : NO_ACTION
}

/** The aerial that A with the stick, or the C-stick, asks for. */
export function aerial(fighter: Fighter): number {
  const { cstickX, cstickY, previousCstickX, previousCstickY } = fighter
  const byCstick =
    cstickFlick(cstickX, previousCstickX, ATTACK.aerial) !== 0 ||
    cstickFlick(cstickY, previousCstickY, ATTACK.aerial) !== 0
  if (byCstick) return aerialOf(f(cstickX * fighter.facing), cstickY)
  if (!pressesA(fighter)) return NO_ACTION
  const { stickX, stickY } = fighter
  if (Math.abs(stickX) < ATTACK.aerial && Math.abs(stickY) < ATTACK.aerial) return ACTION.AttackAirN
  return aerialOf(f(stickX * fighter.facing), stickY)
}

function aerialOf(along: number, y: number): number {
  const angle = atan2f(y, Math.abs(along))
  if (angle > VERTICAL_ANGLE) return ACTION.AttackAirHi
  if (angle < -VERTICAL_ANGLE) return ACTION.AttackAirLw
  return along >= 0 ? ACTION.AttackAirF : ACTION.AttackAirB
}

/** A with a trigger held; Z counts as both. */
export function asksForGrab(fighter: Fighter): boolean {
  return (fighter.pressed & BUTTON.A) !== 0 && (fighter.held & GUARD_BIT) !== 0
}
