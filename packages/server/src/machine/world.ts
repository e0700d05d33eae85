/**
 * What a machine reaches for outside of itself. A simulation replaces it, and rehearsals play faster than the clock on the wall;
 * everything else of a machine is the same program there.
 */
import { endStragglers } from '@arena/host'
import { ENGINE_FILE } from '@arena/host/play-again'
import type { MatchTiming, Resolver } from '@arena/host'
import type { AppParts } from '../app.ts'
import type { Config } from '../config.ts'
import type { InternalAddress } from '../config/variables.ts'
import type { Changes } from '../db/changes.ts'
import { openDatabase } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import type { Database } from '../db/schema.ts'
import { InternalServer } from '../internal/server.ts'
import type { InternalServerParts } from '../internal/server.ts'
import type { Logger } from '../log.ts'
import { MomentReader } from '../moments/moment-reader.ts'
import { endedOn, nameProcess } from '../matches/taking/machine-process.ts'
import { keepOpenData } from '../open-data/open-data.ts'
import type { OpenDataParts } from '../open-data/open-data.ts'
import { OperatorSocket } from '../operators/socket.ts'
import { RelayDoor } from '../relay/door.ts'
import type { RelaysParts } from '../relay/relays.ts'
import { HouseServer } from '../rehearsals/house-server.ts'
import type { RehearsalHouse } from '../rehearsals/house-server.ts'
import { Bucket } from '../replays/bucket/bucket.ts'
import type { BucketOptions } from '../config/bucket.ts'
import type { ObjectStore } from '../replays/bucket/bucket.ts'
import type { Rounds } from '../rounds.ts'
import { buildOf } from './build.ts'
import { Lifetimes } from './lifetimes.ts'

/** Where others come in, until it is closed. */
export interface Door {
  close(): Promise<unknown>
}

export interface World {
  lifetimes(): Lifetimes
  /** Migrated, and telling `changes` what changes. The caller destroys it. */
  openDatabase(place: Pick<Config, 'databaseUrl' | 'dataDir'>, changes: Changes): Promise<Database>
  nameProcess(): string
  /** Whether a process of that name has certainly ended. */
  hasEnded(name: string, config: Config): boolean
  buildOf(config: Config): string
  openBucket(options: BucketOptions): ObjectStore
  /** Resolves when no host of an earlier process is left. */
  endStragglers(markDir: string, log: Logger): Promise<void>
  newMatchId(): string
  keepOpenData(parts: OpenDataParts): Pick<Rounds, 'stop'>
  /** The engine of this program as one file, for the archive; null where it runs from its sources. */
  readonly engineFile: string | null
  /** House bots that rehearsals are played against; nothing begins before one is. */
  openHouse(): RehearsalHouse
  openMomentReader(): Pick<MomentReader, 'read' | 'close'>
  readonly clock: 'live' | 'fast'
  readonly timing?: Partial<MatchTiming>
  /** How this machine finds the bots whose round trips it measures: on one host, regions are names for the same machine. */
  readonly resolve?: Resolver
  /** HTTP, for everybody. `localUrl` is its address as a program on this machine reaches it. */
  serve(parts: AppParts): Promise<Door & { readonly localUrl: string }>
  /** `address` is that for the other machines; null where they cannot reach this one. */
  listenToMachines(parts: InternalServerParts, at: InternalAddress): Promise<Door & { readonly address: string | null }>
  /** Where this machine's own programs reach bots behind connectors. */
  openRelayDoor: RelaysParts['openDoor']
  /** Null where there cannot be one. */
  listenToOperators(parts: Parameters<typeof OperatorSocket.open>[0]): Promise<Door | null>
}

export const WORLD: World = {
  lifetimes: () => new Lifetimes(),
  openDatabase: (place, changes) => openDatabase({ ...place, changes }),
  nameProcess,
  hasEnded: (name, { databaseUrl }) => endedOn(databaseUrl)(name),
  buildOf,
  openBucket: (options) => new Bucket(options),
  endStragglers,
  newMatchId: () => newId('match'),
  keepOpenData,
  engineFile: ENGINE_FILE,
  openHouse: () => new HouseServer(),
  openMomentReader: () => new MomentReader(),
  clock: 'live',
  async serve(parts) {
    const { openApp } = await import('../app.ts')
    return openApp(parts)
  },
  async listenToMachines(parts, at) {
    const server = await InternalServer.listen(parts, at)
    return { address: server.addressFor(at), close: () => server.close() }
  },
  openRelayDoor: (reach) => RelayDoor.open(reach),
  listenToOperators: (parts) => OperatorSocket.open(parts),
}
