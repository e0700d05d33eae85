/** How well predictions were: what was expected of the favourites beside what they scored. Pure. */
import { shareBetween } from './share.ts'

export interface Prediction {
  /** The share of the points that one side was expected to have, 0 to 1. */
  readonly expected: number
  /** What it had: 1 for a win, 0.5 for a draw. */
  readonly points: 0 | 0.5 | 1
}

export interface CalibrationBand {
  /** Games whose favourite was expected to have from `from` up to `to`. */
  readonly from: number
  readonly to: number
  readonly games: number
  /** Means over these games, and where the true share lies with 95 of 100. */
  readonly expected: number
  readonly scored: number
  readonly low: number
  readonly high: number
}

export interface Calibration {
  /** Bands without a game are left out. */
  readonly bands: readonly CalibrationBand[]
  readonly games: number
  /** The mean squared error of the predictions; null without a game. */
  readonly brier: number | null
  /** The same for one who says of every game that it is even. */
  readonly brierOfEven: number | null
}

const BANDS = 5

export function calibrationOf(predictions: readonly Prediction[]): Calibration {
  const favourites = predictions.map(({ expected, points }) =>
    expected >= 0.5 ? { expected, points } : { expected: 1 - expected, points: 1 - points },
  )
  const bands = Array.from({ length: BANDS }, (_, number) => {
    const [from, to] = [0.5 + number / (2 * BANDS), 0.5 + (number + 1) / (2 * BANDS)]
    const own = favourites.filter(({ expected }) => expected >= from && (expected < to || number === BANDS - 1))
    const scored = meanOf(own.map(({ points }) => points))
    const { low, high } = shareBetween(scored, own.length)
    return { from, to, games: own.length, expected: meanOf(own.map(({ expected }) => expected)), scored, low, high }
  })
  const isEmpty = favourites.length === 0
  return {
    bands: bands.filter(({ games }) => games > 0),
    games: favourites.length,
    brier: isEmpty ? null : meanOf(favourites.map(({ expected, points }) => (points - expected) ** 2)),
    brierOfEven: isEmpty ? null : meanOf(favourites.map(({ points }) => (points - 0.5) ** 2)),
  }
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0) / values.length
