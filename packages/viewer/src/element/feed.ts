/**
 * Where a viewer's replay comes from. A live match whose stream breaks off is connected to again, some times and ever more slowly,
 * over one connection at a time. What has been read can be watched until the new stream has caught up with it.
 */
import type { ReplayPlace } from '../replay/messages.ts'
import { NOT_LOADED } from '../replay/not-loaded.ts'
import { BAD_SEED, FAILED } from '../replay/replay-errors.ts'
import { ReplaySource } from '../replay/replay-source.ts'

export interface FeedOptions {
  readonly seed: string | null
  readonly isLive: boolean
  /** Names of the players by port, instead of those in the replay. */
  readonly names: readonly string[]
}

export interface FeedEvents {
  /** Something of the source has changed. */
  changed(source: ReplaySource): void
  /** A new stream of the same match takes the place of one that was lost. */
  replaced(): void
  /** The stream of a live match broke off: what is shown stands still. */
  broken(): void
  /** A live match cannot be connected to any more. */
  lost(error: string, hasFrames: boolean): void
  notify(text: string, stays?: boolean): void
}

/** Faults that are not the stream's. */
const OWN_FAULTS: readonly string[] = [BAD_SEED, NOT_LOADED]
const RETRIES_MS = [1000, 2000, 4000, 8000, 15_000, 15_000]

export class Feed {
  readonly #events: FeedEvents
  #place: ReplayPlace | null = null
  #options: FeedOptions = { seed: null, isLive: false, names: [] }
  #source: ReplaySource | null = null
  #next: ReplaySource | null = null
  #retries = 0
  #retryTimer: ReturnType<typeof setTimeout> | undefined

  constructor(events: FeedEvents) {
    this.#events = events
  }

  get source(): ReplaySource | null {
    return this.#source
  }

  get place(): ReplayPlace | null {
    return this.#place
  }

  /** The stream that is shown broke off before its match was over. */
  get isBroken(): boolean {
    return this.#source !== null && this.#isLost(this.#source)
  }

  open(place: ReplayPlace | null, options: FeedOptions): void {
    this.close()
    this.#place = place
    this.#options = options
    this.#retries = 0
    if (place !== null) this.#source = this.#begin(place)
  }

  rename(names: readonly string[]): void {
    this.#options = { ...this.#options, names }
    this.#source?.rename(names)
    this.#next?.rename(names)
  }

  close(): void {
    clearTimeout(this.#retryTimer)
    this.#retryTimer = undefined
    this.#source?.close()
    this.#next?.close()
    this.#source = null
    this.#next = null
  }

  #begin(place: ReplayPlace): ReplaySource {
    const { seed, isLive, names } = this.#options
    const source = ReplaySource.open(place, { live: isLive, names, ...(seed === null ? {} : { seed }) })
    source.onChange = () => this.#changed(source)
    if (source.error !== null) queueMicrotask(() => this.#changed(source))
    return source
  }

  #changed(source: ReplaySource): void {
    if (source === this.#next && !this.#takeOver(source)) return
    if (source !== this.#source) return
    if (this.#isLost(source)) this.#retry(source)
    this.#events.changed(source)
  }

  /** Whether the new stream now takes the place of the old one. */
  #takeOver(source: ReplaySource): boolean {
    const old = this.#source
    if (this.#isLost(source) || source.error === NOT_LOADED) {
      source.close()
      this.#next = null
      this.#retry(source)
      return false
    }
    const isAhead = source.columns.count >= (old?.columns.count ?? 0) || source.info?.end != null || source.isDone
    if (!isAhead) return false
    old?.close()
    this.#source = source
    this.#next = null
    this.#retries = 0
    this.#events.replaced()
    this.#events.notify('The connection is back.')
    return true
  }

  /** A live match whose stream broke off, so that there is more to come. */
  #isLost({ error, info }: ReplaySource): boolean {
    return this.#options.isLive && error !== null && !OWN_FAULTS.includes(error) && !info?.end
  }

  /**
   * Connects again after a while, where that is not under way already, nor given up. `lost`: the stream that broke off, or could not be
   * had again.
   */
  #retry(lost: ReplaySource): void {
    if (this.#retryTimer !== undefined || this.#next || this.#retries > RETRIES_MS.length) return
    const wait = RETRIES_MS[this.#retries++]
    this.#events.broken()
    if (wait === undefined) {
      this.#events.lost(lost.error ?? FAILED, (this.#source?.columns.count ?? 0) > 0)
      return
    }
    this.#events.notify(`The connection is lost. Trying again in ${wait / 1000} s.`, true)
    this.#retryTimer = setTimeout(() => {
      this.#retryTimer = undefined
      this.#events.notify('Connecting again…', true)
      this.#next = this.#begin(this.#place!)
    }, wait)
  }
}
