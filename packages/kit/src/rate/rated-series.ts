/**
 * Several bots in a series of pairs, rated by one fit as it stands. Who meets next is who tells most (most-telling.ts of @arena/ratings). So that
 * several pairs can be played at once and the same seed gives the same series on any number of cores, a pair is chosen by the results of those
 * that are `AHEAD` before it; for those in between it counts that they are played. Pure.
 */
import {
  dispersionOf,
  fitStrengths,
  mostTelling,
  rowsOf,
  type Fit,
  type FittedRow,
  type Meeting,
  type Two,
} from '@arena/ratings'
import { PairSeries } from '../match/pair-series.ts'
import type { PlayedPair } from '../match/pairs.ts'
import { troubleOf, type Trouble } from '../match/trouble.ts'

/** As many pairs can be played at once. */
export const AHEAD = 16

export interface RatedRow extends FittedRow {
  readonly games: number
  readonly points: number
}

export interface Ratings {
  readonly games: number
  /** Best rating first; players are places in the series. */
  readonly rows: readonly RatedRow[]
  /** How likely the player of a row is stronger than that of a column, both in the order of `rows`. */
  readonly superiority: readonly (readonly number[])[]
  /** How much the points of a pair vary, in shares of what two games of their own would. */
  readonly dispersion: number
  /** By place in the series. */
  readonly trouble: readonly Trouble[]
  readonly broken: number
}

interface Options {
  readonly bots: number
  readonly mostPairs: number
  /** Over once no rating may be farther from the true one, in Elo with 95 of 100; null for never. */
  readonly within: number | null
}

export class RatedSeries extends PairSeries {
  readonly #options: Options
  #isDecided = false

  constructor(options: Options, played: readonly PlayedPair[] = []) {
    super(options.mostPairs)
    this.#options = options
    for (const pair of played) this.add(pair)
  }

  override get isDecided(): boolean {
    return this.#isDecided
  }

  withoutBroken(): RatedSeries {
    return this.isDecided ? this : new RatedSeries(this.#options, this.whole)
  }

  get ratings(): Ratings {
    const { counted, broken } = this
    const { fit, dispersion, meetings } = this.#fitOf(counted)
    const players = Array.from({ length: this.#options.bots }, (_, player) => player)
    const rows = rowsOf(fit).map((row) => {
      const own = meetings.flatMap(({ between, points }) => {
        const side = between.indexOf(row.player)
        return side === -1 ? [] : points.map((each) => (side === 0 ? each : 2 - each))
      })
      return { ...row, games: 2 * own.length, points: own.reduce((sum, each) => sum + each, 0) }
    })
    return {
      games: rows.reduce((sum, { games }) => sum + games, 0) / 2,
      rows,
      superiority: rows.map(({ player: own }) => rows.map(({ player: other }) => fit.superiority(own, other))),
      dispersion,
      trouble: players.map((player) => troubleOf(counted, player)),
      broken,
    }
  }

  protected override count(): void {
    const { within } = this.#options
    if (within === null) return
    this.#isDecided = rowsOf(this.#fitOf(this.counted).fit).every(({ low, high }) => (high - low) / 2 <= within)
  }

  protected override chosen(number: number): Two | undefined {
    const known = Math.max(0, number - AHEAD)
    const counted = this.counted.filter((pair) => pair.number <= known)
    if (this.countedUpTo < known) return undefined
    const underway = Array.from({ length: number - 1 - known }, (_, i) => this.betweenOf(known + 1 + i)!)
    const { fit, dispersion } = this.#fitOf(counted)
    return mostTelling(fit, { underway, games: 2 / dispersion, within: this.#options.within })
  }

  /** A pair counts for as many games as it is worth. */
  #fitOf(pairs: readonly PlayedPair[]): {
    readonly fit: Fit
    readonly dispersion: number
    readonly meetings: readonly PointsOfTwo[]
  } {
    const meetings = pointsByTwo(pairs)
    const dispersion = dispersionOf(meetings.map(({ points }) => points))
    const worth = meetings.map(({ between: [a, b], points }): Meeting => {
      const won = points.reduce((sum, each) => sum + each, 0)
      return { a, b, wins: won / dispersion, losses: (2 * points.length - won) / dispersion, draws: 0 }
    })
    return { fit: fitStrengths(this.#options.bots, worth), dispersion, meetings }
  }
}

interface PointsOfTwo {
  readonly between: Two
  /** Those of the first one, in each of their pairs. */
  readonly points: readonly number[]
}

function pointsByTwo(pairs: readonly PlayedPair[]): PointsOfTwo[] {
  const byTwo = new Map<string, { between: Two; points: number[] }>()
  for (const { between, games } of pairs) {
    const [first, second] = games
    if (first === undefined || second === undefined) continue
    const name = between.join(' ')
    const found = byTwo.get(name) ?? { between, points: [] }
    byTwo.set(name, found)
    found.points.push(first.points + second.points)
  }
  return [...byTwo.values()]
}
