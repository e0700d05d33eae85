/** What a machine has where it serves HTTP and seats matches: the stores that pages and endpoints read and write, and the scheduler. */
import { join } from 'node:path'
import { SessionStore } from '../accounts/session-store.ts'
import { SignInStore } from '../accounts/sign-in-store.ts'
import { SignIn } from '../accounts/sign-in.ts'
import { AccountStore } from '../accounts/store.ts'
import { keepPurged } from '../accounts/purge.ts'
import type { AppParts } from '../app.ts'
import { AllReplays } from '../archive/all-replays.ts'
import { ArchiveDays } from '../archive/days.ts'
import { KeptFiles } from '../archive/kept-files.ts'
import type { Config } from '../config.ts'
import { Registrar } from '../bots/register.ts'
import { Standings } from '../bots/standings.ts'
import { BotStore } from '../bots/store.ts'
import { MatchHistory } from '../history/history.ts'
import { RatingStore } from '../history/leaderboard.ts'
import { RatingLists } from '../history/rating-list/rating-lists.ts'
import { House } from '../house.ts'
import { houseVersion } from './build.ts'
import { houseOwners } from '../house-owners.ts'
import { MemoryRateLimiter } from '../http/memory-rate-limiter.ts'
import type { RateLimiter } from '../http/rate-limits.ts'
import { SessionCookie } from '../http/session-cookie.ts'
import { SharedRateLimiter } from '../http/shared-rate-limiter.ts'
import { ArenaMatchFiles, openFromItsMachine, openRemoteFile } from '../internal/remote-replay.ts'
import { KeyStore } from '../keys/store.ts'
import { KIT_FOLDER } from '../kit/served-kit.ts'
import { LiveView } from '../live/live-view.ts'
import { Spectators } from '../live/spectators.ts'
import type { Logger } from '../log.ts'
import { RehearsalStore } from '../rehearsals/store.ts'
import { createMailTransport } from '../mail/create.ts'
import type { MailTransport } from '../mail/mail.ts'
import { Mailer } from '../mail/mailer.ts'
import { keepSent } from '../notices/keep-sent.ts'
import { NoticeQueue } from '../notices/queue.ts'
import { NoticeStore } from '../notices/store.ts'
import { prepareDays } from '../public-log/days.ts'
import { ReplayCache } from '../replays/bucket/replay-cache.ts'
import { LobbyView } from '../matches/seating/lobby-view.ts'
import { MatchmakingStore } from '../matches/seating/store.ts'
import { Scheduler } from '../matches/seating/tick.ts'
import type { Keeper } from '../matches/taking/keeper.ts'
import { LEASE_MS } from '../matches/taking/lease.ts'
import { ArenaMetrics } from '../metrics/arena-metrics.ts'
import { PublishedKeys } from '../platform/published-keys.ts'
import { agreeOnLog, placeOf } from '../public-log/beginning.ts'
import { PublishedLog } from '../public-log/published-log.ts'
import type { Relays } from '../relay/relays.ts'
import { openCommon } from './common.ts'
import type { Common } from './common.ts'
import { othersOf } from './others.ts'
import type { Others } from './others.ts'
import { openRelays } from './relays.ts'
import { WORLD } from './world.ts'

export interface Serving extends AppParts {
  readonly archiveDays: ArchiveDays
  readonly mailTransport: MailTransport
  readonly noticeQueue: NoticeQueue
  readonly mailer: Mailer
  readonly sessions: SessionStore
  readonly signIns: SignInStore
  readonly rehearsals: RehearsalStore
  readonly archiveFiles: KeptFiles
}

/** `others`: null where this machine is the arena. */
export function servingOf(common: Common, others: Others | null, relays: Relays): Serving {
  const { config, log, db, clock, live, capacity, metrics, matchFiles, keyRing, platformKey, lifetimes, world } = common
  const { restMs, tickMs } = config
  const { now } = clock
  const machines = others?.machines ?? null
  const bots = new BotStore(db, now)
  const ratings = new RatingStore(db)
  const signIns = new SignInStore(db, now)
  const mailTransport = metrics.sendingBy(createMailTransport(config, log))
  const mailer = new Mailer({ transport: mailTransport, log })
  lifetimes.begun({ name: 'mail', end: () => mailer.close() })
  const lobby = new LobbyView({ db, mode: 'live', restMs, tickMs, now })
  const files = machines === null ? matchFiles : new ArenaMatchFiles(matchFiles, machines)
  const archiveFiles = new KeptFiles({
    dataDir: config.dataDir,
    machineId: common.machineId,
    bucket: common.bucketReplays?.bucket ?? null,
    fetchFrom: machines && ((machineId, name) => openRemoteFile(machines, machineId, name)),
  })
  const archiveDays = new ArchiveDays({ db, files: archiveFiles, machineId: common.machineId, log })
  return {
    ...common,
    archiveDays,
    archiveFiles,
    replays: new AllReplays({
      kept: common.replays,
      db,
      days: archiveDays,
      files: archiveFiles,
      cache: new ReplayCache(join(config.dataDir, 'archive-cache')),
      stopping: lifetimes.draining,
      log,
    }),
    openElsewhere: async (id) => machines && openFromItsMachine(machines, id),
    publishedKeys: new PublishedKeys(db, keyRing),
    publishedLog: new PublishedLog({ db, dataDir: config.dataDir, keys: keyRing }),
    rateLimiter: rateLimiterOf(common),
    accounts: new AccountStore(db, now),
    sessions: new SessionStore(db, now),
    sessionCookie: new SessionCookie(config),
    signIns,
    signIn: new SignIn({ db, signIns, mailer, log, now }),
    mailer,
    mailTransport,
    notices: new NoticeStore(db, now),
    noticeQueue: new NoticeQueue({ db, now }),
    webhookReach: { policy: common.botPolicy, ...(world.resolve && { resolve: world.resolve }) },
    keys: new KeyStore(db, now),
    bots,
    rehearsals: new RehearsalStore(db, now),
    registrar: new Registrar({ bots, policy: common.botPolicy, platformKey, relays }),
    relays,
    standings: new Standings({ db, ratings, waiting: () => lobby.waiting(), restMs, leaseMs: LEASE_MS, now }),
    history: new MatchHistory(db),
    ratings,
    ratingLists: new RatingLists({ db, now }),
    liveView: new LiveView({ own: live, machine: capacity, states: others?.liveStates ?? null }),
    arenaMetrics: machines && new ArenaMetrics({ own: metrics, machines, matchmaking: new MatchmakingStore(db) }),
    spectators: new Spectators({ files, log, counts: metrics, clock }),
    kitFolder: KIT_FOLDER,
  }
}

