/**
 * Attacks on the ground: jabs, tilts, smashes, the dash attack. A move's script is data (`tables/moves.ts`): how long it
 * is, from which frame on it may be interrupted, when a smash holds its charge, where its hitboxes are.
 * Source: doldecomp/melee (ftCo_Attack*).
 */
import { ATTACK, SQUAT } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { BUTTON, GUARD_BIT } from '../input/buttons.ts'
import { clampToEdge } from '../movement/collide.ts'
import { clampToRunSpeed, followRootMotion, stopOnGround } from '../movement/ground.ts'
import type { ActionTable } from './action.ts'
import { forwardSmash, forwardSmashSide, NO_ATTACK, tiltOrJab, verticalSmash } from './attack-input.ts'
import { changeAction, stepAnimation } from './change.ts'
import { ACTION } from './ids.ts'
import { tryStandingList, tryWaitList } from './interrupts.ts'
import { tryRapidJab } from './rapid-jab.ts'
import { enterSquatRv, enterSquatWait } from './squat.ts'
import { enterWait } from './wait.ts'

// Private variables.
/** Jabs: 1 once A asked for the next one. */
const WANTS_NEXT = 0
/** Jabs: presses of A since the first of the series. */
const PRESSES = 1
/** Dash attack: frames for which a trigger still makes a grab of it. */
const GRAB_LEFT = 2

function enterAttack(fighter: Fighter, action: number): void {
  changeAction(fighter, action)
  // One down tilt after another is a new performance, and the first of them is numbered twice (80 of 82 recorded).
  if (action === ACTION.AttackLw3) fighter.instance = fighter.match.takeInstance()
  fighter.stateInts[WANTS_NEXT] = 0
  fighter.stateInts[PRESSES] = 1
  if (!fighter.kind.startsLate(action)) stepAnimation(fighter)
}

export function tryForwardSmash(fighter: Fighter): boolean {
  const side = forwardSmashSide(fighter)
  if (side === 0) return false
  fighter.facing = side
  enterAttack(fighter, forwardSmash(fighter))
  return true
}

export function tryUpSmash(fighter: Fighter): boolean {
  if (verticalSmash(fighter) <= 0) return false
  enterAttack(fighter, ACTION.AttackHi4)
  return true
}

/** Smashes, tilts and jab, in this order. */
export function tryGroundAttack(fighter: Fighter): boolean {
  if (tryForwardSmash(fighter) || tryUpSmash(fighter)) return true
  const action = verticalSmash(fighter) < 0 ? ACTION.AttackLw4 : tiltOrJab(fighter)
  if (action === NO_ATTACK) return false
  enterAttack(fighter, action)
  return true
}

export function tryDashAttack(fighter: Fighter): boolean {
  if ((fighter.pressed & BUTTON.A) === 0) return false
  enterAttack(fighter, ACTION.AttackDash)
  fighter.stateInts[GRAB_LEFT] = ATTACK.boostGrabFrames
  return true
}

/** A trigger on its first frames turns a dash attack into a grab that slides on at running speed at most. */
function interruptDashAttack(fighter: Fighter): void {
  const { stateInts } = fighter
  if (stateInts[GRAB_LEFT]! > 0) {
    stateInts[GRAB_LEFT]!--
    if (fighter.held & GUARD_BIT) {
      clampToRunSpeed(fighter)
      changeAction(fighter, ACTION.CatchDash)
      return
    }
  }
  interruptAttack(fighter)
}

/** The script's end; a move without one lasts as long as its action was measured to. */
export function hasScriptEnded(fighter: Fighter): boolean {
  const move = fighter.kind.moveOf(fighter.action)
  const frames = move?.totalFrames ? move.totalFrames : fighter.kind.length(fighter.action)
  return fighter.animationFrame > frames
}

/** May the move be interrupted on this frame? */
export function isOpen(fighter: Fighter): boolean {
  const from = fighter.kind.moveOf(fighter.action)?.interruptible ?? 0
  return from > 0 && fighter.animationFrame >= from
}

