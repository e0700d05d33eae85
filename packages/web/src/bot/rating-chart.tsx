/**
 * A rating over matches: the estimate as a line, two sigma either side as a band, and the rating that is shown
 * everywhere. Drawn by the service. The drawing is stretched to the width of the page, so its words stand beside it.
 */
import { day, oneDecimal, shownRating } from '../format.ts'
import type { BotPage } from '../page-data.ts'
import { SHOWN_SIGMAS } from '../parts/range-bar.tsx'

const WIDTH = 1000
const HEIGHT = 300
const INTERVALS = 4

export function RatingChart({ history }: { history: BotPage['history'] }) {
  const [first, last] = [history[0], history.at(-1)]
  if (first === undefined || last === undefined || history.length < 2) {
    return <p className="empty">The chart begins with the second rated match.</p>
  }
  const { low, step } = axis(history)
  const x = (index: number) => ((WIDTH * index) / (history.length - 1)).toFixed(1)
  const y = (value: number) => (HEIGHT - (HEIGHT * (value - low)) / (INTERVALS * step)).toFixed(1)
  const line = (of: (point: (typeof history)[0]) => number) => history.map((point, i) => `${x(i)},${y(of(point))}`)
  const upper = line(({ mu, sigma }) => mu + SHOWN_SIGMAS * sigma)
  const lower = line(({ mu, sigma }) => mu - SHOWN_SIGMAS * sigma)
  const ticks = Array.from({ length: INTERVALS + 1 }, (_, i) => low + i * step)
  const label = `Over ${history.length} matches the estimate moved from ${oneDecimal(first.mu)} to ${oneDecimal(last.mu)}, the rating from ${oneDecimal(shownRating(first))} to ${oneDecimal(shownRating(last))}`
  return (
    <figure className="chart">
      <div className="chart-plot">
        <ol className="chart-ticks" aria-hidden="true">
          {ticks.toReversed().map((tick) => (
            <li key={tick}>{String(tick).replace('-', '−')}</li>
          ))}
        </ol>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
          {ticks.map((tick) => (
            <line key={tick} className="chart-grid" x1={0} x2={WIDTH} y1={y(tick)} y2={y(tick)} />
          ))}
          <polygon className="chart-band" points={[...upper, ...lower.toReversed()].join(' ')} />
          <polyline className="chart-shown" points={line(shownRating).join(' ')} />
          <polyline className="chart-estimate" points={line(({ mu }) => mu).join(' ')} />
        </svg>
      </div>
      <p className="chart-span">
        <span>{day(first.at)}</span>
        <span>{day(last.at)}</span>
      </p>
      <figcaption>
        <span className="key estimate">Estimate (mu)</span>
        <span className="key band">Two sigma either side</span>
        <span className="key shown">Rating (mu − 3 sigma)</span>
      </figcaption>
    </figure>
  )
}

/** Whole steps that hold everything drawn. */
function axis(history: BotPage['history']): { low: number; step: number } {
  const least = Math.min(...history.map(shownRating))
  const most = Math.max(...history.map(({ mu, sigma }) => mu + SHOWN_SIGMAS * sigma))
  for (const step of [1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 50, 100]) {
    const low = step * Math.floor(least / step)
    if (low + INTERVALS * step >= most) return { low, step }
  }
  return { low: least, step: (most - least) / INTERVALS }
}
