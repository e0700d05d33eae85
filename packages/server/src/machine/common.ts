/** What every machine has, whatever its role: database, clock, identity, keys, replays, and what it says of itself. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ENGINE_REVISION } from '@arena/engine/revision'
import type { BotPolicy } from '@arena/host'
import type { KeyPair } from '@arena/protocol'
import { sql } from 'kysely'
import { keepBuild } from '../archive/engine-builds.ts'
import { KeptFiles } from '../archive/kept-files.ts'
import type { Config } from '../config.ts'
import { Changes } from '../db/changes.ts'
import { DatabaseClock, databaseTime, OWN_CLOCK } from '../db/clock.ts'
import type { ArenaClock } from '../db/clock.ts'
import type { Database } from '../db/schema.ts'
import { Readiness } from '../health/readiness.ts'
import { ReceiptStore } from '../history/receipts.ts'
import { MatchStore } from '../history/store.ts'
import { LiveMatches } from '../live/live-matches.ts'
import { FolderMatchFiles } from '../live/match-file.ts'
import type { Logger } from '../log.ts'
import { Capacity } from '../matches/playing/capacity.ts'
import { becomeMachine } from '../matches/taking/machine-process.ts'
import type { MachineIdentity } from '../matches/taking/machine-process.ts'
import { MachineStore } from '../matches/taking/store.ts'
import { Metrics } from '../metrics/metrics.ts'
import { keepMoments } from '../moments/moments-keeper.ts'
import { MaintenanceNotice } from '../operators/maintenance.ts'
import { closeToOthers } from '../own-folder.ts'
import { loadKeyRing } from '../platform/key-ring.ts'
import type { LoadedKeys } from '../platform/key-ring.ts'
import { BucketReplays } from '../replays/bucket/bucket-replays.ts'
import { folderReplays } from '../replays/from-disk.ts'
import { keepPacked } from '../replays/packing.ts'
import { ReplayRecords } from '../replays/records.ts'
import { recoverMatches } from '../replays/recovery.ts'
import { keepRetention } from '../replays/retention-keeper.ts'
import { FolderReplayStore } from '../replays/store.ts'
import type { ReplayStore } from '../replays/store.ts'
import { Rounds } from '../rounds.ts'
import { readMachineId } from './id.ts'
import type { Lifetimes } from './lifetimes.ts'
import type { World } from './world.ts'

/** Until the build of the engine is kept it is tried again. */
const ENGINE_ROUND_MS = 600_000

export interface Common {
  readonly config: Config
  readonly log: Logger
  readonly world: World
  readonly lifetimes: Lifetimes
  readonly draining: AbortSignal
  readonly db: Database
  readonly changes: Changes
  readonly clock: ArenaClock
  readonly machineId: string
  readonly identity: MachineIdentity
  /** What matches are played with here, in a word. */
  readonly build: string
  readonly keyRing: LoadedKeys
  readonly platformKey: KeyPair
  readonly botPolicy: BotPolicy
  readonly readiness: Readiness
  readonly maintenance: MaintenanceNotice
  readonly metrics: Metrics
  /** How many matches this machine may play. */
  readonly capacity: Capacity
  /** Matches that this machine plays. */
  readonly live: LiveMatches
  readonly matches: MatchStore
  readonly receipts: ReceiptStore
  readonly replayRecords: ReplayRecords
  readonly replayDir: string
  /** Replays of this machine's running matches. */
  readonly matchFiles: FolderMatchFiles
  /** Replays in the folder of this machine. */
  readonly localReplays: FolderReplayStore
  /** Null where replays stay in the folder. */
  readonly bucketReplays: BucketReplays | null
  /** Files of the archive and engine builds, as far as they are here or in the bucket. */
  readonly keptFiles: KeptFiles
  /** All replays that this machine can read. */
  readonly replays: ReplayStore
}

