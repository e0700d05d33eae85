/** Two bots in a series of pairs as it stands. Once the test has decided, later pairs count no more. Pure. */
import {
  boundsOf,
  decide,
  decideLast,
  estimate,
  logLikelihoodRatio,
  NO_PAIRS,
  withPair,
  type Bounds,
  type Decision,
  type Estimate,
  type Hypotheses,
  type Pentanomial,
  type Two,
} from '@arena/ratings'
import { PairSeries } from './pair-series.ts'
import type { PlayedPair } from './pairs.ts'
import { troubleOf, type Trouble } from './trouble.ts'

const BOTH: Two = [0, 1]

export interface Standing {
  readonly counts: Pentanomial
  readonly games: number
  readonly wins: number
  readonly draws: number
  readonly losses: number
  /** Null before the first pair. */
  readonly estimate: Estimate | null
  /** Null without a test. */
  readonly test: { readonly ratio: number; readonly bounds: Bounds; readonly decision: Decision } | null
  /** The first bot's, then the second's. */
  readonly trouble: readonly [Trouble, Trouble]
  /** Pairs that count for nobody. */
  readonly broken: number
}

export class Series extends PairSeries {
  readonly #hypotheses: Hypotheses | null
  #counts: Pentanomial = NO_PAIRS
  #ratio = 0
  #decision: Decision = null

  constructor(hypotheses: Hypotheses | null, mostPairs: number, played: readonly PlayedPair[] = []) {
    super(mostPairs)
    this.#hypotheses = hypotheses
    for (const pair of played) this.add(pair)
  }

  /** Whether the test has decided. */
  override get isDecided(): boolean {
    return this.#decision !== null
  }

  /** Itself where it is decided: a decision that is made would not be the test's if pairs came before it. */
  withoutBroken(): Series {
    return this.isDecided ? this : new Series(this.#hypotheses, this.mostPairs, this.whole)
  }

  get standing(): Standing {
    const counted = this.counted
    const games = counted.flatMap((pair) => pair.games)
    const countOf = (points: number) => games.filter((game) => game.points === points).length
    const hypotheses = this.#hypotheses
    return {
      counts: this.#counts,
      games: games.length,
      wins: countOf(1),
      draws: countOf(0.5),
      losses: countOf(0),
      estimate: estimate(this.#counts),
      test: hypotheses && { ratio: this.#ratio, bounds: boundsOf(hypotheses), decision: this.#decision },
      trouble: [troubleOf(counted, 0), troubleOf(counted, 1)],
      broken: this.broken,
    }
  }

  protected override count({ games: [first, second] }: PlayedPair, isLast: boolean): void {
    const hypotheses = this.#hypotheses
    if (first !== undefined && second !== undefined) {
      this.#counts = withPair(this.#counts, first.points + second.points)
      if (hypotheses !== null) {
        this.#ratio = logLikelihoodRatio(this.#counts, hypotheses.elo0, hypotheses.elo1)
        this.#decision = decide(this.#ratio, boundsOf(hypotheses))
      }
    }
    const hasGames = this.#counts.some((pairs) => pairs > 0)
    if (isLast && hasGames && hypotheses !== null) this.#decision ??= decideLast(this.#counts, hypotheses)
  }

  protected override chosen(): Two {
    return BOTH
  }
}
