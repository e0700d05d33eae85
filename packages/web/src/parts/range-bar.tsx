/** The skill that a rating stands for as a bar on a scale: mu with two sigma either side. */
import { oneDecimal } from '../format.ts'
import type { Rating } from '../page-data.ts'

export interface Scale {
  readonly low: number
  readonly high: number
}

/** Sigmas either side of mu that are shown: the skill lies within with a probability of about 95%. */
export const SHOWN_SIGMAS = 2

export function scaleOf(ratings: readonly Rating[]): Scale {
  const low = Math.min(...ratings.map(({ mu, sigma }) => mu - SHOWN_SIGMAS * sigma))
  const high = Math.max(...ratings.map(({ mu, sigma }) => mu + SHOWN_SIGMAS * sigma))
  return { low: 5 * Math.floor(low / 5), high: 5 * Math.ceil(high / 5) }
}

const WIDTH = 100
const HEIGHT = 10
const MARK = 1.4

export function RangeBar({ rating: { mu, sigma }, scale: { low, high } }: { rating: Rating; scale: Scale }) {
  const from = mu - SHOWN_SIGMAS * sigma
  const to = mu + SHOWN_SIGMAS * sigma
  const x = (value: number) => Number(((WIDTH * (value - low)) / (high - low)).toFixed(2))
  const label = `Between ${oneDecimal(from)} and ${oneDecimal(to)}, estimate ${oneDecimal(mu)}`
  return (
    <svg
      className="range-bar"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <rect className="range-track" x={0} y={4} width={WIDTH} height={2} />
      <rect className="range-band" x={x(from)} y={2} width={x(to) - x(from)} height={6} />
      <rect className="range-mark" x={x(mu) - MARK / 2} y={0} width={MARK} height={HEIGHT} />
    </svg>
  )
}
