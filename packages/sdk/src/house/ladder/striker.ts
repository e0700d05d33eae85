/**
 * Strength 3: the striker.
 */
import type { Skills } from '../mind.ts'
import { comeBack, stayOn } from '../skills/come-back.ts'
import { getUp, leaveLedge } from '../skills/get-up.ts'
import { changeFloor, driftIn, runUp } from '../skills/go.ts'
import { throwAway } from '../skills/hold.ts'
import { lCancel } from '../skills/l-cancel.ts'
import { stayAlive } from '../skills/safe.ts'
import { strike } from '../skills/strike.ts'

export const STRIKER: Skills = {
  survive: [stayOn, comeBack],
  seize: [leaveLedge, getUp, throwAway, strike({ from: 2, foresees: false })],
  move: [driftIn, changeFloor, runUp(10)],
  touches: [lCancel, stayAlive],
}
