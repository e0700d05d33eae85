/**
 * The arena process of a simulated machine, put together from the service's own parts, and brought to its end, as `src/arena.ts` does it.
 */
import { join } from 'node:path'
import { mkdir } from 'node:fs/promises'
import { Kysely } from 'kysely'
import { HostPool, matchTiming } from '../../../host/src/index.ts'
import type { Changes } from '../../src/db/changes.ts'
import { DatabaseClock } from '../../src/db/clock.ts'
import type { Database, Schema } from '../../src/db/schema.ts'
import { LiveMatches } from '../../src/live/live-matches.ts'
import type { Logger } from '../../src/log.ts'
import { Machine } from '../../src/matches/machine.ts'
import { Recorder } from '../../src/matches/recorder.ts'
import { MatchStore } from '../../src/matches/store.ts'
import { Scheduler } from '../../src/matchmaking/tick.ts'
import { followOperators } from '../../src/operators/following.ts'
import { MaintenanceNotice } from '../../src/operators/maintenance.ts'
import { Keeper } from '../../src/placement/keeper.ts'
import { ReceiptStore } from '../../src/receipts/store.ts'
import { BucketReplays } from '../../src/replays/bucket/bucket-replays.ts'
import type { ObjectStore } from '../../src/replays/bucket/bucket.ts'
import { keepPacked } from '../../src/replays/packing.ts'
import { recoverMatches } from '../../src/replays/recovery.ts'
import { keepRetention } from '../../src/replays/retention-keeper.ts'
import { ReplayRoom } from '../../src/replays/room.ts'
import { FolderReplayStore } from '../../src/replays/store.ts'
import type { Rounds } from '../../src/rounds.ts'
import { BUILD } from '../storage/test-machine.ts'
import { dataFolderOf } from './files.ts'
import type { Kernel, Process } from './kernel.ts'
import { typeIdOf } from './type-id.ts'

/** Matches at once on a machine. */
export const LIMIT = 3
export const REPLAY_DAYS = 2
const TICK_MS = 5_000
const REST_MS = 20_000

export type SimulatedRole = 'all' | 'play'

/** What a machine gives its arena process. */
export interface ArenaParts {
  readonly kernel: Kernel
  readonly process: Process
  readonly arenaId: string
  readonly role: SimulatedRole
  readonly dialect: ConstructorParameters<typeof Kysely>[0]['dialect']
  readonly changes: Changes
  readonly bucket: ObjectStore
  readonly log: Logger
}

/** What is up. */
interface Up {
  readonly log: Logger
  readonly db: Database
  readonly live: LiveMatches
  readonly recorder: Recorder
  readonly pool: HostPool
  readonly keeper: Keeper
  readonly scheduler: Scheduler | null
  readonly bucketReplays: BucketReplays
  readonly rounds: readonly Rounds[]
  readonly isStopping: AbortController
}

export class ArenaProcess {
  readonly #up: Up
  #stopped: Promise<void> | null = null

  private constructor(up: Up) {
    this.#up = up
  }

  get db(): Database {
    return this.#up.db
  }

  /** All that it played is on record. */
  get isIdle(): boolean {
    return this.#up.live.ids.length === 0
  }

  static async open(parts: ArenaParts): Promise<ArenaProcess> {
    const { kernel, process, arenaId, role, dialect, changes, log } = parts
    const isStopping = new AbortController()
    const db = new Kysely<Schema>({ dialect })
    const clock = new DatabaseClock()
    const dataDir = dataFolderOf(arenaId)
    const replayDir = join(dataDir, 'replays')
    const matches = new MatchStore(db)
    const receipts = new ReceiptStore(db)
    const localReplays = new FolderReplayStore(replayDir)
    const bucketReplays = new BucketReplays({
      bucket: parts.bucket,
      dataDir,
      db,
      local: localReplays,
      matches,
      replayDays: REPLAY_DAYS,
      counts: { replaysWaiting() {}, replayStored() {} },
      log,
    })
    await mkdir(replayDir, { recursive: true, mode: 0o700 })
    await recoverMatches({ db, arenaId, matches, replayDir, log }, clock.now())

    const live = new LiveMatches()
    const maintenance = new MaintenanceNotice(clock.now)
    const machine = new Machine({ most: LIMIT, first: LIMIT, isNoticePublic: false, log })
    const recorder = new Recorder({ db, matches, live, log, machineId: arenaId, now: clock.now })
    const pool: HostPool = new HostPool({
      hosts: 1,
      init: {
        platformKey: { publicKey: '', privateKey: '' },
        policy: { allowPrivate: true },
        engine: ['simulated'],
        replayDir,
        timing: { ...matchTiming(4_000), whenBehind: 'abort' },
        clock: 'fast',
      },
      listener: machine.listeningTo(recorder, () => pool.running),
    })
    await pool.ready()
    const room = new ReplayRoom({ folder: replayDir, log })
    const keeper = new Keeper({
      db,
      machine: { id: arenaId, role, build: BUILD, region: '', address: null, maxMatches: LIMIT },
      log,
      revision: () => changes.revision('matches'),
      reported: (report) => clock.learn(report),
      now: clock.now,
      limit: async () => {
        const { hasRoom, running } = pool
        if (maintenance.underWay !== null) return 0
        return machine.mayPlay(running) && hasRoom && (await room.isEnoughFor(running + 1)) ? machine.limit : 0
      },
      play(order, attempt) {
        kernel.trace.note(process.name, 'plays', order.matchId, attempt)
        live.seated(order)
        recorder.took(order.matchId, attempt)
        try {
          pool.play(order)
        } catch (error) {
          live.finished(order.matchId)
          throw error
        }
      },
      playing: () => live.ids,
      breakOff: (matchId) => pool.abort(matchId, 'host-lost'),
    })
    await keeper.open()
    let scheduler: Scheduler | null = null
    if (role === 'all') {
      scheduler = new Scheduler({
        db,
        mode: 'live',
        tickMs: TICK_MS,
        restMs: REST_MS,
        build: BUILD,
        isShared: true,
        keeper,
        log,
        now: clock.now,
        matchId: () => typeIdOf('match', Date.now(), kernel.chance),
      })
      await scheduler.start()
    }
    keeper.start()
    bucketReplays.start()
    const following = followOperators({ arenaId, changes, db, log, maintenance }, (id) => pool.abort(id, 'operator'))
    const config = { replayDays: REPLAY_DAYS, dataDir }
    const kept = { matches, receipts, localReplays, bucketReplays, arenaId, log, config }
    const rounds = [following, keepRetention(kept), keepPacked(kept, isStopping.signal)]
    return new ArenaProcess({ log, db, live, recorder, pool, keeper, scheduler, bucketReplays, rounds, isStopping })
  }

  /** Matches play to their end. */
  async drain(): Promise<void> {
    const { log, scheduler, keeper, pool, recorder, isStopping } = this.#up
    isStopping.abort()
    scheduler?.drain()
    await scheduler?.settled()
    await keeper.drain().catch((error: unknown) => log.warn({ err: error }, 'draining without the database'))
    await pool.drain()
    await recorder.settled()
  }

  /** Matches are broken off. Calling it again changes nothing. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop()
    return this.#stopped
  }

  async #stop(): Promise<void> {
    const { db, scheduler, keeper, pool, recorder, bucketReplays, rounds, isStopping } = this.#up
    const [following, ...others] = rounds
    isStopping.abort()
    await following!.stop()
    await scheduler?.stop()
    await keeper.stop()
    await pool.stop()
    await recorder.close()
    for (const each of others) await each.stop()
    await bucketReplays.stop()
    await db.destroy()
  }
}
