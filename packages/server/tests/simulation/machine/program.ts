/** The arena's program on a simulated machine: the service's own, in a world whose database, bucket, processes and doors are simulated. */
import { Kysely } from 'kysely'
import { readConfig } from '../../../src/config.ts'
import type { Role } from '../../../src/config/variables.ts'
import type { Changes } from '../../../src/db/changes.ts'
import type { Database, Schema } from '../../../src/db/schema.ts'
import type { Logger } from '../../../src/log.ts'
import { packMoments } from '../../../src/history/kept-moments.ts'
import { Lifetimes } from '../../../src/machine/lifetimes.ts'
import { Machine } from '../../../src/machine/open.ts'
import * as serving from '../../../src/machine/serving.ts'
import type { Door, World } from '../../../src/machine/world.ts'
import { LEASE_MS } from '../../../src/matches/taking/lease.ts'
import type { ObjectStore } from '../../../src/replays/bucket/bucket.ts'
import type { ReplaySources } from '../../../src/replays/open-replay.ts'
import type { Kernel, Process } from '../kernel/kernel.ts'
import { typeIdOf } from '../kernel/type-id.ts'
import type { SimulatedDisk } from '../node/disk.ts'
import { dataFolderOf } from '../node/files.ts'
import type { Breach } from './breach.ts'

export const REPLAY_DAYS = 2
/** Matches at once on a machine. */
export const LIMIT = 3
/** The same in every run, as a run is a function of its seed. */
const PLATFORM_KEY = Buffer.alloc(32, 7).toString('base64')

/** What a machine gives its program. */
export interface ProgramParts {
  readonly kernel: Kernel
  readonly process: Process
  readonly machineId: string
  readonly role: Role
  readonly build: string
  readonly dialect: ConstructorParameters<typeof Kysely>[0]['dialect']
  /** Called as the database is opened. */
  readonly follow: (changes: Changes) => void
  /** Null where replays stay in the folder. */
  readonly bucket: ObjectStore | null
  readonly breach: Breach
  /** Resolves when no host of an earlier process is left. */
  readonly endStragglers: () => Promise<void>
  readonly hasEnded: (name: string) => boolean
  readonly log: Logger
}

/** Who a machine is lies in its folder from the beginning, as after a first start. */
export function layIdentity(disk: SimulatedDisk, machineId: string): void {
  const folder = dataFolderOf(machineId)
  disk.makeFolder(folder)
  for (const [name, text] of [
    ['arena-id', machineId],
    ['platform-key', PLATFORM_KEY],
  ] as const) {
    const path = `${folder}/${name}`
    const file = disk.create(path)
    disk.writeAll(file, Buffer.from(`${text}\n`), 0, path)
    disk.sync(file)
  }
  disk.syncFolder(folder)
}

/** Where others come in: whoever has asked is answered before the last door is closed. */
class Doors {
  #open = 0
  readonly #answers = new Set<Promise<unknown>>()

