/**
 * Strength 3: the striker.
 *
 * Its plan: of all attacks, use the one that reaches the opponent from here and is worth most. Halve the lag of every landing.
 * Off the stage, know how far each jump and special carries, and use each as late as possible.
 *
 * The lesson: play from figures, not from guesses. Every attack has a first frame, a reach and a cost (`attacksOf`); the same code
 * then plays all 26 characters, each with what it is good at.
 */
import type { Skills } from '../mind.ts'
import { comeBack, stayOn } from '../skills/come-back.ts'
import { getUp, leaveLedge } from '../skills/get-up.ts'
import { changeFloor, driftIn, runUp, steer } from '../skills/go.ts'
import { throwAway } from '../skills/hold.ts'
import { lCancel } from '../skills/l-cancel.ts'
import { stayAlive } from '../skills/safe.ts'
import { strike } from '../skills/strike.ts'

export const STRIKER: Skills = {
  reaction: 16,
  survive: [stayOn, comeBack],
  seize: [leaveLedge, getUp, throwAway, strike({ from: 2 })],
  move: [driftIn, changeFloor, runUp(10)],
  touches: [steer, lCancel, stayAlive],
}
