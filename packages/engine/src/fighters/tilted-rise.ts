/**
 * Specials that rise along their animation's path, tilted by the stick before they do (Dolphin Slash, Blazer, Peach's
 * parasol). Source: doldecomp/melee (ftMs_SpecialHi, ftPe_SpecialHi).
 */
import type { Fighter } from '../fighter.ts'
import { cosf, f, RADIANS_PER_DEGREE, sinf } from '../math.ts'

// Private variable (`stateFloats`).
/** Angle of the tilt. */
export const TILT = 0

/** Remembers the furthest tilt of the stick beyond `from`: `most` degrees at full stick. */
export function noteTilt({ stickX, stateFloats }: Fighter, from: number, most: number): void {
  const far = Math.abs(stickX)
  if (far <= from) return
  const tilt = f(RADIANS_PER_DEGREE * f(most * f(f(far - from) / f(1 - from))))
  if (tilt > Math.abs(stateFloats[TILT]!)) stateFloats[TILT] = stickX > 0 ? -tilt : tilt
}

/** Along the path at its tilt. */
export function rise(fighter: Fighter, forward: number, up: number): void {
  const tilt = fighter.stateFloats[TILT]!
  const cos = cosf(tilt)
  const sin = sinf(tilt)
  const along = f(forward * fighter.facing)
  fighter.selfVx = f(f(along * cos) - f(up * sin))
  fighter.selfVy = f(f(along * sin) + f(up * cos))
}