/** Opens the database and the data folder. */
export async function openCommon(config: Config, log: Logger, world: World, lifetimes: Lifetimes): Promise<Common> {
  const { dataDir, databaseUrl, privateBots, replayDays } = config
  closeToOthers(dataDir, log)
  const changes = new Changes()
  const db = await world.openDatabase(config, changes)
  lifetimes.begun({ name: 'database', end: () => db.destroy() })
  const machineId = await readMachineId(dataDir)
  const identity = await claimIdentity({ config, log, world, lifetimes, db, machineId })
  const keyRing = await loadKeyRing(db, config, machineId)
  const clock = databaseUrl === null ? OWN_CLOCK : new DatabaseClock()
  // The keeper asks again later. What a crash left behind is put on record before that.
  await clock.learn(() => databaseTime(db))
  const live = new LiveMatches()
  const capacity = new Capacity({
    most: config.role === 'web' ? 0 : config.maxMatches,
    first: config.firstMatches,
    isNoticePublic: !config.production,
    log,
  })
  const metrics = new Metrics(live, capacity)
  const readiness = new Readiness()
  readiness.add('database', async () => {
    await sql`select 1`.execute(db)
    return null
  })
  const replayDir = join(dataDir, 'replays')
  const localReplays = new FolderReplayStore(replayDir)
  const replayRecords = new ReplayRecords(db, replayDays, undefined, config.archive)
  const { now } = clock
  const ofBucket = { dataDir, db, local: localReplays, replayRecords, replayDays, counts: metrics, log, now }
  const bucketReplays =
    config.replays.kind === 'bucket'
      ? new BucketReplays({ ...ofBucket, bucket: world.openBucket(config.replays) })
      : null
  const keptFiles = new KeptFiles({ dataDir, machineId, bucket: bucketReplays?.bucket ?? null, fetchFrom: null })
  if (databaseUrl !== null) metrics.nameMachine(machineId)
  return {
    config,
    log,
    world,
    lifetimes,
    draining: lifetimes.draining,
    db,
    changes,
    clock,
    machineId,
    identity,
    build: world.buildOf(config),
    keyRing,
    platformKey: keyRing.current,
    botPolicy: { allowPrivate: privateBots },
    readiness,
    maintenance: new MaintenanceNotice(now),
    metrics,
    capacity,
    live,
    matches: new MatchStore(db),
    receipts: new ReceiptStore(db),
    replayRecords,
    replayDir,
    matchFiles: new FolderMatchFiles(replayDir),
    localReplays,
    bucketReplays,
    keptFiles,
    replays: bucketReplays?.store ?? folderReplays(localReplays, log),
  }
}

type Claiming = Pick<Common, 'config' | 'log' | 'world' | 'lifetimes' | 'db' | 'machineId'>

/** This process becomes the machine. The last that it writes is that the next process need not wait for its lease. */
async function claimIdentity({ config, log, world, lifetimes, db, machineId }: Claiming): Promise<MachineIdentity> {
  const own = { id: machineId, process: world.nameProcess() }
  const hasEnded = (name: string) => world.hasEnded(name, config)
  const store = new MachineStore(db)
  const former = await becomeMachine({ store, machine: own, hasEnded, log })
  lifetimes.begun({
    name: 'identity',
    end: () =>
      store
        .letGo(own)
        .catch((error: unknown) => log.debug({ err: error }, 'the row of this machine keeps its process')),
  })
  return { ...own, former, hasEnded }
}

/** Where hosts leave their marks. */
export const markDirOf = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'hosts')

/** What a crash left behind, also where this machine played then and only serves now: it keeps those replays. */
export async function recover(common: Common): Promise<void> {
  const { config, log, world, replayDir, clock } = common
  await mkdir(replayDir, { recursive: true, mode: 0o700 })
  await world.endStragglers(markDirOf(config), log)
  const saved = await recoverMatches(common, clock.now())
  if (saved.length > 0) log.warn({ matches: saved }, 'replays of matches that a crash cut short were saved')
}

/** Replays into the bucket, packed, looked at for moments, and deleted in time, also those of what this machine played in another role. */
export function keepReplays(common: Common): void {
  keepEngine(common)
  const { lifetimes, bucketReplays, draining, world } = common
  if (bucketReplays !== null) {
    bucketReplays.start()
    lifetimes.begun({ name: 'uploads', end: () => bucketReplays.stop() })
  }
  const packing = keepPacked(common, draining)
  lifetimes.begun({ name: 'packing', end: () => packing.stop() })
  const moments = keepMoments({ ...common, reader: world.openMomentReader() }, draining)
  lifetimes.begun({ name: 'moments', end: () => moments.stop() })
  const retention = keepRetention(common)
  lifetimes.begun({ name: 'retention', end: () => retention.stop() })
}

/** The build of the engine, for the archive. Nothing waits for it. */
function keepEngine({ config, log, world, db, keptFiles: files, machineId, lifetimes }: Common): void {
  const { engineFile } = world
  if (config.engine.kind !== 'builtin' || engineFile === null) return
  const keeping = new Rounds({
    failure: 'the build of the engine could not be kept',
    everyMs: ENGINE_ROUND_MS,
    log,
    work: () => keepBuild({ db, files, machineId }, ENGINE_REVISION, engineFile),
  })
  lifetimes.begun({ name: 'engine build', end: () => keeping.stop() })
}
