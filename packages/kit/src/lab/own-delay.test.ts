import { expect, test } from 'vitest'
import { ownDelayMs } from './own-delay.ts'

test('a wire adds what the median slack loses beyond the delay that it was made to add', () => {
  const direct = [
    { ms: 28, pads: 12 },
    { ms: 47, pads: 200 },
    { ms: 250, pads: 3 },
  ]
  const throughWire = [
    { ms: 18, pads: 12 },
    { ms: 36, pads: 200 },
    { ms: 250, pads: 3 },
  ]
  expect(ownDelayMs(direct, throughWire, 10)).toBeCloseTo(1)
})

test('the median lies between whole milliseconds: three quarters of the pads in one entry, one in the next', () => {
  const direct = [{ ms: 47, pads: 100 }]
  const throughWire = [
    { ms: 35, pads: 25 },
    { ms: 36, pads: 75 },
  ]
  expect(ownDelayMs(direct, throughWire, 10)).toBeCloseTo(47.5 - 36 - 1 / 3 - 10)
})

test.each([
  ['the wire seems to be faster than no wire', [{ ms: 47, pads: 9 }], [{ ms: 38, pads: 9 }]],
  ['no pad came', [], []],
])('it is none where %s', (_, direct, throughWire) => {
  expect(ownDelayMs(direct, throughWire, 10)).toBe(0)
})
