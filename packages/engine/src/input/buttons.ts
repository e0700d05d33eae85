/** Button masks of a pad, and the bits that the game derives from them. */
export const BUTTON = {
  DPAD_LEFT: 0x0001,
  DPAD_RIGHT: 0x0002,
  DPAD_DOWN: 0x0004,
  DPAD_UP: 0x0008,
  Z: 0x0010,
  R: 0x0020,
  L: 0x0040,
  A: 0x0100,
  B: 0x0200,
  X: 0x0400,
  Y: 0x0800,
  START: 0x1000,
} as const

export const JUMP_BUTTONS = BUTTON.X | BUTTON.Y
export const DIGITAL_TRIGGERS = BUTTON.L | BUTTON.R
/** Derived: any trigger past its dead zone, digital or analog, or Z. */
export const GUARD_BIT = 0x8000_0000 | 0
/** Derived: the sticks' four directions, as the controller library reports them. */
export const STICK_UP = 0x1_0000
export const STICK_DOWN = 0x2_0000
export const STICK_LEFT = 0x4_0000
export const STICK_RIGHT = 0x8_0000
export const CSTICK_UP = 0x10_0000
export const CSTICK_DOWN = 0x20_0000
export const CSTICK_LEFT = 0x40_0000
export const CSTICK_RIGHT = 0x80_0000
