/**
 * The arena process of a simulated machine, put together from the service's own parts, and brought to its end, as `src/arena.ts` does it.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import type { Role } from '../../../src/config/variables.ts'
import type { Changes } from '../../../src/db/changes.ts'
import { DatabaseClock, databaseTime } from '../../../src/db/clock.ts'
import type { Database, Schema } from '../../../src/db/schema.ts'
import { LiveMatches } from '../../../src/live/live-matches.ts'
import type { Logger } from '../../../src/log.ts'
import { MatchStore } from '../../../src/history/store.ts'
import { Scheduler } from '../../../src/matches/seating/tick.ts'
import { followOperators } from '../../../src/operators/following.ts'
import { MaintenanceNotice, readMaintenance } from '../../../src/operators/maintenance.ts'
import { Keeper } from '../../../src/matches/taking/keeper.ts'
import { LEASE_MS } from '../../../src/matches/taking/lease.ts'
import { becomeMachine } from '../../../src/matches/taking/machine-process.ts'
import { MachineStore } from '../../../src/matches/taking/store.ts'
import type { MachineProcess } from '../../../src/matches/taking/store.ts'
import { agreeOnKey } from '../../../src/platform/shared-key.ts'
import { BucketReplays } from '../../../src/replays/bucket/bucket-replays.ts'
import type { ObjectStore } from '../../../src/replays/bucket/bucket.ts'
import { ReceiptStore } from '../../../src/history/receipts.ts'
import type { openReplay } from '../../../src/replays/open-replay.ts'
import { recoverMatches } from '../../../src/replays/recovery.ts'
import { keepRetention } from '../../../src/replays/retention-keeper.ts'
import { ReplayRecords } from '../../../src/replays/records.ts'
import { folderReplays } from '../../../src/replays/from-disk.ts'
import { FolderReplayStore } from '../../../src/replays/store.ts'
import type { Rounds } from '../../../src/rounds.ts'
import type { Breach } from './breach.ts'
import { dataFolderOf } from '../node/files.ts'
import type { Kernel, Process } from '../kernel/kernel.ts'
import { LIMIT, Playing, REPLAY_DAYS } from './playing.ts'
import { typeIdOf } from '../kernel/type-id.ts'

const TICK_MS = 5_000
const REST_MS = 20_000

/** What a machine gives its arena process. */
export interface ArenaParts {
  readonly kernel: Kernel
  readonly process: Process
  readonly machineId: string
  readonly role: Role
  readonly build: string
  readonly dialect: ConstructorParameters<typeof Kysely>[0]['dialect']
  readonly changes: Changes
  /** Null where replays stay in the folder. */
  readonly bucket: ObjectStore | null
  readonly breach: Breach
  /** Resolves when no host of an earlier arena is left. */
  readonly endStragglers: () => Promise<void>
  readonly hasEnded: (name: string) => boolean
  readonly log: Logger
}

/** What replays are opened with for readers. */
type Reading = Parameters<typeof openReplay>[0]

/** What is up. */
interface Up {
  readonly machineId: string
  readonly own: MachineProcess
  readonly breach: Breach
  readonly log: Logger
  readonly db: Database
  readonly live: LiveMatches
  /** Null on a machine that only serves. */
  readonly playing: Playing | null
  readonly keeper: Keeper
  /** Null on a machine that only plays. */
  readonly scheduler: Scheduler | null
  readonly bucketReplays: BucketReplays | null
  readonly following: Rounds
  readonly retention: Rounds
  readonly reading: Reading
  readonly isStopping: AbortController
}

export class ArenaProcess {
  readonly #up: Up
  #isListening = true
  readonly #answers = new Set<Promise<unknown>>()
  #stopped: Promise<void> | null = null

  private constructor(up: Up) {
    this.#up = up
  }

  get db(): Database {
    return this.#up.db
  }

  /** The machine whose replays alone it has. Null where all are in a bucket. */
  get keeps(): string | null {
    return this.#up.bucketReplays === null ? this.#up.machineId : null
  }

  get reading(): Reading {
    return this.#up.reading
  }

  /** All that it played is on record. */
  get isIdle(): boolean {
    return this.#up.live.ids.length === 0
  }

  get isStopping(): boolean {
    return this.#stopped !== null
  }

  /** What it does not do any more although it is up. */
  overdue(): string[] {
    const { scheduler, keeper, playing } = this.#up
    return [
      ...(scheduler !== null && scheduler.overdue() !== null ? ['ticks no more'] : []),
      ...(keeper.sinceReportMs > LEASE_MS ? ['reports no more'] : []),
      ...(playing?.problems ?? []),
      ...(keeper.problem === null ? [] : ['is another process']),
    ]
  }

