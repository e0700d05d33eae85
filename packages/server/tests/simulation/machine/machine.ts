/**
 * A machine of a simulated arena: an arena process with a host process and engines. A supervisor starts it again where it ends.
 */
import type { Role } from '../../../src/config/variables.ts'
import type { Changes } from '../../../src/db/changes.ts'
import type { Logger } from '../../../src/log.ts'
import { layIdentity, Program } from './program.ts'
import { Boundaries } from '../kernel/boundaries.ts'
import type { SimulatedBots } from '../world/bots.ts'
import type { Breach } from './breach.ts'
import type { SimulatedBucket } from '../world/bucket.ts'
import type { Link, SimulatedDatabase } from '../database/database.ts'
import { SimulatedDisk } from '../node/disk.ts'
import { FIRST_DESCRIPTOR } from '../node/files.ts'
import { startHost } from './host-child.ts'
import { Process } from '../kernel/kernel.ts'
import type { Kernel } from '../kernel/kernel.ts'

/** What all machines share. */
export interface Surroundings {
  readonly kernel: Kernel
  readonly database: SimulatedDatabase
  readonly bucket: SimulatedBucket
  readonly hasBucket: boolean
  readonly bots: SimulatedBots
  readonly breach: Breach
}

/** As long as an arena that starts waits for hosts of the last one, and how often it looks. */
const STRAGGLE_MS = 5_000
const LOOK_MS = 25
const SOON_MS = 300

/** What Kysely says of one that is asked after its end. */
const CLOSED = 'driver has already been destroyed'

/** Builds of the program. */
const FIRST_BUILD = 'first'
const NEXT_BUILD = 'next'

const aLink = (): Link => ({ cutUntil: 0, slowUntil: 0 })

export class SimulatedMachine {
  readonly id: string
  readonly #role: Role
  readonly #around: Surroundings
  readonly wall
  readonly disk: SimulatedDisk
  readonly boundaries: Boundaries
  readonly links: { readonly database: Link; readonly bucket: Link; readonly bots: Link }
  /** Its operations take a hundred times as long until then. */
  slowUntil = 0
  /** Its engine cannot be started until then. */
  engineGoneUntil = 0
  arena: Process | null = null
  host: Process | null = null
  /** Hosts may outlive their arena. */
  readonly #hosts = new Set<Process>()
  #backAt = 0
  #changes: Changes | null = null
  /** An arena that is up. */
  #up: Program | null = null
  /** Its supervisor has told it to end. */
  #isEnding = false
  #endsOnceUp = false
  /** Then what bots have seen may be more than what is in a replay. */
  readonly powerLostAt: number[] = []
  /** Matches that ran on when it had drained, and what needed parts that had ended. */
  readonly wrong: string[] = []
  starts = 0
  /** Its arena processes. */
  readonly #sinceBoot = new Set<string>()
  /** What it has from its next start on. */
  build = FIRST_BUILD
  /** What it was last started with. */
  #running = FIRST_BUILD

  constructor(index: number, role: Role, around: Surroundings) {
    const { kernel } = around
    this.id = `arena_${String(index + 1).padStart(26, '0')}`
    this.#role = role
    this.#around = around
    this.wall = { offsetMs: 0, bootedAt: kernel.now - kernel.chance.between(1_000, 1_000_000) }
    this.disk = new SimulatedDisk(kernel.chance, () => kernel.now, FIRST_DESCRIPTOR * (index + 1))
    layIdentity(this.disk, this.id)
    this.boundaries = new Boundaries({
      die: (process) => this.die(process),
      freeze: (process) => process.freeze(kernel.chance.between(500, 30_000)),
      losePower: () => this.losePower(kernel.chance.between(2_000, 40_000)),
    })
    this.links = { database: aLink(), bucket: aLink(), bots: aLink() }
  }

