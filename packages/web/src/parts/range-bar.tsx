/** The skill that a rating stands for as a bar on a scale: mu with two sigma either side. */
import { max, min } from 'd3-array'
import { scaleLinear } from 'd3-scale'
import { oneDecimal } from '../format.ts'
import type { Rating } from '../page-data.ts'

export interface Scale {
  readonly low: number
  readonly high: number
}

/** Sigmas either side of mu that are shown: the skill lies within with a probability of about 95%. */
export const SHOWN_SIGMAS = 2

const lowOf = ({ mu, sigma }: Rating) => mu - SHOWN_SIGMAS * sigma
const highOf = ({ mu, sigma }: Rating) => mu + SHOWN_SIGMAS * sigma

/** A scale that has room for all, from one round number to another. */
export function scaleOf(ratings: readonly Rating[]): Scale {
  const [low, high] = scaleLinear([min(ratings, lowOf) ?? 0, max(ratings, highOf) ?? 0], [0, 1])
    .nice()
    .domain()
  return { low: low!, high: high! }
}

const WIDTH = 100
const HEIGHT = 10
const MARK = 1.4

export function RangeBar({ rating: { mu, sigma }, scale: { low, high } }: { rating: Rating; scale: Scale }) {
  const from = lowOf({ mu, sigma })
  const to = highOf({ mu, sigma })
  const scale = scaleLinear([low, high], [0, WIDTH])
  const x = (value: number) => Number(scale(value).toFixed(2))
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
