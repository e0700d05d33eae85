/** Whether a fighter is present and free, from its action. */
import { ACTION } from '../action-ids.ts'

interface Acting {
  readonly action: number
}

/** Out of play: nothing happens to it, and recordings do not show it. */
export function isAsleep({ action }: Acting): boolean {
  return action === ACTION.Sleep
}

/** Dead, or not on the stage: neither drawn nor hit. */
export function isAbsent({ action }: Acting): boolean {
  return action <= ACTION.Sleep
}

/** Actions of a fighter that another holds: grabbed, thrown, carried, or seized by a special. */
const CAPTURED = new Uint8Array(ACTION.CaptureKirbyYoshi + 1)
CAPTURED.fill(1, ACTION.CapturePulledHi, ACTION.CaptureDamageLw + 1)
CAPTURED.fill(1, ACTION.ThrownF, ACTION.ThrownlwWomen + 1)
CAPTURED.fill(1, ACTION.ShoulderedWait, ACTION.CaptureYoshi + 1)
CAPTURED.fill(1, ACTION.CaptureKoopa, ACTION.CaptureWaitKirby + 1)
CAPTURED.fill(1, ACTION.CaptureMewtwo, ACTION.ThrownMewtwoAir + 1)
CAPTURED[ACTION.CaptureKirbyYoshi] = 1

export function isCaptured({ action }: Acting): boolean {
  return CAPTURED[action] === 1
}
