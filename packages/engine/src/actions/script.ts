/** The script of an action on the present frame. Scripts are data (`tables/moves.ts`, `tables/actions.ts`). */
import { BODY_STATE } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { isWithin } from '../tables/actions.ts'

/** Whether the script is over; a move without one lasts the measured length of its action. */
export function hasScriptEnded({ state, animationFrame }: Fighter): boolean {
  const { move, length } = state
  return animationFrame > (move?.totalFrames ? move.totalFrames : length)
}

/** Whether the move may be interrupted on this frame. */
export function isOpen({ state, animationFrame }: Fighter): boolean {
  const from = state.move?.interruptible ?? 0
  return from > 0 && animationFrame >= from
}

/** Whether the script allows the next of a series to follow on this frame. */
export function followsOn(fighter: Fighter): boolean {
  const followups = fighter.state.move?.followups
  if (!followups) return false
  for (let i = 0; i < followups.length; i += 3) {
    const isNow = fighter.animationFrame >= followups[i + 1]! && fighter.animationFrame <= followups[i + 2]!
    if (followups[i] === fighter.action && isNow) return true
  }
  return false
}

/** The body is intangible on the frames that the script names. */
export function followIntangibility(fighter: Fighter): void {
  const { intangible } = fighter.state.windows
  fighter.bodyState = isWithin(intangible, fighter.actionFrame) ? BODY_STATE.intangible : BODY_STATE.normal
}

/** The facing turns round on the frame that the script names. */
export function followFlip(fighter: Fighter): void {
  if (fighter.actionFrame === fighter.state.windows.flip) fighter.facing = -fighter.facing
}