function animateAttack(fighter: Fighter): void {
  if (hasScriptEnded(fighter)) enterWait(fighter)
}

function interruptAttack(fighter: Fighter): void {
  if (isOpen(fighter)) tryWaitList(fighter)
}

/** A held on the charge frame holds the swing, for a second at most. */
function interruptSmash(fighter: Fighter): void {
  const charge = fighter.kind.moveOf(fighter.action)?.chargeFrame ?? 0
  if (charge > 0 && fighter.animationFrame === charge) {
    const holds = (fighter.held & BUTTON.A) !== 0 && fighter.chargeFrames < ATTACK.chargeFrames
    fighter.animationRate = holds ? 0 : 1
    if (holds) fighter.chargeFrames++
  }
  interruptAttack(fighter)
}

const NEXT_JAB: Readonly<Record<number, number>> = {
  [ACTION.Attack11]: ACTION.Attack12,
  [ACTION.Attack12]: ACTION.Attack13,
}

/** The next jab follows a press of A as soon as the script lets it. */
function interruptJab(fighter: Fighter): void {
  const { stateInts } = fighter
  if (fighter.pressed & BUTTON.A) {
    stateInts[WANTS_NEXT] = 1
    stateInts[PRESSES]!++
  }
  const presses = stateInts[PRESSES]!
  if (!followsOn(fighter) || stateInts[WANTS_NEXT] === 0) {
    interruptAttack(fighter)
    return
  }
  if (tryRapidJab(fighter, presses)) return
  const next = NEXT_JAB[fighter.action]
  if (next !== undefined && fighter.kind.moveOf(next)) {
    enterAttack(fighter, next)
    stateInts[PRESSES] = presses
  } else {
    interruptAttack(fighter)
  }
}

function followsOn(fighter: Fighter): boolean {
  const followups = fighter.kind.moveOf(fighter.action)?.followups
  if (!followups) return false
  for (let i = 0; i < followups.length; i += 3) {
    const isNow = fighter.animationFrame >= followups[i + 1]! && fighter.animationFrame <= followups[i + 2]!
    if (followups[i] === fighter.action && isNow) return true
  }
  return false
}

function moveInAttack(fighter: Fighter): void {
  const { kind, action, actionFrame } = fighter
  if (kind.hasRootMotion(action)) followRootMotion(fighter, kind.rootMotionX(action, actionFrame))
  else stopOnGround(fighter)
}

/** Crouched as it is, a down tilt is open to everything but crouching. */
function interruptDownTilt(fighter: Fighter): void {
  if (isOpen(fighter)) tryStandingList(fighter)
}

/** A down tilt ends crouched. */
function animateDownTilt(fighter: Fighter): void {
  if (!hasScriptEnded(fighter)) return
  if (fighter.stickY <= -SQUAT.stick) enterSquatWait(fighter)
  else enterSquatRv(fighter)
}

const onGround = { animation: animateAttack, physics: moveInAttack, collision: clampToEdge }
const attack = { interrupt: interruptAttack, ...onGround }
/** What carries a tilt is the speed from before. */
const tilt = { ...attack, physics: stopOnGround }
const jab = { interrupt: interruptJab, ...onGround }
const smash = { interrupt: interruptSmash, ...onGround }

export const ATTACK_ACTIONS: ActionTable = {
  Attack11: jab,
  Attack12: jab,
  Attack13: jab,
  AttackDash: { ...attack, interrupt: interruptDashAttack },
  AttackS3Hi: tilt,
  AttackS3HiS: tilt,
  AttackS3S: tilt,
  AttackS3LwS: tilt,
  AttackS3Lw: tilt,
  AttackHi3: tilt,
  AttackLw3: { ...tilt, animation: animateDownTilt, interrupt: interruptDownTilt },
  AttackS4Hi: smash,
  AttackS4HiS: smash,
  AttackS4S: smash,
  AttackS4LwS: smash,
  AttackS4Lw: smash,
  AttackHi4: smash,
  AttackLw4: smash,
}
