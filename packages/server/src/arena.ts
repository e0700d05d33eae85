/**
 * One machine of an arena from start to end, with what its role asks for. Up: database, what a crash left behind, hosts, HTTP,
 * house bots, matchmaking. Draining: no match is assigned here any more and the running matches play to their end, with everything
 * still up. Stopping: they are aborted. Either way every result is written before the database closes.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { builtInEngine, endStragglers, HostPool, matchTiming, parseCommand, tryEngine } from '@arena/host'
import type { EngineCommand, MatchOrder, MatchTiming, Resolver } from '@arena/host'
import { keepPurged } from './accounts/purge.ts'
import { agreeOnKey } from './platform/shared-key.ts'
import type { Config } from './config.ts'
import { createContext } from './context.ts'
import type { Context } from './context.ts'
import { databaseTime } from './db/clock.ts'
import { House } from './house.ts'
import { houseOwners } from './house-owners.ts'
import { buildApp } from './app.ts'
import type { App } from './http/app-type.ts'
import { InternalServer } from './internal/server.ts'
import { LivePublisher } from './live/live-publisher.ts'
import { localUrl } from './http/local-url.ts'
import type { Logger } from './log.ts'
import { EngineStarts } from './matches/playing/engine-starts.ts'
import { Recorder } from './matches/playing/recorder.ts'
import { Scheduler } from './matches/seating/tick.ts'
import { followOperators } from './operators/following.ts'
import { readMaintenance } from './operators/maintenance.ts'
import { OperatorSocket } from './operators/socket.ts'
import { buildOf } from './machine/build.ts'
import { Keeper } from './matches/taking/keeper.ts'
import { keepMeasured } from './matches/taking/measuring.ts'
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
  readonly engine: EngineStarts
  readonly room: ReplayRoom
  readonly pool: HostPool
  readonly keeper: Keeper
  readonly internal: InternalServer
  readonly publisher: LivePublisher
  readonly app: App
  readonly house: House
  readonly scheduler: Scheduler
  readonly retention: Rounds
  readonly packing: Rounds
  readonly purge: Rounds
  readonly measuring: Rounds
  readonly following: Rounds
  readonly socket: OperatorSocket
}

/** What a caller may choose that is no operator's business: rehearsals and tests play faster than the clock on the wall. */
export interface Pace {
  readonly clock?: 'live' | 'fast'
  readonly timing?: Partial<MatchTiming>
  /** How this machine finds the bots whose round trips it measures: on one host, regions are names for the same machine. */
  readonly resolve?: Resolver
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

  /** Where the other machines reach it; null where it is the arena. */
  get internalUrl(): string | null {
    return this.#parts.internal?.addressFor(this.context.config.internal) ?? null
  }

  /** Number of matches being played. */
  get running(): number {
    return this.#parts.pool?.running ?? 0
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
    const { context, scheduler, keeper, pool, recorder } = this.#parts
    this.#draining.abort()
    scheduler?.drain()
    // A tick under way may still seat two bots, whose match is to be waited for.
    await scheduler?.settled()
    // Where the database is away, a match that was assigned here and not taken is assigned to another machine.
    await keeper?.drain().catch((error: unknown) => context?.log.warn({ err: error }, 'draining without the database'))
    await pool?.drain()
    await recorder?.settled()
  }

  /** Breaks off what still runs and ends everything; calling it again changes nothing. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop()
    return this.#stopped
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop()
  }

  async #start(config: Config, log: Logger, pace: Pace): Promise<void> {
    const parts = this.#parts
    const context = await createContext({ config, log, draining: this.#draining.signal })
    parts.context = context
    const { db, clock } = context
    // The keeper asks again later. What a crash left behind is put on record before that.
    await clock.learn(() => databaseTime(db))
    const build = buildOf(config)
    const plays = config.role !== 'web'
    await this.#recover()
    if (plays) await this.#prepareToPlay(pace)
    if (config.databaseUrl !== null) await this.#listenToMachines()
    await this.#agree()
    // Before it serves, and says that it has room.
    context.maintenance.know(await readMaintenance(db))
    const keeper = this.#keeper(build, plays)
    parts.keeper = keeper
    await keeper.open()
    context.readiness.add('machine', () => keeper.problem)
    if (config.databaseUrl !== null && plays) this.#show()
    if (config.role !== 'play') await this.#serve(build)
    keeper.start()
    context.bucketReplays?.start()
    parts.following = followOperators(context, (matchId) => parts.pool?.abort(matchId, 'operator'))
    const socket = await OperatorSocket.open({ dataDir: config.dataDir, db, log })
    if (socket !== null) parts.socket = socket
    parts.retention = keepRetention(context)
    // Also of what this machine played in another role.
    parts.packing = keepPacked(context, this.#draining.signal)
    const isShared = config.databaseUrl !== null
    if (plays && isShared && config.region !== '') parts.measuring = keepMeasured(context, pace.resolve)
  }

  /** What a crash left behind, also where this machine played then and only serves now: it keeps those replays. */
  async #recover(): Promise<void> {
    const { context } = this
    const { log } = context
    await mkdir(context.replayDir, { recursive: true, mode: 0o700 })
    await endStragglers(this.#markDir, log)
    const saved = await recoverMatches(context, context.clock.now())
    if (saved.length > 0) log.warn({ matches: saved }, 'replays of matches that a crash cut short were saved')
  }

