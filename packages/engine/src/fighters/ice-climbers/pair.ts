/**
 * Specials of both climbers together: when Nana takes part, and her place beside Popo. Source: doldecomp/melee
 * (ftNn_Init).
 */
import { ACTION } from '../../action-ids.ts'
import { touchGround } from '../../actions/change.ts'
import { isAmong, type Stretches } from '../../actions/stretches.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'

/** Greatest distance at which she takes part: an estimate. */
const REACH = f(15)

/** Moving, crouching, landing, taunting: actions with 0 in the second byte of their flags (ftmotionstates.c). */
export const IDLE: Stretches = [
  [ACTION.Wait, ACTION.FallSpecialB],
  [ACTION.Squat, ACTION.LandingFallSpecial],
  [ACTION.LandingAirN, ACTION.LandingAirLw],
  [ACTION.AppealSR, ACTION.AppealSL],
  [ACTION.BuryJump, ACTION.BuryJump],
  [ACTION.DamageIceJump, ACTION.DamageIceJump],
]

/** Nana, if she is near and in an action out of which she takes part. */
export function partnerOf(popo: Fighter, from: Stretches): Fighter | undefined {
  const { follower } = popo
  if (!follower || follower.isFrozen || !isAmong(follower.action, from)) return undefined
  const dx = f(popo.x - follower.x)
  const dy = f(popo.y - follower.y)
  return f(f(dx * dx) + f(dy * dy)) < REACH * REACH ? follower : undefined
}

/** Puts Nana at Popo's place, on the same floor or in the air as he is, with his speed. */
export function standWith(nana: Fighter): void {
  const { leader: popo } = nana
  if (nana.isAirborne !== popo.isAirborne) {
    if (popo.isAirborne) nana.isAirborne = true
    else touchGround(nana)
  }
  nana.x = popo.x
  nana.y = popo.y
  nana.floorLine = popo.floorLine
}

/** Her speed is his. */
export function moveWith(nana: Fighter): void {
  const { leader: popo } = nana
  nana.selfVx = popo.selfVx
  nana.selfVy = popo.selfVy
  nana.groundVelocity = popo.groundVelocity
  nana.airAccelerationX = 0
  nana.facing = popo.facing
}
