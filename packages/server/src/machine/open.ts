/**
 * One machine of an arena from start to end, with what its role asks for. Up: database, what a crash left behind, hosts, HTTP,
 * house bots, matches, matchmaking. Draining: no match is assigned here any more and the running matches play to their end, with
 * everything still up. Closing: they are aborted. Either way every result is written before the database closes.
 */
import type { Config } from '../config.ts'
import type { House } from '../house.ts'
import type { Logger } from '../log.ts'
import type { Scheduler } from '../matches/seating/tick.ts'
import { Keeper } from '../matches/taking/keeper.ts'
import { followOperators } from '../operators/following.ts'
import { readMaintenance } from '../operators/maintenance.ts'
import { agreeOnKey } from '../platform/shared-key.ts'
import { keepReplays, openCommon, recover } from './common.ts'
import type { Common } from './common.ts'
import { listenToOthers, measureRoundTrips, othersOf, showToOthers } from './others.ts'
import { Playing } from './playing.ts'
import { openRelays } from './relays.ts'
import type { Serving } from './serving.ts'
import { WORLD } from './world.ts'
import type { World } from './world.ts'

export interface MachineParts {
  readonly common: Common
  readonly keeper: Keeper
  /** Where the other machines reach it; null where it is the arena. */
  readonly internalUrl: string | null
  /** Null on a machine that only serves. */
  readonly playing: Playing | null
  /** Null on a machine that only plays, as are the three below. */
  readonly serving: Serving | null
  readonly scheduler: Scheduler | null
  /** Where it listens, as a program on this machine reaches it. */
  readonly localUrl: string | null
  /** Null also where no house bots are wanted. */
  readonly house: House | null
}

/** What only a machine that serves loads. */
type LoadServing = () => Promise<typeof import('./serving.ts')>
type Replaced = Partial<World> & { readonly loadServing?: LoadServing }

export class Machine implements AsyncDisposable {
  readonly parts: MachineParts

  private constructor(parts: MachineParts) {
    this.parts = parts
  }

  /** Starts everything, or, when something cannot be started, nothing. `replaced` takes the place of parts of the world. */
  static async open(config: Config, log: Logger, replaced: Replaced = {}): Promise<Machine> {
    const { loadServing = () => import('./serving.ts'), ...rest } = replaced
    const world = { ...WORLD, ...rest }
    const lifetimes = world.lifetimes()
    try {
      return new Machine(await openParts(await openCommon(config, log, world, lifetimes), loadServing))
    } catch (error) {
      await lifetimes.close()
      throw error
    }
  }

  get common(): Common {
    return this.parts.common
  }

  /** Where it listens, as a program on this machine reaches it. */
  get localUrl(): string {
    const { localUrl } = this.parts
    if (localUrl === null) throw new Error('A machine that only plays serves no HTTP')
    return localUrl
  }

  /** Number of matches being played. */
  get running(): number {
    return this.parts.playing?.running ?? 0
  }

  /**
   * Seats no further match and resolves when the last match is over, at the latest when its wall clock ends it, and on
   * record.
   */
  drain(): Promise<void> {
    return this.common.lifetimes.drain()
  }

  /** Breaks off what still runs and ends everything; calling it again changes nothing. */
  close(): Promise<void> {
    return this.common.lifetimes.close()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }
}

/** In the order in which the parts come up, which is the reverse of the order in which they end. */
async function openParts(common: Common, loadServing: LoadServing): Promise<MachineParts> {
  const { config, db, readiness, maintenance } = common
  const others = config.databaseUrl === null ? null : othersOf(common)
  const relays = await openRelays(common, others)
  const ofServing = config.role === 'play' ? null : await loadServing()
  const serving = ofServing?.servingOf(common, others, relays) ?? null
  // What a crash left behind ends in a log.
  if (serving !== null) await ofServing!.openLog(common, serving)
  await recover(common)
  const playing =
    config.role === 'web'
      ? null
      : await Playing.open(common, relays.door, (listener) => serving?.spectators.listeningTo(listener) ?? listener)
  const internalUrl = others && (await listenToOthers(common, others, relays))
  await agree(common)
  // Before it serves, and says that it has room.
  maintenance.know(await readMaintenance(db))
  const keeper = keeperOf(common, playing, internalUrl)
  await keeper.open()
  readiness.add('machine', () => keeper.problem)
  if (others !== null && playing !== null) showToOthers(common, others, keeper)
  const served = serving && (await ofServing!.serve(common, serving))
  keepReplays(common)
  if (others !== null && playing !== null) measureRoundTrips(common, relays.door)
  await followAndListen(common, playing)
  playing?.begin()
  keep(common, keeper)
  const scheduler = serving && (await ofServing!.startScheduler(common, serving, keeper))
  const { localUrl = null, house = null } = served ?? {}
  return { common, keeper, internalUrl, playing, serving, scheduler, localUrl, house }
}

/**
 * With the key of the others, and alive on record from here on. Not earlier: that renews the lease on matches that an earlier process
 * had taken, and where starts fail, one after another, their bots would never be free.
 */
async function agree({ config, machineId, db, keyRing }: Common): Promise<void> {
  const others = keyRing.others.map(({ publicKey }) => publicKey)
  await agreeOnKey(db, { machineId, publicKey: keyRing.current.publicKey, others, maxMatches: config.maxMatches })
}

/** This machine in the database: it reports there, and finds there what it is to play. */
function keeperOf(common: Common, playing: Playing | null, address: string | null): Keeper {
  const { config, log, db, identity, build, changes, clock } = common
  const { role, region } = config
  const { id, process, former, hasEnded } = identity
  return new Keeper({
    db,
    machine: { id, process, role, build, region, address, maxMatches: playing === null ? 0 : config.maxMatches },
    former,
    hasEnded,
    log,
    revision: () => changes.revision('matches'),
    reported: (report) => clock.learn(report),
    now: clock.now,
    ...playing?.ofKeeper,
  })
}

/** Takes matches from here on, until it drains. */
function keep({ log, lifetimes }: Common, keeper: Keeper): void {
  keeper.start()
  lifetimes.begun({
    name: 'keeper',
    // Where the database is away, a match that was assigned here and not taken is assigned to another machine.
    drain: () => keeper.drain().catch((error: unknown) => log.warn({ err: error }, 'draining without the database')),
    end: () => keeper.stop(),
  })
}

/** What operators ask for, by way of the database and of the socket in the data folder. */
async function followAndListen(common: Common, playing: Playing | null): Promise<void> {
  const { config, db, log, world, lifetimes } = common
  const following = followOperators(common, (matchId) => playing?.abort(matchId, 'operator'))
  lifetimes.begun({ name: 'what operators ask', end: () => following.stop() })
  const socket = await world.listenToOperators({ dataDir: config.dataDir, db, log })
  if (socket !== null) lifetimes.begun({ name: 'the door for operators', end: () => socket.close() })
}
