/**
 * What an operator watches, for Prometheus. Counted where it happens, by wrapping what is reported anyway; no label
 * takes a value that a caller chooses, so that the number of series is bounded.
 */
import { passingOn } from '@arena/host'
import type { HostListener, HostLoad } from '@arena/host'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { LiveMatches } from '../live/live-matches.ts'
import type { MailTransport } from '../mail/mail.ts'
import type { Capacity } from '../matches/playing/capacity.ts'
import type { TickFigures } from '../db/json-columns.ts'
import type { TickReport } from '../matches/seating/tick-report.ts'

const PREFIX = 'arena_'
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 10]

export type MetricValues = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

export class Metrics {
  /** The figures of this machine. */
  readonly #registry = new Registry()
  /** The figures of the arena, whichever machine is asked. */
  readonly #arena = new Registry()
  readonly #requests = this.#counter('http_requests_total', 'Requests answered.', ['method', 'route', 'status'])
  readonly #requestSeconds = new Histogram({
    name: `${PREFIX}http_request_duration_seconds`,
    help: 'Time from the head of a request to the end of its answer.',
    labelNames: ['route'],
    buckets: SECONDS,
    registers: [this.#registry],
  })
  readonly #ended = this.#counter('matches_ended_total', 'Matches that ended, by what ended them.', ['status', 'cause'])
  readonly #replayBytes = this.#counter('replay_bytes_total', 'Bytes of replays written.', [])
  readonly #replaysWaiting = this.#gauge('replays_waiting', 'Replays that are not in the bucket yet.', [])
  readonly #replaysStored = this.#counter('replays_stored_total', 'Replays stored in the bucket.', [])
  readonly #liveStreams = this.#gauge('live_streams', 'Open streams of running matches.', [])
  readonly #liveBytes = this.#counter('live_bytes_total', 'Bytes of running matches sent to spectators.', [])
  readonly #liveCutOff = this.#counter('live_cut_off_total', 'Spectators cut off for reading too slowly.', [])
  readonly #lateness = this.#gauge('host_poll_lateness_seconds', 'How late polls were, in the last report.', [
    'host',
    'quantile',
  ])
  readonly #polls = this.#counter('host_polls_total', 'Frames polled.', ['host'])
  readonly #forgiven = this.#counter(
    'host_matches_forgiven_total',
    'Times that a match in development fell too far behind its clock and went on.',
    ['host'],
  )
  readonly #missed = this.#counter('host_pads_missed_total', 'Pads that had not landed when polled.', ['host'])
  readonly #hostMatches = this.#gauge('host_matches', 'Matches a host runs.', ['host'])
  readonly #deaths = this.#counter('host_deaths_total', 'Host processes that died.', [])
  readonly #ticks = this.#counter('matchmaking_ticks_total', 'Matchmaking ticks.', [])
  readonly #activeBots = this.#gaugeOfArena('bots_active', 'Bots that are not paused.')
  readonly #waiting = this.#gaugeOfArena('bots_waiting', 'Rested bots that the last tick left waiting.')
  readonly #longestWait = this.#gaugeOfArena('bots_longest_wait_seconds', 'How long the one that waits longest has.')
  readonly #paused = this.#counter('bots_paused_total', 'Bots paused for having missed too long.', [])
  readonly #capacity = this.#gaugeOfArena('matches_capacity', 'Simultaneous matches of all machines.')
  #measuresProcess = false
  readonly #mails = this.#counter('mails_total', 'Attempts to send a mail.', ['outcome'])

  constructor(live: LiveMatches, capacity: Capacity) {
    const running = new Gauge({
      name: `${PREFIX}matches_running`,
      help: 'Matches being played on this arena.',
      registers: [],
      collect() {
        this.set(live.count)
      },
    })
    this.#registry.registerMetric(running)
    const limit = new Gauge({
      name: `${PREFIX}matches_limit`,
      help: 'Matches that this machine is given at once; below ARENA_MAX_MATCHES while it falls behind.',
      registers: [],
      collect() {
        this.set(capacity.limit)
      },
    })
    this.#registry.registerMetric(limit)
    // No figure until replays were counted: without a bucket none wait, and a zero would say that all are stored.
    this.#replaysWaiting.remove()
  }

  /** The process measures itself from the first time on that somebody asks. */
  get #ofProcess(): Registry {
    if (!this.#measuresProcess) collectDefaultMetrics({ register: this.#registry })
    this.#measuresProcess = true
    return this.#registry
  }

  /** The age of the last tick, as of when it is asked for. */
  following(ticks: { readonly sinceTickMs: number }): void {
    const age = new Gauge({
      name: `${PREFIX}matchmaking_tick_age_seconds`,
      help: 'Time since the last matchmaking tick that succeeded.',
      registers: [],
      collect() {
        this.set(ticks.sinceTickMs / 1000)
      },
    })
    this.#arena.registerMetric(age)
  }

  replaysWaiting(count: number): void {
    this.#replaysWaiting.set(count)
  }

  replayStored(): void {
    this.#replaysStored.inc()
  }

  liveStreams(open: number): void {
    this.#liveStreams.set(open)
  }

  liveSent(bytes: number): void {
    this.#liveBytes.inc(bytes)
  }

  liveCutOff(): void {
    this.#liveCutOff.inc()
  }

  /** In the format that Prometheus reads, and its content type. */
  async text(): Promise<{ readonly type: string; readonly body: string }> {
    return { type: this.#registry.contentType, body: (await this.#arena.metrics()) + (await this.#ofProcess.metrics()) }
  }

  /** The figures of the arena, as data. */
  async ofArena(): Promise<MetricValues> {
    return this.#arena.getMetricsAsJSON()
  }

  /** The figures of this machine, as data, for another machine to put together with its own. */
  async json(): Promise<MetricValues> {
    return this.#ofProcess.getMetricsAsJSON()
  }

  /** From now on every series says which machine it is of. */
  nameMachine(machine: string): void {
    this.#registry.setDefaultLabels({ machine })
  }

  answered({ method, routeOptions }: FastifyRequest, { statusCode, elapsedTime }: FastifyReply): void {
    const known = routeOptions.url !== undefined
    const route = routeOptions.url ?? 'none'
    this.#requests.inc({ method: known ? method : 'any', route, status: String(statusCode) })
    this.#requestSeconds.observe({ route }, elapsedTime / 1000)
  }

  ticked(report: TickReport): void {
    this.#ticks.inc()
    this.#paused.inc(report.paused.length)
    this.showTick(report)
  }

  /** What the last tick found, whichever machine ran it. */
  showTick({ activeBots, waiting, longestWaitMs, capacity }: TickFigures): void {
    this.#activeBots.set(activeBots)
    this.#waiting.set(waiting)
    this.#longestWait.set(longestWaitMs / 1000)
    this.#capacity.set(capacity)
  }

  /** Counts the reports of hosts on their way to the listener. */
  listeningTo(listener: HostListener): HostListener {
    return passingOn(listener, {
      finished: (result) => {
        this.#ended.inc({ status: result.status, cause: result.cause })
        this.#replayBytes.inc(result.replayBytes ?? 0)
        listener.finished(result)
      },
      forgiven: (matchId, host) => {
        this.#forgiven.inc({ host: String(host) })
        listener.forgiven(matchId, host)
      },
      load: (load, host) => {
        this.#loaded(load, String(host))
        listener.load(load, host)
      },
      died: (host, how, matches) => {
        this.#deaths.inc()
        listener.died(host, how, matches)
      },
    })
  }

  /** Counts what becomes of mails. */
  sendingBy(transport: MailTransport): MailTransport {
    return {
      send: async (mail) => {
        try {
          await transport.send(mail)
        } catch (error) {
          this.#mails.inc({ outcome: 'failed' })
          throw error
        }
        this.#mails.inc({ outcome: 'sent' })
      },
    }
  }

  #loaded({ latenessMs, polls, missed, matches }: HostLoad, host: string): void {
    const { p50, p99, p999, max } = latenessMs
    for (const [quantile, ms] of Object.entries({ '0.5': p50, '0.99': p99, '0.999': p999, '1': max })) {
      this.#lateness.set({ host, quantile }, ms / 1000)
    }
    this.#polls.inc({ host }, polls)
    this.#missed.inc({ host }, missed)
    this.#hostMatches.set({ host }, matches)
  }

  #counter<Label extends string>(name: string, help: string, labelNames: readonly Label[]): Counter<Label> {
    return new Counter({ name: PREFIX + name, help, labelNames, registers: [this.#registry] })
  }

  #gaugeOfArena(name: string, help: string): Gauge {
    return new Gauge({ name: PREFIX + name, help, registers: [this.#arena] })
  }

  #gauge<Label extends string>(name: string, help: string, labelNames: readonly Label[]): Gauge<Label> {
    return new Gauge({ name: PREFIX + name, help, labelNames, registers: [this.#registry] })
  }
}