  readonly latencyMs = (): number => {
    const { kernel } = this.#around
    const ms = kernel.chance.between(1, 20) / 10
    return kernel.now < this.slowUntil ? 100 * ms : ms
  }

  /** Switches it on; where its arena cannot be started, or ends, it is tried again after a while. */
  start(afterMs = 0): void {
    const { kernel } = this.#around
    this.#backAt = kernel.now + afterMs
    kernel.at(this.#backAt, null, () => {
      if (this.arena !== null || kernel.now < this.#backAt) return
      this.starts++
      const process = new Process(kernel, `${this.id}/arena-${this.starts}`, this.wall)
      this.arena = process
      process.died.push(() => {
        this.arena = null
        this.#up = null
        this.#isEnding = false
      })
      process.after(0, () => void this.#open(process).catch((error: Error) => this.#failed(process, error)))
    })
  }

  die(process: Process): void {
    process.die()
    if (this.arena === null) this.start(this.#around.kernel.chance.between(200, 20_000))
  }

  /** The supervisor ends its arena: its matches play to their end, or are broken off. */
  end(areMatchesPlayed: boolean): void {
    const { arena } = this
    const up = this.#up
    if (arena === null || up === null) return
    this.#around.kernel.trace.note(arena.name, areMatchesPlayed ? 'drains' : 'stops')
    this.#isEnding = true
    arena.after(0, async () => {
      if (areMatchesPlayed) await up.drain()
      if (areMatchesPlayed && !up.isIdle && !up.isStopping) this.wrong.push(`${arena.name} has drained, and plays on`)
      await up.close()
      this.die(arena)
    })
  }

  /** Its supervisor ends it shortly after it has come up, or now if it is up. */
  endOnceUp(): void {
    if (this.#up === null) this.#endsOnceUp = true
    else this.end(false)
  }

  /** Its matches play to their end, and it comes back with the new build. */
  upgrade(): void {
    if (this.build === NEXT_BUILD) return
    this.build = NEXT_BUILD
    this.end(true)
  }

  /** Its arena is killed where it meets a statement, and comes back with the new build. */
  upgradeAt(aim: RegExp): void {
    this.build = NEXT_BUILD
    this.boundaries.plan('query', 1, { moment: 'before', blow: 'dies' }, aim)
  }

  /** Somebody asks for something over this machine. */
  ask(work: (program: Program) => Promise<unknown>): void {
    const { arena } = this
    const up = this.#up
    if (arena === null || up === null) return
    const refused = (error: Error) => this.#around.kernel.trace.note(arena.name, 'refuses', error.message)
    arena.after(0, () => void up.ask(work).catch(refused))
  }

  losePower(ms: number): void {
    const { kernel } = this.#around
    kernel.trace.note(this.id, 'loses power', ms)
    this.powerLostAt.push(kernel.now)
    this.switchOff()
    this.disk.losePower()
    this.#sinceBoot.clear()
    this.wall.bootedAt = kernel.now + ms
    this.start(ms)
  }

  /** All of its processes are gone, and nobody hears of it. */
  switchOff(): void {
    this.boundaries.forget()
    this.arena?.die(false)
    for (const host of this.#hosts) host.die(false)
    this.#backAt = Number.POSITIVE_INFINITY
  }

  freeze(ms: number): void {
    for (const process of this.#processes) process.freeze(ms)
  }

  /** What it hears of changes breaks off with its network. */
  cut(link: keyof SimulatedMachine['links'], ms: number): void {
    const { kernel } = this.#around
    kernel.trace.note(this.id, 'is cut off', link, ms)
    this.links[link].cutUntil = kernel.now + ms
    if (link !== 'database') return
    const { arena } = this
    arena?.after(0, () => this.#changes?.lose())
    arena?.after(ms, () => this.#changes?.follow())
  }

  heal(): void {
    this.boundaries.forget()
    this.wall.offsetMs = 0
    this.slowUntil = this.engineGoneUntil = this.disk.fullUntil = this.disk.failsUntil = 0
    for (const each of Object.values(this.links)) each.cutUntil = each.slowUntil = 0
    if (this.arena === null) this.start()
  }

  /** For what the arena process starts. */
  fork(parent: Process) {
    const { kernel, bots } = this.#around
    const child = new Process(kernel, `${this.id}/host-${this.starts}`, this.wall)
    this.host = child
    this.#hosts.add(child)
    child.died.push(() => {
      this.#hosts.delete(child)
      if (this.host === child) this.host = null
    })
    const network = {
      machineId: this.id,
      build: this.#running,
      get cutUntil() {
        return links.bots.cutUntil
      },
    }
    const { links } = this
    return startHost(parent, child, (url, matchId, signal) => bots.dial(child, network, { url, matchId }, signal))
  }

  get plays(): boolean {
    return this.#role !== 'web'
  }

  /** HTTP, which people ask. */
  get serves(): boolean {
    return this.#role !== 'play'
  }

  /** Until somebody switches it on. */
  get isOff(): boolean {
    return this.#backAt === Number.POSITIVE_INFINITY
  }

  /** It is up, and stays so, and all that it played is on record. */
  get isIdle(): boolean {
    const isAwake = this.#processes.every((process) => !process.isFrozen)
    return isAwake && !this.#isEnding && this.#up?.isIdle === true
  }

  /** What it does not do although all is well. */
  unwell(): string[] {
    const { kernel } = this.#around
    // It measures by its own clock.
    kernel.current = this.arena
    const overdue = this.#up?.overdue() ?? ['is not up']
    kernel.current = null
    return overdue.map((what) => `${this.id} ${what}`)
  }

  get #processes(): Process[] {
    return [...(this.arena === null ? [] : [this.arena]), ...this.#hosts]
  }

  /** As `endStragglers` does it: hosts of an earlier arena are waited for, and killed where they do not end. */
  async #endStragglers(process: Process): Promise<void> {
    const { kernel } = this.#around
    const until = kernel.now + STRAGGLE_MS
    while (this.#hosts.size > 0 && kernel.now < until) {
      await new Promise<void>((resolve) => process.after(LOOK_MS, resolve))
    }
    for (const host of this.#hosts) host.die()
  }

  #failed(process: Process, error: Error): void {
    this.#around.kernel.trace.note(process.name, 'could not start', error.message)
    this.die(process)
  }

  #log(process: Process): Logger {
    const say = (fields: object, message: string) => {
      const { err } = fields as { err?: Error }
      if (err?.message === CLOSED) this.wrong.push(`${process.name} asks a database that it has closed: ${message}`)
      this.#around.kernel.trace.note(process.name, message, err?.message ?? '')
    }
    return { warn: say, error: say, info() {}, debug() {} } as unknown as Logger
  }

  async #open(process: Process): Promise<void> {
    const { database, bucket, hasBucket, kernel, breach } = this.#around
    const { id: machineId, links, boundaries } = this
    const reached = bucket.reachedBy(process, links.bucket, boundaries)
    this.#running = this.build
    this.#sinceBoot.add(process.name)
    this.#up = await Program.open({
      kernel,
      process,
      machineId,
      role: this.#role,
      build: this.#running,
      dialect: database.dialect(process, links.database, boundaries),
      follow: (changes) => {
        this.#changes = changes
        database.follow(process, links.database, (topic) => changes.heard(topic))
        changes.follow()
      },
      bucket: hasBucket ? (breach.spoil?.(reached) ?? reached) : null,
      breach,
      endStragglers: () => this.#endStragglers(process),
      // After a loss of power nobody knows of those before it.
      hasEnded: (name) => this.#sinceBoot.has(name) && name !== process.name,
      log: this.#log(process),
    })
    if (!this.#endsOnceUp) return
    this.#endsOnceUp = false
    process.after(kernel.chance.between(0, SOON_MS), () => this.end(false))
  }
}
