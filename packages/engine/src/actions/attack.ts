/**
 * Attacks on the ground: jabs, tilts, smashes, the dash attack. A move's script is data (`tables/moves.ts`): its
 * length, the frame from which it may be interrupted, the frame on which a smash holds its charge, and the places of
 * its hitboxes. Source: doldecomp/melee (ftCo_Attack*).
 */
import { ACTION } from '../action-ids.ts'
import { ATTACK } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { BUTTON, GUARD_BIT } from '../input/buttons.ts'
import { f } from '../math.ts'
import { followRootMotion, stopOnGround } from '../movement/ground.ts'
import { privates } from '../state/privates.ts'
import { motionX } from '../tables/root-motion.ts'
import { actionOf, type ActionTable } from './action.ts'
import { forwardSmashSide, NO_ACTION, pressesA, tilt, verticalSmash } from './attack-input.ts'
import { changeAction, stepAnimation } from './change.ts'
import { clampToEdge } from './collide.ts'
import { wholeWord } from './first-word.ts'
import { choose, CROUCHED_MOTION_LIST, FORWARD_SMASH_LIST, MOTION_LIST, WAIT_LIST } from './interrupts.ts'
import { tryDashItemThrow, tryItemThrow, tryPickUp } from './item-throw.ts'
import { hasRapidJab, tryRapidJab } from './rapid-jab.ts'
import { followsOn, hasScriptEnded, isOpen } from './script.ts'
import { enterSquatWait } from './squat.ts'
import { enterWait } from './wait.ts'

const Jab = privates({
  /** Jabs: A was pressed for the next one. */
  wantsNext: 'flag',
  /** Dash attack: frames left in which a trigger turns it into a grab. */
  grabLeft: 'int',
})

function enterAttack(fighter: Fighter, common: number): void {
  const action = actionOf(fighter.kind, common).ownAttack
  changeAction(fighter, action)
  // A down tilt after another is a new performance, and the first of them takes two numbers, as recordings show.
  if (common === ACTION.AttackLw3) fighter.instance = fighter.match.takeInstance()
  Jab.of(fighter).wantsNext = false
  fighter.hasOpened = false
  if (!fighter.state.startsLate) stepAnimation(fighter)
}

/** In the first frames of a dash A is a forward smash, however long ago the stick was flicked. */
export function tryForwardSmashOutOfDash(fighter: Fighter): boolean {
  if (tryItemThrow(fighter)) return true
  if (pressesA(fighter) && f(fighter.stickX * fighter.facing) >= ATTACK.smashSide) {
    enterAttack(fighter, fighter.kind.forwardSmash(fighter))
    return true
  }
  return tryForwardSmash(fighter)
}

function tryForwardSmash(fighter: Fighter): boolean {
  const side = forwardSmashSide(fighter)
  if (side === 0) return false
  fighter.facing = side
  enterAttack(fighter, fighter.kind.forwardSmash(fighter))
  return true
}

function tryUpSmash(fighter: Fighter): boolean {
  if (verticalSmash(fighter) <= 0) return false
  enterAttack(fighter, ACTION.AttackHi4)
  return true
}

/** In a jump squat A is an up smash, however long ago the stick was flicked up. */
export function tryUpSmashOutOfJump(fighter: Fighter): boolean {
  if (tryItemThrow(fighter)) return true
  if (pressesA(fighter) && fighter.stickY >= ATTACK.vertical) {
    enterAttack(fighter, ACTION.AttackHi4)
    return true
  }
  return tryUpSmash(fighter)
}

/** Smashes, tilts and jab, in this order; with an item in the hand the same inputs throw it. */
export function tryGroundAttack(fighter: Fighter): boolean {
  return tryItemThrow(fighter) || trySmashOrTilt(fighter) || tryJab(fighter)
}

function trySmashOrTilt(fighter: Fighter): boolean {
  if (tryForwardSmash(fighter) || tryUpSmash(fighter)) return true
  if (verticalSmash(fighter) >= 0 && tryPickUp(fighter)) return true
  const action = verticalSmash(fighter) < 0 ? ACTION.AttackLw4 : tilt(fighter)
  if (action === NO_ACTION) return false
  enterAttack(fighter, action)
  return true
}

