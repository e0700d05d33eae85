/**
 * A series of pairs, of which several are played at once. Pairs count in the order of their numbers: what finishes earlier waits for those
 * before it. So the result depends on seed and bots, and not on which game took longer. Pure.
 */
import type { Two } from '@arena/ratings'
import type { PairToPlay, PlayedPair } from './pairs.ts'

export abstract class PairSeries {
  protected readonly mostPairs: number
  readonly #played = new Map<number, PlayedPair>()
  /** By number, of all pairs that were played or are to be. */
  readonly #between = new Map<number, Two>()
  /** The number of the first pair that has not been counted. */
  #next = 1
  #handedOut = 0
  #broken = 0

  constructor(mostPairs: number) {
    this.mostPairs = mostPairs
  }

  add(pair: PlayedPair): void {
    this.#played.set(pair.number, pair)
    this.#between.set(pair.number, pair.between)
    for (let next = this.#played.get(this.#next); next && !this.isOver; next = this.#played.get(this.#next)) {
      this.#next++
      if (next.games.length === 0) this.#broken++
      this.count(next, this.#next > this.mostPairs)
    }
  }

  /** The next pair, which the caller plays; null where there is none, and undefined where it depends on pairs that are not over. */
  take(): PairToPlay | null | undefined {
    let number = Math.max(this.#handedOut + 1, this.#next)
    while (this.#played.has(number)) number++
    if (this.isOver || number > this.mostPairs) return null
    const between = this.chosen(number)
    if (between === undefined) return undefined
    this.#handedOut = number
    this.#between.set(number, between)
    const isOfTwo = ([other, two]: [number, Two]) => other < number && two[0] === between[0] && two[1] === between[1]
    return { number, between, turn: 1 + [...this.#between].filter(isOfTwo).length }
  }

  /** Whether no further pair counts. */
  get isOver(): boolean {
    return this.isDecided || this.#next > this.mostPairs
  }

  /** Whether it has found what it was to find out. */
  abstract get isDecided(): boolean

  /** All that were played, by number. */
  get played(): PlayedPair[] {
    return [...this.#played.values()].toSorted((one, other) => one.number - other.number)
  }

  /** Those that were played to the end: a series that goes on plays the others again. */
  get whole(): PlayedPair[] {
    return this.played.filter(({ games }) => games.length > 0)
  }

  /** Pairs that count for nobody. */
  get broken(): number {
    return this.#broken
  }

  /** Pairs that were counted, in order. */
  protected get counted(): PlayedPair[] {
    return this.played.filter(({ number }) => number <= this.countedUpTo)
  }

  /** The number of the last pair that was counted; 0 before the first. */
  protected get countedUpTo(): number {
    return this.#next - 1
  }

  /** Who meets in a pair that was played, or is. */
  protected betweenOf(number: number): Two | undefined {
    return this.#between.get(number)
  }

  protected abstract count(pair: PlayedPair, isLast: boolean): void

  /** Who is to meet in the pair of a number; undefined where it depends on pairs that are not counted. */
  protected abstract chosen(number: number): Two | undefined
}
