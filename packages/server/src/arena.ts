/**
 * One arena from start to end. Up: database, what a crash left behind, hosts, HTTP, house bots, matchmaking. Draining:
 * no match is seated any more and the running matches play to their end, with everything still up. Stopping: they are
 * aborted. Either way every result is written before the database closes.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { builtInEngine, endStragglers, HostPool, matchTiming, parseCommand } from '@arena/host'
import type { MatchOrder, MatchTiming } from '@arena/host'
import { keepPurged } from './accounts/purge.ts'
import { agreeOnKey } from './bots/shared-key.ts'
import type { Config } from './config.ts'
import { createContext } from './context.ts'
import type { Context } from './context.ts'
import { House } from './house.ts'
import { buildApp } from './app.ts'
import type { App } from './http/app-type.ts'
import { localUrl } from './http/local-url.ts'
import type { Logger } from './log.ts'
import { Recorder } from './matches/recorder.ts'
import { Scheduler } from './matchmaking/tick.ts'
import { followOperators } from './operators/following.ts'
import { OperatorSocket } from './operators/socket.ts'
import { recoverMatches } from './replays/recovery.ts'
import { keepPacked } from './replays/packing.ts'
import { keepRetention } from './replays/retention-keeper.ts'
import { ReplayRoom } from './replays/room.ts'
import type { Rounds } from './rounds.ts'
import { StartError } from './start-error.ts'

/** What is up, in the order in which it came up. */
interface Parts {
  readonly context: Context
  readonly recorder: Recorder
  readonly pool: HostPool
  readonly app: App
  readonly house: House
  readonly scheduler: Scheduler
  readonly retention: Rounds
  readonly packing: Rounds
  readonly purge: Rounds
  readonly following: Rounds
  readonly socket: OperatorSocket
}

/** What a caller may choose that is no operator's business: rehearsals and tests play faster than the clock on the wall. */
export interface Pace {
  readonly clock?: 'live' | 'fast'
  readonly timing?: Partial<MatchTiming>
}

export class Arena implements AsyncDisposable {
  readonly #draining = new AbortController()
  readonly #parts: { -readonly [Name in keyof Parts]?: Parts[Name] } = {}
  #stopped: Promise<void> | null = null

  private constructor() {}

  /** Starts everything, or, when something cannot be started, nothing. */
  static async start(config: Config, log: Logger, pace: Pace = {}): Promise<Arena> {
    const arena = new Arena()
    try {
      await arena.#start(config, log, pace)
      return arena
    } catch (error) {
      await arena.stop()
      throw error
    }
  }

  get context(): Context {
    return this.#part('context')
  }

