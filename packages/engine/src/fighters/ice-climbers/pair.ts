/** What both climbers do together: when Nana takes part, and how she is put beside Popo. Source: doldecomp/melee (ftNn_Init). */
import { touchGround } from '../../actions/change.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'
import { isAtEase } from '../../phases/follow.ts'
import { isAsleep, isCaptured } from '../../state/presence.ts'

/** How near she must be: an estimate. */
const REACH = f(15)

/** Nana, if she is near and free to take part. */
export function partnerOf(popo: Fighter): Fighter | undefined {
  const { follower } = popo
  if (!follower || isAsleep(follower) || isCaptured(follower) || !isAtEase(follower) || follower.isFrozen)
    return undefined
  const dx = f(popo.x - follower.x)
  const dy = f(popo.y - follower.y)
  return f(f(dx * dx) + f(dy * dy)) < REACH * REACH ? follower : undefined
}

/** Nana is where Popo is, on the same floor or in the air as he is, and as fast. */
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
