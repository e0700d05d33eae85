/** Chooses the windows of a recording that are judged, by what happens in their frames. */
import type { PostFrame } from '@arena/slp'
import { ACTION } from '../../../engine/src/action-ids.ts'
import { FLAGS } from '../../../engine/src/events/recorder.ts'
import { FIRST_OWN_ACTION } from '../../../engine/src/tables/actions.ts'
import { isFrozen } from '../../../engine/src/recorded/rebuild.ts'
import { fightersOf, type RecordedFrame } from './recording.ts'

export type WindowFilter = (frames: readonly RecordedFrame[]) => boolean

/** Ranges of actions without an attack or a hit. */
const MOVEMENT: readonly (readonly [first: number, last: number])[] = [
  [ACTION.DeadDown, ACTION.FallSpecialB],
  [ACTION.Squat, ACTION.LandingFallSpecial],
  [ACTION.GuardOn, ACTION.GuardOff],
  [ACTION.EscapeF, ACTION.EscapeAir],
  [ACTION.Pass, ACTION.OttottoWait],
  [ACTION.MissFoot, ACTION.CliffJumpQuick2],
  [ACTION.Entry, ACTION.EntryEnd],
]

function isMoving(post: PostFrame): boolean {
  const { actionStateId, stateBitFlags4 } = post
  if (isFrozen(post) || (stateBitFlags4 & FLAGS.stateBitFlags4.hitstun) !== 0) return false
  return MOVEMENT.some(([first, last]) => actionStateId >= first && actionStateId <= last)
}

/** Only common actions, and no item. */
const isPlain: WindowFilter = (frames) =>
  frames.every(
    (frame) =>
      frame.events.items.length === 0 &&
      fightersOf(frame).every(({ actionStateId }) => actionStateId < FIRST_OWN_ACTION),
  )

/** No attack, and no hit. */
const isMovement: WindowFilter = (frames) =>
  isPlain(frames) && frames.every((frame) => fightersOf(frame).every(isMoving))

export const WINDOW_FILTERS = { plain: isPlain, movement: isMovement, all: () => true } as const satisfies Record<
  string,
  WindowFilter
>
