/**
 * The victim's side of grabs: pulled in, held, pummelled, thrown, and breaking free by mashing. The victim hangs at its
 * holder's hand: on its feet if the floor is there (Lw), else in the air (Hi). Its holder moves it on; only the escape
 * is its own. Source: doldecomp/melee (ftCo_CapturePulled, ftCo_CaptureWait, ftCo_Thrown).
 */
import { ACTION } from '../action-ids.ts'
import { landsOn, staysOnFloor } from '../collision/fighter-body.ts'
import { ECB_LOCK_FRAMES, GRAB, JUMP } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { JUMP_BUTTONS } from '../input/buttons.ts'
import { f } from '../math.ts'
import { fallAndDrift } from '../movement/air.ts'
import { slow } from '../movement/ground.ts'
import { isCaptured } from '../state/presence.ts'
import { privates } from '../state/privates.ts'
import type { ActionTable } from './action.ts'
import { changeAction, halt, hasLasted, isOver, leaveGround, stepAnimation, touchGround } from './change.ts'
import { stayOrFall, tryLedge } from './collide.ts'
import { enterFall, standOrFall } from './fall.ts'
import { findPlace, isFastened, PLACE, placeThrown } from './hold-place.ts'
import { AIR_LIST, choose } from './interrupts.ts'
import { land } from './landing.ts'
import { Struggle, rankOf, hurry, notePresses, shortenStruggle, startStruggle, struggle, struggleLeft } from './mash.ts'

const Capture = privates(
  {
    /** Frames in the hold, and whether a jump was pressed early in them. */
    heldFrames: 'int',
    wantsJump: 'flag',
  },
  Struggle,
)

/** Offset from a standing capture to the one in the air. */
const TO_AIR = ACTION.CapturePulledHi - ACTION.CapturePulledLw

export function isHolding({ state }: Fighter): boolean {
  return state.isHolding
}

export function isHeldBy(victim: Fighter, holder: Fighter): boolean {
  return victim.heldBy === holder.index && isCaptured(victim)
}

/** The fighter's holder; undefined once it was released. */
export function holderOf(fighter: Fighter): Fighter | undefined {
  const holder = fighter.match.fighters[fighter.heldBy]
  return holder && isHolding(holder) && holder.match.fighters[holder.holds] === fighter ? holder : undefined
}

/** The standing action, or the same in the air. */
function enterHeld(victim: Fighter, standing: number): void {
  changeAction(victim, victim.isAirborne ? standing + TO_AIR : standing)
}

/** Held from now on, face to face with the holder. */
export function seize(victim: Fighter, holder: Fighter): void {
  victim.state.damaged?.(victim)
  halt(victim)
  victim.facing = -holder.facing
  victim.ledge = -1
  victim.hitlagLeft = 0
  victim.isHurt = false
  // Its hitboxes are removed before hits are searched for.
  victim.hitboxes.count = 0
  victim.heldBy = holder.index
}

export function enterCapture(victim: Fighter, holder: Fighter): void {
  seize(victim, holder)
  enterHeld(victim, ACTION.CapturePulledLw)
  stepAnimation(victim)
  startStruggle(victim, GRAB.frames - GRAB.perRank * rankOf(victim) + f(GRAB.perPercent * victim.percent))
  if (!victim.isAirborne) return
  hang(victim, holder, holder.x, holder.y)
  collideHanging(victim)
}

/** Seized by a dive: on the ground the holder comes along to it, in the air it hangs at the holder. */
export function enterCaptureCaptain(victim: Fighter, holder: Fighter): void {
  seize(victim, holder)
  changeAction(victim, ACTION.CaptureCaptain)
  stepAnimation(victim)
}

/** On the tongue of Yoshi, or of a Kirby that copied it. */
export function enterCaptureYoshi(victim: Fighter, holder: Fighter, action: number): void {
  seize(victim, holder)
  leaveGround(victim, ECB_LOCK_FRAMES)
  changeAction(victim, action)
  stepAnimation(victim)
}

/** The pull is over. */
export function holdOn(victim: Fighter): void {
  enterHeld(victim, ACTION.CaptureWaitLw)
}

/** A pummel hits the victim. */
export function strikeHeld(victim: Fighter): void {
  enterHeld(victim, ACTION.CaptureDamageLw)
}

export function enterThrown(victim: Fighter, holder: Fighter, action: number, rate: number): void {
  victim.facing = holder.facing
  changeAction(victim, action, 0, rate)
  stepAnimation(victim)
}

/** Held by Confusion: it turns about its holder's hand, off the ground. */
export function enterThrownMewtwo(victim: Fighter, holder: Fighter): void {
  seize(victim, holder)
  leaveGround(victim, ECB_LOCK_FRAMES)
  enterThrown(victim, holder, holder.isAirborne ? ACTION.ThrownMewtwoAir : ACTION.ThrownMewtwo, 1)
}

