/**
 * From a pad's raw bytes to what the game reads of a controller: sticks clamped to a circle, dead zones, derived
 * buttons. Sources: doldecomp/melee (controller library); checked on recorded sticks with raw bytes.
 */
import { f } from '../math.ts'
import { INPUT } from '../constants.ts'
import {
  BUTTON,
  CSTICK_DOWN,
  CSTICK_LEFT,
  CSTICK_RIGHT,
  CSTICK_UP,
  DIGITAL_TRIGGERS,
  GUARD_BIT,
  STICK_DOWN,
  STICK_LEFT,
  STICK_RIGHT,
  STICK_UP,
} from './buttons.ts'

/** Raw bytes as a bot sends them: sticks 0..255 around 128, triggers 0..255. */
export interface Pad {
  buttons: number
  stickX: number
  stickY: number
  cstickX: number
  cstickY: number
  l: number
  r: number
}

/** A controller after the console read it; one object per port, written anew each frame. */
export class ControllerReading {
  stickX = 0
  stickY = 0
  cstickX = 0
  cstickY = 0
  trigger = 0
  /** Button word with its derived bits. */
  buttons = 0
  physicalButtons = 0
  physicalL = 0
  physicalR = 0
  rawX = 0
  rawY = 0
  rawCstickX = 0
  rawCstickY = 0
}

const STICK_CENTRE = 128
/** Sticks are clamped to this length, which then reads as 1. */
const STICK_RANGE = 80
/** Directions are reported as buttons from this length on. */
const STICK_BUTTON_RANGE = 30
const TRIGGER_RANGE = 140

/** Scales an axis to the stick's circle; the result is cut toward zero to a whole number of units. */
function clampAxis(axis: number, other: number): number {
  const square = axis * axis + other * other
  if (square <= STICK_RANGE * STICK_RANGE) return axis
  return Math.trunc((axis * STICK_RANGE) / Math.sqrt(square))
}

function withDeadZone(units: number): number {
  const value = f(units / STICK_RANGE)
  return Math.abs(value) <= INPUT.stickDeadZone ? 0 : value
}

function triggerOf(raw: number): number {
  return raw >= TRIGGER_RANGE ? 1 : f(raw / TRIGGER_RANGE)
}

/** What a recording has of a controller: the raw fields of Pre-Frame. */
export interface RecordedController {
  readonly physicalButtons: number
  readonly rawJoystickX: number
  readonly rawJoystickY: number
  readonly rawCStickX: number
  readonly rawCStickY: number
  readonly physicalLTrigger: number
  readonly physicalRTrigger: number
}

/** The pad that reads as recorded: the inverse of `readController`. Past its range a trigger reads the same at any value. */
export function padOf(recorded: RecordedController, into: Pad): void {
  into.buttons = recorded.physicalButtons
  into.stickX = recorded.rawJoystickX + STICK_CENTRE
  into.stickY = recorded.rawJoystickY + STICK_CENTRE
  into.cstickX = recorded.rawCStickX + STICK_CENTRE
  into.cstickY = recorded.rawCStickY + STICK_CENTRE
  into.l = rawTrigger(recorded.physicalLTrigger)
  into.r = rawTrigger(recorded.physicalRTrigger)
}

/** A value that no trigger has comes out as some other. */
function rawTrigger(value: number): number {
  return value >= 0 && value <= 1 ? Math.round(value * TRIGGER_RANGE) : 0
}

/** The one direction, if any, that a stick reports as a button. */
function directionOf(x: number, y: number, up: number, down: number, left: number, right: number): number {
  if (x * x + y * y < STICK_BUTTON_RANGE * STICK_BUTTON_RANGE) return 0
  if (Math.abs(x) > Math.abs(y)) return x > 0 ? right : left
  return y > 0 ? up : down
}

export function readController(pad: Pad, into: ControllerReading): void {
  const rawX = pad.stickX - STICK_CENTRE
  const rawY = pad.stickY - STICK_CENTRE
  const rawCstickX = pad.cstickX - STICK_CENTRE
  const rawCstickY = pad.cstickY - STICK_CENTRE
  const x = clampAxis(rawX, rawY)
  const y = clampAxis(rawY, rawX)
  const cstickX = clampAxis(rawCstickX, rawCstickY)
  const cstickY = clampAxis(rawCstickY, rawCstickX)
  into.rawX = rawX
  into.rawY = rawY
  into.rawCstickX = rawCstickX
  into.rawCstickY = rawCstickY
  into.stickX = withDeadZone(x)
  into.stickY = withDeadZone(y)
  into.cstickX = withDeadZone(cstickX)
  into.cstickY = withDeadZone(cstickY)
  into.physicalButtons = pad.buttons
  into.physicalL = triggerOf(pad.l)
  into.physicalR = triggerOf(pad.r)
  const directions =
    directionOf(x, y, STICK_UP, STICK_DOWN, STICK_LEFT, STICK_RIGHT) |
    directionOf(cstickX, cstickY, CSTICK_UP, CSTICK_DOWN, CSTICK_LEFT, CSTICK_RIGHT)
  deriveButtons(into, directions)
}

/** The fighter's view of triggers and buttons: Z is A and a light shield, any trigger sets the guard bit. */
function deriveButtons(reading: ControllerReading, directions: number): void {
  let buttons = (reading.physicalButtons & ~BUTTON.START) | directions
  const analog = Math.max(reading.physicalL, reading.physicalR)
  let trigger = analog <= INPUT.triggerDeadZone ? 0 : analog
  if (buttons & DIGITAL_TRIGGERS) trigger = 1
  if (buttons & BUTTON.Z) {
    trigger = INPUT.zTrigger
    buttons |= BUTTON.A
  }
  if (trigger > 0) buttons |= GUARD_BIT
  reading.trigger = trigger
  reading.buttons = buttons
}