  static async open({
    kernel,
    process,
    machineId,
    role,
    build,
    dialect,
    changes,
    bucket,
    breach,
    endStragglers,
    hasEnded,
    log,
  }: ArenaParts): Promise<ArenaProcess> {
    const isStopping = new AbortController()
    const db = new Kysely<Schema>({ dialect })
    const clock = new DatabaseClock()
    await clock.learn(() => databaseTime(db))
    const dataDir = dataFolderOf(machineId)
    const replayDir = join(dataDir, 'replays')
    const matches = new MatchStore(db)
    const replayRecords = new ReplayRecords(db, REPLAY_DAYS)
    const localReplays = new FolderReplayStore(replayDir)
    const bucketReplays =
      bucket &&
      new BucketReplays({
        bucket,
        dataDir,
        db,
        local: localReplays,
        replayRecords,
        replayDays: REPLAY_DAYS,
        counts: { replaysWaiting() {}, replayStored() {} },
        log,
        now: clock.now,
      })
    const live = new LiveMatches()
    const maintenance = new MaintenanceNotice(clock.now)
    const parts = {
      kernel,
      process,
      machineId,
      db,
      clock,
      dataDir,
      replayDir,
      matches,
      replayRecords,
      live,
      maintenance,
      log,
    }
    const own = { id: machineId, process: process.name }
    const former = await becomeMachine({ store: new MachineStore(db), machine: own, hasEnded, log })
    await mkdir(replayDir, { recursive: true, mode: 0o700 })
    await endStragglers()
    await recoverMatches({ ...parts, identity: { ...own, former } }, clock.now())
    const playing = role === 'web' ? null : await Playing.open({ ...parts, localReplays })
    await agreeOnKey(db, { machineId, publicKey: '', maxMatches: LIMIT })
    maintenance.know(await readMaintenance(db))
    const keeper = new Keeper({
      db,
      machine: { ...own, role, build, region: '', address: null, maxMatches: playing === null ? 0 : LIMIT },
      former,
      hasEnded,
      log,
      revision: () => changes.revision('matches'),
      reported: (report) => clock.learn(report),
      now: clock.now,
      ...playing?.ofKeeper,
    })
    await keeper.open()
    let scheduler: Scheduler | null = null
    if (role !== 'play') {
      scheduler = new Scheduler({
        db,
        mode: 'live',
        tickMs: TICK_MS,
        restMs: REST_MS,
        build,
        isShared: true,
        isOfMachine: () => keeper.problem === null,
        ...(role === 'all' && { keeper }),
        log,
        now: clock.now,
        matchId: () => typeIdOf('match', Date.now(), kernel.chance),
      })
      await scheduler.start()
    }
    keeper.start()
    bucketReplays?.start()
    const following = followOperators({ machineId, changes, db, log, maintenance }, (id) => playing?.endMatch(id))
    const old = { replayRecords, receipts: new ReceiptStore(db), localReplays, bucketReplays, machineId, clock, log }
    const retention = keepRetention({ ...old, config: { replayDays: REPLAY_DAYS, dataDir } })
    playing?.keepPacked(isStopping.signal)
    const kept = bucketReplays?.store ?? folderReplays(localReplays, log)
    const replays = (bucketReplays && breach.replays?.({ localReplays, bucketReplays })) ?? kept
    const reading = { matches, replays, machines: null }
    return new ArenaProcess({
      machineId,
      own,
      breach,
      log,
      db,
      live,
      playing,
      keeper,
      scheduler,
      bucketReplays,
      following,
      retention,
      reading,
      isStopping,
    })
  }

  /** Somebody asks for something, which is answered before it has stopped. */
  async ask(work: (arena: ArenaProcess) => Promise<unknown>): Promise<void> {
    if (!this.#isListening) throw new Error('It does not listen any more')
    const answer = work(this)
    this.#answers.add(answer)
    await answer.finally(() => this.#answers.delete(answer))
  }

  /** Matches play to their end. */
  async drain(): Promise<void> {
    const { breach, log, scheduler, keeper, playing, isStopping } = this.#up
    isStopping.abort()
    scheduler?.drain()
    await scheduler?.settled()
    await keeper.drain().catch((error: unknown) => log.warn({ err: error }, 'draining without the database'))
    if (breach.drainsAtOnce !== true) await playing?.drain()
  }

  /** Matches are broken off. Calling it again changes nothing. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop()
    return this.#stopped
  }

  async #stop(): Promise<void> {
    const { own, db, scheduler, keeper, playing, bucketReplays, following, retention, isStopping } = this.#up
    isStopping.abort()
    await following.stop()
    await scheduler?.stop()
    await keeper.stop()
    await playing?.stop()
    await retention.stop()
    await bucketReplays?.stop()
    this.#isListening = false
    await Promise.allSettled(this.#answers)
    await new MachineStore(db).letGo(own).catch(() => {})
    await db.destroy()
  }
}
