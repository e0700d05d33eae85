import { expect, test } from 'vitest'
import { random16 } from '../random.ts'
import { drawSparks, drawThrow } from './sparks.ts'

/** How many numbers `draw` takes from the generator. */
function count(seed: number, draw: (state: { seed: number }) => void): number {
  const drawn = { seed }
  draw(drawn)
  const state = { seed }
  for (let i = 0; i < 20; i++) {
    if (state.seed === drawn.seed) return i
    random16(state)
  }
  throw new Error('More than 20')
}

test('a normal hit draws twice, and once more where the second draw makes a second spark (one in five)', () => {
  const draws = Array.from({ length: 1000 }, (_, i) => count(i * 2_654_435, (state) => drawSparks(state, 'normal')))
  expect(new Set(draws)).toEqual(new Set([2, 3]))
  expect(draws.filter((drawn) => drawn === 3).length / 1000).toBeCloseTo(0.2, 1)
})

test('a blade draws once, electricity not at all, a throw six times', () => {
  expect(count(7, (state) => drawSparks(state, 'slash'))).toBe(1)
  expect(count(7, (state) => drawSparks(state, 'electric'))).toBe(0)
  expect(count(7, drawThrow)).toBe(6)
})
