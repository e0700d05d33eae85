/**
 * Yoshi's shield is his egg: it has states of its own, no jump and no drop through a platform leads out of it while it
 * goes up, a spot dodge needs the trigger and the stick, and a hit's shield stun is no longer than its hitlag. Source:
 * doldecomp/melee (ftYs_Guard, ftCo_80099794); push and frames measured on 21 recorded shields.
 */
import type { FighterActionTable } from '../../actions/action.ts'
import { tryGrab } from '../../actions/catch.ts'
import { hasLasted } from '../../actions/change.ts'
import { stayOrFall } from '../../actions/collide.ts'
import { stayInFreeze } from '../../actions/guard-stun.ts'
import {
  passPowerShield,
  leaveGuardSetOff,
  animateGuard,
  animateGuardOn,
  animateGuardReflect,
  tryPassOutOfShield,
} from '../../actions/guard.ts'
import {
  interruptGuard,
  onGround,
  tryLateReflect,
  tryRelease,
  tryRoll,
  trySpotDodgeFromStand,
} from '../../actions/guard.ts'
import { enterWait } from '../../actions/wait.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'
import { stopOnGround } from '../../movement/ground.ts'
import type { GuardStates } from '../kind.ts'

/** Frames in which the egg goes up, and down. */
const FRAMES = 6
const OFF_FRAMES = 16

export const EGG_SHIELD: GuardStates = {
  on: 341,
  hold: 342,
  off: 343,
  setOff: 344,
  reflect: 345,
  frames: FRAMES,
  isAnimated: true,
  stunPush: f(0.4),
}

function interruptRise(fighter: Fighter): void {
  if (!tryRelease(fighter) && !tryLateReflect(fighter)) leaveShield(fighter)
}

function interruptHold(fighter: Fighter): void {
  if (!tryRelease(fighter)) leaveShield(fighter)
}

function leaveShield(fighter: Fighter): void {
  if (!trySpotDodgeFromStand(fighter) && !tryRoll(fighter) && !tryGrab(fighter)) tryPassOutOfShield(fighter)
}

function animateOff(fighter: Fighter): void {
  if (hasLasted(fighter, OFF_FRAMES)) enterWait(fighter)
}

/** The hitlag is the stun; the rest of the egg's rise follows after it. */
function animateStun(fighter: Fighter): void {
  passPowerShield(fighter)
  if (fighter.animationFrame > FRAMES) leaveGuardSetOff(fighter)
}

export const EGG_SHIELD_ACTIONS: FighterActionTable = {
  GuardOn_0: { animation: animateGuardOn, interrupt: interruptRise, ...onGround },
  GuardHold: { animation: animateGuard, interrupt: interruptHold, ...onGround },
  GuardOff: {
    animation: animateOff,
    interrupt: (fighter) => void trySpotDodgeFromStand(fighter),
    physics: stopOnGround,
    collision: stayOrFall,
  },
  GuardDamage: { animation: animateStun, physics: stopOnGround, collision: stayInFreeze },
  GuardOn_1: { animation: animateGuardReflect, interrupt: interruptGuard, ...onGround },
}
