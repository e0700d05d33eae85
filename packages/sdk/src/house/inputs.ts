/** Short sequences of inputs, one entry a frame. */
import type { AttackName, ThrowName } from '../attacks.ts'
import { BUTTON, stick, tilt, type Hands } from '../controller.ts'
import { ACTION } from './actions.ts'

export type Plan = readonly Hands[]

/** Down on the platform that one stands on, or out of the one on which a new stock waits. */
const DOWN = stick(0, -1)
/** The trigger without its click: the click is kept for techs, which do not follow one another soon. */
export const SHIELD: Hands = { l: 255 }
export const CLICK: Hands = { buttons: BUTTON.R, r: 255 }

/** Slower than this tilt is a walk; faster, from rest, a dash. */
const WALK = 0.7

export const hold = (hands: Hands, frames: number): Plan => Array.from({ length: frames }, () => hands)
export const rest = (frames: number): Plan => hold({}, frames)

export const walk = (direction: number, frames: number): Plan => hold(stick(direction * WALK), frames)

/** A dash is a flick of the stick, out of rest; a dash or a run under way goes on as long as the stick is held. */
export function dash({ action, facing }: Running, direction: number, frames: number): Plan {
  const isUnderWay = (action === ACTION.dash || action === ACTION.run) && facing === direction
  return isUnderWay ? hold(stick(direction), frames) : [{}, ...hold(stick(direction), frames)]
}

interface Running {
  readonly action: number
  readonly facing: number
}

/**
 * A press of jump toward `direction`; a short hop when the button is let go before the fighter leaves the ground. The stick follows the
 * press: a flick on the same frame would turn a dash round instead.
 */
export function jump(direction: number, jumpSquat: number, isFull: boolean): Plan {
  const held = stick(direction, 0, isFull ? BUTTON.X : 0)
  return [stick(0, 0, BUTTON.X), ...hold(held, jumpSquat - 1)]
}

/** Jump, and an air dodge into the ground on the first frame in the air: a slide. */
export function wavedash(direction: number, jumpSquat: number): Plan {
  return [
    stick(0, 0, BUTTON.X),
    ...rest(jumpSquat - 1),
    ...hold({ ...stick(direction * 0.9, -0.35, BUTTON.R), r: 255 }, 2),
    ...rest(2),
  ]
}

/** A jump in the air. */
export const airJump = (direction: number): Plan => [stick(direction, 0, BUTTON.X), ...hold(stick(direction), 4)]

/** Through the platform one stands on. */
export const dropThrough: Plan = [{}, ...hold(DOWN, 2), ...rest(4)]

/** The press that asks for an attack, for a fighter that faces `facing`. */
export function attackPress(name: AttackName, facing: number): Hands {
  switch (name) {
    case 'jab':
    case 'nair':
      return { buttons: BUTTON.A }
    case 'dashAttack':
      return stick(facing, 0, BUTTON.A)
    case 'ftilt':
      return stick(facing * 0.5, 0, BUTTON.A)
    case 'utilt':
      return stick(0, 0.5, BUTTON.A)
    case 'dtilt':
      return stick(0, -0.5, BUTTON.A)
    case 'fsmash':
    case 'fair':
      return { cstickX: tilt(facing) }
    case 'bair':
      return { cstickX: tilt(-facing) }
    case 'usmash':
    case 'uair':
      return { cstickY: tilt(1) }
    case 'dsmash':
    case 'dair':
      return { cstickY: tilt(-1) }
    case 'grab':
    case 'dashGrab':
      return { buttons: BUTTON.Z }
  }
}

/** The stick that throws someone whom a fighter holds. */
export function throwStick(name: ThrowName, facing: number): Hands {
  switch (name) {
    case 'fthrow':
      return stick(facing)
    case 'bthrow':
      return stick(-facing)
    case 'uthrow':
      return stick(0, 1)
    case 'dthrow':
      return stick(0, -1)
  }
}