/** For some frames after a jab ended, A still continues with the next. */
function tryJab(fighter: Fighter): boolean {
  if (pressesA(fighter)) {
    if (fighter.jabLeft > 0 && fighter.jabToFollow !== 0) enterNextJab(fighter)
    else enterJab(fighter, ACTION.Attack11)
    return true
  }
  if (fighter.jabLeft > 0) fighter.jabLeft--
  return false
}

function enterJab(fighter: Fighter, action: number): void {
  const { jab2InputWindow, jab3InputWindow } = fighter.kind.attributes
  enterAttack(fighter, action)
  fighter.jabToFollow = 0
  if (action === ACTION.Attack12) fighter.jabLeft = jab3InputWindow
  if (action !== ACTION.Attack11) return
  fighter.jabLeft = jab2InputWindow
  fighter.jabPresses = 0
  fighter.mayFlurry = false
}

const NEXT_JAB: Readonly<Record<number, number>> = {
  [ACTION.Attack11]: ACTION.Attack12,
  [ACTION.Attack12]: ACTION.Attack13,
}

/** A fighter without a further jab begins again. */
function enterNextJab(fighter: Fighter): void {
  const next = NEXT_JAB[fighter.jabToFollow]!
  enterJab(fighter, actionOf(fighter.kind, next).move ? next : ACTION.Attack11)
}

export function tryDashAttack(fighter: Fighter): boolean {
  if ((fighter.pressed & BUTTON.A) === 0) return false
  if (tryDashItemThrow(fighter)) return true
  enterAttack(fighter, ACTION.AttackDash)
  Jab.of(fighter).grabLeft = ATTACK.boostGrabFrames
  return true
}

/** A trigger on its first frames turns a dash attack into a grab that slides with at most running speed. */
function interruptDashAttack(fighter: Fighter): void {
  if (Jab.of(fighter).grabLeft > 0) {
    Jab.of(fighter).grabLeft--
    if (fighter.held & GUARD_BIT) {
      changeAction(fighter, ACTION.CatchDash)
      return
    }
  }
  interruptAttack(fighter)
}

function animateAttack(fighter: Fighter): void {
  if (hasScriptEnded(fighter)) enterWait(fighter)
}

function interruptAttack(fighter: Fighter): void {
  if (isOpen(fighter)) choose(fighter, WAIT_LIST)
}

/** A held on the charge frame charges the smash, for up to a second. */
function hold(fighter: Fighter): void {
  const charge = fighter.state.move?.chargeFrame ?? 0
  if (charge > 0 && fighter.animationFrame === charge) {
    const holds = (fighter.held & BUTTON.A) !== 0 && fighter.chargeFrames < ATTACK.chargeFrames
    fighter.animationRate = holds ? 0 : 1
    if (holds) fighter.chargeFrames++
  }
}

function interruptSmash(fighter: Fighter): void {
  hold(fighter)
  interruptAttack(fighter)
}

function interruptForwardSmash(fighter: Fighter): void {
  hold(fighter)
  if (isOpen(fighter)) choose(fighter, FORWARD_SMASH_LIST)
}

/**
 * A first or second jab: from its IASA frame on it may be left for movement or another attack, but not for a grab or a
 * shield.
 */
function interruptJab(fighter: Fighter): void {
  const isFree = isOpen(fighter)
  if (isFree && trySmashOrTilt(fighter)) return
  if (tryJabFlurry(fighter) || tryFollowingJab(fighter)) return
  if (isFree) choose(fighter, MOTION_LIST)
}

function interruptThirdJab(fighter: Fighter): void {
  if (!tryJabFlurry(fighter)) interruptAttack(fighter)
}

function tryJabFlurry(fighter: Fighter): boolean {
  if ((fighter.pressed | fighter.released) & BUTTON.A) fighter.jabPresses++
  if (leadsToFlurry(fighter) && followsOn(fighter)) fighter.mayFlurry = true
  return fighter.mayFlurry && tryRapidJab(fighter)
}

