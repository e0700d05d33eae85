import { encodePad, NEUTRAL } from '@arena/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { POLLED_PAD_BYTES } from '../engine/engine-protocol.ts'
import { NOTHING } from './lead.ts'
import { PadBuffer } from './pad-buffer.ts'

const FIRST = -123

/** A pad that is identified by its left stick. */
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

  test('what is ignored is counted by kind, with the length of the last message that was no pad', () => {
    const buffer = new PadBuffer(FIRST - 1)
    for (const length of [13, 0, 11]) buffer.put(new Uint8Array(length))
    for (const frame of [FIRST - 1, FIRST - 2]) buffer.put(pad(frame, 1))
    buffer.put(pad(FIRST + 600, 1))
    buffer.put(pad(FIRST, 1))
    expect(buffer.ignored).toMatchObject({ malformed: 3, lastLength: 11, late: 2, tooFar: 1 })
  })

  test('hold for any order of pads and polls, as the rules written with a map say', () => {
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
            if (buffer.put(pad(frame, step.stickX)) !== counts) return false
            continue
          }
          for (let i = 0; i < (step === 'poll' ? 1 : 150); i++) {
            last++
            const expected = model.get(last)
            if (buffer.has(last) !== (expected !== undefined)) return false
            const { landed, stickX } = poll(buffer, last)
            if (landed !== (expected !== undefined) || stickX !== (expected ?? 128)) return false
          }
        }
        return true
      }),
      { seed: 3, numRuns: 200 },
    )
  })
})

describe('the lead', () => {
  test('is that of the pad which was played, the last received for its frame; others do not count', () => {
    const buffer = new PadBuffer(FIRST - 1)
    expect(buffer.lead).toBeNull()
    // Sent before there was anything to see.
    buffer.put(pad(FIRST, 1))
    poll(buffer, FIRST)
    expect(buffer.lead).toBeNull()
    for (let frame = FIRST + 1; frame < 0; frame++) {
      buffer.put(pad(frame + 2, 1), frame - 1)
      buffer.put(pad(frame, 2), frame - 1)
      buffer.put(pad(frame + 1, 3), frame - 1)
      poll(buffer, frame)
      // Late.
      buffer.put(pad(frame, 4), frame)
    }
    expect(buffer.lead).toBe(0)
  })

  test('of a bot that follows the mode is the mode’s', () => {
    const buffer = new PadBuffer(FIRST - 1)
    for (let frame = FIRST; frame < 0; frame++) {
      poll(buffer, frame)
      buffer.put(pad(frame + 3, 1), frame)
    }
    expect(buffer.lead).toBe(2)
  })
})

describe('a correction is waited for', () => {
  /** A buffer with the pads of the first frames, one of which has been polled and sent. */
  const begun = () => {
    const buffer = new PadBuffer(FIRST - 1)
    for (let frame = FIRST; frame < FIRST + 3; frame++) buffer.put(pad(frame, 0))
    expect(buffer.awaitsCorrection(NOTHING)).toBe(false)
    poll(buffer, FIRST)
    return buffer
  }

  test('from a bot that sends a better pad for the next frame upon every frame, until it has', () => {
    const buffer = begun()
    for (let frame = FIRST; frame < 0; frame++) {
      expect(buffer.awaitsCorrection(frame)).toBe(true)
      buffer.put(pad(frame + 1, 1), frame)
      expect(buffer.awaitsCorrection(frame)).toBe(false)
      for (const later of [2, 3]) buffer.put(pad(frame + later, 1), frame)
      poll(buffer, frame + 1)
    }
  })

  test('not from one that sends each pad once', () => {
    const buffer = begun()
    buffer.put(pad(FIRST + 3, 1), FIRST)
    poll(buffer, FIRST + 1)
    buffer.put(pad(FIRST + 4, 1), FIRST + 1)
    for (let frame = FIRST + 2; frame < 0; frame++) {
      poll(buffer, frame)
      expect(buffer.awaitsCorrection(frame)).toBe(false)
      buffer.put(pad(frame + 3, 1), frame)
    }
  })

  test('not from one that has stopped, or was polled without', () => {
    const buffer = begun()
    expect(buffer.awaitsCorrection(FIRST)).toBe(true)
    poll(buffer, FIRST + 1)
    expect(buffer.awaitsCorrection(FIRST + 1)).toBe(false)
  })
})
