import { expect, test } from 'vitest'
import { EngineLag } from './engine-lag.ts'

test('an engine more than a second behind the clock for five seconds counts as failed', () => {
  const lag = new EngineLag()
  expect(lag.observe(0, 1001)).toBe(false)
  expect(lag.observe(4999, 3000)).toBe(false)
  expect(lag.observe(5000, 1001)).toBe(true)
})

test('a second behind is not more than a second', () => {
  const lag = new EngineLag()
  for (let now = 0; now <= 20_000; now += 100) expect(lag.observe(now, 1000)).toBe(false)
})

test('catching up in between restarts the five seconds', () => {
  const lag = new EngineLag()
  lag.observe(0, 2000)
  expect(lag.observe(4900, 900)).toBe(false)
  expect(lag.observe(5000, 2000)).toBe(false)
  expect(lag.observe(9900, 2000)).toBe(false)
  expect(lag.observe(10_000, 2000)).toBe(true)
})
