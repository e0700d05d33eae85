import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MOST_SLACK_MS } from '@arena/protocol'
import { rangeLabel, slackPlot, slackRanges } from './slack-plot.ts'

const Histogram = fc
  .uniqueArray(
    fc.record({
      ms: fc.integer({ min: -MOST_SLACK_MS, max: MOST_SLACK_MS }),
      pads: fc.integer({ min: 1, max: 28_000 }),
    }),
    {
      selector: ({ ms }) => ms,
      minLength: 1,
    },
  )
  .map((entries) => entries.toSorted((a, b) => a.ms - b.ms))

test('ranges hold every pad once, are few enough, and none reaches across the poll', () => {
  fc.assert(
    fc.property(Histogram, fc.constantFrom(20, 60), (histogram, most) => {
      const ranges = slackRanges(histogram, most)
      const sum = (entries: readonly { pads: number }[]) => entries.reduce((total, { pads }) => total + pads, 0)
      expect(sum(ranges)).toBe(sum(histogram))
      expect(ranges.length).toBeLessThanOrEqual(most)
      for (const { from, to } of ranges) expect(from >= 0 || to <= 0).toBe(true)
    }),
  )
})

test('bars lie within the plot; those of late pads are left of the poll', () => {
  fc.assert(
    fc.property(Histogram, (histogram) => {
      const { bars, poll, slack, pads } = slackPlot(histogram)
      for (const { x, width, height, isLate } of bars) {
        expect(x).toBeGreaterThanOrEqual(0)
        expect(x + width).toBeLessThanOrEqual(100.02)
        expect(height).toBeGreaterThan(0)
        expect(height).toBeLessThanOrEqual(100)
        expect(isLate ? x + width <= poll + 0.02 : x >= poll - 0.02).toBe(true)
      }
      for (const { at } of [...slack, ...pads]) expect(at >= 0 && at <= 100).toBe(true)
      expect(slack.length).toBeLessThanOrEqual(12)
    }),
  )
})

test('a range says on which side of the poll it lies; the outermost hold all that is beyond', () => {
  expect(rangeLabel({ from: 12, to: 14, pads: 1 })).toBe('12 to 14 ms before')
  expect(rangeLabel({ from: -20, to: -10, pads: 1 })).toBe('10 to 20 ms late')
  expect(rangeLabel({ from: -250, to: -240, pads: 1 })).toBe('240 ms late or more')
  expect(rangeLabel({ from: 250, to: 260, pads: 1 })).toBe('250 ms before or more')
})
