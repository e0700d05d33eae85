/**
 * The metrics of all machines of an arena, from whichever is asked. Each machine counts for itself and its series say which it
 * is; the figures of matchmaking are those of the last tick, which the database keeps, and of no machine.
 */
import { AggregatorRegistry } from 'prom-client'
import { inTime } from '../in-time.ts'
import type { OtherMachines } from '../internal/machines.ts'
import type { MatchmakingStore } from '../matches/seating/store.ts'
import type { Metrics, MetricValues } from './metrics.ts'

/** A scraper waits for ten seconds, also for what other machines answer. */
const PATIENCE_MS = 2_000

export interface ArenaMetricsParts {
  readonly own: Metrics
  readonly machines: Pick<OtherMachines, 'ids' | 'ask'>
  readonly matchmaking: Pick<MatchmakingStore, 'lastFigures'>
}

export class ArenaMetrics {
  readonly #parts: ArenaMetricsParts
  #tick: { readonly ageMs: number; readonly at: number } = { ageMs: 0, at: performance.now() }

  constructor(parts: ArenaMetricsParts) {
    this.#parts = parts
    parts.own.following(this)
  }

  /** The time since the last tick that this machine has read of. */
  get sinceTickMs(): number {
    return this.#tick.ageMs + performance.now() - this.#tick.at
  }

  /** As `Metrics.text`. What a machine that cannot be reached counts is missing from it. */
  async text(): Promise<{ readonly type: string; readonly body: string }> {
    const { own, machines, matchmaking } = this.#parts
    const [figures, ids] = await Promise.all([
      inTime(matchmaking.lastFigures('live'), PATIENCE_MS, null).catch(() => null),
      inTime(machines.ids(), PATIENCE_MS, []).catch(() => []),
    ])
    if (figures !== null) {
      own.showTick(figures)
      this.#tick = { ageMs: figures.ageMs, at: performance.now() }
    }
    const others = await Promise.all(ids.map((id) => this.#of(id)))
    const all = AggregatorRegistry.aggregate([await own.ofArena(), await own.json(), ...others])
    return { type: all.contentType, body: await all.metrics() }
  }

  async #of(machineId: string): Promise<MetricValues> {
    try {
      const answer = await this.#parts.machines.ask(machineId, '/metrics')
      // A machine vouches for its own figures by its signature.
      return answer === null ? [] : ((await answer.json()) as MetricValues)
    } catch {
      return []
    }
  }
}
