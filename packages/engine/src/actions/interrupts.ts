/**
 * The interrupt lists: which inputs leave an action, in the order in which the game asks. Each `try` changes the action
 * and answers true, or leaves everything as it is and answers false.
 * Source: doldecomp/melee (the IASA callbacks).
 */
import { DASH, DOWN, JUMP, PASS, SQUAT, TEETER_STICK, TURN, WALK } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { DIGITAL_TRIGGERS, JUMP_BUTTONS } from '../input/buttons.ts'
import { isUcfWiggle } from '../input/ucf.ts'
import { f } from '../math.ts'
import { tryAerial } from './aerial.ts'
import { tryAppeal } from './appeal.ts'
import { tryGroundAttack } from './attack.ts'
import { asksForGrab, tryGrab } from './catch.ts'
import { isOnPlatform } from './collide.ts'
import { enterDash } from './dash.ts'
import { enterEscapeAir } from './escape-air.ts'
import { enterFall } from './fall.ts'
import { tryGuard, trySpotDodgeFromStand } from './guard.ts'
import { heldItem } from './item-throw.ts'
import { enterKneeBend, JUMP_BY } from './jump.ts'
import { tryAirSpecial, tryCrouchedSpecial, trySpecial } from './special.ts'
import { enterSquat, enterSquatWait } from './squat.ts'
import { enterSmashTurn, enterTurn } from './turn.ts'
import { enterWalk } from './walk.ts'

function tryJumpAt(fighter: Fighter, stick: number, enter: typeof enterKneeBend = enterKneeBend): boolean {
  // When both ask it is the stick's jump, and its height depends on the stick.
  if (fighter.stickY >= stick && fighter.tiltYTimer < JUMP.tiltFrames) enter(fighter, JUMP_BY.stick)
  else if (fighter.pressed & JUMP_BUTTONS) enter(fighter, JUMP_BY.button)
  else return false
  return true
}

export function tryJump(fighter: Fighter, enter?: typeof enterKneeBend): boolean {
  return tryJumpAt(fighter, JUMP.stick, enter)
}

/** Out of a dash or run a smaller tilt is enough. */
export function tryRelaxedJump(fighter: Fighter): boolean {
  return tryJumpAt(fighter, JUMP.relaxedStick)
}

/** A flick sideways dashes; backward it turns first. */
export function tryDash(fighter: Fighter): boolean {
  if (Math.abs(fighter.stickX) < DASH.stick || fighter.tiltXTimer >= DASH.tiltFrames) return false
  if (fighter.stickX * fighter.facing > 0) enterDash(fighter, true)
  else enterSmashTurn(fighter)
  return true
}

export function asksForSquat({ stickY }: Fighter): boolean {
  return stickY < -SQUAT.stick
}

export function trySquat(fighter: Fighter): boolean {
  if (!asksForSquat(fighter)) return false
  enterSquat(fighter)
  return true
}

export function asksForTurn(fighter: Fighter): boolean {
  return f(fighter.stickX * fighter.facing) <= -TURN.stick
}

function tryTurn(fighter: Fighter): boolean {
  if (!asksForTurn(fighter)) return false
  enterTurn(fighter)
  return true
}

export function asksForWalk(fighter: Fighter): boolean {
  return f(fighter.stickX * fighter.facing) >= WALK.stick
}

function tryWalk(fighter: Fighter): boolean {
  if (!asksForWalk(fighter)) return false
  enterWalk(fighter)
  return true
}

export function asksForPass(fighter: Fighter): boolean {
  return fighter.stickY <= -PASS.stick && fighter.tiltYTimer < PASS.tiltFrames && isOnPlatform(fighter)
}

/** The first free frame of a landing: a stick held down crouches at once. */
function trySquatWait(fighter: Fighter): boolean {
  if (!asksForSquat(fighter)) return false
  enterSquatWait(fighter)
  return true
}

export function tryWaitList(fighter: Fighter): boolean {
  return tryAttackStanding(fighter) || trySpotDodgeFromStand(fighter) || tryMoveStanding(fighter)
}

/** Out of a forward smash: all but a spot dodge. */
export function tryForwardSmashList(fighter: Fighter): boolean {
  return tryAttackStanding(fighter) || tryMoveStanding(fighter)
}

/** At an edge only a stick that would walk off it walks (0.7375 is recorded not to). */
export function tryTeeterList(fighter: Fighter): boolean {
  if (tryAttackStanding(fighter) || tryGuardOrLeave(fighter) || trySquat(fighter) || tryTurn(fighter)) return true
  return f(fighter.stickX * fighter.facing) >= TEETER_STICK && tryWalk(fighter)
}