function interruptHeld(fighter: Fighter): void {
  const { pressed } = fighter
  const own = Capture.of(fighter)
  notePresses(fighter)
  if (own.heldFrames < GRAB.jumpFrames && pressed & JUMP_BUTTONS) own.wantsJump = true
}

/** Counts down to the escape. */
function breakLoose(fighter: Fighter): boolean {
  Capture.of(fighter).heldFrames++
  shortenStruggle(fighter, 1)
  return struggle(fighter, GRAB.perPress)
}

function animatePulled(fighter: Fighter): void {
  if (!holderOf(fighter)) letFall(fighter)
}

function animateHeld(fighter: Fighter): void {
  const holder = holderOf(fighter)
  if (!holder) {
    letFall(fighter)
    return
  }
  const mashes = breakLoose(fighter)
  if (struggleLeft(fighter) <= 0) escape(fighter, holder)
  else hurry(fighter, mashes)
}

/** In hitlag the victim cannot escape. */
function animateStruck(fighter: Fighter): void {
  if (!holderOf(fighter)) {
    letFall(fighter)
    return
  }
  breakLoose(fighter)
  if (hasLasted(fighter, GRAB.struckFrames)) holdOn(fighter)
}

function animateThrown(fighter: Fighter): void {
  if (!holderOf(fighter)) letFall(fighter)
}

/**
 * Kirby's throws forward and backward do not end the struggle: the victim may still slip out, and the throw goes on
 * without it (ftCo_800DE3FC, ftCo_800DE5A4).
 */
function animateThrownFar(fighter: Fighter): void {
  const holder = holderOf(fighter)
  if (!holder?.kind.throwsLoosely) {
    animateThrown(fighter)
    return
  }
  breakLoose(fighter)
  if (struggleLeft(fighter) > 0) return
  holder.holds = -1
  if (fighter.y > holder.y) leaveGround(fighter, ECB_LOCK_FRAMES)
  slipOut(fighter, holder)
}

/** The holder was hit, or no longer exists. */
export function letFall(fighter: Fighter): void {
  fighter.heldBy = -1
  standOrFall(fighter)
}

/** Both slide apart. */
function escape(fighter: Fighter, holder: Fighter): void {
  cutHolder(holder)
  slipOut(fighter, holder)
}

/** A jump pressed in the hold makes the victim leap. */
function slipOut(fighter: Fighter, holder: Fighter): void {
  if (Capture.of(fighter).wantsJump || fighter.stickY >= JUMP.stick) {
    fighter.heldBy = -1
    leaveGround(fighter, ECB_LOCK_FRAMES)
    changeAction(fighter, ACTION.CaptureJump)
    fighter.selfVx = f(-fighter.facing * GRAB.slide)
    fighter.selfVy = GRAB.jumpSpeed
    return
  }
  if (fighter.isAirborne && !holder.isAirborne) {
    // Its feet count again: held just off the floor, it lands at once (ftCo_800DC920).
    fighter.y = Math.max(fighter.y, holder.y)
    fighter.previousY = fighter.y
    fighter.ecbLockLeft = ECB_LOCK_FRAMES
    fighter.previousEcbBottom = 0
  }
  cutLoose(fighter)
}

/** A broken hold, holder's side. */
export function cutHolder(holder: Fighter): void {
  holder.holds = -1
  changeAction(holder, ACTION.CatchCut)
  if (holder.isAirborne) holder.selfVx = f(-holder.facing * GRAB.slide)
  else holder.groundVelocity = f(-holder.facing * GRAB.slide)
}

/** A broken hold, victim's side. */
export function cutLoose(fighter: Fighter): void {
  fighter.heldBy = -1
  changeAction(fighter, ACTION.CaptureCut)
  if (fighter.isAirborne) fighter.selfVx = f(-fighter.facing * GRAB.slide)
  else fighter.groundVelocity = f(-fighter.facing * GRAB.slide)
}

/** Moves the victim to the hand of a holder that stands at `x`, `y`. */
function hang(fighter: Fighter, holder: Fighter, x: number, y: number): void {
  findPlace(holder, fighter)
  fighter.x = f(x + holder.facing * PLACE.ahead)
  fighter.y = f(y + PLACE.above)
}

/**
 * The hand is where the last frame left the holder. On its feet, a fighter follows only horizontally, unless the hand
 * is far enough above (fn_800DAD18).
 */
