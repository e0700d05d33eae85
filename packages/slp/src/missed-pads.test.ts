import fc from 'fast-check'
import { expect, test } from 'vitest'
import { missedPadsText, readMissedPads, type MissedRange } from './missed-pads.ts'

test('missed pads are text: frames since the last range, how many, and l where they came late', () => {
  const ranges = [
    { frame: -123, count: 4, isLate: false },
    { frame: 57, count: 1, isLate: true },
    { frame: 58, count: 300, isLate: false },
  ]
  expect(missedPadsText(ranges)).toBe('0+4,176+1l,0+300')
  expect(readMissedPads('0+4,176+1l,0+300')).toEqual(ranges)
  expect(missedPadsText([])).toBe('')
  expect(readMissedPads('')).toEqual([])
})

test('whatever ranges there are come back from their text', () => {
  const steps = fc.array(
    fc.record({ gap: fc.nat(3000), count: fc.integer({ min: 1, max: 3000 }), isLate: fc.boolean() }),
  )
  fc.assert(
    fc.property(steps, (given) => {
      let end = -123
      const ranges = given.map(({ gap, count, isLate }): MissedRange => {
        const frame = end + gap
        end = frame + count
        return { frame, count, isLate }
      })
      expect(readMissedPads(missedPadsText(ranges))).toEqual(ranges)
    }),
  )
})

test('of a text that breaks the rules, the ranges before the mistake are read', () => {
  expect(readMissedPads('0+4,1+0,3+3')).toEqual([{ frame: -123, count: 4, isLate: false }])
  for (const bad of ['x', '1', '+1', '-1+2', '1+2L', '1+99999999999', '1e3+1', ',', '<script>']) {
    expect(readMissedPads(bad), bad).toEqual([])
  }
})
