/** The one place where the parts of the service are put together. A caller may replace some, which is how tests do it. */
import { join } from 'node:path'
import type { BotPolicy } from '@arena/host'
import { sql } from 'kysely'
import type { KeyPair } from '@arena/protocol'
import { SessionStore } from './accounts/session-store.ts'
import { SignInStore } from './accounts/sign-in-store.ts'
import { SignIn } from './accounts/sign-in.ts'
import { AccountStore } from './accounts/store.ts'
import { Registrar } from './bots/register.ts'
import { Standings } from './bots/standings.ts'
import { BotStore } from './bots/store.ts'
import type { Config } from './config.ts'
import { Readiness } from './health/readiness.ts'
import { readMachineId } from './machine/id.ts'
import { DatabaseClock } from './db/clock.ts'
import { Changes } from './db/changes.ts'
import { openDatabase } from './db/database.ts'
import type { Database } from './db/schema.ts'
import { MemoryRateLimiter } from './http/memory-rate-limiter.ts'
import type { RateLimiter } from './http/rate-limits.ts'
import { SharedRateLimiter } from './http/shared-rate-limiter.ts'
import { SessionCookie } from './http/session-cookie.ts'
import { KeyStore } from './keys/store.ts'
import { KIT_FOLDER } from './kit/served-kit.ts'
import { OtherMachines } from './internal/machines.ts'
import { ArenaMatchFiles } from './internal/remote-replay.ts'
import { InternalSigner } from './internal/signing.ts'
import { LiveMatches } from './live/live-matches.ts'
import { LiveStateStore } from './live/live-states.ts'
import { LiveView } from './live/live-view.ts'
import { FolderMatchFiles } from './live/match-file.ts'
import { Spectators } from './live/spectators.ts'
import type { Logger } from './log.ts'
import { createMailTransport } from './mail/create.ts'
import { Mailer } from './mail/mailer.ts'
import { ArenaMetrics } from './metrics/arena-metrics.ts'
import { Metrics } from './metrics/metrics.ts'
import { LobbyView } from './matches/seating/lobby-view.ts'
import { MatchmakingStore } from './matches/seating/store.ts'
import { Machine } from './matches/playing/capacity.ts'
import { MatchHistory } from './history/history.ts'
import { MaintenanceNotice } from './operators/maintenance.ts'
import { ReceiptStore } from './history/receipts.ts'
import { MatchStore } from './history/store.ts'
import { loadKeyRing } from './platform/key-ring.ts'
import type { LoadedKeys } from './platform/key-ring.ts'
import { PublishedKeys } from './platform/published-keys.ts'
import { becomeMachine, endedOn, nameProcess } from './matches/taking/machine-process.ts'
import type { MachineIdentity } from './matches/taking/machine-process.ts'
import { MachineStore } from './matches/taking/store.ts'
import { RatingStore } from './history/leaderboard.ts'
import { closeToOthers } from './own-folder.ts'
import { BucketReplays } from './replays/bucket/bucket-replays.ts'
import { Bucket } from './replays/bucket/bucket.ts'
import { ReplayRecords } from './replays/records.ts'
import { folderReplays } from './replays/from-disk.ts'
import { FolderReplayStore } from './replays/store.ts'
import type { ReplayStore } from './replays/store.ts'

export interface Context {
  readonly config: Config
  readonly log: Logger
  readonly db: Database
  readonly changes: Changes
  /** The clock of the database that machines share; this machine's own where there is one alone. */
  readonly clock: Pick<DatabaseClock, 'now' | 'learn'>
  readonly machineId: string
  readonly identity: MachineIdentity
  readonly platformKey: KeyPair
  readonly keyRing: LoadedKeys
  readonly publishedKeys: PublishedKeys
  readonly botPolicy: BotPolicy
  readonly rateLimiter: RateLimiter
  readonly accounts: AccountStore
  readonly sessions: SessionStore
  readonly sessionCookie: SessionCookie
  readonly signIns: SignInStore
  readonly signIn: SignIn
  readonly mailer: Mailer
  readonly keys: KeyStore
  readonly bots: BotStore
  readonly standings: Standings
  readonly registrar: Registrar
  readonly matches: MatchStore
  readonly replayRecords: ReplayRecords
  readonly receipts: ReceiptStore
  readonly history: MatchHistory
  readonly ratings: RatingStore
  /** The matches of this machine. */
  readonly live: LiveMatches
  /** The matches of the whole arena. */
  readonly liveView: LiveView
  /** Null where this machine is the arena, as in the two below. */
  readonly machines: OtherMachines | null
  readonly liveStates: LiveStateStore | null
  readonly arenaMetrics: ArenaMetrics | null
  readonly signer: InternalSigner
  readonly spectators: Spectators
  readonly machine: Machine
  readonly metrics: Metrics
  readonly readiness: Readiness
  readonly maintenance: MaintenanceNotice
  /** All that this machine can read. */
  readonly replays: ReplayStore
  /** Those that are on this machine. */
  readonly localReplays: FolderReplayStore
  /** Null where replays stay in the folder. */
  readonly bucketReplays: BucketReplays | null
  /** Replays of this machine's running matches. */
  readonly matchFiles: FolderMatchFiles
  readonly replayDir: string
  /** Where the packages for bot authors are, once they are built. */
  readonly kitFolder: URL
  /** Aborted once the service is on its way down. */
  readonly draining: AbortSignal
  /** The last that is written: the next process of this machine need not wait for its lease. */
  readonly letGo: () => Promise<void>
}

