/**
 * Frozen in ice: slides and tumbles as a block with the speed of the hit, until time, mashing or damage breaks it. Fire
 * melts it at once. Source: doldecomp/melee (ftCo_DamageIce); times as SmashWiki gives them. Approximate: bounces off
 * walls and ceilings, and the leap out of the ice.
 */
import { ACTION } from '../action-ids.ts'
import { landsOn, staysOnFloor } from '../collision/fighter-body.ts'
import { ECB_LOCK_FRAMES, ICE } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { f } from '../math.ts'
import { fall, fallWithoutDrift } from '../movement/air.ts'
import { stopOnGround } from '../movement/ground.ts'
import { random16 } from '../random.ts'
import type { ActionTable } from './action.ts'
import { changeAction, hasLasted, leaveGround, touchGround } from './change.ts'
import { collideFreely } from './collide.ts'
import { enterFall } from './fall.ts'
import { notePresses, shortenStruggle, startStruggle, struggle, struggleLeft } from './mash.ts'

export function isFrozenInIce({ action }: Fighter): boolean {
  return action === ACTION.DamageIce
}

/** The launch has been applied already: its speed becomes the block's own. */
export function enterIce(fighter: Fighter, damage: number): void {
  freeze(fighter)
  // Its spin.
  random16(fighter.match.record)
  startStruggle(fighter, Math.floor(f(ICE.perDamage * damage)))
}

function freeze(fighter: Fighter): void {
  changeAction(fighter, ACTION.DamageIce)
  if (fighter.isAirborne) {
    fighter.selfVx = fighter.kbVx
    fighter.selfVy = fighter.kbVy
  } else {
    fighter.groundVelocity = fighter.kbVx
  }
  fighter.kbVx = 0
  fighter.kbVy = 0
}

/** Hit while frozen, and launched: the ice that is left stays. */
export function strikeIce(fighter: Fighter, damage: number, isFire: boolean): void {
  freeze(fighter)
  shortenStruggle(fighter, isFire ? struggleLeft(fighter) : f(ICE.lossPerDamage * damage))
}

function animateIce(fighter: Fighter): void {
  shortenStruggle(fighter, 1)
  struggle(fighter, ICE.perPress)
  if (struggleLeft(fighter) <= 0) leapOut(fighter)
}

function leapOut(fighter: Fighter): void {
  if (!fighter.isAirborne) leaveGround(fighter, ECB_LOCK_FRAMES)
  changeAction(fighter, ACTION.DamageIceJump, 0, 0)
  fighter.selfVx = f(fighter.stickX * ICE.jumpSide)
  fighter.selfVy = ICE.jumpSpeed
}

function moveInIce(fighter: Fighter): void {
  if (fighter.isAirborne) fallWithoutDrift(fighter)
  else stopOnGround(fighter)
}

function collideInIce(fighter: Fighter): void {
  if (!fighter.isAirborne) {
    if (!staysOnFloor(fighter)) leaveGround(fighter, ECB_LOCK_FRAMES)
  } else if (landsOn(fighter, false)) {
    touchGround(fighter)
  }
}

function animateJump(fighter: Fighter): void {
  if (hasLasted(fighter, ICE.jumpFrames)) enterFall(fighter)
}

export const ICE_ACTIONS: ActionTable = {
  DamageIce: { animation: animateIce, interrupt: notePresses, physics: moveInIce, collision: collideInIce },
  DamageIceJump: { animation: animateJump, physics: fall, collision: collideFreely },
}
