/** Inputs as Python sends them, sticks from the centre; and pads as the engine takes them. */
import type { Pad } from '@arena/engine'
import { INPUT_PLAYER_BYTES } from './layout.ts'

const CENTRE = 128

/** Where a game began that was not begun at its first frame. */
export interface Origin {
  /** The stream up to and with `frame`. */
  readonly stream: Uint8Array
  readonly state: Uint8Array
  readonly frame: number
}

export function newPad(): Pad {
  return { buttons: 0, stickX: CENTRE, stickY: CENTRE, cstickX: CENTRE, cstickY: CENTRE, l: 0, r: 0 }
}

/** A signed byte from the centre, as an unsigned one. */
const raw = (byte: number): number => byte ^ CENTRE

export function readPadInto(bytes: Uint8Array, at: number, pad: Pad): void {
  pad.buttons = bytes[at]! | (bytes[at + 1]! << 8)
  pad.stickX = raw(bytes[at + 2]!)
  pad.stickY = raw(bytes[at + 3]!)
  pad.cstickX = raw(bytes[at + 4]!)
  pad.cstickY = raw(bytes[at + 5]!)
  pad.l = bytes[at + 6]!
  pad.r = bytes[at + 7]!
}

export function writePad(pad: Readonly<Pad>, bytes: Uint8Array, at: number): void {
  bytes[at] = pad.buttons & 0xff
  bytes[at + 1] = pad.buttons >> 8
  bytes[at + 2] = raw(pad.stickX)
  bytes[at + 3] = raw(pad.stickY)
  bytes[at + 4] = raw(pad.cstickX)
  bytes[at + 5] = raw(pad.cstickY)
  bytes[at + 6] = pad.l
  bytes[at + 7] = pad.r
}

/** Both pads of one frame. */
export function writePads(pads: readonly [Readonly<Pad>, Readonly<Pad>], bytes: Uint8Array, at: number): void {
  writePad(pads[0], bytes, at)
  writePad(pads[1], bytes, at + INPUT_PLAYER_BYTES)
}
