/**
 * Motion on the floor. A function here changes the speed along the floor and turns it into motion along the floor's
 * slope; a callback that does neither keeps the motion of the frame before. Source: doldecomp/melee (ftCommon_8007C98C
 * and related functions); friction and its doubling checked on recordings.
 */
import { FAST_FRICTION, WALK } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { f } from '../math.ts'

function change(fighter: Fighter, acceleration: number): void {
  const { groundMaxHorizontalVelocity } = fighter.kind.attributes
  const velocity = f(fighter.groundVelocity + acceleration)
  fighter.groundVelocity = Math.max(-groundMaxHorizontalVelocity, Math.min(groundMaxHorizontalVelocity, velocity))
  setMotion(fighter)
}

/** The motion that belongs to the present speed along the floor. */
export function setMotion(fighter: Fighter): void {
  const { normalX, normalY } = fighter.match.terrain
  fighter.selfVx = f(normalY[fighter.floorLine]! * fighter.groundVelocity)
  fighter.selfVy = f(-normalX[fighter.floorLine]! * fighter.groundVelocity)
}

/** Slows by `amount`, at most to rest. */
export function slow(fighter: Fighter, amount: number): void {
  const velocity = fighter.groundVelocity
  const loss = Math.min(amount, Math.abs(velocity))
  change(fighter, velocity > 0 ? -loss : loss)
}

/** Friction of attacks, landings, shields and Wait on the ground, doubled above walking speed. */
export function stopOnGround(fighter: Fighter): void {
  const { groundFriction, walkMaxVel } = fighter.kind.attributes
  const isFast = Math.abs(fighter.groundVelocity) > walkMaxVel
  slow(fighter, isFast ? f(groundFriction * FAST_FRICTION) : groundFriction)
}

/**
 * Toward `target` by `acceleration`; a fighter faster than the target in that direction slows by `friction` instead.
 */
function accelerate(fighter: Fighter, acceleration: number, target: number, friction: number): void {
  const velocity = fighter.groundVelocity
  if (target === 0) {
    slow(fighter, friction)
    return
  }
  const sign = target > 0 ? 1 : -1
  const along = velocity * sign
  const limit = Math.abs(target)
  if (along > limit) {
    change(fighter, -sign * Math.min(friction, f(along - limit)))
    return
  }
  const next = f(velocity + acceleration)
  change(fighter, next * sign > limit ? f(target - velocity) : acceleration)
}

/** Acceleration scaled by the stick, toward the stick's share of a top speed, decreasing near it. */
function accelerateByStick(fighter: Fighter, mul: number, base: number, max: number, taper: number): void {
  const { stickX } = fighter
  const target = f(stickX * max)
  let acceleration = f(stickX * mul + (stickX > 0 ? base : stickX < 0 ? -base : 0))
  if (target !== 0 && taper !== 0) {
    const ratio = f(fighter.groundVelocity / target)
    if (ratio > 0 && ratio < 1) acceleration = f(acceleration * f(f(1 - ratio) * taper))
  }
  accelerate(fighter, acceleration, target, fighter.kind.attributes.groundFriction)
}

export function walkOnGround(fighter: Fighter, share = 1): void {
  const { walkAccelMul, walkAccelBase, walkMaxVel } = fighter.kind.attributes
  accelerateByStick(fighter, f(walkAccelMul * share), f(walkAccelBase * share), f(walkMaxVel * share), WALK.taper)
}

/** Dash: acceleration does not decrease. Run: it does. */
export function runOnGround(fighter: Fighter, taper: number): void {
  const { dashAccelMul, dashAccelBase, dashMaxVelocity } = fighter.kind.attributes
  accelerateByStick(fighter, dashAccelMul, dashAccelBase, dashMaxVelocity, taper)
}

/**
 * Turning while running: acceleration against the previous direction as in a dash. Above the top speed friction is
 * subtracted from it, and no more than that, so that a turn may end faster than any run. Source: doldecomp/melee
 * (ftCo_TurnRun_Phys).
 */
export function runBackOnGround(fighter: Fighter): void {
  const { dashAccelMul, dashAccelBase, dashMaxVelocity, groundFriction } = fighter.kind.attributes
  const { stickX, groundVelocity } = fighter
  const sign = stickX > 0 ? 1 : -1
  const target = f(stickX * dashMaxVelocity)
  let acceleration = f(stickX * dashAccelMul + sign * dashAccelBase)
  if (f(groundVelocity + acceleration) * sign > target * sign) {
    acceleration = f(acceleration - sign * groundFriction)
    if (f(groundVelocity + acceleration) * sign < target * sign) acceleration = f(target - groundVelocity)
  }
  change(fighter, acceleration)
}

/** The action's own motion replaces the speed (rolls, get-ups). `dx` is along the facing at the action's start. */
export function followRootMotion(fighter: Fighter, dx: number): void {
  fighter.groundVelocity = f(dx * fighter.facingAtStart)
  setMotion(fighter)
}

/** Shifts the position at once, without changing a speed (ftCo_80093240, ftColl_80076528). */
export function moveAlongFloor(fighter: Fighter, way: number): void {
  const { match, floorLine } = fighter
  const { normalX, normalY } = match.terrain
  fighter.x = f(fighter.x + f((normalY[floorLine] ?? 1) * way))
  fighter.y = f(fighter.y - f((normalX[floorLine] ?? 0) * way))
}

/** After an animation that moves the fighter by itself it keeps at most running speed. */
export function clampToRunSpeed(fighter: Fighter): void {
  const { dashMaxVelocity } = fighter.kind.attributes
  fighter.groundVelocity = Math.max(-dashMaxVelocity, Math.min(dashMaxVelocity, fighter.groundVelocity))
}
