/** What a follower goes by: the last frames of its leader. */
import type { Fighter } from '../fighter.ts'
import type { TrailRecord } from '../state/fields.ts'

/** As if the leader had stood there, untouched, for long. */
export function beginTrail({ leader }: Fighter, trail: TrailRecord): void {
  trail.isInStep = false
  trail.stickX.fill(0)
  trail.stickY.fill(0)
  trail.cstickX.fill(0)
  trail.cstickY.fill(0)
  trail.buttons.fill(0)
  trail.x.fill(leader.x)
  trail.y.fill(leader.y)
  trail.facing.fill(leader.facing)
}