  /** Where it listens, as a program on this machine reaches it. */
  get localUrl(): string {
    return localUrl(this.#part('app').server)
  }

  /** Number of matches being played. */
  get running(): number {
    return this.#part('pool').running
  }

  /** Null where none are wanted. */
  get house(): House | null {
    return this.#parts.house ?? null
  }

  /**
   * Seats no further match and resolves when the last match is over, at the latest when its wall clock ends it, and on
   * record.
   */
  async drain(): Promise<void> {
    const [scheduler, pool, recorder] = [this.#part('scheduler'), this.#part('pool'), this.#part('recorder')]
    this.#draining.abort()
    scheduler.drain()
    // A tick under way may still seat two bots, whose match is to be waited for.
    await scheduler.settled()
    await pool.drain()
    await recorder.settled()
  }

  /** Breaks off what still runs and ends everything; calling it again changes nothing. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop()
    return this.#stopped
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop()
  }

  async #start(config: Config, log: Logger, { clock = 'live', timing }: Pace): Promise<void> {
    const parts = this.#parts
    const context = await createContext({ config, log, draining: this.#draining.signal })
    parts.context = context
    const { arenaId, db, platformKey } = context
    const self = { arenaId, publicKey: platformKey.publicKey, maxMatches: config.maxMatches }
    await agreeOnKey(db, self, Date.now())
    await mkdir(context.replayDir, { recursive: true, mode: 0o700 })
    const markDir = join(config.dataDir, 'hosts')
    await endStragglers(markDir, log)
    const saved = await recoverMatches(context, Date.now())
    if (saved.length > 0) log.warn({ matches: saved }, 'replays of matches that a crash cut short were saved')

    parts.recorder = new Recorder(context)
    parts.pool = new HostPool({
      hosts: config.hosts,
      init: {
        platformKey: context.platformKey,
        policy: context.botPolicy,
        engine: config.engine.kind === 'builtin' ? builtInEngine(clock) : parseCommand(config.engine.command),
        replayDir: context.replayDir,
        markDir,
        faultDir: join(config.dataDir, 'engine-faults'),
        // By the interface a match that falls behind is aborted. In development it continues.
        timing: { ...matchTiming(config.pickMs), whenBehind: config.production ? 'abort' : 'forgive', ...timing },
        clock,
      },
      listener: context.metrics.listeningTo(
        context.spectators.listeningTo(context.machine.listeningTo(parts.recorder, () => this.running)),
      ),
    })
    await parts.pool.ready()
    context.readiness.add('hosts', () => (this.#part('pool').isUp ? null : 'No host process is up.'))

    parts.app = await buildApp(context)
    await listen(parts.app, config)

    const house = await House.start(context, this.localUrl)
    if (house !== null) parts.house = house

    const room = new ReplayRoom({ folder: context.replayDir, log })
    parts.scheduler = new Scheduler({
      db: context.db,
      arenaId: context.arenaId,
      mode: 'live',
      tickMs: config.tickMs,
      restMs: config.restMs,
      maxMatches: config.maxMatches,
      log,
      houseOwners: new Set(house?.ownerIds),
      play: (order) => this.#play(order),
      playing: () => context.live.ids,
      breakOff: (matchId) => this.#part('pool').abort(matchId, 'host-lost'),
      canPlay: async () => {
        const { hasRoom, running } = this.#part('pool')
        if (context.maintenance.underWay !== null) return false
        return hasRoom && context.machine.mayPlay(running) && (await room.isEnoughFor(running + 1))
      },
      report: (report) => context.metrics.ticked(report),
    })
    const { scheduler } = parts
    context.metrics.following(scheduler)
    context.readiness.add('matchmaking', () => scheduler.overdue())
    await parts.scheduler.start()
    parts.retention = keepRetention(context)
    parts.packing = keepPacked(context, this.#draining.signal)
    parts.purge = keepPurged(context)
    context.bucketReplays?.start()
    parts.following = followOperators(context, (matchId) => this.#part('pool').abort(matchId, 'operator'))
    const socket = await OperatorSocket.open({ dataDir: config.dataDir, db, log })
    if (socket !== null) parts.socket = socket
  }

  #play(order: MatchOrder): void {
    const { live, log } = this.context
    log.info({ matchId: order.matchId, bots: order.bots.map(({ name }) => name) }, 'match seated')
    live.seated(order)
    try {
      this.#part('pool').play(order)
    } catch (error) {
      live.finished(order.matchId)
      throw error
    }
  }

  /** In an order that leaves each part what it needs: matches end before bots, results are written before the database closes. */
  async #stop(): Promise<void> {
    const { context, recorder, pool, app, scheduler, retention, packing, purge, house, following, socket } = this.#parts
    this.#draining.abort()
    await socket?.close()
    await following?.stop()
    await scheduler?.stop()
    await pool?.stop()
    await recorder?.close()
    await context?.spectators.stop()
    await house?.stop()
    await retention?.stop()
    await packing?.stop()
    await context?.bucketReplays?.stop()
    await purge?.stop()
    await app?.close()
    await context?.mailer.close()
    await context?.db.destroy()
  }

  #part<Name extends keyof Parts>(name: Name): Parts[Name] {
    const part = this.#parts[name]
    if (part === undefined) throw new Error(`The arena has no ${name} yet`)
    return part
  }
}

async function listen(app: App, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ port, host })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
      throw new StartError(`Port ${port} is taken by another program. Choose another with PORT=…`)
    }
    throw new StartError(`It cannot listen on ${host}, port ${port} (HOST, PORT)`, error)
  }
}
