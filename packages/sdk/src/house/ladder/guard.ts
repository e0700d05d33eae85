/**
 * Strength 4: the guard.
 *
 * Its plan: strike as the striker does, but answer the opponent as well. Raise the shield before a blow lands, and strike or
 * grab out of it. Strike while the opponent is bound to what it does, not into its blow. Step aside from grabs. Throw where it
 * hurts. In a hit, bend the flight with the stick; before the floor, tech. Off the ledge and the floor, go where it is not.
 *
 * The lesson: half of a game is the opponent's. A fighter that is hit still has the stick, and each of these small answers is
 * worth a few percent, on every hit of the game.
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
import { strike } from '../skills/strike.ts'

export const GUARD: Skills = {
  reaction: 8,
  survive: [stayOn, di, tech, comeBack, mash, shieldBlows],
  seize: [leaveLedgeWell, getUpWell, throwWell, dodgeGrabs, strike({ from: 2, heeds: true })],
  move: [driftIn, changeFloor, runUp(10)],
  touches: [steer, lCancel, stayAlive],
}