/** Out of attacks that are open to motion only. A stick held down crouches, or, where it may not, holds the rest off. */
export function tryStandingMoves(fighter: Fighter, crouch: (fighter: Fighter) => boolean): boolean {
  return tryJump(fighter) || tryDash(fighter) || crouch(fighter) || tryTurn(fighter) || tryWalk(fighter)
}

function tryAttackStanding(fighter: Fighter): boolean {
  return trySpecial(fighter) || tryGrab(fighter) || tryGroundAttack(fighter)
}

function tryGuardOrLeave(fighter: Fighter): boolean {
  return tryGuard(fighter) || tryAppeal(fighter) || tryJump(fighter) || tryDash(fighter)
}

function tryMoveStanding(fighter: Fighter): boolean {
  return tryGuardOrLeave(fighter) || trySquat(fighter) || tryTurn(fighter) || tryWalk(fighter)
}

export function tryWalkList(fighter: Fighter): boolean {
  return trySquatList(fighter) || tryDash(fighter) || trySquat(fighter)
}

export function tryLandingList(fighter: Fighter, isFirstFrame: boolean): boolean {
  return (
    trySquatList(fighter) ||
    tryDash(fighter) ||
    (isFirstFrame && trySquatWait(fighter)) ||
    tryTurn(fighter) ||
    tryWalk(fighter)
  )
}

export function tryTurnList(fighter: Fighter): boolean {
  return tryGuard(fighter) || tryAppeal(fighter) || tryJump(fighter)
}

export function trySquatList(fighter: Fighter): boolean {
  return (
    trySpecial(fighter) ||
    tryGrab(fighter) ||
    tryGroundAttack(fighter) ||
    tryGuard(fighter) ||
    tryAppeal(fighter) ||
    tryJump(fighter)
  )
}

export function trySquatWaitList(fighter: Fighter): boolean {
  return (
    tryCrouchedSpecial(fighter) ||
    tryGroundAttack(fighter) ||
    tryGuard(fighter) ||
    tryAppeal(fighter) ||
    tryJump(fighter) ||
    tryDash(fighter)
  )
}

export function trySquatRvList(fighter: Fighter): boolean {
  return (
    tryCrouchedSpecial(fighter) ||
    tryGroundAttack(fighter) ||
    tryGuard(fighter) ||
    tryAppeal(fighter) ||
    tryJump(fighter) ||
    tryWalk(fighter)
  )
}

export function tryEscapeAir(fighter: Fighter): boolean {
  if ((fighter.pressed & DIGITAL_TRIGGERS) === 0) return false
  enterEscapeAir(fighter)
  return true
}

export function asksForJump(fighter: Fighter): boolean {
  if (fighter.pressed & JUMP_BUTTONS) return true
  return fighter.stickY >= JUMP.stick && fighter.tiltYTimer < JUMP.tiltFrames
}

export function asksForAirJump(fighter: Fighter): boolean {
  return fighter.jumpsUsed < fighter.kind.attributes.maxJumps && fighter.kind.asksForAirJump(fighter)
}

export function tryAirJump(fighter: Fighter): boolean {
  if (!asksForAirJump(fighter)) return false
  fighter.kind.airJump(fighter)
  return true
}

/** A with a trigger held throws the grapple of a fighter that has one; Z is both. */
export function tryAirCatch(fighter: Fighter): boolean {
  const { airCatch } = fighter.kind
  if (!airCatch || fighter.hasGrappled || !asksForGrab(fighter) || heldItem(fighter)) return false
  fighter.hasGrappled = true
  airCatch(fighter)
  return true
}

export function tryAirList(fighter: Fighter): boolean {
  return (
    tryAirSpecial(fighter) || tryAirCatch(fighter) || tryEscapeAir(fighter) || tryAerial(fighter) || tryAirJump(fighter)
  )
}

/** Out of an attack that is open: no special, dodge or wall jump. */
export function tryAerialList(fighter: Fighter): boolean {
  return tryAirCatch(fighter) || tryAerial(fighter) || tryAirJump(fighter)
}

/** Out of a tumble: no air dodge. */
export function tryTumbleList(fighter: Fighter): boolean {
  return tryAirSpecial(fighter) || tryAerialList(fighter) || tryWiggle(fighter)
}

/** A flick sideways ends the tumble. */
function tryWiggle(fighter: Fighter): boolean {
  const isFlick = Math.abs(fighter.stickX) >= DOWN.wiggleStick && fighter.tiltXTimer < DOWN.wiggleFrames
  if (!isFlick && !isUcfWiggle(fighter)) return false
  enterFall(fighter)
  return true
}
