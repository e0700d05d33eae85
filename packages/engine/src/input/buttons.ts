/** Button masks of a pad, and the bits that the game derives from them. */
import { BUTTON } from '@arena/slp'

export { BUTTON }

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
