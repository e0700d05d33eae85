/** What a machine has where it plays: hosts, an engine that begins a game, and the recorder that writes down what they report. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { builtInEngine, HostPool, matchTiming, parseCommand, tryEngine } from '@arena/host'
import type { EngineCommand, EndCause, HostListener, MatchOrder } from '@arena/host'
import type { RelayDoor } from '@arena/host/relay'
import type { Config } from '../config.ts'
import { EngineStarts } from '../matches/playing/engine-starts.ts'
import { Recorder } from '../matches/playing/recorder.ts'
import type { KeeperOptions } from '../matches/taking/keeper.ts'
import { Rehearsals } from '../rehearsals/rehearsals.ts'
import { RehearsalStore } from '../rehearsals/store.ts'
import { ReplayRoom } from '../replays/room.ts'
import { StartError } from '../start-error.ts'
import { markDirOf } from './common.ts'
import type { Common } from './common.ts'

export class Playing {
  readonly #common: Common
  readonly #engine: EngineStarts
  readonly #recorder: Recorder
  readonly #pool: HostPool
  readonly #room: ReplayRoom
  readonly #rehearsals: Rehearsals
  #stopped: Promise<void> | null = null

  /** `passing` hears the reports of hosts on their way. */
  private constructor(common: Common, relay: RelayDoor, passing: (listener: HostListener) => HostListener) {
    const { config, log, world, capacity, metrics, replayDir } = common
    this.#common = common
    // To find out whether it starts it need not be warm.
    this.#engine = new EngineStarts({ tryEngine: (signal) => tryEngine(engineOf(config, 'fast'), signal), log })
    this.#recorder = new Recorder({ ...common, now: common.clock.now })
    this.#room = new ReplayRoom({ folder: replayDir, log })
    this.#rehearsals = new Rehearsals({
      store: new RehearsalStore(common.db, common.clock.now),
      machine: common.identity,
      house: world.openHouse(),
      replayDir,
      log,
      revision: () => common.changes.revision('rehearsals'),
      limits: { most: config.maxMatches, first: config.firstMatches },
      // Seats that are free for less are taken by the ladder.
      windowMs: 2 * config.tickMs,
      seed: () => randomBytes(32),
    })
    const counted = capacity.listeningTo(this.#engine.listeningTo(this.#recorder), () => this.running)
    this.#pool = new HostPool({
      hosts: config.hosts,
      init: {
        platformKey: common.platformKey,
        policy: common.botPolicy,
        relay,
        engine: engineOf(config, world.clock),
        replayDir,
        markDir: markDirOf(config),
        faultDir: join(config.dataDir, 'engine-faults'),
        // By the interface a match that falls behind is aborted. In development it continues.
        timing: {
          ...matchTiming(config.pickMs),
          whenBehind: config.production ? 'abort' : 'forgive',
          ...world.timing,
        },
        clock: world.clock,
      },
      listener: this.#rehearsals.listeningTo(metrics.listeningTo(passing(counted))),
    })
  }

  /** `relay`: the way to bots behind connectors. */
  static async open(
    common: Common,
    relay: RelayDoor,
    passing: (listener: HostListener) => HostListener,
  ): Promise<Playing> {
    const playing = new Playing(common, relay, passing)
    common.lifetimes.begun({ name: 'hosts', end: () => playing.#stop() })
    await playing.#prepare()
    return playing
  }

  /** Matches are played from here on. They end before what was opened since the hosts: their spectators see the end. */
  begin(): void {
    const drain = async () => {
      await this.#pool.drain()
      await this.#recorder.settled()
    }
    this.#common.lifetimes.begun({ name: 'matches', drain, end: () => this.#stop() })
    this.#rehearsals.playOn({
      pool: this.#pool,
      running: () => this.#pool.running,
      limit: () => this.#common.capacity.limit,
      mayBegin: () => this.#mayRehearse(),
      isPressed: () => this.#pool.isOverloaded,
    })
    this.#rehearsals.start()
    const rehearsals = { drain: () => this.#rehearsals.drain(), end: () => this.#rehearsals.stop() }
    this.#common.lifetimes.begun({ name: 'rehearsals', ...rehearsals })
  }

  /** Number of matches of the ladder being played. */
  get running(): number {
    return this.#pool.running - this.#rehearsals.running
  }

  /** What keeps it from playing, each in a sentence; null where all is well. */
  readonly checks = {
    hosts: () => (this.#pool.isUp ? null : 'No host process is up.'),
    engine: () => this.#engine.problem,
    replays: () => this.#room.problem,
  }

  /** What the keeper of the machine takes matches with. */
  get ofKeeper(): Required<Pick<KeeperOptions, 'limit' | 'play' | 'playing' | 'breakOff'>> {
    return {
      limit: () => this.#limit(),
      play: (order, attempt) => this.#play(order, attempt),
      playing: () => this.#common.live.ids,
      breakOff: (matchId) => this.abort(matchId, 'machine-silent'),
    }
  }

  abort(matchId: string, cause: Extract<EndCause, 'machine-silent' | 'operator'>): void {
    this.#pool.abort(matchId, cause)
  }

  async #prepare(): Promise<void> {
    const { config, readiness } = this.#common
    const tried = tryEngine(engineOf(config, 'fast')).catch((error: unknown) => refuseEngine(config, error))
    await Promise.all([this.#pool.ready(), tried])
    for (const [name, check] of Object.entries(this.checks)) readiness.add(name, check)
  }

  /** How many matches this machine takes at the moment. */
  async #limit(): Promise<number> {
    const { running } = this
    const { isUp, hasRoom } = this.#pool
    const { maintenance, capacity } = this.#common
    if (maintenance.underWay !== null || this.#engine.problem !== null) return 0
    // A rehearsal that a host cannot play in time gives way.
    const isHostFree = running === 0 ? isUp : hasRoom
    const canPlay = capacity.mayPlay(running) && isHostFree && (await this.#room.isEnoughFor(running + 1))
    return canPlay ? capacity.limit : 0
  }

  /** Whether a rehearsal may begin here, apart from room. */
  async #mayRehearse(): Promise<boolean> {
    const { maintenance, capacity } = this.#common
    if (maintenance.underWay !== null || this.#engine.problem !== null || capacity.isInTrouble) return false
    // The replay of another match of the ladder has its place on the disk as well.
    return this.#pool.hasRoom && this.#room.isEnoughFor(this.#pool.running + 2)
  }

  #play(order: MatchOrder, attempt: number): void {
    const { live, clock, log } = this.#common
    log.info({ matchId: order.matchId, bots: order.bots.map(({ name }) => name) }, 'match seated')
    live.seated(order)
    this.#recorder.took(order.matchId, attempt)
    try {
      this.#pool.play(order, clock.now() - order.startedAt)
      this.#rehearsals.giveWay()
    } catch (error) {
      live.finished(order.matchId)
      throw error
    }
  }

  /** Breaks off what still runs, once. */
  #stop(): Promise<void> {
    this.#stopped ??= (async () => {
      await this.#engine.stop()
      await this.#pool.stop()
      await Promise.all([this.#recorder.close(), this.#rehearsals.close()])
    })()
    return this.#stopped
  }
}

function engineOf({ engine }: Config, clock: 'live' | 'fast'): EngineCommand {
  return engine.kind === 'builtin' ? builtInEngine(clock) : parseCommand(engine.command)
}

function refuseEngine({ engine }: Config, error: unknown): never {
  const what = engine.kind === 'builtin' ? 'The built-in engine' : `The engine ${engine.command} (ARENA_ENGINE)`
  throw new StartError(`${what} cannot play`, error)
}
