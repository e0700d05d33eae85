/** The errors that a bot raises in one match: by place, how often, and whether it raises all the time. */
import type { Raised } from '@arena/protocol'

export interface RaisedPlace {
  /** As it was first: its class and the first line of its message. */
  readonly error: string
  readonly place: string | null
  /** The method that raised it; null where only the output of the bot shows it. */
  readonly method: string | null
  /** The first; null before the game began. */
  readonly frame: number | null
  readonly times: number
}

/** Places that are told apart; a bot that is compiled as it runs could have any number. */
const MOST_PLACES = 100
const OTHERS = 'errors at other places'
/** A longer pause, in frames, is the end of raising all the time. A bot may leave out frames that it is too slow for. */
const LONGEST_PAUSE = 15

/** The same place, whatever the message says. */
export const keyOf = ({ error, place }: Pick<Raised, 'error' | 'place'>): string =>
  place === null ? error : `${error.split(':', 1)[0]} ${place}`

export class RaisedErrors {
  readonly #places = new Map<string, RaisedPlace>()
  #since: number | null = null
  #last = Number.NEGATIVE_INFINITY

  take(raised: Raised): void {
    const known = this.#places.get(keyOf(raised))
    const isOther = known === undefined && this.#places.size >= MOST_PLACES
    const key = isOther ? OTHERS : keyOf(raised)
    const before = this.#places.get(key)
    const { error, place, in: method, frame } = isOther ? { ...raised, error: OTHERS, place: null } : raised
    this.#places.set(key, before ? { ...before, times: before.times + 1 } : { error, place, method, frame, times: 1 })
    if (frame === null) return
    if (this.#since === null || frame - this.#last > LONGEST_PAUSE) this.#since = frame
    this.#last = frame
  }

  /** The place that raised most often first. */
  get places(): readonly RaisedPlace[] {
    return [...this.#places.values()].toSorted((one, other) => other.times - one.times)
  }

  get times(): number {
    return [...this.#places.values()].reduce((sum, { times }) => sum + times, 0)
  }

  /** For how many frames it has raised all the time. */
  get framesInARow(): number {
    return this.#since === null ? 0 : this.#last - this.#since + 1
  }
}
