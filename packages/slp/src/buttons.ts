/** Button masks, in the physical controller's layout: those of `physicalButtons`, and of the pads that bots send. */
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
