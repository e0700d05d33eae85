/**
 * In Kirby's mouth: drawn in, held until mashing or Kirby ends it, spat out as a star, or swallowed and thrown up as
 * one. Source: doldecomp/melee (ftCo_CaptureKirby, ftCo_CaptureWaitKirby, ftCo_ThrownKirby); figures from a public list
 * of special attributes, places measured on recordings. Approximate: a star's body, and its contact with ceilings.
 */
import { ACTION } from '../action-ids.ts'
import { landsOn } from '../collision/fighter-body.ts'
import { BODY_STATE, ECB_LOCK_FRAMES, GRAB, SWALLOW } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { f, sqrtf } from '../math.ts'
import { privates } from '../state/privates.ts'
import type { ActionTable } from './action.ts'
import { holderOf, letFall, seize } from './capture.ts'
import { changeAction, leaveGround, stepAnimation } from './change.ts'
import { enterFall } from './fall.ts'
import { shortenStruggle, startStruggle, Struggle, struggle, struggleLeft } from './mash.ts'

/** Drawn in: distance from the mouth. */
const DrawnIn = privates({ awayX: 'float', awayY: 'float' }, Struggle)

const Star = privates(
  {
    isSwallowed: 'flag',
    /** The side to which a wall threw it back. */
    thrownBack: 'int',
    /** Speed that it loses per frame. */
    loss: 'float',
  },
  Struggle,
)

/** The victim is invisible. */
const NO_FRAME = -1

function mouthX(holder: Fighter): number {
  return f(holder.x + holder.facing * SWALLOW.mouthAhead)
}

function mouthY(holder: Fighter): number {
  return f(holder.y + SWALLOW.mouthAbove)
}

export function enterCaptureKirby(victim: Fighter, holder: Fighter): void {
  seize(victim, holder)
  leaveGround(victim, 0)
  changeAction(victim, ACTION.CaptureKirby)
  stepAnimation(victim)
  startStruggle(victim, SWALLOW.frames)
  DrawnIn.of(victim).awayX = f(victim.x - mouthX(holder))
  DrawnIn.of(victim).awayY = f(victim.y - mouthY(holder))
  victim.misc = DrawnIn.of(victim).awayX
}

function nearer(away: number, step: number): number {
  return Math.abs(away) <= step ? 0 : f(away - Math.sign(away) * step)
}

/** One frame nearer to the mouth. */
export function drawIn(victim: Fighter, holder: Fighter): void {
  const own = DrawnIn.of(victim)
  own.awayX = nearer(own.awayX, SWALLOW.drawX)
  own.awayY = nearer(own.awayY, SWALLOW.drawY)
  victim.x = f(mouthX(holder) + own.awayX)
  victim.y = f(mouthY(holder) + own.awayY)
  victim.misc = own.awayX
}

export function isAtMouth(victim: Fighter, holder: Fighter): boolean {
  const dx = f(victim.x - mouthX(holder))
  const dy = f(victim.y - mouthY(holder))
  return f(f(dx * dx) + f(dy * dy)) < SWALLOW.reach * SWALLOW.reach
}

export function enterCaptureWaitKirby(victim: Fighter): void {
  changeAction(victim, ACTION.CaptureWaitKirby, NO_FRAME, 0)
  victim.bodyState = BODY_STATE.intangible
}

/** A star: out of the mouth in Kirby's direction, or up and behind him after it was swallowed. */
export function enterStar(victim: Fighter, thrower: Fighter, isSwallowed: boolean): void {
  const { x, y, facing } = thrower
  const { ahead, above, speedX, speedY, loss, frames } = isSwallowed ? SWALLOW.swallowed : SWALLOW.spat
  victim.heldBy = -1
  thrower.holds = -1
  leaveGround(victim, 0)
  victim.facing = -facing
  changeAction(victim, isSwallowed ? ACTION.ThrownCopyStar : ACTION.ThrownKirbyStar)
  stepAnimation(victim)
  victim.bodyState = BODY_STATE.intangible
  victim.x = f(x + facing * ahead)
  victim.y = f(y + above)
  victim.previousX = victim.x
  victim.previousY = victim.y
  victim.selfVx = f(facing * speedX)
  victim.selfVy = speedY
  startStruggle(victim, frames)
  Star.of(victim).loss = loss
  Star.of(victim).isSwallowed = isSwallowed
}

