/**
 * Specials that rise along their animation's path, tilted by the stick before they do (Dolphin Slash, Blazer, Peach's
 * parasol, the jump punches). Source: doldecomp/melee (ftMs_SpecialHi, ftPe_SpecialHi, ftMr_SpecialHi).
 */
import type { Fighter } from '../fighter.ts'
import { cosf, f, RADIANS_PER_DEGREE, sinf } from '../math.ts'
import { privates } from '../state/privates.ts'
import { enterSpecial } from './special.ts'

export const TiltedRise = privates({
  /** Angle of the tilt. */
  tilt: 'float',
})

/** Not tilted yet. In the air the fall stops, and this share of the speed remains. */
export function enterRise(fighter: Fighter, action: number, speedShare: number): void {
  if (fighter.isAirborne) {
    fighter.selfVy = 0
    fighter.selfVx = f(fighter.selfVx * speedShare)
  }
  enterSpecial(fighter, action)
  TiltedRise.of(fighter).tilt = 0
}

/** The stick beyond `from` turns the fighter round. */
export function turnByStick(fighter: Fighter, from: number): void {
  if (Math.abs(fighter.stickX) <= from) return
  fighter.facing = fighter.stickX > 0 ? 1 : -1
  fighter.facingAtStart = fighter.facing
}

/** Stores the greatest tilt of the stick beyond `from`: `most` degrees at full stick. */
export function noteTilt(fighter: Fighter, from: number, most: number): void {
  const { stickX } = fighter
  const own = TiltedRise.of(fighter)
  const far = Math.abs(stickX)
  if (far <= from) return
  const tilt = f(RADIANS_PER_DEGREE * f(most * f(f(far - from) / f(1 - from))))
  if (tilt > Math.abs(own.tilt)) own.tilt = stickX > 0 ? -tilt : tilt
}

/** Moves along the path at its tilt. */
export function rise(fighter: Fighter, forward: number, up: number): void {
  const tilt = TiltedRise.of(fighter).tilt
  const cos = cosf(tilt)
  const sin = sinf(tilt)
  const along = f(forward * fighter.facing)
  fighter.selfVx = f(f(along * cos) - f(up * sin))
  fighter.selfVy = f(f(along * sin) + f(up * cos))
}
