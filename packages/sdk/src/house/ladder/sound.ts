/**
 * Strength 6: the sound one.
 *
 * Its plan: all of the above, without delay, and leave no opening unused. Follow an opponent that flies, tumbles or lies to
 * where it will be. While it is off the stage, wait for it at the edge; once its jumps are spent, take the ledge that it needs.
 *
 * The lesson: a hit is the beginning. An opponent that cannot choose where it goes is the easiest to hit, and one off the stage
 * has to come back past you.
 */
import type { Skills } from '../mind.ts'
import { comeBack, stayOn } from '../skills/come-back.ts'
import { di, mash, tech } from '../skills/endure.ts'
import { getUpWell, leaveLedgeWell } from '../skills/get-up.ts'
import { changeFloor, driftIn, runUp, steer } from '../skills/go.ts'
import { dodgeGrabs, shieldBlows } from '../skills/guard.ts'
import { throwWell } from '../skills/hold.ts'
import { lCancel } from '../skills/l-cancel.ts'
import { keepLedge, takeLedge, waitAtEdge } from '../skills/edge-guard.ts'
import { pursue } from '../skills/pursue.ts'
import { stayAlive } from '../skills/safe.ts'
import { space } from '../skills/space.ts'
import { strike } from '../skills/strike.ts'

export const SOUND: Skills = {
  reaction: 0,
  survive: [stayOn, di, tech, comeBack, mash, shieldBlows],
  seize: [
    keepLedge,
    leaveLedgeWell,
    getUpWell,
    throwWell,
    dodgeGrabs,
    takeLedge,
    strike({ from: 3, heeds: true, foresees: true, respects: true }),
  ],
  move: [driftIn, waitAtEdge, pursue, changeFloor, space, runUp(10)],
  touches: [steer, lCancel, stayAlive],
}
