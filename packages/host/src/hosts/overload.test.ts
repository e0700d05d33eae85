import { expect, test } from 'vitest'
import { Overload } from './overload.ts'

test('a host on which more than a quarter of the games are more than 100 ms behind has too many', () => {
  expect(new Overload().observe(0, [])).toBe(false)
  expect(new Overload().observe(0, [100, 100])).toBe(false)
  expect(new Overload().observe(0, [900, 0, 0, 0])).toBe(false)
  expect(new Overload().observe(0, [900, 101, 0, 0])).toBe(true)
  expect(new Overload().observe(0, [101])).toBe(true)
})

test('and has until nothing was behind for two seconds', () => {
  const overload = new Overload()
  expect(overload.observe(0, [500])).toBe(true)
  expect(overload.observe(1000, [200])).toBe(true)
  expect(overload.observe(1100, [0])).toBe(true)
  expect(overload.observe(2999, [0])).toBe(true)
  expect(overload.observe(3000, [0])).toBe(false)
})
