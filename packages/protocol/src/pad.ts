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

export const PAD_BYTES = 12

/** Button masks, in the physical controller's layout. */
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

interface PadField {
  readonly name: keyof Pad
  readonly offset: number
  readonly type: 'i32' | 'u16' | 'u8'
}

/** The table above, for the codec and for pages that show it. */
export const PAD_FIELDS: readonly PadField[] = [
  { name: 'frame', offset: 0, type: 'i32' },
  { name: 'buttons', offset: 4, type: 'u16' },
  { name: 'stickX', offset: 6, type: 'u8' },
  { name: 'stickY', offset: 7, type: 'u8' },
  { name: 'cstickX', offset: 8, type: 'u8' },
  { name: 'cstickY', offset: 9, type: 'u8' },
  { name: 'l', offset: 10, type: 'u8' },
  { name: 'r', offset: 11, type: 'u8' },
]

const RANGE = { i32: [-0x8000_0000, 0x7fff_ffff], u16: [0, 0xffff], u8: [0, 0xff] } as const

// One view over one scratch pad: a DataView on every message would be the only allocation of the read path.
const scratch = new Uint8Array(PAD_BYTES)
const view = new DataView(scratch.buffer)

/**
 * Writes a pad to the first 12 bytes of `into`.
 * A value that its field cannot hold is a RangeError that names the field: wrapped silently, a stick pushed to 256
 * would fly the other way.
 */
export function encodePad(pad: Readonly<Pad>, into: Uint8Array = new Uint8Array(PAD_BYTES)): Uint8Array {
  for (const { name, offset, type } of PAD_FIELDS) {
    const value = pad[name]
    const [min, max] = RANGE[type]
    if (!Number.isInteger(value) || value < min || value > max) {
      throw new RangeError(`${name} is an integer from ${min} to ${max}, not ${value}`)
    }
    if (type === 'i32') view.setInt32(offset, value, true)
    else if (type === 'u16') view.setUint16(offset, value, true)
    else view.setUint8(offset, value)
  }
  into.set(scratch)
  return into
}

/**
 * Reads a binary message into `into`, or gives null when it is not 12 bytes long: such a message is to be ignored
 * (spec: Pad timing rules 6), and `into` is left alone.
 */
export function decodePad(
  bytes: Uint8Array,
  into: Pad = { frame: 0, buttons: 0, stickX: 0, stickY: 0, cstickX: 0, cstickY: 0, l: 0, r: 0 },
): Pad | null {
  if (bytes.length !== PAD_BYTES) return null
  scratch.set(bytes)
  for (const { name, offset, type } of PAD_FIELDS) {
    into[name] =
      type === 'i32'
        ? view.getInt32(offset, true)
        : type === 'u16'
          ? view.getUint16(offset, true)
          : view.getUint8(offset)
  }
  return into
}
