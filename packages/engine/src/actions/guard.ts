/**
 * Shield and the dodges out of it. Source: doldecomp/melee (ftCo_Guard, ftCo_Escape); drain and regeneration checked on
 * recordings. The effects of a hit on a shield are in `guard-stun.ts`.
 */
import { ACTION } from '../action-ids.ts'
import { isOnPlatform } from '../collision/fighter-body.ts'
import { ATTACK, ESCAPE, INPUT, POWER_SHIELD, SHIELD } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { BUTTON, DIGITAL_TRIGGERS, GUARD_BIT } from '../input/buttons.ts'
import { isShieldDrop, isUcfPass } from '../input/ucf.ts'
import { f } from '../math.ts'
import { followRootMotion, stopOnGround } from '../movement/ground.ts'
import { clearPrivates, privates } from '../state/privates.ts'
import { motionX } from '../tables/root-motion.ts'
import type { ActionTable } from './action.ts'
import { tryGroundAttack } from './attack.ts'
import { tryGrab } from './catch.ts'
import { changeAction, hasAnimationEnded, isOver, stepAnimation } from './change.ts'
import { clampToEdge, stayOrStumble } from './collide.ts'
import { tryItemThrow } from './item-throw.ts'
import { enterKneeBend, JUMP_BY, tryJump } from './jump.ts'
import { asksForPass } from './motion-input.ts'
import { enterPass } from './pass.ts'
import { followFlip, followIntangibility } from './script.ts'
import { breakShield, loseShield } from './shield-break.ts'
import { beginBubble, leanBody, leanBubble } from './shield-place.ts'
import { trySpecial } from './special.ts'
import { enterWait } from './wait.ts'

const Shield = privates({
  /** Frames since the shield went up. */
  heldFrames: 'int',
  /** The trigger was released: the shield drops as soon as it may. */
  isReleased: 'flag',
  /** Frames for which it may not be dropped. */
  leastLeft: 'int',
  /** Frames of a power shield in which it reflects, and in which it takes no damage. */
  reflectLeft: 'int',
  protectLeft: 'int',
  /** Frames in which a fighter may attack out of GuardOff after a power shield met an attack. */
  answerLeft: 'int',
  /** Frames in which A still makes a dash grab out of a shield raised while running. */
  dashGrabLeft: 'float',
})

export function tryGuard(fighter: Fighter): boolean {
  if (isPowerShield(fighter)) {
    enterGuardReflect(fighter)
    return true
  }
  if ((fighter.held & GUARD_BIT) === 0 || fighter.shieldHealth === 0) return false
  enterGuardOn(fighter)
  return true
}

/** Out of a run, or late in a dash. */
export function tryRunningGuard(fighter: Fighter): boolean {
  if (!tryGuard(fighter)) return false
  Shield.of(fighter).dashGrabLeft = ATTACK.boostGrabFrames
  return true
}

export function enterGuardReflect(fighter: Fighter): void {
  raise(fighter, fighter.kind.guard.reflect)
  fighter.misc = 0
  beginShield(fighter)
  reflect(fighter)
}

export function enterGuardOn(fighter: Fighter): void {
  raise(fighter, fighter.kind.guard.on)
  fighter.isPowerShielding = false
  fighter.isReflectionTimed = false
  beginShield(fighter)
}

/** Most shields have no animation of their own while they go up: the body keeps its pose for some frames. */
function raise(fighter: Fighter, action: number): void {
  const { action: before, animationFrame } = fighter
  beginBubble(fighter)
  if (fighter.kind.guard.isAnimated) {
    changeAction(fighter, action)
    stepAnimation(fighter)
    return
  }
  changeAction(fighter, action, -1, 0)
  fighter.posedAs = before
  fighter.posedAt = animationFrame
}

/** A trigger pressed down in full at once. */
function isPowerShield(fighter: Fighter): boolean {
  return (fighter.pressed & DIGITAL_TRIGGERS) !== 0 && fighter.triggerTimer < POWER_SHIELD.window
}

function beginShield(fighter: Fighter): void {
  fighter.isShielding = true
  clearPrivates(fighter)
  Shield.of(fighter).dashGrabLeft = 0
  Shield.of(fighter).leastLeft = SHIELD.minimumFrames
  fighter.shieldHardness = 0
  setHardness(fighter)
  leanBubble(fighter, 0, 1)
}

function reflect(fighter: Fighter): void {
  fighter.triggerTimer = INPUT.timerEnd
  fighter.isReflecting = true
  fighter.isPowerShielding = true
  fighter.isReflectionTimed = true
  fighter.reflectedByShield = true
  Shield.of(fighter).answerLeft = 0
  Shield.of(fighter).reflectLeft = POWER_SHIELD.reflectFrames
  Shield.of(fighter).protectLeft = POWER_SHIELD.protectFrames
}

/**
 * The first frames of an ordinary shield may still make it a power shield; its bubble is then off while it reflects.
 */
