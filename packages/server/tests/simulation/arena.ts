/**
 * One run: an arena of three machines for some time with misfortunes; then everything is mended, what still runs comes to its end, replays go
 * into the bucket, are read from everywhere, and days later are deleted. All of it is a function of the seed.
 */
import type { Role } from '../../src/config/variables.ts'
import { INITIAL_RATING } from '@arena/ratings'
import { besideFaults } from './beside-faults.ts'
import { SimulatedBots } from './world/bots.ts'
import type { Breach } from './machine/breach.ts'
import { SimulatedBucket } from './world/bucket.ts'
import { raise } from './node/builtins.ts'
import { SimulatedDatabase } from './database/database.ts'
import type { DatabaseKind, Engine } from './database/engine.ts'
import { startEngine } from './machine/engine-child.ts'
import { ofMoment } from './findings/moment.ts'
import { atRest, pastRetention, unfinished } from './findings/rest.ts'
import type { Scene } from './findings/scene.ts'
import { Kernel, Process } from './kernel/kernel.ts'
import { SimulatedMachine } from './machine/machine.ts'
import { BLOWS_OF_A_DAY, MISFORTUNES } from './misfortunes.ts'
import { REPLAY_DAYS } from './machine/program.ts'
import { SimulatedReaders } from './readers.ts'
import { typeIdOf } from './kernel/type-id.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** Every arena has a machine that serves, and two or three that play. */
const FLEETS: readonly (readonly Role[])[] = [
  ['all', 'all', 'play'],
  ['all', 'play', 'play'],
  ['all', 'play', 'web'],
  ['play', 'play', 'web'],
]
const BOTS = 10
/** One arena of as many keeps its replays in the folders of its machines. */
const FOLDERS = 3
const LOOK_MS = 30 * SECOND
/**
 * How long it goes on at most, and how long nothing has to be left to do. The longest rest is more than what is left of a match takes,
 * with the answers that nobody gives any more. A statement on a slow way, and its answer, come within twelve seconds.
 */
const REST = { longestMs: 16 * MINUTE, calmMs: 12 * SECOND } as const
/** A day on which machines are on has a second round of uploads. */
const DAY = { longestMs: 30 * SECOND, calmMs: 6 * SECOND } as const
/** What reading all replays takes at most. */
const READ_MS = MINUTE
/** All of these are those of a way to the database that takes as long at most. */
const USUAL_MS = 30
/** A machine that was off for a day or more doubts its clock. */
const NIGHT_MS = 23 * HOUR
/** After as long nobody doubts a clock any more. */
const WEEK_MS = 7 * 24 * HOUR + HOUR

export interface RunOptions {
  readonly seed: number
  /** With misfortunes; unless given, the seed says how many. */
  readonly minutes?: number
  readonly breach?: Breach
  /** Keeps every line of the trace. */
  readonly isTraced?: boolean
}

export interface Run {
  readonly seed: number
  readonly found: readonly string[]
  /** A digest of all that happened. */
  readonly digest: string
  /** Empty where it is not kept. */
  readonly trace: readonly string[]
  /** How many matches ended by each cause. */
  readonly causes: Readonly<Record<string, number>>
  readonly queries: number
}

/** Lengths of a run with misfortunes. Short ones show what goes wrong in a few matches, and in the days after them; long ones what piles up. */
const MINUTES = [1, 2, 4, 10] as const
/** On the way to the database, there or back: in the same house, in the same country, across an ocean. Transactions last as long as their ways. */
const SLOWEST_MS = [3, 30, 300] as const

/** Plays a run again, and writes down what happens in it. */
export const commandFor = (seed: number, database: DatabaseKind): string =>
  `npm run faults -- simulation --from ${seed} --count 1${database === 'embedded' ? '' : ` --database ${database}`}`

