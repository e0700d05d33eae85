/**
 * Held in Bowser's claw: bitten, held, thrown. He moves the victim; it only mashes, and the time does not depend on its
 * percent. Source: doldecomp/melee (ftCo_CaptureKoopa, ftCo_CaptureDamageKoopa, ftCo_CaptureWaitKoopa,
 * ftCo_ThrownKoopa) and public figures.
 */
import { ACTION } from '../action-ids.ts'
import { ECB_LOCK_FRAMES } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import type { ActionTable } from './action.ts'
import { cutHolder, cutLoose, enterThrown, holderOf, letFall, seize } from './capture.ts'
import { changeAction, leaveGround, stepAnimation } from './change.ts'
import { hurry, notePresses, shortenStruggle, startStruggle, struggle, struggleLeft } from './mash.ts'

/** Frames of the hold, and the frames that a press takes off. */
const FRAMES = 250
const PER_PRESS = 12
/** Frames of the animation of being bitten; the hold has none. */
const BITTEN_FRAMES = 30
const NO_FRAME = -1

/** The victim's action by that of its holder. */
function stateBy({ isAirborne }: Fighter, grounded: number): number {
  return isAirborne ? grounded + ACTION.CaptureKoopaAir - ACTION.CaptureKoopa : grounded
}

export function enterCaptureKoopa(victim: Fighter, holder: Fighter): void {
  seize(victim, holder)
  victim.facing = holder.facing
  leaveGround(victim, ECB_LOCK_FRAMES)
  startStruggle(victim, FRAMES)
  biteKoopa(victim, holder)
}

/** He opens his mouth. */
export function biteKoopa(victim: Fighter, holder: Fighter): void {
  changeAction(victim, stateBy(holder, ACTION.CaptureDamageKoopa))
  stepAnimation(victim)
}

export function enterThrownKoopa(victim: Fighter, holder: Fighter, isForward: boolean): void {
  enterThrown(victim, holder, stateBy(holder, isForward ? ACTION.ThrownKoopaF : ACTION.ThrownKoopaB), 1)
}

function isBitten({ action }: Fighter): boolean {
  return action === ACTION.CaptureDamageKoopa || action === ACTION.CaptureDamageKoopaAir
}

function animate(fighter: Fighter): void {
  const holder = holderOf(fighter)
  if (!holder) letFall(fighter)
  else if (isBitten(fighter) && fighter.animationFrame >= BITTEN_FRAMES) {
    changeAction(fighter, stateBy(holder, ACTION.CaptureWaitKoopa), NO_FRAME, 0)
  } else goOn(fighter, holder)
}

function goOn(fighter: Fighter, holder: Fighter): void {
  shortenStruggle(fighter, 1)
  const mashes = struggle(fighter, PER_PRESS)
  if (struggleLeft(fighter) > 0) {
    hurry(fighter, mashes, isBitten(fighter))
    return
  }
  cutHolder(holder)
  fighter.facing = -fighter.facing
  cutLoose(fighter)
}

function animateThrown(fighter: Fighter): void {
  if (!holderOf(fighter)) letFall(fighter)
}

const held = { animation: animate, interrupt: notePresses }
const thrown = { animation: animateThrown }

export const KOOPA_HOLD_ACTIONS: ActionTable = {
  CaptureDamageKoopa: held,
  CaptureWaitKoopa: held,
  ThrownKoopaF: thrown,
  ThrownKoopaB: thrown,
  CaptureDamageKoopaAir: held,
  CaptureWaitKoopaAir: held,
  ThrownKoopaAirF: thrown,
  ThrownKoopaAirB: thrown,
}
