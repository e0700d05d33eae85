/**
 * A rating over matches: the estimate as a line, two sigma either side as a band, and the rating that is shown
 * everywhere. The service draws it. Lines are stretched to the width of the page; words are placed in percent of it, and so
 * keep their size. A table has the same figures for whoever does not see the drawing.
 */
import { count, day, moment, oneDecimal, plural, shownRating } from '../format.ts'
import type { BotPage } from '../page-data.ts'
import { ChartTable, GridLines } from '../parts/chart.tsx'
import { SHOWN_SIGMAS } from '../parts/range-bar.tsx'
import { NUMBER, Table } from '../parts/table.tsx'
import { paths } from '../paths.ts'
import { ratingPlot, spread } from './rating-plot.ts'
import type { ChartMark, RatingPlot } from './rating-plot.ts'

const TABLE_ID = 'rating-table'
const TABLE_ROWS = 20

interface RatingChartProps {
  readonly botId: string
  readonly history: BotPage['history']
  readonly marks?: readonly ChartMark[]
}

export function RatingChart({ botId, history, marks = [] }: RatingChartProps) {
  const [first, last] = [history[0], history.at(-1)]
  if (first === undefined || last === undefined || history.length < 2) {
    return <p className="empty">The chart begins with the second rated match.</p>
  }
  const plot = ratingPlot(history, marks)
  const label = `Over ${plural(history.length, 'match', 'matches')}, ${day(first.at)} to ${day(last.at)}, the estimate moved from ${oneDecimal(first.mu)} to ${oneDecimal(last.mu)}, the rating from ${oneDecimal(shownRating(first))} to ${oneDecimal(shownRating(last))}`
  return (
    <figure className="chart">
      <div className="chart-area">
        <Plot plot={plot} label={label} />
        <Versions plot={plot} botId={botId} />
      </div>
      <figcaption>
        <span className="key estimate">Estimate (mu)</span>
        <span className="key band">Two sigma either side</span>
        <span className="key shown">Rating (mu − 3 sigma)</span>
        {plot.versions.length > 0 && (
          <span className="key version-mark">
            Another version{plot.olderVersions > 0 && `, the newest ${plot.versions.length} times`}
          </span>
        )}
      </figcaption>
      {plot.marks.length > 0 && (
        <ol className="chart-marks">
          {plot.marks.map(({ time, label: text }, index) => (
            <li key={index}>
              {text}, {moment(time)}
            </li>
          ))}
        </ol>
      )}
      <HistoryTable history={history} />
    </figure>
  )
}

function Plot({ plot, label }: { plot: RatingPlot; label: string }) {
  const { width, height, ratings, dates, marks } = plot
  return (
    <svg className="chart-plot" role="img" aria-label={label}>
      <GridLines ticks={ratings} />
      {dates.map((tick, index) => (
        <g key={tick.at}>
          <line className="chart-grid" x1={`${tick.at}%`} x2={`${tick.at}%`} y1="0%" y2="100%" />
          <text
            className={index % 2 === 0 ? 'chart-date' : 'chart-date wide-only'}
            x={`${tick.at}%`}
            y="100%"
            dy="1.6em"
          >
            {tick.label}
          </text>
        </g>
      ))}
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none">
        <path className="chart-band" d={plot.band} />
        <path className="chart-shown" d={plot.shown} />
        <path className="chart-estimate" d={plot.estimate} />
      </svg>
      {marks.map((mark, index) => (
        <g key={index} className="chart-mark">
          <line x1={`${mark.at}%`} x2={`${mark.at}%`} y1="0%" y2="100%" />
          <text x={`${mark.at}%`} y="0%" dy="-0.4em">
            {index + 1}
          </text>
        </g>
      ))}
    </svg>
  )
}

/** A mark for each version at its first match, over the plot: its name shows under the pointer and with the keyboard. */
function Versions({ plot: { versions }, botId }: { plot: RatingPlot; botId: string }) {
  if (versions.length === 0) return null
  return (
    <svg className="chart-plot chart-versions" role="group" aria-label="Versions">
      {versions.map(({ at, label, time }) => (
        <a key={at} href={paths.version(botId, label)} aria-label={`Version ${label}, from ${moment(time)}`}>
          <line x1={`${at}%`} x2={`${at}%`} y1="0%" y2="100%" />
          <circle cx={`${at}%`} cy="0%" r={5} />
          <text className={at < 15 ? 'begins' : at > 85 ? 'ends' : undefined} x={`${at}%`} y="0%" dy="1.6em">
            {label}
          </text>
        </a>
      ))}
    </svg>
  )
}

function HistoryTable({ history }: { history: BotPage['history'] }) {
  const rows = spread(history, TABLE_ROWS)
  return (
    <ChartTable id={TABLE_ID}>
      {rows.length < history.length && (
        <p className="aside">
          {count(rows.length)} of the {count(history.length)} matches, at equal distances.
        </p>
      )}
      <Table<(typeof rows)[number]>
        labelledBy={TABLE_ID}
        columns={[
          {
            head: 'After match',
            value: ({ match, at }) => (
              <>
                {count(match)}, {moment(at)}
              </>
            ),
            isName: true,
          },
          { head: 'Rating', value: (row) => oneDecimal(shownRating(row)), ...NUMBER },
          ...(history.some(({ version }) => version !== null)
            ? [{ head: 'Version', value: ({ version }: (typeof rows)[number]) => version ?? '–' }]
            : []),
          { head: 'Estimate', value: ({ mu }) => oneDecimal(mu), ...NUMBER },
          {
            head: 'Range',
            value: ({ mu, sigma }) => (
              <>
                {oneDecimal(mu - SHOWN_SIGMAS * sigma)} to {oneDecimal(mu + SHOWN_SIGMAS * sigma)}
              </>
            ),
            ...NUMBER,
          },
        ]}
        rows={rows}
        keyOf={({ match }) => match}
      />
    </ChartTable>
  )
}
