/**
 * Strength 5: the dancer.
 */
import type { Skills } from '../mind.ts'
import { comeBack, stayOn } from '../skills/come-back.ts'
import { di, mash, tech } from '../skills/endure.ts'
import { getUpWell, leaveLedgeWell } from '../skills/get-up.ts'
import { changeFloor, driftIn, runUp } from '../skills/go.ts'
import { dodgeGrabs, shieldBlows } from '../skills/guard.ts'
import { throwWell } from '../skills/hold.ts'
import { lCancel } from '../skills/l-cancel.ts'
import { stayAlive } from '../skills/safe.ts'
import { space } from '../skills/space.ts'
import { strike } from '../skills/strike.ts'

export const DANCER: Skills = {
  survive: [stayOn, di, tech, comeBack, mash, shieldBlows],
  seize: [leaveLedgeWell, getUpWell, throwWell, dodgeGrabs, strike({ from: 3, foresees: true, respects: true })],
  move: [driftIn, changeFloor, space, runUp(10)],
  touches: [lCancel, stayAlive],
}
