/**
 * UCF 0.84: what the arena's controllers get on top of the game's own rules. It looks at raw stick bytes, because the
 * processed ones have lost how fast the stick moved. Source: the published codes of UCF 0.84, checked on recordings.
 */
import { DASH, PASS, SQUAT } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { f } from '../math.ts'

/** A stick at full tilt on one axis and within this of the centre on the other counts as exactly cardinal. */
const CARDINAL_FULL = 80
const CARDINAL_SLACK = 6
/** Raw units within two frames that make a flick. */
const DASH_FLICK = 75
/** A crouch ends above this on the rim. */
const RIM_RELEASE = f(0.59)

/** Only games without the arena's rules are played without it. */
function looksAt({ match, port }: Fighter): boolean {
  return match.ucf[port]!
}

/** Happens after the Pre-Frame record is written. */
export function snapCardinals(fighter: Fighter): void {
  if (!looksAt(fighter)) return
  const rawX = fighter.rawX[0]!
  const rawY = fighter.rawY[0]!
  if (Math.abs(rawX) >= CARDINAL_FULL && Math.abs(rawY) <= CARDINAL_SLACK) {
    fighter.stickX = rawX > 0 ? 1 : -1
    fighter.stickY = 0
  } else if (Math.abs(rawY) >= CARDINAL_FULL && Math.abs(rawX) <= CARDINAL_SLACK) {
    fighter.stickX = 0
    fighter.stickY = rawY > 0 ? 1 : -1
  }
}

/** Second frame of a tilt turn: a stick that came over fast enough dashes back. */
export function isUcfDashBack(fighter: Fighter): boolean {
  if (!looksAt(fighter) || fighter.animationFrame !== 2) return false
  if (f(fighter.stickX * -fighter.facing) < DASH.stick || fighter.tiltXTimer >= DASH.tiltFrames) return false
  return Math.abs(fighter.rawX[0]! - fighter.rawX[2]!) > DASH_FLICK
}

/** Tumbling: a stick that came over fast enough counts as a flick one frame late. */
export function isUcfWiggle(fighter: Fighter): boolean {
  if (!looksAt(fighter) || fighter.tiltXTimer !== 1 || Math.abs(fighter.stickX) < DASH.stick) return false
  return Math.abs(fighter.previousStickX) < DASH.stick && Math.abs(fighter.rawX[0]! - fighter.rawX[2]!) > DASH_FLICK
}

/** The stick rests on the rim of its gate. */
function isOnRim(fighter: Fighter): boolean {
  const x = rimUnits(fighter.stickX)
  const y = rimUnits(fighter.stickY)
  return x * x + y * y >= CARDINAL_FULL * CARDINAL_FULL
}

function rimUnits(value: number): number {
  return Math.trunc(CARDINAL_FULL * Math.abs(value) - 1e-4) + 2
}

/** A crouch that the stick leaves along the rim goes on for a frame, out of which a dash back is possible. */
export function crouchRelease(fighter: Fighter): number {
  return looksAt(fighter) && fighter.tiltXTimer === 0 && isOnRim(fighter) ? RIM_RELEASE : SQUAT.release
}

/** An old tilt down along the rim asks for a platform drop, not for a spot dodge. */
export function isShieldDrop(fighter: Fighter): boolean {
  if (!looksAt(fighter)) return false
  return fighter.tiltXTimer > 3 && fighter.stickY > -DASH.stick && fighter.stickY <= -PASS.stick && isOnRim(fighter)
}
