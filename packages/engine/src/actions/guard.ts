/**
 * Shield and the dodges out of it. Source: doldecomp/melee (ftCo_Guard, ftCo_Escape); drain and regeneration checked on
 * recordings. What a hit does to a shield is in `guard-stun.ts`.
 */
import { ESCAPE, INPUT, SHIELD, SHIELD_HIT } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { GUARD_BIT } from '../input/buttons.ts'
import { isShieldDrop } from '../input/ucf.ts'
import { f } from '../math.ts'
import { clampToEdge, isOnPlatform, stayOrFall, stayOrStumble } from '../movement/collide.ts'
import { followRootMotion, stopOnGround } from '../movement/ground.ts'
import type { ActionTable } from './action.ts'
import { tryGrab } from './catch.ts'
import { changeAction, hasAnimationEnded, hasLasted, isOver, stepAnimation } from './change.ts'
import { ACTION } from './ids.ts'
import { tryJump, tryPass } from './interrupts.ts'
import { enterKneeBend, JUMP_BY } from './jump.ts'
import { breakShield } from './shield-break.ts'
import { enterWait } from './wait.ts'

// Private variables.
/** Frames the shield has been up, GuardOn included. */
const HELD_FRAMES = 0
/** 1 once the trigger was let go of: the shield drops as soon as it may. */
const IS_RELEASED = 1

export function tryGuard(fighter: Fighter): boolean {
  if ((fighter.held & GUARD_BIT) === 0) return false
  changeAction(fighter, ACTION.GuardOn, -1, 0)
  fighter.stateInts[HELD_FRAMES] = 0
  fighter.stateInts[IS_RELEASED] = 0
  fighter.shieldTiltX = 0
  fighter.shieldTiltY = 0
  raiseShield(fighter)
  return true
}

/** The shield is up; how hard the trigger is pressed decides its size and drain, the stick where it leans. */
export function raiseShield(fighter: Fighter): void {
  fighter.isShielding = true
  fighter.shieldTiltX = f(fighter.shieldTiltX + f(f(fighter.stickX - fighter.shieldTiltX) * SHIELD_HIT.tiltStep))
  fighter.shieldTiltY = f(fighter.shieldTiltY + f(f(fighter.stickY - fighter.shieldTiltY) * SHIELD_HIT.tiltStep))
  const depth = f(f(fighter.trigger - INPUT.triggerDeadZone) / f(1 - INPUT.triggerDeadZone))
  fighter.shieldHardness = Math.max(0, Math.min(1, depth))
}

function animateGuardOn(fighter: Fighter): void {
  if (!hasLasted(fighter, fighter.kind.animationFrames(ACTION.GuardOn))) return
  const held = fighter.stateInts[HELD_FRAMES]!
  const isReleased = fighter.stateInts[IS_RELEASED]!
  changeAction(fighter, ACTION.Guard, -1, 0)
  fighter.stateInts[HELD_FRAMES] = held
  fighter.stateInts[IS_RELEASED] = isReleased
  raiseShield(fighter)
}

/** The shield stays up after a hit; it may be dropped at once. */
export function enterGuard(fighter: Fighter): void {
  changeAction(fighter, ACTION.Guard, -1, 0)
  fighter.stateInts[HELD_FRAMES] = SHIELD.minimumFrames
  fighter.stateInts[IS_RELEASED] = 0
  raiseShield(fighter)
}

function interruptGuard(fighter: Fighter): void {
  const held = ++fighter.stateInts[HELD_FRAMES]!
  if ((fighter.held & GUARD_BIT) === 0) fighter.stateInts[IS_RELEASED] = 1
  if (fighter.stateInts[IS_RELEASED] !== 0 && held >= SHIELD.minimumFrames) {
    changeAction(fighter, ACTION.GuardOff)
    return
  }
  if (trySpotDodge(fighter) || tryRoll(fighter) || tryGrab(fighter) || tryJumpOutOfShield(fighter) || tryPass(fighter))
    return
  raiseShield(fighter)
  drain(fighter)
}

/** Holding it wears the shield down, a hard press twice as fast as a light one. */
function drain(fighter: Fighter): void {
  const share = f(SHIELD.lightDrain + f(f(SHIELD.hardDrain - SHIELD.lightDrain) * fighter.shieldHardness))
  fighter.shieldHealth = f(fighter.shieldHealth - f(SHIELD.drain * share))
  if (fighter.shieldHealth < 0) breakShield(fighter)
}

