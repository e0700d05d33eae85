/**
 * The arithmetic of a hit: staling, knockback, angle, hitlag, hitstun. Pure functions, rounded as the game rounds.
 * Source: doldecomp/melee (ftColl, ftCo_Damage); hitlag, hitstun and staling checked on thousands of recorded hits.
 */
import { CHARGE, HITLAG, HITSTUN, KNOCKBACK, STALE_SLOTS, STALE_WEIGHT } from '../constants.ts'
import { f, RADIANS_PER_DEGREE } from '../math.ts'

/**
 * The share of an attack's damage that remains after its uses among the last ten attacks; the oldest does not count.
 */
export function staleShare(attacks: Int32Array, attack: number): number {
  let share = 1
  for (let i = 0; i < STALE_SLOTS - 1; i++) {
    if (attacks[i] === attack) share = f(share - f(STALE_WEIGHT * (STALE_SLOTS - 1 - i)))
  }
  return share
}

/** Damage of a smash held for `frames`. */
export function chargedDamage(damage: number, frames: number): number {
  return frames === 0 ? damage : f(damage * f(1 + f(CHARGE.gain * f(frames / CHARGE.frames))))
}

interface HitValues {
  readonly growth: number
  readonly setKnockback: number
  readonly baseKnockback: number
}

/**
 * `dealt` is the staled damage of all hits of the frame, `full` the damage as if fresh, `percent` the victim's before
 * them.
 */
export function knockbackOf(hit: HitValues, dealt: number, full: number, percent: number, weight: number): number {
  const ratio = f(f(weight * 0.01) / f(1 + f(weight * 0.01)))
  const lightness = f(2 - f(2 * ratio))
  const after = f(Math.floor(percent) + dealt)
  const force =
    hit.setKnockback > 0
      ? f(1 + f(KNOCKBACK.damageShare * f(KNOCKBACK.setFactor * hit.setKnockback)))
      : f(f(KNOCKBACK.percentShare * after) + f(KNOCKBACK.damageShare * f(Math.floor(full) * after)))
  const scaled = f(KNOCKBACK.base + f(KNOCKBACK.growth * f(lightness * force)))
  const knockback = f(hit.baseKnockback + f(f(0.01 * hit.growth) * scaled))
  return Math.max(0, Math.min(KNOCKBACK.most, knockback))
}

/** Direction of the launch in radians, 0 away from the attacker. */
export function launchAngle(angle: number, knockback: number, isAirborne: boolean): number {
  let degrees = angle
  if (angle >= KNOCKBACK.sakurai) {
    if (isAirborne) degrees = KNOCKBACK.sakuraiAir
    else if (knockback < KNOCKBACK.sakuraiFrom) degrees = 0
    else {
      const share = f(f(knockback - KNOCKBACK.sakuraiFrom) / KNOCKBACK.sakuraiRange)
      degrees = Math.min(KNOCKBACK.sakuraiRaised, f(1 + f(KNOCKBACK.sakuraiRaised * share)))
    }
  }
  return f(degrees * RADIANS_PER_DEGREE)
}

/** The damage of a hit as hitlag, clanks and shields count it: whole, but at least 1 (ftColl_80076640). */
export function wholeDamage(damage: number): number {
  return damage === 0 ? 0 : Math.max(1, Math.floor(damage))
}

/** Hitlag of a hit, from its element and the victim's crouch: each factor loses its fraction. */
export function hitlagOf(damage: number, element = 1, crouch = 1): number {
  if (damage === 0) return 0
  const frames = Math.floor(f(f(damage * HITLAG.share) + HITLAG.base))
  return Math.min(HITLAG.most, Math.floor(f(Math.floor(f(frames * element)) * crouch)))
}

export function hitstunOf(knockback: number): number {
  return Math.max(1, Math.floor(f(HITSTUN.share * knockback)))
}
