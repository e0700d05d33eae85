/** The one place where the parts of the service are put together. A caller may replace some, which is how tests do it. */
import { join } from 'node:path'
import type { BotPolicy } from '@arena/host'
import { sql } from 'kysely'
import type { KeyPair } from '@arena/protocol'
import { SessionStore } from './accounts/session-store.ts'
import { SignInStore } from './accounts/sign-in-store.ts'
import { SignIn } from './accounts/sign-in.ts'
import { AccountStore } from './accounts/store.ts'
import { loadPlatformKey } from './bots/platform-key.ts'
import { Registrar } from './bots/register.ts'
import { BotStore } from './bots/store.ts'
import type { Config } from './config.ts'
import { Readiness } from './health/readiness.ts'
import { readArenaId } from './db/arena-id.ts'
import { Changes } from './db/changes.ts'
import { openDatabase } from './db/database.ts'
import type { Database } from './db/schema.ts'
import { MemoryRateLimiter } from './http/memory-rate-limiter.ts'
import type { RateLimiter } from './http/rate-limits.ts'
import { SharedRateLimiter } from './http/shared-rate-limiter.ts'
import { SessionCookie } from './http/session-cookie.ts'
import { KeyStore } from './keys/store.ts'
import { KIT_FOLDER } from './kit/served-kit.ts'
import { LiveMatches } from './live/live-matches.ts'
import { FolderMatchFiles } from './live/match-file.ts'
import { Spectators } from './live/spectators.ts'
import type { Logger } from './log.ts'
import { createMailTransport } from './mail/create.ts'
import { Mailer } from './mail/mailer.ts'
import { Metrics } from './metrics/metrics.ts'
import { Machine } from './matches/machine.ts'
import { MatchHistory } from './matches/history.ts'
import { MaintenanceNotice } from './operators/maintenance.ts'
import { ReceiptStore } from './receipts/store.ts'
import { MatchStore } from './matches/store.ts'
import { RatingStore } from './rating/store.ts'
import { closeToOthers } from './own-folder.ts'
import { BucketReplays } from './replays/bucket/bucket-replays.ts'
import { FolderReplayStore } from './replays/store.ts'
import type { ReplayStore } from './replays/store.ts'

export interface Context {
  readonly config: Config
  readonly log: Logger
  readonly db: Database
  readonly changes: Changes
  readonly arenaId: string
  readonly platformKey: KeyPair
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
  readonly registrar: Registrar
  readonly matches: MatchStore
  readonly receipts: ReceiptStore
  readonly history: MatchHistory
  readonly ratings: RatingStore
  readonly live: LiveMatches
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
  readonly replayDir: string
  /** Where the packages for bot authors are, once they are built. */
  readonly kitFolder: URL
  /** Aborted once the service is on its way down. */
  readonly draining: AbortSignal
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
  try {
    const platformKey = await loadPlatformKey(dataDir)
    const botPolicy = { allowPrivate: privateBots }
    const bots = new BotStore(db)
    const replayDir = join(dataDir, 'replays')
    const signIns = new SignInStore(db)
    const live = new LiveMatches()
    const machine = new Machine({
      most: config.maxMatches,
      first: config.firstMatches,
      isNoticePublic: !config.production,
      log,
    })
    const metrics = new Metrics(live, machine)
    const spectators = new Spectators({ files: new FolderMatchFiles(replayDir), log, counts: metrics })
    const readiness = new Readiness()
    readiness.add('database', async () => {
      await sql`select 1`.execute(db)
      return null
    })
    const matches = new MatchStore(db)
    const localReplays = new FolderReplayStore(replayDir)
    const { replays, replayDays } = config
    const bucketReplays =
      replays.kind === 'bucket'
        ? new BucketReplays({
            options: replays,
            dataDir,
            db,
            local: localReplays,
            matches,
            replayDays,
            counts: metrics,
            log,
          })
        : null
    const mailer = new Mailer({ transport: metrics.sendingBy(createMailTransport(config, log)), log })
    return {
      config,
      log,
      db,
      changes,
      arenaId: await readArenaId(dataDir),
      platformKey,
      botPolicy,
      rateLimiter: createRateLimiter(config, db),
      accounts: new AccountStore(db),
      sessions: new SessionStore(db),
      sessionCookie: new SessionCookie(config),
      signIns,
      signIn: new SignIn({ db, signIns, mailer, log }),
      mailer,
      keys: new KeyStore(db),
      bots,
      registrar: new Registrar({ bots, policy: botPolicy, platformKey }),
      matches,
      receipts: new ReceiptStore(db),
      history: new MatchHistory(db),
      ratings: new RatingStore(db),
      live,
      spectators,
      machine,
      metrics,
      readiness,
      replays: bucketReplays?.store ?? localReplays,
      localReplays,
      bucketReplays,
      maintenance: new MaintenanceNotice(),
      replayDir,
      kitFolder: KIT_FOLDER,
      draining,
    }
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/** An embedded database has one arena, which need not ask anyone. */
function createRateLimiter({ rateLimits, databaseUrl }: Config, db: Database): RateLimiter {
  if (!rateLimits) return { take: () => 0, peek: () => 0 }
  return databaseUrl === null ? new MemoryRateLimiter() : new SharedRateLimiter(db)
}