  open(): Door {
    this.#open++
    return {
      close: async () => {
        if (--this.#open === 0) await Promise.allSettled(this.#answers)
      },
    }
  }

  async ask(work: () => Promise<unknown>): Promise<void> {
    if (this.#open === 0) throw new Error('It does not listen any more')
    const answer = work()
    this.#answers.add(answer)
    await answer.finally(() => this.#answers.delete(answer))
  }
}

export class Program {
  readonly #machine: Machine
  readonly #doors: Doors
  readonly #breach: Breach
  #isStopping = false

  private constructor(machine: Machine, doors: Doors, breach: Breach) {
    this.#machine = machine
    this.#doors = doors
    this.#breach = breach
  }

  static async open(parts: ProgramParts): Promise<Program> {
    const { machineId, role, bucket, breach, log } = parts
    const doors = new Doors()
    const config = readConfig({
      ARENA_ROLE: role,
      DATABASE_URL: 'postgres://simulated/arena',
      ARENA_DATA_DIR: dataFolderOf(machineId),
      ARENA_ENGINE: 'simulated',
      ARENA_HOSTS: '1',
      ARENA_MAX_MATCHES: String(LIMIT),
      ARENA_HOUSE_BOTS: '0',
      ARENA_TICK_MS: '5000',
      ARENA_REST_MS: '20000',
      ARENA_PICK_MS: '4000',
      ARENA_REPLAY_DAYS: String(REPLAY_DAYS),
      ...(bucket !== null && { ARENA_REPLAYS: 's3://simulated', ARENA_S3_KEY_ID: 'x', ARENA_S3_SECRET: 'x' }),
    })
    return new Program(
      await Machine.open(config, log, { ...worldOf(parts, doors), loadServing: async () => serving }),
      doors,
      breach,
    )
  }

  get db(): Database {
    return this.#machine.common.db
  }

  /** The machine whose replays alone it has. Null where all are in a bucket. */
  get keeps(): string | null {
    const { bucketReplays, machineId } = this.#machine.common
    return bucketReplays === null ? machineId : null
  }

  /** What replays are opened with for readers: none is asked of another machine. */
  get reading(): ReplaySources {
    const { matches, replays, localReplays, bucketReplays } = this.#machine.common
    const spoiled = bucketReplays && this.#breach.replays?.({ localReplays, bucketReplays })
    return { matches, replays: spoiled ?? replays, openElsewhere: async () => null }
  }

  /** All that it played is on record. */
  get isIdle(): boolean {
    return this.#machine.common.live.ids.length === 0
  }

  get isStopping(): boolean {
    return this.#isStopping
  }

  /** What it does not do any more although it is up. */
  overdue(): string[] {
    const { scheduler, keeper, playing } = this.#machine.parts
    const { hosts, engine } = playing?.checks ?? {}
    return [
      ...(scheduler !== null && scheduler.overdue() !== null ? ['ticks no more'] : []),
      ...(keeper.sinceReportMs > LEASE_MS ? ['reports no more'] : []),
      ...[keeper.problem, hosts?.(), engine?.()].flatMap((problem) => problem ?? []),
    ]
  }

  /** Somebody asks for something, which is answered before it has stopped. */
  ask(work: (program: Program) => Promise<unknown>): Promise<void> {
    return this.#doors.ask(() => work(this))
  }

  /** Matches play to their end. */
  drain(): Promise<void> {
    return this.#machine.drain()
  }

  /** Matches are broken off. Calling it again changes nothing. */
  close(): Promise<void> {
    this.#isStopping = true
    return this.#machine.close()
  }
}

function worldOf(parts: ProgramParts, doors: Doors): World {
  const { kernel, process, build, dialect, follow, bucket, breach } = parts
  return {
    lifetimes: () => breach.lifetimes?.() ?? new Lifetimes(),
    async openDatabase(_place, changes) {
      follow(changes)
      return new Kysely<Schema>({ dialect })
    },
    nameProcess: () => process.name,
    hasEnded: parts.hasEnded,
    buildOf: () => build,
    openBucket: () => bucket!,
    endStragglers: parts.endStragglers,
    // Nobody asks for a rehearsal there.
    openHouse: () => ({ address: () => Promise.reject(new Error('there is no house')), end: async () => {} }),
    // Its replays are those of no game.
    openMomentReader: () => ({
      read: async () => ({ ...packMoments([]), swings: new Uint8Array() }),
      close: async () => {},
    }),
    keepOpenData: () => ({ stop: async () => {} }),
    engineFile: null,
    newMatchId: () => typeIdOf('match', Date.now(), kernel.chance),
    clock: 'fast',
    timing: { whenBehind: 'abort' },
    serve: async () => ({ localUrl: '', ...doors.open() }),
    listenToMachines: async () => ({ address: null, ...doors.open() }),
    openRelayDoor: async () => ({ port: 0, token: '', ...doors.open() }),
    listenToOperators: async () => null,
  }
}