function animateHeld(fighter: Fighter): void {
  if (!holderOf(fighter)) letFall(fighter)
}

function interruptHeld(fighter: Fighter): void {
  const holder = holderOf(fighter)
  if (!holder) return
  shortenStruggle(fighter, 1)
  struggle(fighter, SWALLOW.perPress)
  if (struggleLeft(fighter) <= 0) breakOut(fighter, holder)
}

function breakOut(fighter: Fighter, holder: Fighter): void {
  holder.holds = -1
  fighter.heldBy = -1
  fighter.facing = -holder.facing
  fighter.x = holder.x
  fighter.y = holder.y
  fighter.previousX = holder.x
  fighter.previousY = holder.y
  // The floor under Kirby catches it.
  fighter.ecbLockLeft = ECB_LOCK_FRAMES
  fighter.previousEcbBottom = 0
  changeAction(fighter, ACTION.CaptureCut)
  fighter.selfVx = f(-fighter.facing * GRAB.slide)
  if (holder.isAirborne) enterFall(holder)
  else {
    changeAction(holder, ACTION.CatchCut)
    holder.groundVelocity = f(-holder.facing * GRAB.slide)
  }
}

function moveStar(fighter: Fighter): void {
  const { selfVx, selfVy } = fighter
  const own = Star.of(fighter)
  const speed = sqrtf(f(f(selfVx * selfVx) + f(selfVy * selfVy)))
  const loss = own.loss
  if (speed > loss) {
    const left = f(f(speed - loss) / speed)
    fighter.selfVx = f(selfVx * left)
    fighter.selfVy = f(selfVy * left)
    fighter.facing = fighter.selfVy < 0 ? -1 : 1
  } else fighter.selfVx = 0
  shortenStruggle(fighter, 1)
  struggle(fighter, SWALLOW.perPressOfStar)
  if (struggleLeft(fighter) <= 0) burst(fighter)
}

/** Thrown back by an obstacle. */
function collideStar(fighter: Fighter): void {
  const lands = landsOn(fighter, false)
  const { selfVx, selfVy } = fighter
  const isSteep = Math.abs(selfVy) > Math.abs(selfVx)
  if (fighter.wallTimer === 0) {
    fighter.selfVx = -selfVx
    if (isSteep) return
    Star.of(fighter).thrownBack = -fighter.wallSide
    burst(fighter)
  } else if (lands) {
    fighter.selfVy = Math.abs(selfVy)
    if (isSteep) burst(fighter)
  }
}

function burst(fighter: Fighter): void {
  const own = Star.of(fighter)
  const isSwallowed = own.isSwallowed
  const side = own.thrownBack || (fighter.selfVx < 0 ? -1 : 1)
  changeAction(fighter, ACTION.ThrownKirby)
  stepAnimation(fighter)
  if (!isSwallowed) {
    fighter.selfVx = f(side * SWALLOW.burstX)
    fighter.selfVy = SWALLOW.burstY
  }
  startStruggle(fighter, isSwallowed ? 0 : SWALLOW.burstFrames)
}

function moveBurst(fighter: Fighter): void {
  shortenStruggle(fighter, 1)
  if (struggleLeft(fighter) <= 0) enterFall(fighter)
}

const star = { physics: moveStar, collision: collideStar }

export const SWALLOWED_ACTIONS: ActionTable = {
  CaptureKirby: { animation: animateHeld },
  CaptureWaitKirby: { animation: animateHeld, interrupt: interruptHeld },
  ThrownKirbyStar: star,
  ThrownCopyStar: star,
  ThrownKirby: { physics: moveBurst, collision: (fighter) => void landsOn(fighter, false) },
}
