/**
 * A host: plays many matches in one process. It owns their sockets, clocks, pads and replay files, and knows neither
 * database nor HTTP; its orders and its reports are in order.ts.
 */
import { EnginePool } from '../engine/engine-pool.ts'
import type { EngineCommand } from '../engine/engine-process.ts'
import { LatenessHistogram } from '../match/lateness.ts'
import { HostedMatch, type MatchContext } from '../match/hosted-match.ts'
import type { HostCommand, HostEvent, MatchOrder, MatchStarted } from '../order.ts'
import { Overload } from './overload.ts'

/** How often matches are checked and their progress is reported. */
const WATCH_MS = 100
const LOAD_MS = 10_000

export interface HostOptions extends Omit<MatchContext, 'engines' | 'onStarted' | 'onPoll' | 'onForgiven'> {
  readonly engine: EngineCommand
  /** The histogram that the clock records into, where it does. */
  readonly lateness?: LatenessHistogram
  readonly loadMs?: number
}

export class Host {
  readonly #options: HostOptions
  readonly #emit: (event: HostEvent) => void
  readonly #matches = new Map<string, { match: HostedMatch; done: Promise<void> }>()
  readonly #engines: EnginePool
  readonly #lateness: LatenessHistogram
  readonly #overload = new Overload()
  #isOverloaded = false
  readonly #watch: NodeJS.Timeout
  readonly #load: NodeJS.Timeout
  #polls = 0
  #missed = 0
  #stopping = false

  constructor(options: HostOptions, emit: (event: HostEvent) => void) {
    this.#options = options
    this.#emit = emit
    this.#engines = new EnginePool(options.engine, options.timing.stepMs)
    this.#lateness = options.lateness ?? new LatenessHistogram()
    this.#watch = setInterval(() => this.#look(), WATCH_MS)
    this.#load = setInterval(() => this.#tellLoad(), options.loadMs ?? LOAD_MS)
    emit({ type: 'ready' })
  }

  get running(): number {
    return this.#matches.size
  }

  handle(command: HostCommand): void {
    switch (command.type) {
      case 'play':
        return this.#play(command.order, command.ranMs)
      case 'abort':
        return this.#matches.get(command.matchId)?.match.abort(command.cause, 'Aborted by the arena.')
      case 'stop':
        return void this.stop()
    }
  }

  /** Aborts what still runs; resolves when every result has been reported. */
  async stop(): Promise<void> {
    this.#stopping = true
    const running = [...this.#matches.values()]
    for (const { match } of running) match.abort('shutdown', 'The arena was stopped.')
    await Promise.all(running.map(({ done }) => done))
    this.#engines.close()
    clearInterval(this.#watch)
    clearInterval(this.#load)
  }

  #play(order: MatchOrder, ranMs: number): void {
    if (this.#matches.has(order.matchId)) return
    const context = {
      ...this.#options,
      engines: this.#engines,
      onStarted: (started: MatchStarted) => this.#emit({ type: 'started', match: started }),
      onPoll: (missed: number) => {
        this.#polls++
        this.#missed += missed
      },
      onForgiven: () => this.#emit({ type: 'forgiven', matchId: order.matchId }),
    }
    const match = new HostedMatch(order, context, ranMs)
    if (this.#stopping) match.abort('shutdown', 'The arena was being stopped.')
    this.#matches.set(order.matchId, { match, done: this.#follow(order.matchId, match) })
  }

  async #follow(matchId: string, match: HostedMatch): Promise<void> {
    const result = await match.play()
    this.#matches.delete(matchId)
    this.#emit({ type: 'finished', result })
  }

  #look(): void {
    const now = performance.now()
    const reports = []
    const lagsMs = []
    for (const { match } of this.#matches.values()) {
      match.watch(now)
      const lagMs = match.lagMs()
      if (lagMs !== null) lagsMs.push(lagMs)
      const progress = match.progress()
      if (progress !== null) reports.push(progress)
    }
    this.#tellOverload(this.#overload.observe(now, lagsMs))
    if (reports.length > 0) this.#emit({ type: 'progress', matches: reports })
  }

  #tellOverload(isOverloaded: boolean): void {
    if (isOverloaded === this.#isOverloaded) return
    this.#isOverloaded = isOverloaded
    this.#engines.mayStart = !isOverloaded
    this.#emit({ type: 'overload', isOverloaded })
  }

  #tellLoad(): void {
    const { p50, p99, p999, max } = this.#lateness.summary()
    this.#emit({
      type: 'load',
      load: {
        latenessMs: { p50, p99, p999, max },
        histogram: this.#lateness.counts(),
        polls: this.#polls,
        missed: this.#missed,
        matches: this.#matches.size,
      },
    })
    this.#lateness.reset()
    this.#polls = this.#missed = 0
  }
}
