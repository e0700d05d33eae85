import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DelayLine } from './delay-line.ts'

test('nothing is due before it was there for the delay, and all of it is then', () => {
  const line = new DelayLine(1_000)
  expect(line.due(0)).toBe(0)
  line.saw(0, 100)
  line.saw(500, 250)
  expect([line.due(999), line.due(1_000), line.due(1_499), line.due(1_500)]).toEqual([0, 100, 100, 250])
})

test('a length that stands still keeps the moment at which it was first seen', () => {
  const line = new DelayLine(1_000)
  for (const now of [0, 400, 800]) line.saw(now, 100)
  expect(line.due(1_000)).toBe(100)
  line.saw(1_200, 100)
  expect(line.due(5_000)).toBe(100)
})

test('whenever it is asked: no byte younger than the delay, and none older is kept back', () => {
  const steps = fc.array(fc.record({ ms: fc.integer({ min: 0, max: 700 }), bytes: fc.integer({ min: 0, max: 50 }) }))
  fc.assert(
    fc.property(steps, (looks) => {
      const line = new DelayLine(1_000)
      const seen: { at: number; bytes: number }[] = []
      let now = 0
      let bytes = 0
      for (const step of looks) {
        now += step.ms
        bytes += step.bytes
        line.saw(now, bytes)
        seen.push({ at: now, bytes })
        const limit = now - 1_000
        expect(line.due(now)).toBe(Math.max(0, ...seen.filter(({ at }) => at <= limit).map((each) => each.bytes)))
      }
    }),
  )
})