export type ServingParts = Common & Serving

/** These parts over an open database, for tools that ask them without a port, a match or a scheduler. `lifetimes` ends them. */
export async function openServing(config: Config, log: Logger): Promise<ServingParts> {
  const lifetimes = WORLD.lifetimes()
  try {
    const common = await openCommon(config, log, WORLD, lifetimes)
    const others = config.databaseUrl === null ? null : othersOf(common)
    return { ...common, ...servingOf(common, others, await openRelays(common, others)) }
  } catch (error) {
    await lifetimes.close()
    throw error
  }
}

/** Where a machine is the arena, it need not ask anyone. */
function rateLimiterOf({ config: { rateLimits, databaseUrl }, db }: Common): RateLimiter {
  if (!rateLimits) return { take: () => 0, peek: () => 0 }
  return databaseUrl === null ? new MemoryRateLimiter() : new SharedRateLimiter(db)
}

/** The public log with the key of this machine and the secret of today, before anything is entered. A full disk keeps no arena from starting. */
export async function openLog({ config, db, keyRing, clock, log }: Common, { publishedLog }: Serving): Promise<void> {
  const now = clock.now()
  const published = await publishedLog.newest()
  await agreeOnLog(db, { place: placeOf(config), keys: keyRing, published, now })
  await prepareDays(db, now)
  await publishedLog
    .publish()
    .catch((error: unknown) =>
      log.error({ err: error }, 'the public log could not be published; the next round tries again'),
    )
}

/** HTTP and house bots. Answers where it listens, as a program on this machine reaches it. */
export async function serve(
  common: Common,
  serving: Serving,
): Promise<{ readonly localUrl: string; readonly house: House | null }> {
  const { config, world, lifetimes } = common
  const { spectators } = serving
  const door = await world.serve(serving)
  lifetimes.begun({ name: 'HTTP', end: () => door.close() })
  lifetimes.begun({ name: 'spectators', end: () => spectators.stop() })
  const house =
    config.role === 'all' ? await House.start({ ...common, ...serving, version: houseVersion }, door.localUrl) : null
  if (house !== null) lifetimes.begun({ name: 'house bots', end: () => house.stop() })
  const publishing = serving.publishedLog.keep(common.log)
  lifetimes.begun({ name: 'publishing', end: () => publishing.stop() })
  const archiving = serving.archiveDays.keep()
  lifetimes.begun({ name: 'archive', end: () => archiving.stop() })
  const openData = world.keepOpenData({ ...common, files: serving.archiveFiles })
  lifetimes.begun({ name: 'open data', end: () => openData.stop() })
  const sending = keepSent(common, serving, config.baseUrl ?? door.localUrl)
  lifetimes.begun({ name: 'notices', end: () => sending.stop() })
  const purge = keepPurged(serving)
  lifetimes.begun({ name: 'purge', end: () => purge.stop() })
  return { localUrl: door.localUrl, house }
}

/** Seats matches from here on. */
export async function startScheduler(common: Common, { arenaMetrics }: Serving, keeper: Keeper): Promise<Scheduler> {
  const { config, log, db, build, world, lifetimes, readiness, metrics, clock } = common
  const scheduler = new Scheduler({
    db,
    mode: 'live',
    tickMs: config.tickMs,
    restMs: config.restMs,
    build,
    isShared: config.databaseUrl !== null,
    ...(config.role === 'all' && { keeper }),
    isOfMachine: () => keeper.problem === null,
    log,
    houseOwners: new Set(await houseOwners(common)),
    report: (report) => metrics.ticked(report),
    now: clock.now,
    matchId: () => world.newMatchId(),
  })
  if (arenaMetrics === null) metrics.following(scheduler)
  readiness.add('matchmaking', () => scheduler.overdue())
  lifetimes.begun({
    name: 'scheduler',
    drain() {
      scheduler.drain()
      // A tick under way may still seat two bots, whose match is to be waited for.
      return scheduler.settled()
    },
    end: () => scheduler.stop(),
  })
  await scheduler.start()
  return scheduler
}