export function tryLateReflect(fighter: Fighter): boolean {
  if (Shield.of(fighter).heldFrames >= POWER_SHIELD.window || !isPowerShield(fighter)) return false
  const { reflect: action, isAnimated } = fighter.kind.guard
  if (isAnimated) changeAction(fighter, action, fighter.animationFrame)
  else {
    const { posedAs } = fighter
    changeAction(fighter, action, fighter.animationFrame - 1, 0)
    fighter.posedAs = posedAs
  }
  reflect(fighter)
  return true
}

/** The depth of the trigger decides size and drain of the shield; after its release they stay as they were. */
function setHardness(fighter: Fighter): void {
  const depth = f(f(fighter.trigger - INPUT.triggerDeadZone) / f(1 - INPUT.triggerDeadZone))
  if (depth >= 0) fighter.shieldHardness = depth
}

/** Holding the shield wears it down, a hard press twice as fast as a light one. True when that broke it. */
function wearsOut(fighter: Fighter): boolean {
  if (!fighter.isShielding) return false
  setHardness(fighter)
  const share = f(SHIELD.lightDrain + f(f(SHIELD.hardDrain - SHIELD.lightDrain) * fighter.shieldHardness))
  if (loseShield(fighter, f(SHIELD.drain * share))) {
    breakShield(fighter)
    return true
  }
  if (Shield.of(fighter).leastLeft > 0) Shield.of(fighter).leastLeft--
  return false
}

export function animateGuardOn(fighter: Fighter): void {
  const held = ++Shield.of(fighter).heldFrames
  if (wearsOut(fighter)) return
  if (held >= SHIELD.poseFrames) poseBehindShield(fighter)
  if (held >= fighter.kind.guard.frames) enterGuard(fighter)
  else leanBubble(fighter, held, fighter.kind.guard.frames)
}

/** The body is already nearer to the pose behind the shield than to the one before. */
function poseBehindShield(fighter: Fighter): void {
  if (fighter.kind.guard.isAnimated) return
  fighter.posedAs = fighter.kind.guard.hold
  fighter.posedAt = 0
}

export function animateGuardReflect(fighter: Fighter): void {
  passPowerShield(fighter)
  animateGuardOn(fighter)
}

/** The additional effects of a power shield on a frame. */
export function passPowerShield(fighter: Fighter): void {
  if (fighter.isReflectionTimed && --Shield.of(fighter).reflectLeft < 0) {
    fighter.isReflectionTimed = false
    fighter.isReflecting = false
    fighter.isShielding = true
  }
  if (fighter.isPowerShielding && --Shield.of(fighter).protectLeft < 0) fighter.isPowerShielding = false
}

function enterGuard(fighter: Fighter): void {
  changeAction(fighter, fighter.kind.guard.hold, -1, 0)
  fighter.isShielding = true
  leanBubble(fighter, 1, 1)
}

export function animateGuard(fighter: Fighter): void {
  Shield.of(fighter).heldFrames++
  if (!wearsOut(fighter)) leanBubble(fighter, 1, 1)
}

/** The shield stun is over: the shield stays up, unless the trigger was released before. */
export function leaveGuardSetOff(fighter: Fighter): void {
  if (Shield.of(fighter).isReleased) changeAction(fighter, fighter.kind.guard.off)
  else enterGuard(fighter)
}

/** A power shield met an attack: it may be dropped at once, and attacked out of. */
export function allowAnswer(fighter: Fighter): void {
  Shield.of(fighter).answerLeft = POWER_SHIELD.answerFrames
  Shield.of(fighter).leastLeft = 0
}

export function tryRelease(fighter: Fighter): boolean {
  if ((fighter.held & GUARD_BIT) === 0) Shield.of(fighter).isReleased = true
  if (Shield.of(fighter).isReleased && Shield.of(fighter).leastLeft === 0) {
    changeAction(fighter, fighter.kind.guard.off)
    return true
  }
  if (Shield.of(fighter).answerLeft > 0) Shield.of(fighter).answerLeft--
  return false
}

function interruptGuardOn(fighter: Fighter): void {
  if (!tryRelease(fighter) && !tryLateReflect(fighter)) tryOutOfNewShield(fighter)
}

function interruptGuardReflect(fighter: Fighter): void {
  if (!tryRelease(fighter)) tryOutOfNewShield(fighter)
}

export function interruptGuard(fighter: Fighter): void {
  if (!tryRelease(fighter)) tryOutOfShield(fighter)
}

function tryDodge(fighter: Fighter): boolean {
  return trySpotDodge(fighter) || tryRoll(fighter)
}

function tryOutOfNewShield(fighter: Fighter): boolean {
  return tryDodge(fighter) || tryLateDashGrab(fighter) || tryOutOfShield(fighter)
}

function tryLateDashGrab(fighter: Fighter): boolean {
  const left = Shield.of(fighter).dashGrabLeft
  if (left === 0) return false
  Shield.of(fighter).dashGrabLeft = left - 1
  if ((fighter.pressed & BUTTON.A) === 0) return false
  if (!tryItemThrow(fighter)) changeAction(fighter, ACTION.CatchDash)
  return true
}

