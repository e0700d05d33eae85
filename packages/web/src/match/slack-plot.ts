/**
 * Where the chart of a receipt places what it shows: a bar for each range of slack, left of the poll those that came too late. Pure;
 * scales, ticks and ranges are d3's (docs/adr/0033-charts.md).
 */
import { sum, tickStep } from 'd3-array'
import { scaleLinear, scaleSqrt } from 'd3-scale'
import { MOST_SLACK_MS, type Receipt } from '@arena/protocol'
import { count } from '../format.ts'

type Histogram = Receipt['arrivals']['histogram']

/** Slack from `from` to before `to`, in whole milliseconds. */
export interface SlackRange {
  readonly from: number
  readonly to: number
  readonly pads: number
}

/** Places in percent of the plot, from its left or its top. */
export interface SlackPlot {
  readonly bars: readonly {
    readonly x: number
    readonly width: number
    readonly height: number
    readonly isLate: boolean
  }[]
  readonly slack: readonly { readonly at: number; readonly label: string }[]
  readonly pads: readonly { readonly at: number; readonly label: string }[]
  /** The place of the poll. */
  readonly poll: number
}

const MOST_BARS = 60
const SLACK_TICKS = 6
const PAD_TICKS = 3
/** A frame on either side of the poll is there always. */
const LEAST_MS = 20

/** Divides a histogram that is not empty into at most `most` ranges of one width. One of them begins at 0, the poll. */
export function slackRanges(histogram: Histogram, most: number): SlackRange[] {
  const lowest = Math.min(histogram[0]!.ms, 0)
  const highest = Math.max(histogram.at(-1)!.ms + 1, 1)
  const width = Math.max(1, tickStep(lowest, highest, most / 2))
  const first = Math.floor(lowest / width)
  const last = Math.ceil(highest / width)
  return Array.from({ length: last - first }, (_, i) => {
    const [from, to] = [(first + i) * width, (first + i + 1) * width]
    return { from, to, pads: sum(histogram, ({ ms, pads }) => (ms >= from && ms < to ? pads : 0)) }
  })
}

export function slackPlot(histogram: Histogram): SlackPlot {
  const ranges = slackRanges(histogram, MOST_BARS)
  const from = Math.min(ranges[0]!.from, -LEAST_MS)
  const to = Math.max(ranges.at(-1)!.to, LEAST_MS)
  const x = scaleLinear([from, to], [0, 100])
  const y = scaleSqrt([0, Math.max(...ranges.map(({ pads }) => pads))], [0, 100])
  return {
    bars: ranges
      .filter(({ pads }) => pads > 0)
      .map((range) => ({
        x: round(x(range.from)),
        width: round(x(range.to) - x(range.from)),
        height: round(y(range.pads)),
        isLate: range.from < 0,
      })),
    slack: x.ticks(SLACK_TICKS).map((ms) => ({ at: round(x(ms)), label: msLabel(ms) })),
    pads: y
      .ticks(PAD_TICKS)
      .filter((pads) => Number.isInteger(pads))
      .map((pads) => ({ at: round(100 - y(pads)), label: count(pads) })),
    poll: round(x(0)),
  }
}

const round = (value: number) => Number(value.toFixed(2))

const msLabel = (ms: number): string => `${String(ms).replace('-', '−')} ms`

/** `12 to 14 ms before the poll`. The outermost ranges hold whatever is beyond. */
export function rangeLabel({ from, to }: SlackRange): string {
  if (from < -MOST_SLACK_MS || (from === -MOST_SLACK_MS && to <= 0)) return `${-to} ms late or more`
  if (to > MOST_SLACK_MS) return `${from} ms before or more`
  return from < 0 ? `${-to} to ${-from} ms late` : `${from} to ${to} ms before`
}
