import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ratingPlot, spread } from './rating-plot.ts'

const DAY = 86_400_000
const FIRST = Date.parse('2026-11-21T10:00:00Z')
const point = (index: number, every = DAY) => ({ mu: 25 + index, sigma: 2, at: FIRST + index * every, version: null })
const history = (matches: number, every = DAY) => Array.from({ length: matches }, (_, i) => point(i, every))

test('matches lie at equal distances, whatever time is between them', () => {
  const even = history(5)
  const uneven = even.map((each, i) => ({ ...each, at: FIRST + i ** 3 * DAY }))
  expect(ratingPlot(uneven).estimate).toBe(ratingPlot(even).estimate)
  expect(ratingPlot(even).estimate).toMatch(/^M0,[\d.]+L250,[\d.]+L500,[\d.]+L750,[\d.]+L1000,[\d.]+$/)
})

test('a tick of the dates names what is new since the one before: the time, the day, or the year too', () => {
  const labels = (every: number) => ratingPlot(history(5, every)).dates.map(({ label }) => label)
  expect(labels(DAY)).toEqual(['21 Nov', '22 Nov', '23 Nov', '24 Nov', '25 Nov'])
  expect(labels(DAY / 3)).toEqual(['21 Nov', '18:00', '22 Nov', '10:00', '18:00'])
  expect(labels(30 * DAY)).toEqual(['21 Nov', '21 Dec', '20 Jan 2027', '19 Feb', '21 Mar'])
})

test('a mark stands between the matches before and after it; one before all of them has no place', () => {
  const marks = [FIRST + 9 * DAY, FIRST + 1.2 * DAY, FIRST - 1].map((at) => ({ at: new Date(at), label: `at ${at}` }))
  expect(ratingPlot(history(5), marks).marks).toEqual([
    { at: 37.5, time: FIRST + 1.2 * DAY, label: `at ${FIRST + 1.2 * DAY}` },
    { at: 100, time: FIRST + 9 * DAY, label: `at ${FIRST + 9 * DAY}` },
  ])
})

test('a version has a mark at its first match; a match without one changes nothing, and many leave the oldest out', () => {
  const said = (...versions: (string | null)[]) => ratingPlot(versions.map((version, i) => ({ ...point(i), version })))
  expect(said(null, '1.4', null, '1.4', '1.5', '1.4').versions).toEqual([
    { at: 20, time: FIRST + DAY, label: '1.4' },
    { at: 80, time: FIRST + 4 * DAY, label: '1.5' },
    { at: 100, time: FIRST + 5 * DAY, label: '1.4' },
  ])
  expect(said(null, null).versions).toEqual([])
  const many = said(...Array.from({ length: 300 }, (_, i) => `v${i}`))
  expect(many.versions).toHaveLength(24)
  expect(many.versions.at(-1)).toMatchObject({ label: 'v299', at: 100 })
  expect(many.olderVersions).toBe(276)
})

const Ratings = fc.array(
  fc.record({ mu: fc.double({ min: -60, max: 90, noNaN: true }), sigma: fc.double({ min: 0.1, max: 9, noNaN: true }) }),
  { minLength: 2, maxLength: 300 },
)

test('everything drawn lies within the plot, between round numbers, with few enough ticks to read', () => {
  fc.assert(
    fc.property(Ratings, (ratings) => {
      const plot = ratingPlot(ratings.map((rating, i) => ({ ...rating, at: FIRST + i, version: null })))
      for (const path of [plot.band, plot.estimate, plot.shown]) {
        expect(path).not.toContain('NaN')
        for (const [, x, y] of path.matchAll(/([\d.-]+),([\d.-]+)/g)) {
          expect(Number(x)).toBeGreaterThanOrEqual(0)
          expect(Number(x)).toBeLessThanOrEqual(plot.width)
          expect(Number(y)).toBeGreaterThanOrEqual(0)
          expect(Number(y)).toBeLessThanOrEqual(plot.height)
        }
      }
      for (const ticks of [plot.ratings, plot.dates]) {
        expect(ticks.length).toBeGreaterThanOrEqual(2)
        expect(ticks.length).toBeLessThanOrEqual(11)
        for (const { at } of ticks) expect(at >= 0 && at <= 100).toBe(true)
      }
    }),
  )
})

test('a table has the first match, the last, and others at equal distances', () => {
  expect(spread(history(300), 4).map(({ match }) => match)).toEqual([1, 101, 200, 300])
  expect(spread(history(3), 20).map(({ match }) => match)).toEqual([1, 2, 3])
})