function hangOn(fighter: Fighter): void {
  const holder = holderOf(fighter)
  if (!holder || isFastened(holder.kind, holder.action)) return
  const { y, isAirborne } = fighter
  hang(fighter, holder, holder.previousX, holder.previousY)
  if (isAirborne) return
  if (f(fighter.y - y) <= fighter.kind.heldBody.lift) {
    fighter.y = y
    return
  }
  changeHeld(fighter, true)
  hang(fighter, holder, holder.previousX, holder.previousY)
}

/** Loses or finds the floor within the same capture. */
function changeHeld(fighter: Fighter, isAirborne: boolean): void {
  const { action, actionFrame, animationFrame, animationRate } = fighter
  if (isAirborne) leaveGround(fighter, 0)
  else fighter.isAirborne = false
  changeAction(fighter, isAirborne ? action + TO_AIR : action - TO_AIR, animationFrame, animationRate)
  fighter.actionFrame = actionFrame
}

function collideStanding(fighter: Fighter): void {
  const holder = holderOf(fighter)
  if (holder && isFastened(holder.kind, holder.action)) hang(fighter, holder, holder.x, holder.y)
  else if (fighter.isAirborne) collideHanging(fighter)
  else if (!staysOnFloor(fighter) && holder) {
    changeHeld(fighter, true)
    hang(fighter, holder, holder.previousX, holder.previousY)
  }
}

function collideHanging(fighter: Fighter): void {
  const holder = holderOf(fighter)
  if (holder && isFastened(holder.kind, holder.action)) hang(fighter, holder, holder.x, holder.y)
  else if (landsOn(fighter, false)) changeHeld(fighter, false)
}

/** Follows the throw's animation, ignoring all obstacles. */
function followThrow(fighter: Fighter): void {
  const holder = holderOf(fighter)
  if (holder) placeThrown(holder, fighter)
}

/** Faces its holder: the constants of its build count along its own facing. */
function hangAtCaptain(fighter: Fighter): void {
  const holder = holderOf(fighter)
  if (!holder || !fighter.isAirborne) return
  findPlace(holder, fighter)
  const { thrownAhead } = fighter.kind.heldBody
  fighter.x = f(holder.x + holder.facing * f(PLACE.ahead - f(2 * thrownAhead)))
  fighter.y = f(holder.y + PLACE.above)
}

function animateCut(fighter: Fighter): void {
  if (isOver(fighter)) standOrFall(fighter)
}

function moveInCut(fighter: Fighter): void {
  if (fighter.isAirborne) fallAndDrift(fighter)
  else slow(fighter, fighter.kind.attributes.groundFriction)
}

function collideInCut(fighter: Fighter): void {
  if (!fighter.isAirborne) stayOrFall(fighter)
  else if (landsOn(fighter, false)) touchGround(fighter)
  else tryLedge(fighter)
}

function animateJump(fighter: Fighter): void {
  if (isOver(fighter)) enterFall(fighter)
}

function interruptJump(fighter: Fighter): void {
  if (fighter.actionFrame > GRAB.jumpFrames) choose(fighter, AIR_LIST)
}

/** Lands on every floor and catches no ledge. */
function collideInJump(fighter: Fighter): void {
  if (landsOn(fighter, false)) land(fighter)
}

/** A broken hold, for either side. */
export const cut = { animation: animateCut, physics: moveInCut, collision: collideInCut }
const standing = { physics: hangOn, collision: collideStanding }
const hanging = { physics: hangOn, collision: collideHanging }
const pulled = { animation: animatePulled, interrupt: notePresses }
const held = { animation: animateHeld, interrupt: interruptHeld }
const struck = { animation: animateStruck, interrupt: notePresses }
const thrown = { animation: animateThrown, accessory: followThrow }
const thrownFar = { animation: animateThrownFar, interrupt: notePresses, accessory: followThrow }

export const CAPTURE_ACTIONS: ActionTable = {
  CapturePulledHi: { ...pulled, ...hanging },
  CaptureWaitHi: { ...held, ...hanging },
  CaptureDamageHi: { ...struck, ...hanging },
  CapturePulledLw: { ...pulled, ...standing },
  CaptureWaitLw: { ...held, ...standing },
  CaptureDamageLw: { ...struck, ...standing },
  CaptureYoshi: { animation: animatePulled },
  CaptureKirbyYoshi: { animation: animatePulled },
  CaptureCaptain: { animation: animateThrown, collision: hangAtCaptain },
  CaptureCut: cut,
  CaptureJump: {
    animation: animateJump,
    interrupt: interruptJump,
    physics: fallAndDrift,
    collision: collideInJump,
  },
  ThrownF: thrownFar,
  ThrownB: thrownFar,
  ThrownHi: thrown,
  ThrownLw: thrown,
  ThrownFF: thrown,
  ThrownFB: thrown,
  ThrownFHi: thrown,
  ThrownFLw: thrown,
  ThrownMewtwo: thrown,
  ThrownMewtwoAir: thrown,
}
