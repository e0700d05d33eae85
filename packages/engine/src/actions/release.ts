/** When a throw lets its victim go. */
import { GRAB } from '../constants.ts'
import type { ActionState } from './action.ts'

/** Frames of a throw at a rate of 1. */
export function throwLength({ move, length }: ActionState): number {
  return move?.totalFrames || length
}

/**
 * Counter at which a throw releases. Where it is not known: after the throw's last hit, as in most known throws, or a
 * usual one.
 */
export function releaseFrame(state: ActionState): number {
  const known = state.throwEnd.frame
  if (known > 0) return known
  const window = state.move?.windows.at(-1)
  return window ? window.last + 1 : Math.ceil(throwLength(state) * GRAB.usualRelease)
}
