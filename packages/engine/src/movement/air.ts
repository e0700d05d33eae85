/**
 * Motion in the air: gravity, fastfall, drift. Source: doldecomp/melee (ft_80084DB0, ftCommon_8007D2E8 and related
 * functions); checked on recordings: gravity on 26,000 to 55,000 frames per fighter, drift 92 to 99 % exact.
 */
import { FAST_AIR_FRICTION, FAST_FALL, INPUT } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { f, fma } from '../math.ts'

/** Falls with the action's own gravity. */
export function fallAt(fighter: Fighter, gravity: number): void {
  const { terminalVelocity } = fighter.kind.attributes
  fighter.selfVy = Math.max(-terminalVelocity, f(fighter.selfVy - gravity))
}

/** Falls with the action's own gravity, up to its own speed. */
export function fallUpTo(fighter: Fighter, gravity: number, most: number): void {
  fighter.selfVy = Math.max(-most, f(fighter.selfVy - gravity))
}

/** Starts a fastfall when the stick asks for it. */
function tryFastFall(fighter: Fighter): void {
  if (fighter.isFastFalling || fighter.selfVy >= 0) return
  if (fighter.stickY > -FAST_FALL.stick || fighter.tiltYTimer >= FAST_FALL.tiltFrames) return
  fighter.isFastFalling = true
  fighter.tiltYTimer = INPUT.timerEnd
}

/** Gravity, or the fastfall's constant speed. `isHindered`: gravity up to that speed. */
export function fall(fighter: Fighter, isHindered = false): void {
  const { gravity, terminalVelocity, fastFallVelocity } = fighter.kind.attributes
  tryFastFall(fighter)
  const most = isHindered ? fastFallVelocity : terminalVelocity
  fighter.selfVy = fighter.isFastFalling ? -fastFallVelocity : Math.max(-most, f(fighter.selfVy - gravity))
}

/** Horizontal speed from the stick, up to `most` (hindered falls). */
export function drift(fighter: Fighter, most = Infinity): void {
  const { airDriftStickMul, aerialDriftBase, airDriftMax } = fighter.kind.attributes
  driftToward(fighter, airDriftStickMul, aerialDriftBase, airDriftMax, most)
}

export function driftToward(fighter: Fighter, mul: number, base: number, max: number, most = Infinity): void {
  const { stickX, selfVx } = fighter
  const { aerialFriction, airMaxHorizontalVelocity } = fighter.kind.attributes
  if (stickX === 0) {
    slowInAir(fighter)
    return
  }
  const sign = stickX > 0 ? 1 : -1
  const target = sign * Math.min(f(Math.abs(stickX) * max), most)
  const acceleration = fma(stickX, mul, sign * base)
  const along = selfVx * sign
  const limit = Math.abs(target)
  if (along > limit) {
    const loss = Math.min(aerialFriction, f(along - limit))
    fighter.airAccelerationX = -sign * Math.max(loss, f(along - airMaxHorizontalVelocity))
    return
  }
  const next = f(selfVx + acceleration)
  fighter.airAccelerationX = next * sign > limit ? f(target - selfVx) : acceleration
}

/** The change that brings a speed nearer to 0 by this amount. */
function slowing(vx: number, amount: number): number {
  const change = Math.min(amount, Math.abs(vx))
  return vx > 0 ? -change : change
}

/** Nearer to rest by friction. */
export function slowInAir(fighter: Fighter): void {
  fighter.airAccelerationX = slowing(fighter.selfVx, fighter.kind.attributes.aerialFriction)
}

export function slowInAirBy(fighter: Fighter, amount: number): void {
  fighter.airAccelerationX = slowing(fighter.selfVx, amount)
}

/** Air friction, and more above the greatest speed of drift (ftCommon_8007CF58). */
export function slowToDrift(fighter: Fighter): void {
  const { airDriftMax, aerialFriction } = fighter.kind.attributes
  slowInAirBy(fighter, Math.abs(fighter.selfVx) > airDriftMax ? FAST_AIR_FRICTION : aerialFriction)
}

/** The physics of all states with free movement in the air. */
export function fallAndDrift(fighter: Fighter): void {
  fall(fighter)
  drift(fighter)
}

/** Helpless: gravity and air friction only. */
export function fallWithoutDrift(fighter: Fighter): void {
  fallAt(fighter, fighter.kind.attributes.gravity)
  slowInAir(fighter)
}

/** Horizontal speed, limited to the greatest speed of drift. */
export function clampToDrift(fighter: Fighter): void {
  const { airDriftMax } = fighter.kind.attributes
  if (fighter.selfVx > airDriftMax) fighter.selfVx = airDriftMax
  else if (fighter.selfVx < -airDriftMax) fighter.selfVx = -airDriftMax
}
