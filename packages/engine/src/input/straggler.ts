/**
 * A follower out of step: it walks back to its leader, jumps up to it, comes back to the stage, climbs a ledge, gets
 * up. The game's own computer player decides in more detail, and partly at random; this is a simple substitute.
 */
import { ACTION } from '../action-ids.ts'
import { STRAGGLER } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { BUTTON } from './buttons.ts'
import type { ControllerReading } from './controller.ts'

export function goAfter(fighter: Fighter, into: ControllerReading): void {
  into.stickX = 0
  into.stickY = 0
  into.cstickX = 0
  into.cstickY = 0
  into.trigger = 0
  into.buttons = 0
  const { action } = fighter
  if (action === ACTION.CliffWait || action === ACTION.DownWaitU || action === ACTION.DownWaitD) into.stickY = 1
  else if (fighter.isAirborne) steerHome(fighter, into)
  else walkUp(fighter, into)
}

function walkUp(fighter: Fighter, into: ControllerReading): void {
  const { leader } = fighter
  const dx = leader.x - fighter.x
  if (Math.abs(dx) > STRAGGLER.arrival) into.stickX = Math.sign(dx) * STRAGGLER.push
  else if (leader.y - fighter.y > STRAGGLER.tooHigh) pressJump(fighter, into)
}

/** Toward the leader, or toward the stage when there is no stage below. */
function steerHome(fighter: Fighter, into: ControllerReading): void {
  const { leader, match } = fighter
  const edge = match.stage.ledges[0]!
  const reach = Math.abs(edge.x)
  const isOff = Math.abs(fighter.x) > reach
  const goal = isOff || Math.abs(leader.x) > reach ? 0 : leader.x
  if (Math.abs(goal - fighter.x) > STRAGGLER.arrival) into.stickX = Math.sign(goal - fighter.x) * STRAGGLER.push
  if (isOff && fighter.y < edge.y && fighter.selfVy < 0) pressJump(fighter, into)
}

/** A new press on every other frame, until one counts. */
function pressJump(fighter: Fighter, into: ControllerReading): void {
  if ((fighter.held & BUTTON.X) === 0) into.buttons = BUTTON.X
}
