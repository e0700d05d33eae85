/** The script of an attack or special on the present frame. Scripts are data (`tables/moves.ts`). */
import type { Fighter } from '../fighter.ts'

/** Whether the script is over; a move without one lasts the measured length of its action. */
export function hasScriptEnded(fighter: Fighter): boolean {
  const move = fighter.kind.moveOf(fighter.action)
  const frames = move?.totalFrames ? move.totalFrames : fighter.kind.length(fighter.action)
  return fighter.animationFrame > frames
}

/** Whether the move may be interrupted on this frame. */
export function isOpen(fighter: Fighter): boolean {
  const from = fighter.kind.moveOf(fighter.action)?.interruptible ?? 0
  return from > 0 && fighter.animationFrame >= from
}

/** Whether the script allows the next of a series to follow on this frame. */
export function followsOn(fighter: Fighter): boolean {
  const followups = fighter.kind.moveOf(fighter.action)?.followups
  if (!followups) return false
  for (let i = 0; i < followups.length; i += 3) {
    const isNow = fighter.animationFrame >= followups[i + 1]! && fighter.animationFrame <= followups[i + 2]!
    if (followups[i] === fighter.action && isNow) return true
  }
  return false
}
