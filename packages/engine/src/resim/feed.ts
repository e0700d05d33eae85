/**
 * Feeds a recorded frame to a match: controllers as they were processed, the generator's state, and the stage's moving
 * parts where the recording tells of them.
 */
import type { PreFrame } from '@arena/slp'
import { deriveButtons, type ControllerReading } from '../input/controller.ts'
import { f } from '../math.ts'

/** Stick directions among the processed buttons. */
const DIRECTIONS = 0x00ff_0000

/** Older recordings lack some raw bytes; what the processed stick tells stands in for them. */
export function readRecorded(pre: PreFrame, hasRawY: boolean, into: ControllerReading): void {
  into.stickX = pre.joystickX
  into.stickY = pre.joystickY
  into.cstickX = pre.cStickX
  into.cstickY = pre.cStickY
  into.physicalButtons = pre.physicalButtons
  into.physicalL = pre.physicalLTrigger
  into.physicalR = pre.physicalRTrigger
  into.rawX = pre.rawJoystickX
  into.rawY = hasRawY ? pre.rawJoystickY : Math.round(f(pre.joystickY * 80))
  into.rawCstickX = pre.rawCStickX
  into.rawCstickY = pre.rawCStickY
  deriveButtons(into, pre.buttons & DIRECTIONS)
  into.trigger = pre.trigger
}