/** The first thing that is wrong ends the run. */
export async function simulate(
  engine: Engine,
  { seed, minutes: given, breach = {}, isTraced = false }: RunOptions,
): Promise<Run> {
  const kernel = new Kernel(seed, isTraced)
  const minutes = given ?? kernel.chance.one(MINUTES)
  const database = await SimulatedDatabase.open(kernel, engine, breach.rewrite)
  database.slowestMs = kernel.chance.one(SLOWEST_MS)
  const around = {
    kernel,
    database,
    bucket: new SimulatedBucket(kernel),
    hasBucket: !kernel.chance.once(FOLDERS),
    bots: new SimulatedBots(kernel),
    breach,
  }
  const machines = kernel.chance.one(FLEETS).map((role, index) => new SimulatedMachine(index, role, around))
  for (const { disk } of machines) disk.ignoresSync = breach.ignoresSync === true
  const owner = (process: Process) => machines.find(({ id }) => process.name.startsWith(id))!
  const folders = new Map(machines.map((each) => [each.id, each]))
  using _stage = raise({
    kernel,
    folders,
    fork: (parent) => owner(parent).fork(parent),
    spawn: (parent) => {
      if (kernel.now < owner(parent).engineGoneUntil) throw new Error('spawn simulated ENOENT')
      return startEngine(parent, new Process(kernel, `${parent.name}/engine`, parent.wall))
    },
  })
  const readers = new SimulatedReaders(kernel.chance)
  const scene: Scene = { engine, db: besideFaults(engine), machines, readers, ...around }
  using crashes = watchForCrashes(kernel)
  const found = await new Story(scene, kernel, database, crashes.found).tell(minutes).catch(async (error: Error) => {
    await engine.query('rollback')
    return [`The run broke off: ${error.stack ?? error.message}`]
  })
  const { rows: causes } = await engine.query(
    `select cause, count(*)::integer as count from matches where cause is not null group by 1 order by 1`,
  )
  const { rows } = await engine.query(`select * from matches order by id`)
  kernel.trace.note(JSON.stringify(rows))
  return {
    seed,
    found,
    digest: kernel.trace.digest,
    trace: kernel.trace.lines,
    causes: Object.fromEntries(causes.map(({ cause, count }) => [cause, count])) as Run['causes'],
    queries: database.queries,
  }
}

/** A promise that is rejected and that nobody waits for ends a process. */
function watchForCrashes(kernel: Kernel): Disposable & { readonly found: string[] } {
  const found: string[] = []
  const watch = (reason: unknown) =>
    found.push(`${kernel.current?.name ?? 'The world'} would end: ${(reason as Error).stack ?? String(reason)}`)
  process.on('unhandledRejection', watch)
  return { found, [Symbol.dispose]: () => void process.off('unhandledRejection', watch) }
}

class Story {
  readonly #scene: Scene
  readonly #kernel: Kernel
  readonly #database: SimulatedDatabase
  readonly #crashes: readonly string[]
  #lookedAt = 0

  constructor(scene: Scene, kernel: Kernel, database: SimulatedDatabase, crashes: readonly string[]) {
    this.#scene = scene
    this.#kernel = kernel
    this.#database = database
    this.#crashes = crashes
  }

