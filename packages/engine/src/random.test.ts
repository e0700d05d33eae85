import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { random16, randomFloat, randomInteger } from './random.ts'

describe('the in-game generator', () => {
  it('steps seed * 214013 + 2531011 modulo 2^32 and gives the upper half', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffffff }), (seed) => {
        const state = { seed }
        const expected = (BigInt(seed) * 214013n + 2531011n) % 0x100000000n
        expect(random16(state)).toBe(Number(expected >> 16n))
        expect(state.seed).toBe(Number(expected))
      }),
      { seed: 1 },
    )
  })

  it('keeps its first numbers from seed 0', () => {
    const state = { seed: 0 }
    expect(Array.from({ length: 5 }, () => random16(state))).toEqual([38, 7719, 54006, 2437, 41623])
  })

  it('gives floats in [0, 1) and integers below their limit, from the same draw', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffffff }), fc.integer({ min: 1, max: 65536 }), (seed, limit) => {
        const value = randomFloat({ seed })
        expect(value).toBe(Math.fround(value))
        expect(value >= 0 && value < 1).toBe(true)
        expect(randomInteger({ seed }, limit)).toBe(Math.floor(value * limit))
      }),
      { seed: 2 },
    )
  })
})
