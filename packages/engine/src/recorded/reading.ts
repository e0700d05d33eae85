/** A controller as a recording has it after the game read it, dead zones and derived buttons included. */
import type { PreFrame } from '@arena/slp'
import type { ControllerReading } from '../input/controller.ts'

/** Raw y where no cardinal is snapped: off centre and off the rim. */
const OFF_CARDINAL = 40

/** `snaps` says whether the game treats a stick at full tilt on one axis as exactly cardinal. */
export function readRecorded(pre: PreFrame, snaps: boolean, into: ControllerReading): void {
  into.stickX = pre.joystickX
  into.stickY = pre.joystickY
  into.cstickX = pre.cStickX
  into.cstickY = pre.cStickY
  into.physicalButtons = pre.physicalButtons
  into.physicalL = pre.physicalLTrigger
  into.physicalR = pre.physicalRTrigger
  into.rawX = pre.rawJoystickX
  into.rawY = snaps ? pre.rawJoystickY : OFF_CARDINAL
  into.rawCstickX = pre.rawCStickX
  into.rawCstickY = pre.rawCStickY
  into.buttons = pre.buttons | 0
  into.trigger = pre.trigger
}