/** The last jab before a rapid jab can be followed by nothing else. */
function leadsToFlurry({ kind, state }: Fighter): boolean {
  const next = NEXT_JAB[state.commonAttack]
  return hasRapidJab(kind) && (next === undefined || !actionOf(kind, next).move)
}

/** A pressed early enough takes effect as soon as the script allows it. */
function tryFollowingJab(fighter: Fighter): boolean {
  if (fighter.jabLeft > 0) {
    fighter.jabLeft--
    if (pressesA(fighter)) {
      Jab.of(fighter).wantsNext = true
      fighter.misc = wholeWord(1)
    }
  }
  if (followsOn(fighter) && !leadsToFlurry(fighter)) fighter.jabToFollow = fighter.state.commonAttack
  if (fighter.jabToFollow === 0 || !Jab.of(fighter).wantsNext) return false
  enterNextJab(fighter)
  return true
}

/** A charged swing does not step. */
export function moveInAttack(fighter: Fighter): void {
  const { actionFrame, animationFrame, state } = fighter
  if (!state.motion) {
    stopOnGround(fighter)
    return
  }
  const charge = state.move?.chargeFrame ?? 0
  const isHeld = animationFrame === charge && actionFrame > charge
  followRootMotion(fighter, isHeld ? 0 : motionX(state.motion, charge > 0 ? animationFrame : actionFrame))
}

/**
 * From its IASA frame on a down tilt gives way to movement and attacks, but not to a grab or a shield; a stick held
 * down keeps it. Some fighters repeat it with A, pressed early or late (ftCo_AttackLw3_IASA).
 */
function interruptDownTilt(fighter: Fighter): void {
  if (isOpen(fighter) && tryGroundAttack(fighter)) return
  if (fighter.pressed & BUTTON.A) {
    if (repeatsDownTilt(fighter)) return
    fighter.misc = wholeWord(1)
  }
  if (isOpen(fighter)) choose(fighter, CROUCHED_MOTION_LIST)
}

function repeatsDownTilt(fighter: Fighter): boolean {
  if (fighter.animationFrame < fighter.kind.measured.downTiltRepeat) return false
  enterAttack(fighter, ACTION.AttackLw3)
  return true
}

/** A down tilt ends in a crouch, and rises from there. */
function animateDownTilt(fighter: Fighter): void {
  if (fighter.misc === wholeWord(1) && repeatsDownTilt(fighter)) return
  if (hasScriptEnded(fighter)) enterSquatWait(fighter)
}

const onGround = { animation: animateAttack, physics: moveInAttack, collision: clampToEdge }
const attack = { interrupt: interruptAttack, ...onGround }
/** A tilt moves with the speed from before. */
const tiltAttack = { ...attack, physics: stopOnGround }
const jab = { interrupt: interruptJab, ...onGround }
const smash = { interrupt: interruptSmash, ...onGround }
const forwardSmashAttack = { interrupt: interruptForwardSmash, ...onGround }

export const ATTACK_ACTIONS: ActionTable = {
  Attack11: jab,
  Attack12: jab,
  Attack13: { interrupt: interruptThirdJab, ...onGround },
  AttackDash: { ...attack, interrupt: interruptDashAttack },
  AttackS3Hi: tiltAttack,
  AttackS3HiS: tiltAttack,
  AttackS3S: tiltAttack,
  AttackS3LwS: tiltAttack,
  AttackS3Lw: tiltAttack,
  AttackHi3: tiltAttack,
  AttackLw3: { ...tiltAttack, animation: animateDownTilt, interrupt: interruptDownTilt },
  AttackS4Hi: forwardSmashAttack,
  AttackS4HiS: forwardSmashAttack,
  AttackS4S: forwardSmashAttack,
  AttackS4LwS: forwardSmashAttack,
  AttackS4Lw: forwardSmashAttack,
  AttackHi4: smash,
  AttackLw4: smash,
}
