/**
 * Strength 4: the guard.
 */
import type { Skills } from '../mind.ts'
import { comeBack, stayOn } from '../skills/come-back.ts'
import { di, mash, tech } from '../skills/endure.ts'
import { getUp, leaveLedge } from '../skills/get-up.ts'
import { changeFloor, driftIn, runUp } from '../skills/go.ts'
import { dodgeGrabs, shieldBlows } from '../skills/guard.ts'
import { throwWell } from '../skills/hold.ts'
import { lCancel } from '../skills/l-cancel.ts'
import { stayAlive } from '../skills/safe.ts'
import { strike } from '../skills/strike.ts'

export const GUARD: Skills = {
  survive: [stayOn, di, tech, comeBack, mash, shieldBlows],
  seize: [leaveLedge, getUp, throwWell, dodgeGrabs, strike({ from: 2, foresees: false })],
  move: [driftIn, changeFloor, runUp(10)],
  touches: [lCancel, stayAlive],
}
