/** The actions behind the entries of `action.ts`. */
import type { Entries } from './action.ts'
import { fallOff } from './fall.ts'
import { land } from './landing.ts'
import { enterCliffCatch } from './ledge.ts'
import { enterMissFoot, enterOttotto } from './teeter.ts'
import { tryWallJump } from './wall-jump.ts'

export const ENTRIES: Entries = {
  land,
  fallOff,
  stumble: enterMissFoot,
  teeter: enterOttotto,
  catchLedge: enterCliffCatch,
  tryWallJump,
}
