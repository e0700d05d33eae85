/**
 * Strength 5: the dancer.
 *
 * Its plan: stay at the rim of the opponent's reach, in and out, with dashes and wavedashes. Strike where the opponent will be,
 * while it is bound to something, and not through an attack or a reach that would strike first.
 *
 * The lesson: look ahead. What is decided now is played three frames later and hits later still. Everything that is bound to its
 * motion, such as a jump, a landing or a hit, can be computed until then (predict.ts, timing.ts).
 */
import type { Skills } from '../mind.ts'
import { comeBack, stayOn } from '../skills/come-back.ts'
import { di, mash, tech } from '../skills/endure.ts'
import { getUpWell, leaveLedgeWell } from '../skills/get-up.ts'
import { changeFloor, driftIn, runUp, steer } from '../skills/go.ts'
import { dodgeGrabs, shieldBlows } from '../skills/guard.ts'
import { throwWell } from '../skills/hold.ts'
import { lCancel } from '../skills/l-cancel.ts'
import { stayAlive } from '../skills/safe.ts'
import { space } from '../skills/space.ts'
import { strike } from '../skills/strike.ts'

export const DANCER: Skills = {
  reaction: 6,
  survive: [stayOn, di, tech, comeBack, mash, shieldBlows],
  seize: [
    leaveLedgeWell,
    getUpWell,
    throwWell,
    dodgeGrabs,
    strike({ from: 3, heeds: true, foresees: true, respects: true }),
  ],
  move: [driftIn, changeFloor, space, runUp(10)],
  touches: [steer, lCancel, stayAlive],
}
