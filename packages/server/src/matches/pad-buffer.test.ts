import { encodePad, NEUTRAL } from '@arena/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { POLLED_PAD_BYTES } from './engine-protocol.ts'
import { PadBuffer } from './pad-buffer.ts'

const FIRST = -123

/** A pad that is told apart by its left stick. */
const pad = (frame: number, stickX: number) => encodePad({ frame, ...NEUTRAL, stickX })

const poll = (buffer: PadBuffer, frame: number) => {
  const into = new Uint8Array(POLLED_PAD_BYTES)
  const landed = buffer.poll(frame, into, 0)
  return { landed, stickX: into[2], bytes: [...into] }
}

describe('Pad timing rules', () => {
  test('1: the pad for frame F is what the game polls at frame F', () => {
    const buffer = new PadBuffer(FIRST - 1)
    buffer.put(pad(FIRST + 1, 11))
    buffer.put(pad(FIRST, 10))
    expect(poll(buffer, FIRST)).toMatchObject({ landed: true, stickX: 10 })
    expect(poll(buffer, FIRST + 1)).toMatchObject({ landed: true, stickX: 11 })
  })

  test('2 and 4: a pad may be sent for any frame up to 600 past the last poll, and is ignored beyond', () => {
    const buffer = new PadBuffer(FIRST - 1)
    expect(buffer.put(pad(FIRST - 1 + 600, 1))).toBe(true)
    expect(buffer.put(pad(FIRST - 1 + 601, 2))).toBe(false)
    poll(buffer, FIRST)
    expect(buffer.put(pad(FIRST - 1 + 601, 3))).toBe(true)
    for (let frame = FIRST + 1; frame < FIRST + 599; frame++) expect(poll(buffer, frame).landed).toBe(false)
    expect(poll(buffer, FIRST + 599)).toMatchObject({ landed: true, stickX: 1 })
    expect(poll(buffer, FIRST + 600)).toMatchObject({ landed: true, stickX: 3 })
  })

  test('3: when several pads arrive for one frame before its poll, the last received wins', () => {
    const buffer = new PadBuffer(FIRST - 1)
    for (const stickX of [1, 2, 3]) buffer.put(pad(FIRST, stickX))
    expect(poll(buffer, FIRST).stickX).toBe(3)
  })

  test('4: a pad for a frame already polled is ignored', () => {
    const buffer = new PadBuffer(FIRST - 1)
    poll(buffer, FIRST)
    expect(buffer.put(pad(FIRST, 1))).toBe(false)
    expect(buffer.put(pad(FIRST - 1, 1))).toBe(false)
    expect(buffer.put(pad(-(2 ** 31), 1))).toBe(false)
    expect(buffer.put(pad(2 ** 31 - 1, 1))).toBe(false)
  })

  test('5: a frame polled without a pad from the bot is played neutral', () => {
    const buffer = new PadBuffer(FIRST - 1)
    expect(poll(buffer, FIRST)).toEqual({ landed: false, stickX: 128, bytes: [0, 0, 128, 128, 128, 128, 0, 0] })
  })

  test('6: any binary message that is not 12 bytes is ignored', () => {
    const buffer = new PadBuffer(FIRST - 1)
    for (const length of [0, 1, 11, 13, 24, 4096]) expect(buffer.put(new Uint8Array(length).fill(0xff))).toBe(false)
    expect(poll(buffer, FIRST).landed).toBe(false)
  })

  test('hold for any order of pads and polls, as the rules told with a map say', () => {
    const steps = fc.array(
      fc.oneof(
        { weight: 3, arbitrary: fc.record({ ahead: fc.integer({ min: -20, max: 700 }), stickX: fc.nat(255) }) },
        { weight: 1, arbitrary: fc.constant('poll' as const) },
        { weight: 1, arbitrary: fc.constant('polls' as const) },
      ),
      { maxLength: 400 },
    )
    fc.assert(
      fc.property(steps, (script) => {
        const buffer = new PadBuffer(FIRST - 1)
        const model = new Map<number, number>()
        let last = FIRST - 1
        for (const step of script) {
          if (typeof step === 'object') {
            const frame = last + step.ahead
            const counts = frame > last && frame <= last + 600
            if (counts) model.set(frame, step.stickX)
            expect(buffer.put(pad(frame, step.stickX))).toBe(counts)
            continue
          }
          for (let i = 0; i < (step === 'poll' ? 1 : 150); i++) {
            last++
            const expected = model.get(last)
            expect(buffer.has(last)).toBe(expected !== undefined)
            expect(poll(buffer, last)).toMatchObject({ landed: expected !== undefined, stickX: expected ?? 128 })
          }
        }
      }),
      { seed: 3, numRuns: 200 },
    )
  })
})