export interface Parts {
  readonly config: Config
  readonly log: Logger
  readonly draining: AbortSignal
}

/** Opens the database and the data folder. The caller destroys `db` in the end. */
export async function createContext({ config, log, draining }: Parts): Promise<Context> {
  const { dataDir, databaseUrl, privateBots } = config
  closeToOthers(dataDir, log)
  const changes = new Changes()
  const db = await openDatabase({ databaseUrl, dataDir, changes })
  let letGo = async () => {}
  try {
    const machineId = await readMachineId(dataDir)
    const own = { id: machineId, process: nameProcess() }
    const store = new MachineStore(db)
    const hasEnded = endedOn(databaseUrl)
    const former = await becomeMachine({ store, machine: own, hasEnded, log })
    const identity = { ...own, former, hasEnded }
    letGo = () =>
      store.letGo(own).catch((error: unknown) => log.debug({ err: error }, 'the row of this machine keeps its process'))
    const keyRing = await loadKeyRing(db, config, machineId)
    const platformKey = keyRing.current
    const botPolicy = { allowPrivate: privateBots }
    const clock = databaseUrl === null ? OWN_CLOCK : new DatabaseClock()
    const bots = new BotStore(db, clock.now)
    const ratings = new RatingStore(db)
    const replayDir = join(dataDir, 'replays')
    const signIns = new SignInStore(db, clock.now)
    const live = new LiveMatches()
    const machine = new Machine({
      most: config.role === 'web' ? 0 : config.maxMatches,
      first: config.firstMatches,
      isNoticePublic: !config.production,
      log,
    })
    const metrics = new Metrics(live, machine)
    const signer = new InternalSigner(
      config.secret === null ? [platformKey, ...keyRing.others].map(({ privateKey }) => privateKey) : [config.secret],
    )
    const isShared = databaseUrl !== null
    const machines = isShared ? new OtherMachines({ db, ownId: machineId, signer, now: clock.now, log }) : null
    const liveStates = isShared ? new LiveStateStore(db, machineId) : null
    const matchFiles = new FolderMatchFiles(replayDir)
    const files = machines === null ? matchFiles : new ArenaMatchFiles(matchFiles, machines)
    const spectators = new Spectators({ files, log, counts: metrics, clock })
    if (isShared) metrics.nameMachine(machineId)
    const matchmaking = new MatchmakingStore(db)
    const { restMs, tickMs } = config
    const lobby = new LobbyView({ db, mode: 'live', restMs, tickMs, now: clock.now })
    const arenaMetrics = machines && new ArenaMetrics({ own: metrics, machines, matchmaking })
    const readiness = new Readiness()
    readiness.add('database', async () => {
      await sql`select 1`.execute(db)
      return null
    })
    const matches = new MatchStore(db)
    const replayRecords = new ReplayRecords(db, config.replayDays)
    const localReplays = new FolderReplayStore(replayDir)
    const { replays, replayDays } = config
    const bucketReplays =
      replays.kind === 'bucket'
        ? new BucketReplays({
            bucket: new Bucket(replays),
            dataDir,
            db,
            local: localReplays,
            replayRecords,
            replayDays,
            counts: metrics,
            log,
            now: clock.now,
          })
        : null
    const mailer = new Mailer({ transport: metrics.sendingBy(createMailTransport(config, log)), log })
    return {
      config,
      log,
      db,
      changes,
      clock,
      machineId,
      identity,
      platformKey,
      keyRing,
      publishedKeys: new PublishedKeys(db, keyRing),
      botPolicy,
      rateLimiter: createRateLimiter(config, db),
      accounts: new AccountStore(db, clock.now),
      sessions: new SessionStore(db, clock.now),
      sessionCookie: new SessionCookie(config),
      signIns,
      signIn: new SignIn({ db, signIns, mailer, log, now: clock.now }),
      mailer,
      keys: new KeyStore(db, clock.now),
      bots,
      registrar: new Registrar({ bots, policy: botPolicy, platformKey }),
      matches,
      replayRecords,
      receipts: new ReceiptStore(db),
      standings: new Standings({ db, ratings, waiting: () => lobby.waiting(), restMs, now: clock.now }),
      history: new MatchHistory(db),
      ratings,
      live,
      liveView: new LiveView({ own: live, machine, states: liveStates }),
      machines,
      liveStates,
      arenaMetrics,
      signer,
      spectators,
      machine,
      metrics,
      readiness,
      replays: bucketReplays?.store ?? folderReplays(localReplays, log),
      localReplays,
      bucketReplays,
      matchFiles,
      maintenance: new MaintenanceNotice(clock.now),
      replayDir,
      kitFolder: KIT_FOLDER,
      draining,
      letGo,
    }
  } catch (error) {
    await letGo()
    await db.destroy()
    throw error
  }
}

const OWN_CLOCK: Context['clock'] = { now: () => Date.now(), learn: async (question) => void (await question()) }

/** An embedded database has one arena, which need not ask anyone. */
function createRateLimiter({ rateLimits, databaseUrl }: Config, db: Database): RateLimiter {
  if (!rateLimits) return { take: () => 0, peek: () => 0 }
  return databaseUrl === null ? new MemoryRateLimiter() : new SharedRateLimiter(db)
}
