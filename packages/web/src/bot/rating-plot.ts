/**
 * Where the chart of a rating places what it shows: pure functions of the history. Matches lie at equal distances, so that
 * a day with many has room; the ticks below them carry their dates. Scales, ticks and paths are d3's
 * (docs/adr/0033-charts.md).
 */
import { bisector, max, min } from 'd3-array'
import { scaleLinear } from 'd3-scale'
import { area, line } from 'd3-shape'
import { clock, day, dayOfYear, shownRating } from '../format.ts'
import type { BotPage } from '../page-data.ts'
import { SHOWN_SIGMAS } from '../parts/range-bar.tsx'

type History = BotPage['history']
type Point = History[number]

/** Something that happened to the bot between its matches. */
export interface ChartMark {
  readonly at: Date | number
  readonly label: string
}

/** `at` is a place in percent of the plot, from its left or its top. */
interface Tick {
  readonly at: number
  readonly label: string
}

export interface RatingPlot {
  readonly width: number
  readonly height: number
  /** Path data, in the units of `width` and `height`. */
  readonly band: string
  readonly estimate: string
  readonly shown: string
  readonly ratings: readonly Tick[]
  readonly dates: readonly Tick[]
  /** Where the bot began to say another version, in the order of time: at the first match of it. */
  readonly versions: readonly (Tick & { readonly time: number })[]
  /** Changes of version before these, which have no place. */
  readonly olderVersions: number
  /** In the order of time; a mark before the first match of the history has no place. */
  readonly marks: readonly (Tick & { readonly time: number })[]
}

const WIDTH = 1000
const HEIGHT = 300
const RATING_TICKS = 5
const DATE_TICKS = 5
const DIGITS = 1
/** More would hide each other. */
const MOST_VERSIONS = 24

const lowOf = ({ mu, sigma }: Point) => mu - SHOWN_SIGMAS * sigma
const highOf = ({ mu, sigma }: Point) => mu + SHOWN_SIGMAS * sigma

/** The plot of a history of two matches or more. */
export function ratingPlot(history: History, marks: readonly ChartMark[] = []): RatingPlot {
  const last = history.length - 1
  const x = scaleLinear([0, last], [0, WIDTH])
  const y = scaleLinear([min(history, shownRating) ?? 0, max(history, highOf) ?? 0], [HEIGHT, 0]).nice(RATING_TICKS)
  const across = (index: number) => percent(x(index), WIDTH)
  const path = (of: (point: Point) => number) =>
    line<Point>()
      .x((_, index) => x(index))
      .y((point) => y(of(point)))
      .digits(DIGITS)(history)!
  const band = area<Point>()
    .x((_, index) => x(index))
    .y0((point) => y(lowOf(point)))
    .y1((point) => y(highOf(point)))
    .digits(DIGITS)(history)!
  const versions = changesOf(history)
  const places = x.ticks(DATE_TICKS).filter(Number.isInteger)
  return {
    width: WIDTH,
    height: HEIGHT,
    band,
    estimate: path(({ mu }) => mu),
    shown: path(shownRating),
    ratings: y.ticks(RATING_TICKS).map((value) => ({
      at: percent(y(value), HEIGHT),
      label: y.tickFormat(RATING_TICKS)(value),
    })),
    dates: places.map((index, i) => ({
      at: across(index),
      label: dateLabel(history[index]!.at, i === 0 ? null : history[places[i - (i % 2 === 0 ? 2 : 1)]!]!.at),
    })),
    versions: versions
      .slice(-MOST_VERSIONS)
      .map(({ index, label }) => ({ at: across(index), time: history[index]!.at, label })),
    olderVersions: Math.max(0, versions.length - MOST_VERSIONS),
    marks: marks
      .map(({ at, label }) => ({ time: Number(at), label }))
      .toSorted((a, b) => a.time - b.time)
      .flatMap(({ time, label }) => {
        const next = bisector(({ at }: Point) => at).right(history, time)
        // Halfway between the match before and the one after it.
        return next === 0 ? [] : [{ at: across(Math.min(next - 0.5, last)), time, label }]
      }),
  }
}

/** The matches in which the bot said another version than it had said last. A match in which it said none changes nothing. */
function changesOf(history: History): { readonly index: number; readonly label: string }[] {
  let last: string | null = null
  return history.flatMap(({ version }, index) => {
    if (version === null || version === last) return []
    last = version
    return [{ index, label: version }]
  })
}

const percent = (value: number, whole: number) => Number(((100 * value) / whole).toFixed(2))

/**
 * What is new since the tick before: the time of the day, the day, or the year too. A narrow chart leaves out every second
 * one, so the others say what is new since the last of theirs.
 */
function dateLabel(time: number, before: number | null): string {
  if (before !== null && day(before) === day(time)) return clock(time)
  const isNewYear = before !== null && new Date(before).getUTCFullYear() !== new Date(time).getUTCFullYear()
  return isNewYear ? day(time) : dayOfYear(time)
}

/** As many as `most` matches of the history at equal distances, with the first and the last, for a table. */
export function spread(history: History, most: number): (Point & { readonly match: number })[] {
  const last = history.length - 1
  const rows = Math.min(most, history.length)
  const indices = Array.from({ length: rows }, (_, row) => Math.round((row * last) / Math.max(1, rows - 1)))
  return indices.map((index) => ({ ...history[index]!, match: index + 1 }))
}
