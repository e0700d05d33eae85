/** What a machine has only where it plays: hosts, their results, and replays that are its own. */
import { HostPool, matchTiming, tryEngine } from '../../../../host/src/index.ts'
import type { EngineCommand, MatchOrder } from '../../../../host/src/index.ts'
import type { DatabaseClock } from '../../../src/db/clock.ts'
import type { Database } from '../../../src/db/schema.ts'
import type { LiveMatches } from '../../../src/live/live-matches.ts'
import type { Logger } from '../../../src/log.ts'
import { EngineStarts } from '../../../src/matches/playing/engine-starts.ts'
import { Machine } from '../../../src/matches/playing/capacity.ts'
import { Recorder } from '../../../src/matches/playing/recorder.ts'
import type { MatchStore } from '../../../src/history/store.ts'
import type { ReplayRecords } from '../../../src/replays/records.ts'
import type { MaintenanceNotice } from '../../../src/operators/maintenance.ts'
import type { KeeperOptions } from '../../../src/matches/taking/keeper.ts'
import { keepPacked } from '../../../src/replays/packing.ts'
import { ReplayRoom } from '../../../src/replays/room.ts'
import type { FolderReplayStore } from '../../../src/replays/store.ts'
import type { Rounds } from '../../../src/rounds.ts'
import type { Kernel, Process } from '../kernel/kernel.ts'

/** Matches at once on a machine. */
export const LIMIT = 3
export const REPLAY_DAYS = 2
const ENGINE: EngineCommand = ['simulated']

/** The parts of the arena process that play. */
export interface PlayingParts {
  readonly kernel: Kernel
  readonly process: Process
  readonly machineId: string
  readonly db: Database
  readonly clock: DatabaseClock
  readonly dataDir: string
  readonly replayDir: string
  readonly matches: MatchStore
  readonly replayRecords: ReplayRecords
  readonly localReplays: FolderReplayStore
  readonly live: LiveMatches
  readonly maintenance: MaintenanceNotice
  readonly log: Logger
}

export class Playing {
  readonly #parts: PlayingParts
  readonly #machine: Machine
  readonly #recorder: Recorder
  readonly #pool: HostPool
  readonly #room: ReplayRoom
  readonly #engine: EngineStarts
  #packing: Rounds | null = null

  private constructor(parts: PlayingParts) {
    const { machineId, db, clock, replayDir, replayRecords, live, log } = parts
    this.#parts = parts
    this.#machine = new Machine({ most: LIMIT, first: LIMIT, isNoticePublic: false, log })
    this.#recorder = new Recorder({ db, replayRecords, live, log, machineId: machineId, now: clock.now })
    this.#room = new ReplayRoom({ folder: replayDir, log })
    this.#engine = new EngineStarts({ tryEngine: (signal) => tryEngine(ENGINE, signal), log })
    this.#pool = new HostPool({
      hosts: 1,
      init: {
        platformKey: { publicKey: '', privateKey: '' },
        policy: { allowPrivate: true },
        engine: ENGINE,
        replayDir,
        timing: { ...matchTiming(4_000), whenBehind: 'abort' },
        clock: 'fast',
      },
      listener: this.#machine.listeningTo(this.#engine.listeningTo(this.#recorder), () => this.#pool.running),
    })
  }

  static async open(parts: PlayingParts): Promise<Playing> {
    const playing = new Playing(parts)
    await Promise.all([playing.#pool.ready(), tryEngine(ENGINE)])
    return playing
  }

  /** What the keeper of the machine takes matches with. */
  get ofKeeper(): Pick<KeeperOptions, 'limit' | 'play' | 'playing' | 'breakOff'> {
    return {
      limit: () => this.#limit(),
      play: (order, attempt) => this.#play(order, attempt),
      playing: () => this.#parts.live.ids,
      breakOff: (matchId) => this.#pool.abort(matchId, 'machine-silent'),
    }
  }

  /** What keeps it from playing. */
  get problems(): string[] {
    return [
      ...(this.#pool.hasRoom ? [] : ['has no host to play with']),
      ...(this.#engine.problem === null ? [] : ['has no engine to play with']),
    ]
  }

  endMatch(matchId: string): void {
    this.#pool.abort(matchId, 'operator')
  }

  /** Packs its replays from now on. */
  keepPacked(stopping: AbortSignal): void {
    this.#packing = keepPacked(this.#parts, stopping)
  }

  /** Matches play to their end. */
  async drain(): Promise<void> {
    await this.#pool.drain()
    await this.#recorder.settled()
  }

  /** Matches are broken off. */
  async stop(): Promise<void> {
    await this.#engine.stop()
    await this.#pool.stop()
    await this.#recorder.close()
    await this.#packing?.stop()
  }

  async #limit(): Promise<number> {
    const { hasRoom, running } = this.#pool
    if (this.#parts.maintenance.underWay !== null || this.#engine.problem !== null) return 0
    const canPlay = this.#machine.mayPlay(running) && hasRoom && (await this.#room.isEnoughFor(running + 1))
    return canPlay ? this.#machine.limit : 0
  }

  #play(order: MatchOrder, attempt: number): void {
    const { kernel, process, clock, live } = this.#parts
    kernel.trace.note(process.name, 'plays', order.matchId, attempt)
    live.seated(order)
    this.#recorder.took(order.matchId, attempt)
    try {
      this.#pool.play(order, clock.now() - order.startedAt)
    } catch (error) {
      live.finished(order.matchId)
      throw error
    }
  }
}
