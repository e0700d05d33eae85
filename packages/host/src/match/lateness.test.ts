import { expect, test } from 'vitest'
import { LatenessHistogram } from './lateness.ts'

test('percentiles are right within the width of a bucket', () => {
  const histogram = new LatenessHistogram()
  for (let us = 1; us <= 10_000; us++) histogram.record(us / 1000)
  const { p50, p99, p999, max } = histogram.summary()
  for (const [value, exact] of [
    [p50, 5],
    [p99, 9.9],
    [p999, 9.99],
  ] as const) {
    expect(value / exact).toBeGreaterThan(0.999)
    expect(value / exact).toBeLessThan(1.1)
  }
  expect(max).toBe(10)
})

test('nothing recorded is nothing late', () => {
  expect(new LatenessHistogram().summary()).toEqual({ p50: 0, p99: 0, p999: 0, max: 0 })
})

test('the histograms of several hosts add up', () => {
  const [all, one, other] = [new LatenessHistogram(), new LatenessHistogram(), new LatenessHistogram()]
  for (let i = 0; i < 1000; i++) {
    const ms = (i * 7919) % 50
    all.record(ms)
    ;(i % 3 === 0 ? one : other).record(ms)
  }
  one.add(other.counts(), other.summary().max)
  expect(one.summary()).toEqual(all.summary())
  expect(one.count).toBe(1000)
})

test('lateness out of any range is kept in the outermost buckets', () => {
  const histogram = new LatenessHistogram()
  histogram.record(0)
  histogram.record(1e9)
  expect(histogram.count).toBe(2)
  expect(histogram.summary().max).toBe(1e9)
})
