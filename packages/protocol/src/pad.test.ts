import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BUTTON, decodePad, encodePad, NEUTRAL, PAD_BYTES } from './pad.ts'
import type { Pad } from './pad.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'hex'))

const byte = fc.integer({ min: 0, max: 255 })
const pads: fc.Arbitrary<Pad> = fc.record({
  frame: fc.integer({ min: -0x8000_0000, max: 0x7fff_ffff }),
  buttons: fc.integer({ min: 0, max: 0xffff }),
  stickX: byte,
  stickY: byte,
  cstickX: byte,
  cstickY: byte,
  l: byte,
  r: byte,
})

describe('pad', () => {
  it('is exactly 12 bytes, little-endian: i32 frame, u16 buttons, then u8 sticks and triggers', () => {
    const pad = {
      frame: 0x01020304,
      buttons: 0x0a0b,
      stickX: 0x11,
      stickY: 0x22,
      cstickX: 0x33,
      cstickY: 0x44,
      l: 0x55,
      r: 0x66,
    }
    expect(hex(encodePad(pad))).toBe('040302010b0a112233445566')
    expect(decodePad(bytes('040302010b0a112233445566'))).toEqual(pad)
    expect(PAD_BYTES).toBe(12)
  })

  it('for the first frame, -123, with nothing held: centre 128, triggers 0', () => {
    expect(hex(encodePad({ frame: -123, ...NEUTRAL }))).toBe('85ffffff0000808080800000')
    expect(decodePad(bytes('85ffffff0000808080800000'))).toEqual({ frame: -123, ...NEUTRAL })
  })

  it('buttons have the masks of the physical controller', () => {
    expect(BUTTON).toEqual({
      DPAD_LEFT: 1,
      DPAD_RIGHT: 2,
      DPAD_DOWN: 4,
      DPAD_UP: 8,
      Z: 16,
      R: 32,
      L: 64,
      A: 256,
      B: 512,
      X: 1024,
      Y: 2048,
      START: 4096,
    })
    expect(hex(encodePad({ frame: 0, ...NEUTRAL, buttons: BUTTON.A | BUTTON.Z }))).toBe('000000001001808080800000')
  })

  it('reads back what it wrote, whatever it is', () => {
    fc.assert(
      fc.property(pads, (pad) => {
        expect(decodePad(encodePad(pad))).toEqual(pad)
      }),
      { seed: 1 },
    )
  })

  it('writes back the bytes it read, whatever they are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: PAD_BYTES, maxLength: PAD_BYTES }), (message) => {
        const pad = decodePad(message)
        expect(pad && encodePad(pad)).toEqual(message)
      }),
      { seed: 2 },
    )
  })

  it('Pad timing rules 6: any binary message that is not 12 bytes is no pad, and changes nothing', () => {
    for (let length = 0; length <= 40; length++) {
      const into: Pad = { frame: 7, ...NEUTRAL }
      const read = decodePad(new Uint8Array(length).fill(1), into)
      if (length === PAD_BYTES) expect(read).toBe(into)
      else expect([read, into]).toEqual([null, { frame: 7, ...NEUTRAL }])
    }
  })

  it('reads from and writes to the middle of a larger buffer', () => {
    const buffer = new Uint8Array(20).fill(0xee)
    encodePad({ frame: 1, ...NEUTRAL }, buffer.subarray(5))
    expect(hex(buffer)).toBe('eeeeeeeeee010000000000808080800000eeeeee')
    expect(decodePad(buffer.subarray(5, 17))).toEqual({ frame: 1, ...NEUTRAL })
  })

  it('reuses the record it is given, and never hands out the shared neutral one', () => {
    const into: Pad = { frame: 0, ...NEUTRAL }
    expect(decodePad(encodePad({ frame: 9, ...NEUTRAL, stickX: 255 }), into)).toBe(into)
    expect(into.stickX).toBe(255)
    expect(NEUTRAL.stickX).toBe(128)
    expect(Object.isFrozen(NEUTRAL)).toBe(true)
  })

  it('a value that a field cannot hold is refused by name, not wrapped to something else', () => {
    const refused: readonly [keyof Pad, number][] = [
      ['frame', 2 ** 31],
      ['frame', 0.5],
      ['buttons', 0x1_0000],
      ['buttons', -1],
      ['stickX', 256],
      ['stickY', -1],
      ['cstickX', Number.NaN],
      ['cstickY', 127.5],
      ['l', 256],
      ['r', Number.POSITIVE_INFINITY],
    ]
    for (const [field, value] of refused) {
      const into = new Uint8Array(PAD_BYTES).fill(0xee)
      expect(() => encodePad({ frame: 0, ...NEUTRAL, [field]: value }, into)).toThrow(new RegExp(`^${field} `))
      expect(into).toEqual(new Uint8Array(PAD_BYTES).fill(0xee))
    }
  })
})
