/**
 * When pads came against their polls, as a histogram. The service draws it, in percent of its width, so that words keep their
 * size; a table has the same figures.
 */
import type { Receipt } from '@arena/protocol'
import { count, plural } from '../format.ts'
import { ChartTable, GridLines } from '../parts/chart.tsx'
import { NUMBER, Table } from '../parts/table.tsx'
import { inMs } from './receipt-words.ts'
import { rangeLabel, slackPlot, slackRanges } from './slack-plot.ts'

const TABLE_ID = 'slack-table'
const TABLE_ROWS = 20

export function SlackChart({ receipt: { pads, arrivals } }: { receipt: Receipt }) {
  const { histogram, slackMs } = arrivals
  const { bars, slack, pads: heights, poll } = slackPlot(histogram)
  const came = histogram.reduce((sum, each) => sum + each.pads, 0)
  const label = `Of ${plural(came, 'frame')} with a pad, ${count(came - pads.late)} had it before their poll and ${count(pads.late)} after it; the median was ${inMs(slackMs?.p50 ?? 0)} before`
  return (
    <figure className="chart">
      <svg className="chart-plot slack-plot" role="img" aria-label={label}>
        <GridLines ticks={heights} />
        {slack.map((tick, index) => (
          <text
            key={tick.label}
            className={index % 2 === 0 ? 'chart-date wide-only' : 'chart-date'}
            x={`${tick.at}%`}
            y="100%"
            dy="1.6em"
          >
            {tick.label}
          </text>
        ))}
        {bars.map((bar) => (
          <rect
            key={bar.x}
            className={bar.isLate ? 'slack-late' : 'slack-early'}
            x={`${bar.x}%`}
            width={`${bar.width}%`}
            y={`${100 - bar.height}%`}
            height={`${bar.height}%`}
          />
        ))}
        <g className="chart-mark">
          <line x1={`${poll}%`} x2={`${poll}%`} y1="0%" y2="100%" />
          <text x={`${poll}%`} y="0%" dy="-0.4em">
            poll
          </text>
        </g>
      </svg>
      <figcaption>
        <span className="key slack-late">Too late: the frame was played neutral</span>
        <span className="key slack-early">In time, by so much</span>
        <span>The first pad of each frame. Heights grow with the square root, so that few show too.</span>
      </figcaption>
      <SlackTable histogram={histogram} came={came} />
    </figure>
  )
}

function SlackTable({ histogram, came }: { histogram: Receipt['arrivals']['histogram']; came: number }) {
  const rows = slackRanges(histogram, TABLE_ROWS).filter(({ pads }) => pads > 0)
  return (
    <ChartTable id={TABLE_ID}>
      <Table<(typeof rows)[number]>
        labelledBy={TABLE_ID}
        columns={[
          { head: 'Against the poll', value: rangeLabel, isName: true },
          { head: 'Pads', value: ({ pads }) => count(pads), ...NUMBER },
          {
            head: 'Share',
            value: ({ pads }) => <>{((100 * pads) / came).toFixed(1)}%</>,
            ...NUMBER,
          },
        ]}
        rows={rows}
        keyOf={({ from }) => from}
      />
    </ChartTable>
  )
}