  async tell(minutes: number): Promise<readonly string[]> {
    return (
      (await this.#found(this.#troubled(minutes))) ??
      (await this.#found(this.#mended())) ??
      (await this.#found(this.#aged())) ??
      []
    )
  }

  async #found(told: Promise<readonly string[]>): Promise<readonly string[] | null> {
    const found = [...(await told), ...this.#crashes, ...this.#wrong]
    return found.length > 0 ? found : null
  }

  async #troubled(minutes: number): Promise<readonly string[]> {
    const { machines, bucket, readers } = this.#scene
    const { chance, trace } = this.#kernel
    const [kernel, database] = [this.#kernel, this.#database]
    await this.#register()
    for (const machine of machines) machine.start(chance.between(0, 3_000))
    const names = Object.keys(MISFORTUNES)
    const until = kernel.elapsedMs + minutes * MINUTE
    // Seeds differ in how much happens.
    const calmMs = chance.one([2, 4, 8, 20]) * SECOND
    while (kernel.elapsedMs < until) {
      await kernel.runTo(kernel.now + chance.between(200, 2 * calmMs))
      const [name, machine] = [chance.one(names), chance.one(machines)]
      trace.note('MISFORTUNE', name, machine.id)
      MISFORTUNES[name]!(machine, { kernel, database, bucket, readers })
      const found = await this.#look()
      if (found.length > 0) return found
    }
    return []
  }

  /** Everything is up and nobody is seated. */
  async #mended(): Promise<readonly string[]> {
    const { machines, bucket } = this.#scene
    this.#kernel.trace.note('MENDED')
    for (const machine of machines) machine.heal()
    // Whoever has begun with an upgrade comes to its end.
    if (machines.some(({ build }) => build !== machines[0]!.build)) for (const machine of machines) machine.upgrade()
    this.#database.backAt = bucket.awayUntil = bucket.keepsHalfUntil = bucket.givesHalfUntil = 0
    const left = await this.#rest()
    left.push(...(await this.#startAgain()), ...(await this.#read()))
    return [...left, ...(await ofMoment(this.#scene)), ...(await atRest(this.#scene))]
  }

  /** The next start removes or records what the disk refused. */
  async #startAgain(): Promise<string[]> {
    const machines = this.#scene.machines.filter(({ disk }) => disk.hasFailed || disk.wasFull)
    if (machines.length === 0) return []
    for (const machine of machines) machine.end(false)
    return this.#rest()
  }

  /** Every replay on record, from every machine that serves, or has it in its folder. */
  async #read(): Promise<readonly string[]> {
    const { engine, machines, readers, hasBucket } = this.#scene
    const kernel = this.#kernel
    // One that is past its time may be gone from its folder, and its machine have died before it wrote that down.
    const { rows } = await engine.query(
      `select id, machine_id from matches where replay_bytes is not null
         and ($1 or ended_at > clock_timestamp() - make_interval(days => $2)) order by id`,
      [hasBucket, REPLAY_DAYS],
    )
    const serving = new Set(machines.filter(({ serves, plays }) => (hasBucket ? serves : plays)))
    for (const machine of serving) {
      const there = rows.filter(({ machine_id: holder }) => hasBucket || holder === machine.id)
      machine.ask(async (program) => {
        await readers.askForAll(
          program,
          there.map(({ id }) => id as string),
        )
        serving.delete(machine)
      })
    }
    const until = kernel.now + READ_MS * this.#slowness
    while (serving.size > 0 && kernel.now < until) await kernel.runTo(kernel.now + SECOND)
    return [...serving].map(({ id }) => `${id} does not answer all of its readers`)
  }

  /**
   * The machines are switched off for most of some days, until all replays are past their time; one may be away on all days but the last.
   * A week later whoever came back believes its clock, and nothing may be left anywhere.
   */
  async #aged(): Promise<readonly string[]> {
    const { machines } = this.#scene
    const kernel = this.#kernel
    // Where one machine ticks alone, what it plays itself waits until it is back.
    const spared = machines.filter(
      (machine) => !machine.plays || machines.some((other) => other !== machine && other.serves),
    )
    const away = kernel.chance.once(2) ? kernel.chance.one(spared) : null
    const left = away === null ? [] : await this.#leaves(away)
    if (left.length > 0) return left
    for (let day = 0; day <= REPLAY_DAYS + 1; day++) {
      const isLast = day > REPLAY_DAYS
      kernel.trace.note('NIGHT', day)
      for (const machine of machines) machine.switchOff()
      await kernel.runTo(kernel.now + NIGHT_MS)
      for (const machine of machines) {
        if (machine !== away || isLast) machine.start(kernel.chance.between(0, 3_000))
      }
      // The last day has to finish what the others were kept from.
      if (!isLast) this.#strike()
      // A replay that a clock in doubt leaves for another day is no finding yet.
      await this.#calm(DAY)
      const found = await ofMoment(this.#scene)
      if (found.length > 0) return found
    }
    const found = machines.filter(({ isIdle }) => !isIdle).map(({ id }) => `${id} is not at rest`)
    found.push(...(await this.#read()))
    if (found.length > 0) return found
    await this.#sleep(WEEK_MS)
    // A machine that has a copy hears of a deletion by another one in its next round.
    await this.#sleep(HOUR)
    return [...(await ofMoment(this.#scene)), ...(await pastRetention(this.#scene))]
  }

  /** Nothing happens in that time, so nobody has to be awake. */
  async #sleep(ms: number): Promise<void> {
    for (const machine of this.#scene.machines) machine.freeze(ms)
    await this.#kernel.runTo(this.#kernel.now + ms)
    await this.#calm(DAY)
  }

  /** A machine is switched off in the middle of what it plays; the others bring it to an end. */
  async #leaves(machine: SimulatedMachine): Promise<readonly string[]> {
    const { engine } = this.#scene
    const kernel = this.#kernel
    await this.#settle()
    await engine.query(`update bots set status = 'active' where deleted_at is null`)
    await kernel.runTo(kernel.now + kernel.chance.between(10 * SECOND, MINUTE))
    await this.#settle()
    kernel.trace.note('AWAY', machine.id)
    machine.switchOff()
    return [...(await this.#rest()), ...(await ofMoment(this.#scene))]
  }

  /** Nobody is seated any more, and what runs comes to its end. */
  async #rest(): Promise<string[]> {
    const { engine } = this.#scene
    for (;;) {
      await this.#settle()
      await engine.query(`update bots set status = 'paused' where status = 'active'`)
      const left = await this.#calm(REST)
      // What owners asked for on a slow way may have come later.
      const { rows } = await engine.query(`select id from bots where status = 'active' limit 1`)
      if (left.length > 0 || rows.length === 0) return left
    }
  }

  #strike(): void {
    const { machines, bucket, readers } = this.#scene
    const [kernel, database] = [this.#kernel, this.#database]
    for (const machine of machines) {
      if (!kernel.chance.once(2) || machine.isOff) continue
      const name = kernel.chance.one(Object.keys(BLOWS_OF_A_DAY))
      kernel.trace.note('MISFORTUNE', name, machine.id)
      BLOWS_OF_A_DAY[name]!(machine, { kernel, database, bucket, readers })
    }
  }

  async #look(): Promise<readonly string[]> {
    if (this.#kernel.now - this.#lookedAt < LOOK_MS) return []
    await this.#settle()
    this.#lookedAt = this.#kernel.now
    return [...this.#wrong, ...(await ofMoment(this.#scene))]
  }

  get #wrong(): string[] {
    return this.#scene.machines.flatMap(({ wrong }) => wrong)
  }

  get #slowness(): number {
    return Math.max(1, this.#database.slowestMs / USUAL_MS)
  }

  /** Goes on until nothing has been left to do for a while. After the longest time: what is left. */
  async #calm({ longestMs, calmMs }: typeof REST | typeof DAY): Promise<string[]> {
    const kernel = this.#kernel
    const { machines } = this.#scene
    const until = kernel.now + longestMs * this.#slowness
    for (let calmSince = kernel.now; kernel.now - calmSince < calmMs;) {
      await kernel.runTo(kernel.now + SECOND)
      await this.#settle()
      const left = machines.flatMap((machine) => this.#yetToDo(machine))
      if (left.length === 0) left.push(...(await unfinished(this.#scene)))
      if (left.length === 0) continue
      if (kernel.now >= until) return left
      calmSince = kernel.now
    }
    return []
  }

  /** Work that waits for a statement which was lost on its way is held up for as long as the wait lasts. */
  #yetToDo(machine: SimulatedMachine): string[] {
    if (machine.isOff) return []
    return machine.isIdle ? machine.unwell() : [`${machine.id} is not at rest`]
  }

  /** Goes on to a moment between two transactions. */
  async #settle(): Promise<void> {
    while (this.#database.isInTransaction) await this.#kernel.runTo(this.#kernel.now + 1)
  }

  async #register(): Promise<void> {
    const { engine } = this.#scene
    const { chance, now } = this.#kernel
    const at = new Date(now - HOUR)
    for (let index = 0; index < BOTS; index++) {
      const [user, bot] = [typeIdOf('user', now + index, chance), typeIdOf('bot', now + index, chance)]
      await engine.query(`insert into users (id, email, created_at) values ($1, $2, $3)`, [
        user,
        `${index}@example.org`,
        at,
      ])
      await engine.query(
        `insert into bots (id, owner_id, name, mode, url, status, created_at, active_since, mu, sigma)
           values ($1, $2, $3, 'live', $7, 'active', $4, $4, $5, $6)`,
        [bot, user, `bot ${index}`, at, INITIAL_RATING.mu, INITIAL_RATING.sigma, `https://${index}.example.org/`],
      )
    }
  }
}
