/** The last frames of a leader, which its follower imitates. */
import { FIRST_FRAME } from '@arena/slp'
import type { Fighter } from '../fighter.ts'
import type { Match } from '../match.ts'
import { TRAIL_FRAMES, type TrailRecord } from '../state/fields.ts'

/** Where the trail holds this frame's note. */
export function slotNow({ record }: Match): number {
  return (record.frame - FIRST_FRAME) % TRAIL_FRAMES
}

/** As if the leader had stood there without input for many frames. */
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

/**
 * A UCF dash back is passed on as if it had begun as a flick: with a full stick, already turned round. Recordings show
 * this.
 */
export function noteDashBack(leader: Fighter): void {
  const { fighters } = leader.match
  for (let i = 0; i < fighters.length; i++) {
    const { trail } = fighters[i]!
    if (!trail || fighters[i]!.leader !== leader) continue
    trail.stickX[slotNow(leader.match)] = leader.facing
    trail.facing[slotNow(leader.match)] = leader.facing
  }
}
