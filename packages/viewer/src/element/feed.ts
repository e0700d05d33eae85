/**
 * Where a viewer's replay comes from. A live match whose stream breaks off is connected to again, some times and ever more slowly,
 * over one connection at a time. What has been read can be watched until the new stream has caught up with it.
 */
import type { Ratings, ReplayPlace } from '../replay/messages.ts'
import { NOT_LOADED } from '../replay/not-loaded.ts'
import { FAILED } from '../replay/replay-errors.ts'
import { ReplaySource } from '../replay/replay-source.ts'
import { change, fail, isLost, notify, open, replace, take, type OpenOptions, type State } from './state.ts'

const RETRIES_MS = [1000, 2000, 4000, 8000, 15_000, 15_000]

/** What a page says of the players. */
interface Players {
  readonly names: readonly string[]
  readonly ratings: Ratings | null
}

export class Feed {
  readonly #state: State
  /** The stream of a live match broke off: what is shown stands still. */
  readonly #broken: () => void
  /** The names of the players by port, instead of those in the replay. */
  #names: readonly string[] = []
  #ratings: Ratings | null = null
  #next: ReplaySource | null = null
  #retries = 0
  #retryTimer: ReturnType<typeof setTimeout> | undefined

  constructor(state: State, broken: () => void) {
    this.#state = state
    this.#broken = broken
  }

  open(place: ReplayPlace | null, options: OpenOptions, { names, ratings }: Players): void {
    const state = this.#state
    this.close()
    open(state, place, options)
    this.#names = names
    this.#ratings = ratings
    this.#retries = 0
    if (place === null) fail(state, 'No replay is open.')
    else state.source = this.#begin(place)
  }

  rename(names: readonly string[]): void {
    this.#names = names
    this.#state.source?.rename(names)
    this.#next?.rename(names)
  }

  rate(ratings: Ratings | null): void {
    this.#ratings = ratings
    this.#state.source?.rate(ratings)
    this.#next?.rate(ratings)
  }

  close(): void {
    clearTimeout(this.#retryTimer)
    this.#retryTimer = undefined
    this.#state.source?.close()
    this.#next?.close()
    this.#state.source = null
    this.#next = null
  }

  #begin(place: ReplayPlace): ReplaySource {
    const { seed, signed, isLive } = this.#state.options
    const source = ReplaySource.open(place, {
      live: isLive,
      names: this.#names,
      ratings: this.#ratings,
      ...(seed === null ? {} : { seed }),
      ...(signed === null ? {} : { signed }),
    })
    source.onChange = () => this.#changed(source)
    if (source.error !== null) queueMicrotask(() => this.#changed(source))
    return source
  }

  #changed(source: ReplaySource): void {
    const state = this.#state
    if (source === this.#next && !this.#takeOver(source)) return
    if (source !== state.source) return
    if (isLost(state, source)) this.#retry(source)
    change(state, take, source)
  }

  /** Whether the new stream now takes the place of the old one. */
  #takeOver(source: ReplaySource): boolean {
    const state = this.#state
    const old = state.source
    if (isLost(state, source) || source.error === NOT_LOADED) {
      source.close()
      this.#next = null
      this.#retry(source)
      return false
    }
    const isAhead = source.columns.count >= (old?.columns.count ?? 0) || source.info?.end != null || source.isDone
    if (!isAhead) return false
    old?.close()
    replace(state, source)
    this.#next = null
    this.#retries = 0
    notify(state, 'The connection is back.')
    return true
  }

  /**
   * Connects again after a while, where that is not under way already, nor given up. `lost` is the stream that broke off, or could not
   * be had again.
   */
  #retry(lost: ReplaySource): void {
    if (this.#retryTimer !== undefined || this.#next || this.#retries > RETRIES_MS.length) return
    const state = this.#state
    const wait = RETRIES_MS[this.#retries++]
    this.#broken()
    if (wait === undefined) {
      const error = lost.error ?? FAILED
      if ((state.source?.columns.count ?? 0) === 0) change(state, fail, error)
      else change(state, notify, `The connection to the match is lost. ${error}`, true)
      return
    }
    change(state, notify, `The connection is lost. Trying again in ${wait / 1000} s.`, true)
    this.#retryTimer = setTimeout(() => {
      this.#retryTimer = undefined
      change(state, notify, 'Connecting again…', true)
      this.#next = this.#begin(state.place!)
    }, wait)
  }
}
