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

function countMany(draw: (state: { seed: number }) => void): number[] {
  return Array.from({ length: 1000 }, (_, i) => count(i * 2_654_435, draw))
}

test('a normal hit draws twice, and once more where the second draw makes a second spark (one in four)', () => {
  const draws = countMany((state) => drawSparks(state, 'normal', 179))
  expect(new Set(draws)).toEqual(new Set([2, 3]))
  expect(draws.filter((drawn) => drawn === 3).length / 1000).toBeCloseTo(0.25, 1)
})

test('from a knockback of 180 on its flash draws nothing: once, and once more for the second spark', () => {
  const draws = countMany((state) => drawSparks(state, 'normal', 180))
  expect(new Set(draws)).toEqual(new Set([1, 2]))
})

test('a blade draws once, electricity not at all, a throw six times or the number that its effects have', () => {
  expect(count(7, (state) => drawSparks(state, 'slash', 200))).toBe(1)
  expect(count(7, (state) => drawSparks(state, 'electric', 100))).toBe(0)
  expect(count(7, (state) => drawThrow(state, 0))).toBe(6)
  expect(count(7, (state) => drawThrow(state, 9))).toBe(9)
})
