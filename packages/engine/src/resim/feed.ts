/**
 * Feeds a recorded frame to a match: controllers as they were processed, and the stage's moving parts where the
 * recording tells of them.
 */
import type { PreFrame } from '@arena/slp'
import { deriveButtons, type ControllerReading } from '../input/controller.ts'

/** Stick directions among the processed buttons. */
const DIRECTIONS = 0x00ff_0000

/** Stands in for the raw y that older recordings lack: off centre and off the rim, so that no cardinal is snapped. */
const NO_RAW_Y = 40

export function readRecorded(pre: PreFrame, hasRawY: boolean, into: ControllerReading): void {
  into.stickX = pre.joystickX
  into.stickY = pre.joystickY
  into.cstickX = pre.cStickX
  into.cstickY = pre.cStickY
  into.physicalButtons = pre.physicalButtons
  into.physicalL = pre.physicalLTrigger
  into.physicalR = pre.physicalRTrigger
  into.rawX = pre.rawJoystickX
  into.rawY = hasRawY ? pre.rawJoystickY : NO_RAW_Y
  into.rawCstickX = pre.rawCStickX
  into.rawCstickY = pre.rawCStickY
  deriveButtons(into, pre.buttons & DIRECTIONS)
  into.trigger = pre.trigger
}
