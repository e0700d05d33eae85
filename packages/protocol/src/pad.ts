/**
 * The pad: a controller state for one frame, sent by a bot as one binary message of exactly 12 bytes.
 * Sticks and triggers are raw; the game applies its own dead zones and UCF.
 *
 *   offset  type  field     notes (little-endian)
 *   0       i32   frame     first polled frame is -123
 *   4       u16   buttons   masks in `BUTTON`
 *   6       u8    stickX    0..255, centre 128
 *   7       u8    stickY
 *   8       u8    cstickX
 *   9       u8    cstickY
 *   10      u8    l         0..255, 0 released
 *   11      u8    r
 */
import { BUTTON } from '@arena/slp'

export const PAD_BYTES = 12

export { BUTTON }

/** What a controller says, whatever the frame. */
export interface Controller {
  buttons: number
  stickX: number
  stickY: number
  cstickX: number
  cstickY: number
  l: number
  r: number
}

export interface Pad extends Controller {
  frame: number
}

/** Hands off the controller. */
export const NEUTRAL: Readonly<Controller> = Object.freeze({
  buttons: 0,
  stickX: 128,
  stickY: 128,
  cstickX: 128,
  cstickY: 128,
  l: 0,
  r: 0,
})

// One view over one scratch pad: a DataView made for every message would be the only allocation of reading one.
const scratch = new Uint8Array(PAD_BYTES)
const view = new DataView(scratch.buffer)

/**
 * Writes a pad to the first 12 bytes of `into`.
 * A value that its field cannot hold is a RangeError that names the field: wrapped silently, a stick pushed to 256
 * would fly the other way.
 */
export function encodePad(pad: Readonly<Pad>, into: Uint8Array = new Uint8Array(PAD_BYTES)): Uint8Array {
  view.setInt32(0, checked('frame', pad.frame, -0x8000_0000, 0x7fff_ffff), true)
  view.setUint16(4, checked('buttons', pad.buttons, 0, 0xffff), true)
  view.setUint8(6, checked('stickX', pad.stickX, 0, 0xff))
  view.setUint8(7, checked('stickY', pad.stickY, 0, 0xff))
  view.setUint8(8, checked('cstickX', pad.cstickX, 0, 0xff))
  view.setUint8(9, checked('cstickY', pad.cstickY, 0, 0xff))
  view.setUint8(10, checked('l', pad.l, 0, 0xff))
  view.setUint8(11, checked('r', pad.r, 0, 0xff))
  into.set(scratch)
  return into
}

function checked(field: keyof Pad, value: number, min: number, max: number): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value
  throw new RangeError(`${field} is an integer from ${min} to ${max}, not ${value}`)
}

/**
 * Reads a binary message into `into`, or gives null when it is not 12 bytes long: such a message is to be ignored
 * (spec: Pad timing rules 6), and `into` is left alone.
 */
export function decodePad(bytes: Uint8Array, into: Pad = { frame: 0, ...NEUTRAL }): Pad | null {
  if (bytes.length !== PAD_BYTES) return null
  scratch.set(bytes)
  into.frame = view.getInt32(0, true)
  into.buttons = view.getUint16(4, true)
  into.stickX = view.getUint8(6)
  into.stickY = view.getUint8(7)
  into.cstickX = view.getUint8(8)
  into.cstickY = view.getUint8(9)
  into.l = view.getUint8(10)
  into.r = view.getUint8(11)
  return into
}
