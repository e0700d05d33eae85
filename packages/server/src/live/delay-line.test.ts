import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DelayLine } from './delay-line.ts'

test('whenever it is asked: no byte younger than the delay, and none older is kept back, also where a length stands still', () => {
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