/** Every frame without a shield gives some of it back. */
export function regenerateShield(fighter: Fighter): void {
  if (fighter.isShielding || fighter.shieldHealth >= SHIELD.health) return
  fighter.shieldHealth = Math.min(SHIELD.health, f(fighter.shieldHealth + SHIELD.regeneration))
}

function tryJumpOutOfShield(fighter: Fighter): boolean {
  if (tryJump(fighter)) return true
  if (fighter.cstickY < SHIELD.cstickJump || fighter.previousCstickY >= SHIELD.cstickJump) return false
  enterKneeBend(fighter, JUMP_BY.cstick)
  return true
}

function asksForSpotDodge(fighter: Fighter): boolean {
  if (fighter.cstickY <= -ESCAPE.stick) return true
  if (fighter.stickY > -ESCAPE.stick || fighter.tiltYTimer >= ESCAPE.tiltFrames) return false
  return !(isOnPlatform(fighter) && isShieldDrop(fighter))
}

function trySpotDodge(fighter: Fighter): boolean {
  if (!asksForSpotDodge(fighter)) return false
  changeAction(fighter, ACTION.EscapeN)
  stepAnimation(fighter)
  return true
}

/** Out of Wait a trigger held with the stick down dodges at once. */
export function trySpotDodgeFromStand(fighter: Fighter): boolean {
  if ((fighter.held & GUARD_BIT) === 0) return false
  if (fighter.stickY > -ESCAPE.stick || fighter.tiltYTimer >= ESCAPE.tiltFrames) return false
  return trySpotDodge(fighter)
}

/** Side of a roll asked for: 1 forward, -1 backward, 0 none. */
function rollSide(fighter: Fighter): number {
  const { stickX, cstickX, facing } = fighter
  if (Math.abs(stickX) >= ESCAPE.stick && fighter.tiltXTimer < ESCAPE.tiltFrames) return stickX * facing > 0 ? 1 : -1
  if (Math.abs(cstickX) >= ESCAPE.stick) return cstickX * facing > 0 ? 1 : -1
  return 0
}

function enterRoll(fighter: Fighter, side: number): void {
  changeAction(fighter, side > 0 ? ACTION.EscapeF : ACTION.EscapeB)
  stepAnimation(fighter)
}

function tryRoll(fighter: Fighter): boolean {
  const side = rollSide(fighter)
  if (side === 0) return false
  enterRoll(fighter, side)
  return true
}

/** The first frames of a fresh dash: a trigger rolls forward. */
export function tryGuardRoll(fighter: Fighter): boolean {
  if ((fighter.held & GUARD_BIT) === 0 || f(fighter.stickX * fighter.facing) < ESCAPE.stick) return false
  enterRoll(fighter, 1)
  return true
}

function animateGuardOff(fighter: Fighter): void {
  if (hasAnimationEnded(fighter)) enterWait(fighter)
}

function interruptGuardOff(fighter: Fighter): void {
  if (!trySpotDodge(fighter)) tryJumpOutOfShield(fighter)
}

function animateEscape(fighter: Fighter): void {
  fighter.bodyState = fighter.kind.isIntangible(fighter.action, fighter.actionFrame) ? 2 : 0
  if (fighter.actionFrame === fighter.kind.flipFrame(fighter.action)) fighter.facing = -fighter.facing
  if (!isOver(fighter)) return
  fighter.groundVelocity = 0
  enterWait(fighter)
}

/** The table gives rolls along the way they travel. */
function moveInRoll(fighter: Fighter): void {
  const along = fighter.kind.rootMotionX(fighter.action, fighter.actionFrame)
  followRootMotion(fighter, fighter.action === ACTION.EscapeB ? -along : along)
}

const guard = { interrupt: interruptGuard, physics: stopOnGround, collision: stayOrStumble }
const roll = { animation: animateEscape, physics: moveInRoll, collision: clampToEdge, resistsPush: true }

export const GUARD_ACTIONS: ActionTable = {
  GuardOn: { animation: animateGuardOn, ...guard },
  Guard: guard,
  GuardOff: {
    animation: animateGuardOff,
    interrupt: interruptGuardOff,
    physics: stopOnGround,
    collision: stayOrFall,
  },
  EscapeF: roll,
  EscapeB: roll,
  EscapeN: { animation: animateEscape, physics: stopOnGround, collision: clampToEdge, resistsPush: true },
}
