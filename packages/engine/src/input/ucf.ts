/**
 * UCF 0.84: what the arena's controllers get in addition to the game's own rules. It reads raw stick bytes, because the
 * processed ones no longer show the speed of the stick. Source: the published codes of UCF 0.84, checked on recordings.
 */
import { DASH, PASS, SDI, SQUAT } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { f } from '../math.ts'
import type { ControllerReading } from './controller.ts'

/** A stick at full tilt on one axis and within this of the centre on the other counts as exactly cardinal. */
const CARDINAL_FULL = 80
const CARDINAL_SLACK = 6
/** Raw units within two frames that make a flick. */
const DASH_FLICK = 75
const SHIFT_FLICK = 62
/** A crouch ends above this on the rim. */
const RIM_RELEASE = f(0.59)
/** A stick at least this far down on the rim drops through a platform. */
const RIM_PASS = f(0.6)

/** Only games with other rules than the arena's are played without UCF. */
function looksAt({ match, port }: Fighter): boolean {
  return match.rules.ucf[port]!
}

export function isCardinal(along: number, across: number): boolean {
  return Math.abs(along) >= CARDINAL_FULL && Math.abs(across) <= CARDINAL_SLACK
}

/** Both sticks; happens after the Pre-Frame record is written. */
export function snapCardinals(fighter: Fighter, { rawCstickX, rawCstickY }: ControllerReading): void {
  if (!looksAt(fighter)) return
  const rawX = fighter.rawX[0]!
  const rawY = fighter.rawY[0]!
  if (isCardinal(rawX, rawY)) {
    fighter.stickX = Math.sign(rawX)
    fighter.stickY = 0
  } else if (isCardinal(rawY, rawX)) {
    fighter.stickX = 0
    fighter.stickY = Math.sign(rawY)
  }
  if (fighter.isFollower) return
  if (isCardinal(rawCstickX, rawCstickY)) {
    fighter.cstickX = Math.sign(rawCstickX)
    fighter.cstickY = 0
  } else if (isCardinal(rawCstickY, rawCstickX)) {
    fighter.cstickX = 0
    fighter.cstickY = Math.sign(rawCstickY)
  }
}

/** Second frame of a tilt turn: a stick that moved fast enough dashes back. */
export function isUcfDashBack(fighter: Fighter): boolean {
  if (!looksAt(fighter) || fighter.animationFrame !== 2) return false
  if (f(fighter.stickX * -fighter.facing) < DASH.stick || fighter.tiltXTimer >= DASH.tiltFrames) return false
  return Math.abs(fighter.rawX[0]! - fighter.rawX[2]!) > DASH_FLICK
}

/**
 * In a tumble a stick that moved fast enough counts as a flick one frame late. Recordings show this since format 3.9.
 */
export function isUcfWiggle(fighter: Fighter): boolean {
  if (!looksAt(fighter) || !fighter.match.rules.isUcf080) return false
  if (fighter.tiltXTimer !== 1 || Math.abs(fighter.stickX) < DASH.stick) return false
  return Math.abs(fighter.previousStickX) < DASH.stick && Math.abs(fighter.rawX[0]! - fighter.rawX[2]!) > DASH_FLICK
}

/** A flick that began as the hit landed, which uses up the tilt, still counts for SDI on its second frame. */
export function isUcfShift(fighter: Fighter): boolean {
  if (!looksAt(fighter) || !fighter.match.rules.isUcf084 || !beganToTilt(fighter)) return false
  const { previousStickX, previousStickY, rawX, rawY } = fighter
  const x = rawX[0]! - rawX[2]!
  const y = rawY[0]! - rawY[2]!
  const wasFull = previousStickX * previousStickX + previousStickY * previousStickY >= SDI.stick * SDI.stick
  return !wasFull && x * x + y * y > SHIFT_FLICK * SHIFT_FLICK
}

/** One axis or the other, on this frame or the one before. */
function beganToTilt({ tiltXSide, tiltYSide, lastTiltXTimer, lastTiltYTimer }: Fighter): boolean {
  return (tiltXSide !== 0 && lastTiltXTimer <= 1) || (tiltYSide !== 0 && lastTiltYTimer <= 1)
}

/** The same behind a shield, where a stick from the left may start anywhere. */
export function isUcfShieldShift(fighter: Fighter): boolean {
  if (!looksAt(fighter) || !fighter.match.rules.isUcf084 || fighter.tiltXSide === 0 || fighter.lastTiltXTimer > 1)
    return false
  return fighter.previousStickX < SDI.stick && Math.abs(fighter.rawX[0]! - fighter.rawX[2]!) > SHIFT_FLICK
}

/** The stick rests on the rim of its gate. */
function isOnRim(fighter: Fighter): boolean {
  const x = rimUnits(fighter.stickX)
  const y = rimUnits(fighter.stickY)
  const beyond = x * x + y * y - CARDINAL_FULL * CARDINAL_FULL
  return fighter.match.rules.isUcf084 ? beyond > 0 : beyond >= 0
}

function rimUnits(value: number): number {
  return Math.trunc(CARDINAL_FULL * Math.abs(value) - 1e-4) + 2
}

/** A crouch that the stick leaves along the rim lasts a frame longer, so that a dash back is possible. */
export function crouchRelease(fighter: Fighter): number {
  return looksAt(fighter) && fighter.tiltXTimer === 0 && isOnRim(fighter) ? RIM_RELEASE : SQUAT.release
}

/**
 * Behind a shield a stick down along the rim for two frames drops through a platform, from a little higher.
 * Recordings show this.
 */
export function isUcfPass(fighter: Fighter): boolean {
  const { match, stickY, previousStickY, tiltYTimer } = fighter
  if (!looksAt(fighter) || !match.rules.isUcf084 || tiltYTimer >= PASS.tiltFrames) return false
  return stickY <= -RIM_PASS && previousStickY <= -RIM_PASS && isOnRim(fighter)
}

/** An old tilt down along the rim requests a platform drop and not a spot dodge. */
export function isShieldDrop(fighter: Fighter): boolean {
  if (!looksAt(fighter)) return false
  return fighter.tiltXTimer > 3 && fighter.stickY > -DASH.stick && fighter.stickY <= -PASS.stick && isOnRim(fighter)
}