  /** Hosts, and an engine that begins a game. */
  async #prepareToPlay({ clock = 'live', timing }: Pace): Promise<void> {
    const { context } = this
    const { config, log, readiness } = context
    const engine = engineOf(config, clock)
    // To find out whether it starts it need not be warm.
    const tryIt = (signal?: AbortSignal) => tryEngine(engineOf(config, 'fast'), signal)
    const starts = new EngineStarts({ tryEngine: tryIt, log })
    this.#parts.engine = starts
    const recorder = new Recorder({ ...context, machineId: context.machineId, now: context.clock.now })
    const pool = new HostPool({
      hosts: config.hosts,
      init: {
        platformKey: context.platformKey,
        policy: context.botPolicy,
        engine,
        replayDir: context.replayDir,
        markDir: this.#markDir,
        faultDir: join(config.dataDir, 'engine-faults'),
        // By the interface a match that falls behind is aborted. In development it continues.
        timing: { ...matchTiming(config.pickMs), whenBehind: config.production ? 'abort' : 'forgive', ...timing },
        clock,
      },
      listener: context.metrics.listeningTo(
        context.spectators.listeningTo(context.machine.listeningTo(starts.listeningTo(recorder), () => this.running)),
      ),
    })
    this.#parts.recorder = recorder
    this.#parts.pool = pool
    const room = new ReplayRoom({ folder: context.replayDir, log })
    this.#parts.room = room
    await Promise.all([pool.ready(), tryIt().catch((error: unknown) => refuseEngine(config, error))])
    readiness.add('hosts', () => (pool.isUp ? null : 'No host process is up.'))
    readiness.add('engine', () => starts.problem)
    readiness.add('replays', () => room.problem)
  }

  /** What the other machines have from this one: replays and metrics. */
  async #listenToMachines(): Promise<void> {
    const { context } = this
    const { config, machineId, matchFiles, clock, localReplays } = context
    const draining = this.#draining.signal
    const parts = {
      ...context,
      machineId: machineId,
      files: matchFiles,
      replays: localReplays,
      draining,
      now: clock.now,
    }
    this.#parts.internal = await InternalServer.listen(parts, config.internal)
  }

  /**
   * With the key of the others, and alive on record from here on. Not earlier: that renews the lease on matches that an earlier process
   * had taken, and where starts fail, one after another, their bots would never be free.
   */
  async #agree(): Promise<void> {
    const { config, machineId, db, keyRing } = this.context
    const others = keyRing.others.map(({ publicKey }) => publicKey)
    await agreeOnKey(db, { machineId, publicKey: keyRing.current.publicKey, others, maxMatches: config.maxMatches })
  }

  /** The matches of this machine as they stand, to the others. */
  #show(): void {
    const { live, liveStates, machine, log } = this.context
    if (liveStates === null) return
    this.#parts.publisher = new LivePublisher({
      revision: () => live.revision + machine.revision,
      state: () => ({ matches: live.list(), ...(machine.notice !== undefined && { notice: machine.notice }) }),
      // Another process that is this machine shows its own.
      show: async (state) => {
        if (this.#part('keeper').problem === null) await liveStates.show(state)
      },
      log,
    })
  }

  /** This machine in the database: it reports there, and finds there what it is to play. */
  #keeper(build: string, plays: boolean): Keeper {
    const { config, log, db, identity, machine, live, changes, clock, maintenance } = this.context
    const { role, region } = config
    const facts = {
      id: identity.id,
      process: identity.process,
      role,
      build,
      region,
      address: this.internalUrl,
      maxMatches: plays ? config.maxMatches : 0,
    }
    const limit = async () => {
      const { hasRoom, running } = this.#part('pool')
      if (maintenance.underWay !== null || this.#part('engine').problem !== null) return 0
      const canPlay = machine.mayPlay(running) && hasRoom && (await this.#part('room').isEnoughFor(running + 1))
      return canPlay ? machine.limit : 0
    }
    const playing = {
      limit,
      play: (order: MatchOrder, attempt: number) => this.#play(order, attempt),
      playing: () => live.ids,
      breakOff: (matchId: string) => this.#part('pool').abort(matchId, 'machine-silent'),
    }
    return new Keeper({
      db,
      machine: facts,
      former: identity.former,
      hasEnded: identity.hasEnded,
      log,
      revision: () => changes.revision('matches'),
      reported: (report) => clock.learn(report),
      now: clock.now,
      ...(plays && playing),
    })
  }

  /** HTTP, house bots and matchmaking. */
  async #serve(build: string): Promise<void> {
    const { context } = this
    const { config, log, db, clock } = context
    const parts = this.#parts
    parts.app = await buildApp(context)
    await listen(parts.app, config)

    const house = config.role === 'all' ? await House.start(context, this.localUrl) : null
    if (house !== null) parts.house = house

    const scheduler = new Scheduler({
      db,
      mode: 'live',
      tickMs: config.tickMs,
      restMs: config.restMs,
      build,
      isShared: config.databaseUrl !== null,
      ...(config.role === 'all' && { keeper: this.#part('keeper') }),
      isOfMachine: () => this.#part('keeper').problem === null,
      log,
      houseOwners: new Set(await houseOwners(context)),
      report: (report) => context.metrics.ticked(report),
      now: clock.now,
    })
    parts.scheduler = scheduler
    if (context.arenaMetrics === null) context.metrics.following(scheduler)
    context.readiness.add('matchmaking', () => scheduler.overdue())
    await scheduler.start()
    parts.purge = keepPurged(context)
  }

  #play(order: MatchOrder, attempt: number): void {
    const { live, clock, log } = this.context
    log.info({ matchId: order.matchId, bots: order.bots.map(({ name }) => name) }, 'match seated')
    live.seated(order)
    this.#part('recorder').took(order.matchId, attempt)
    try {
      this.#part('pool').play(order, clock.now() - order.startedAt)
    } catch (error) {
      live.finished(order.matchId)
      throw error
    }
  }

  /** In an order that leaves each part what it needs: matches end before bots, results are written before the database closes. */
  async #stop(): Promise<void> {
    const { context, recorder, pool, keeper, app, scheduler, retention, packing, purge, house } = this.#parts
    const { internal, publisher, following, socket, measuring, engine } = this.#parts
    this.#draining.abort()
    await socket?.close()
    await following?.stop()
    await scheduler?.stop()
    await keeper?.stop()
    await engine?.stop()
    await pool?.stop()
    await recorder?.close()
    await context?.spectators.stop()
    await house?.stop()
    await measuring?.stop()
    await retention?.stop()
    await packing?.stop()
    await context?.bucketReplays?.stop()
    await purge?.stop()
    await app?.close()
    await publisher?.stop()
    await internal?.close()
    await context?.mailer.close()
    await context?.letGo()
    await context?.db.destroy()
  }

  /** Where hosts leave their marks. */
  get #markDir(): string {
    return join(this.context.config.dataDir, 'hosts')
  }

  #part<Name extends keyof Parts>(name: Name): Parts[Name] {
    const part = this.#parts[name]
    if (part === undefined) throw new Error(`The arena has no ${name} yet`)
    return part
  }
}

function engineOf({ engine }: Config, clock: 'live' | 'fast'): EngineCommand {
  return engine.kind === 'builtin' ? builtInEngine(clock) : parseCommand(engine.command)
}

function refuseEngine({ engine }: Config, error: unknown): never {
  const what = engine.kind === 'builtin' ? 'The built-in engine' : `The engine ${engine.command} (ARENA_ENGINE)`
  throw new StartError(`${what} cannot play`, error)
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