function tryOutOfShield(fighter: Fighter): boolean {
  return tryDodge(fighter) || tryGrab(fighter) || tryJumpOutOfShield(fighter) || tryPassOutOfShield(fighter)
}

export function tryPassOutOfShield(fighter: Fighter): boolean {
  if ((fighter.held & GUARD_BIT) === 0) return false
  if (!asksForPass(fighter) && !(isUcfPass(fighter) && isOnPlatform(fighter))) return false
  enterPass(fighter)
  return true
}

/** Every frame that ends without a shield restores some of it. */
export function regenerateShield(fighter: Fighter): void {
  if (fighter.isShielding || fighter.shieldHealth >= SHIELD.health) return
  fighter.shieldHealth = Math.min(SHIELD.health, f(fighter.shieldHealth + SHIELD.regeneration))
}

function tryJumpOutOfShield(fighter: Fighter): boolean {
  if (tryJump(fighter)) return true
  // The C-stick jumps however long it has been held up, as recordings show.
  if (fighter.cstickY < SHIELD.cstickJump) return false
  enterKneeBend(fighter, JUMP_BY.cstick)
  return true
}

function asksForSpotDodge(fighter: Fighter): boolean {
  if (fighter.cstickY <= -ESCAPE.stick) return true
  if (fighter.stickY > -ESCAPE.stick || fighter.tiltYTimer >= ESCAPE.tiltFrames) return false
  // UCF 0.84 leaves spot dodges alone where there is no platform to drop through; 0.80 did not.
  return !isShieldDrop(fighter) || (fighter.match.rules.isUcf084 && !isOnPlatform(fighter))
}

function trySpotDodge(fighter: Fighter): boolean {
  if (!asksForSpotDodge(fighter)) return false
  changeAction(fighter, ACTION.EscapeN)
  stepAnimation(fighter)
  return true
}

/** Out of Wait, and out of Yoshi's egg, a trigger held with the stick down dodges at once (ftCo_80099794). */
export function trySpotDodgeFromStand(fighter: Fighter): boolean {
  if ((fighter.held & GUARD_BIT) === 0) return false
  if (fighter.stickY > -ESCAPE.stick || fighter.tiltYTimer >= ESCAPE.tiltFrames) return false
  return trySpotDodge(fighter)
}

/** Side of the roll that the stick asks for: 1 forward, -1 backward, 0 none. */
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

export function tryRoll(fighter: Fighter): boolean {
  const side = rollSide(fighter)
  if (side === 0) return false
  enterRoll(fighter, side)
  return true
}

/** The first frames of a fresh dash: a trigger rolls forward, wherever the stick is by then (ftCo_80099264). */
export function tryGuardRoll(fighter: Fighter): boolean {
  if ((fighter.held & GUARD_BIT) === 0) return false
  enterRoll(fighter, 1)
  return true
}

function animateGuardOff(fighter: Fighter): void {
  if (hasAnimationEnded(fighter)) enterWait(fighter)
}

function interruptGuardOff(fighter: Fighter): void {
  const answers =
    Shield.of(fighter).answerLeft !== 0 && (trySpecial(fighter) || tryGrab(fighter) || tryGroundAttack(fighter))
  if (!answers && !trySpotDodge(fighter)) tryJumpOutOfShield(fighter)
}

function animateEscape(fighter: Fighter): void {
  followIntangibility(fighter)
  followFlip(fighter)
  const { interruptible } = fighter.state.windows
  if (interruptible > 0 && fighter.actionFrame >= interruptible) fighter.hasOpened = true
  if (!isOver(fighter)) return
  fighter.groundVelocity = 0
  enterWait(fighter)
}

/** The table gives rolls in their direction of travel. */
function moveInRoll(fighter: Fighter): void {
  const along = motionX(fighter.state.motion, fighter.actionFrame)
  followRootMotion(fighter, fighter.action === ACTION.EscapeB ? -along : along)
}

/** The callbacks of shields on the ground. */
export const onGround = { physics: stopOnGround, collision: stayOrStumble }

/** Once it shows the pose behind the shield. */
function turnGuardOn(fighter: Fighter, places: Float32Array, count: number): void {
  if (fighter.posedAs === fighter.kind.guard.hold) leanBody(fighter, places, count)
}

/** The callbacks of forward and backward rolls. */
export const ROLL = { animation: animateEscape, physics: moveInRoll, collision: clampToEdge, resistsPush: true }

export const GUARD_ACTIONS: ActionTable = {
  GuardOn: { animation: animateGuardOn, interrupt: interruptGuardOn, turnBody: turnGuardOn, ...onGround },
  Guard: { animation: animateGuard, interrupt: interruptGuard, turnBody: leanBody, ...onGround },
  GuardReflect: {
    animation: animateGuardReflect,
    interrupt: interruptGuardReflect,
    turnBody: turnGuardOn,
    ...onGround,
  },
  GuardOff: {
    animation: animateGuardOff,
    interrupt: interruptGuardOff,
    ...onGround,
  },
  EscapeF: ROLL,
  EscapeB: ROLL,
  EscapeN: { animation: animateEscape, physics: stopOnGround, collision: clampToEdge, resistsPush: true },
}
