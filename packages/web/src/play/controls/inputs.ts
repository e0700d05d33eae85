/** What a person can do with a controller, each by one key or one button. */
import { BUTTON } from '@arena/protocol/pad'

export type Direction = 'up' | 'down' | 'left' | 'right'

/** In the order in which they are listed. `gamepad` says whether a button of a gamepad can do it as well. */
export const INPUTS = [
  { id: 'up', label: 'Stick up: jump', gamepad: false },
  { id: 'left', label: 'Stick left', gamepad: false },
  { id: 'down', label: 'Stick down: crouch, drop, fall fast', gamepad: false },
  { id: 'right', label: 'Stick right', gamepad: false },
  { id: 'tilt', label: 'While held: half a tilt, to walk and for tilts', gamepad: false },
  { id: 'smash', label: 'While held: directions go to the C-stick, for smashes', gamepad: false },
  { id: 'a', label: 'A: attack', gamepad: true },
  { id: 'b', label: 'B: special', gamepad: true },
  { id: 'x', label: 'X: jump', gamepad: true },
  { id: 'y', label: 'Y: jump', gamepad: true },
  { id: 'z', label: 'Z: grab', gamepad: true },
  { id: 'l', label: 'L: shield', gamepad: true },
  { id: 'r', label: 'R: shield', gamepad: true },
  { id: 'light', label: 'Light shield: a trigger half pressed', gamepad: true },
  { id: 'cUp', label: 'C-stick up', gamepad: false },
  { id: 'cLeft', label: 'C-stick left', gamepad: false },
  { id: 'cDown', label: 'C-stick down', gamepad: false },
  { id: 'cRight', label: 'C-stick right', gamepad: false },
  { id: 'taunt', label: 'D-pad up: taunt', gamepad: true },
] as const

export type Input = (typeof INPUTS)[number]['id']
export type ButtonInput = Extract<(typeof INPUTS)[number], { gamepad: true }>['id']

export const BUTTON_INPUTS = INPUTS.flatMap(({ id, gamepad }) => (gamepad ? [id] : [])) as readonly ButtonInput[]

/** The controller's button for each; half a trigger is no button. */
export const BUTTON_BITS: Readonly<Record<ButtonInput, number>> = {
  a: BUTTON.A,
  b: BUTTON.B,
  x: BUTTON.X,
  y: BUTTON.Y,
  z: BUTTON.Z,
  l: BUTTON.L,
  r: BUTTON.R,
  light: 0,
  taunt: BUTTON.DPAD_UP,
}

/** The axes of a gamepad, named by where they point when their value is 1, each with the input that points there. */
export const AXES = [
  { id: 'stickRight', input: 'right', push: 'right' },
  { id: 'stickUp', input: 'up', push: 'up' },
  { id: 'cRight', input: 'cRight', push: 'right' },
  { id: 'cUp', input: 'cUp', push: 'up' },
] as const

export type Axis = (typeof AXES)[number]['id']
