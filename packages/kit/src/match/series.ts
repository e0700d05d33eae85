/**
 * A series of pairs as it stands. Pairs count in the order of their numbers: what several games at once finish earlier
 * waits for those before it. So the result depends on seed and bots, and not on which game took longer. Once the test
 * has decided, later pairs count no more. Pure.
 */
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
} from '@arena/ratings'
import type { PlayedGame, PlayedPair, RaisedInGame } from './pairs.ts'

type Pair<T> = readonly [T, T]

/** What one bot did wrong, in how many games. */
export interface Trouble {
  readonly forfeits: number
  readonly crashes: number
  /** Pads that were missed, over all games. */
  readonly missed: number
  /** Errors over all games, in how many they came, and the one that came most often in the first of these; null for none. */
  readonly raised: (RaisedInGame & { readonly games: number }) | null
}

const NONE: Trouble = { forfeits: 0, crashes: 0, missed: 0, raised: null }

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
  readonly trouble: Pair<Trouble>
  /** Pairs that count for nobody. */
  readonly broken: number
}

export class Series {
  readonly #hypotheses: Hypotheses | null
  readonly #mostPairs: number
  readonly #played = new Map<number, PlayedPair>()
  /** The number of the first pair that has not been counted. */
  #next = 1
  #counts: Pentanomial = NO_PAIRS
  #games: PlayedGame[] = []
  #broken = 0
  #ratio = 0
  #decision: Decision = null

  constructor(hypotheses: Hypotheses | null, mostPairs: number, played: readonly PlayedPair[] = []) {
    this.#hypotheses = hypotheses
    this.#mostPairs = mostPairs
    for (const pair of played) this.add(pair)
  }

  add(pair: PlayedPair): void {
    this.#played.set(pair.number, pair)
    for (let next = this.#played.get(this.#next); next && !this.isOver; next = this.#played.get(this.#next)) {
      this.#count(next)
      this.#next++
    }
    const isLast = this.#next > this.#mostPairs && this.#decision === null && this.#games.length > 0
    if (isLast && this.#hypotheses !== null) this.#decision = decideLast(this.#counts, this.#hypotheses)
  }

  /** Whether no further pair counts. */
  get isOver(): boolean {
    return this.#decision !== null || this.#next > this.#mostPairs
  }

  /** Whether the test has decided. */
  get isDecided(): boolean {
    return this.#decision !== null
  }

  /**
   * Itself where it is decided; else without the pairs that were broken off, which are then to be played again. A decision that is
   * made would not be the test's if pairs came before it.
   */
  withoutBroken(): Series {
    if (this.isDecided) return this
    const whole = this.played.filter(({ games }) => games.length > 0)
    return new Series(this.#hypotheses, this.#mostPairs, whole)
  }

  /** All that were played, by number. */
  get played(): PlayedPair[] {
    return [...this.#played.values()].toSorted((one, other) => one.number - other.number)
  }

  /** The numbers that are still to be played, in order. */
  *missing(): Generator<number> {
    for (let number = this.#next; number <= this.#mostPairs; number++) if (!this.#played.has(number)) yield number
  }

  get standing(): Standing {
    const countOf = (points: number) => this.#games.filter((game) => game.points === points).length
    const hypotheses = this.#hypotheses
    return {
      counts: this.#counts,
      games: this.#games.length,
      wins: countOf(1),
      draws: countOf(0.5),
      losses: countOf(0),
      estimate: estimate(this.#counts),
      test: hypotheses && { ratio: this.#ratio, bounds: boundsOf(hypotheses), decision: this.#decision },
      trouble: [this.#troubleOf(0), this.#troubleOf(1)],
      broken: this.#broken,
    }
  }

  #count({ games }: PlayedPair): void {
    const [first, second] = games
    if (first === undefined || second === undefined) {
      this.#broken++
      return
    }
    this.#games.push(first, second)
    this.#counts = withPair(this.#counts, first.points + second.points)
    if (this.#hypotheses === null) return
    const { elo0, elo1 } = this.#hypotheses
    this.#ratio = logLikelihoodRatio(this.#counts, elo0, elo1)
    this.#decision = decide(this.#ratio, boundsOf(this.#hypotheses))
  }

  #troubleOf(bot: 0 | 1): Trouble {
    return this.#games.reduce<Trouble>(({ forfeits, crashes, missed, raised }, game) => {
      const isForfeit = game.end === 'double-forfeit' || (isForfeited(game) && game.points === bot)
      const more = game.raised[bot]
      const { times, games, most } = raised ?? { times: 0, games: 0, most: more?.most ?? '' }
      return {
        raised: more === null ? raised : { times: times + more.times, games: games + 1, most },
        forfeits: forfeits + Number(isForfeit),
        crashes: crashes + Number(game.crashed[bot]),
        missed: missed + game.missed[bot],
      }
    }, NONE)
  }
}

const isForfeited = ({ end }: PlayedGame): boolean => end === 'forfeit' || end === 'absent'
