/**
 * Machines of one arena over a simulated clock: schedulers, keepers and results on the real SQL of the embedded database, whose
 * queries fail now and then. Machines freeze, die and come back, and the database goes away. One seed is one run.
 */
import { expect } from 'vitest'
import type { Database } from '../../src/db/schema.ts'
import { completeMatch } from '../../src/results/completion.ts'
import { Keeper } from '../../src/placement/keeper.ts'
import { Scheduler } from '../../src/matchmaking/tick.ts'
import { Chance } from '../faults/chance.ts'
import { ofRecords } from '../faults/findings.ts'
import type { Ledger } from '../faults/findings.ts'
import { QUERY_FAULTS } from '../storage/faults/failing-dialect.ts'
import type { Faults } from '../storage/faults/failing-dialect.ts'
import { empty, Fixture, resultOf, SECOND } from '../storage/fixture.ts'
import { BUILD, clockOf } from '../storage/test-machine.ts'

const MACHINES = ['one', 'two', 'three'] as const
const SCHEDULERS = 2
const LIMIT = 2
const BOTS = 8
const TICK = 5 * SECOND
const TURN = 2 * SECOND
const QUIET_STEPS = 60

interface Machine {
  readonly id: string
  keeper: Keeper
  /** Matches that it plays, under which attempt. */
  readonly playing: Map<string, number>
  turnedAt: number
  /** Does nothing until then. */
  frozenUntil: number
  /** Its process is gone until then; with it, all that it played. */
  deadUntil: number
}

export class SimulatedArena {
  readonly #db: Database
  readonly #faults: Faults
  readonly #chance: Chance
  readonly #f: Fixture
  readonly #machines: Machine[]
  readonly #schedulers: Scheduler[]
  readonly #ledger: Ledger = new Map()
  /** Who played which match. */
  readonly #played = new Map<string, string>()
  readonly #found: string[] = []
  #step = 0
  #tickedAt = 0
  #databaseBackAt = 0

  constructor(db: Database, faults: Faults, seed: number) {
    this.#db = db
    this.#faults = faults
    this.#chance = new Chance(seed)
    this.#f = new Fixture(db)
    this.#machines = MACHINES.map((id) => this.#machine(id))
    const { now } = this.#clocks()
    this.#schedulers = Array.from(
      { length: SCHEDULERS },
      () =>
        new Scheduler({ ...this.#clocks(), db, mode: 'live', tickMs: TICK, restMs: 0, build: BUILD, log: SILENT, now }),
    )
  }

  /** What is wrong after a number of steps with faults, and some without. */
  async run(steps: number): Promise<readonly string[]> {
    await empty(this.#db)
    for (let i = 0; i < BOTS; i++) await this.#f.bot()
    for (; this.#step < steps; this.#step++) {
      await this.#misfortune()
      await this.#advance(this.#draw(300, 3_000, 'ms'))
    }
    this.#databaseBackAt = 0
    for (const machine of this.#machines) machine.frozenUntil = machine.deadUntil = 0
    await this.#db.updateTable('bots').set({ status: 'paused' }).execute()
    for (let i = 0; i < QUIET_STEPS; i++, this.#step++) {
      for (const machine of this.#machines) await this.#finish(machine)
      await this.#advance(SECOND)
    }
    for (const machine of this.#machines) {
      for (const id of machine.playing.keys()) this.#found.push(`${machine.id} plays ${id} for ever`)
    }
    // No replays are written here.
    const { found } = await ofRecords(this.#db, this.#ledger)
    return [...this.#found, ...found]
  }

  /** Matches that were played. */
  get matches(): number {
    return this.#played.size
  }

  async #misfortune(): Promise<void> {
    const now = this.#f.now
    const machine = this.#chance.one(this.#machines, `machine ${this.#step}`)
    const what = this.#draw(0, 19, 'what')
    if (what === 0) machine.frozenUntil = now + this.#draw(1_000, 40_000, 'frozen')
    if (what === 1) this.#die(machine, now + this.#draw(0, 40_000, 'dead'))
    if (what === 2) this.#databaseBackAt = now + this.#draw(1_000, 30_000, 'away')
    if (what >= 3 && what <= 6) {
      this.#faults.plan(this.#draw(1, 30, 'query'), this.#chance.one(QUERY_FAULTS, `fault ${this.#step}`))
      this.#faults.arm()
    }
    if (what >= 7 && what <= 11) await this.#finish(machine)
  }

  async #advance(ms: number): Promise<void> {
    this.#f.now += ms
    const now = this.#f.now
    if (now >= this.#databaseBackAt) {
      for (const machine of this.#machines) await this.#turn(machine, now)
      if (now - this.#tickedAt >= TICK) {
        this.#tickedAt = now
        const scheduler = this.#chance.one(this.#schedulers, `scheduler ${this.#step}`)
        await attempt(() => scheduler.tick())
      }
    }
    this.#faults.disarm()
    await this.#look()
  }

  async #turn(machine: Machine, now: number): Promise<void> {
    if (now < machine.frozenUntil || now < machine.deadUntil) return
    if (machine.deadUntil > 0) {
      machine.keeper = this.#machine(machine.id).keeper
      if (!(await attempt(() => machine.keeper.open()))) return
      machine.deadUntil = 0
    }
    if (now - machine.turnedAt < TURN) return
    machine.turnedAt = now
    await attempt(() => machine.keeper.turn())
  }

  #die(machine: Machine, until: number): void {
    machine.deadUntil = Math.max(1, until)
    machine.playing.clear()
  }

  /** A match of the machine has ended; its result is written, or is tried again another time. */
  async #finish(machine: Machine): Promise<void> {
    const now = this.#f.now
    const [first] = machine.playing
    if (first === undefined || now < machine.deadUntil || now < machine.frozenUntil || now < this.#databaseBackAt)
      return
    const [id, attempted] = first
    const result = resultOf(
      id,
      { winner: this.#chance.one([0, 1, null] as const, `winner ${id}`) },
      { replayBytes: null },
    )
    const holder = { machineId: machine.id, attempt: attempted }
    if (await attempt(() => completeMatch(this.#db, result, now, holder))) machine.playing.delete(id)
  }

  /** What has to hold at every moment. */
  async #look(): Promise<void> {
    const running = await this.#db
      .selectFrom('matches')
      .select(['id', 'arena_id'])
      .where('status', '=', 'running')
      .execute()
    for (const { id } of this.#machines) {
      const count = running.filter(({ arena_id: on }) => on === id).length
      if (count > LIMIT) this.#found.push(`${count} matches are placed on ${id}, which takes ${LIMIT}`)
    }
    const seats = await this.#db.selectFrom('seats').select('match_id').execute()
    expect(seats).toHaveLength(2 * running.length)
    for (const found of (await ofRecords(this.#db, this.#ledger)).found) {
      if (!found.includes('runs for ever') && !found.includes('a seat is left')) this.#found.push(found)
    }
  }

  #machine(id: string): Machine {
    const playing = this.#machines?.find((machine) => machine.id === id)?.playing ?? new Map<string, number>()
    const keeper = new Keeper({
      ...this.#clocks(),
      db: this.#db,
      machine: { id, role: 'play', build: BUILD, region: '', address: null, maxMatches: LIMIT },
      log: SILENT,
      play: ({ matchId }, attempted) => {
        const before = this.#played.get(matchId)
        if (before !== undefined) this.#found.push(`${matchId} is played by ${id}, and was by ${before}`)
        this.#played.set(matchId, id)
        playing.set(matchId, attempted)
      },
      playing: () => [...playing.keys()],
      breakOff: (matchId) => void playing.delete(matchId),
    })
    return { id, keeper, playing, turnedAt: 0, frozenUntil: 0, deadUntil: 0 }
  }

  #clocks() {
    return { now: this.#f.clock, clock: clockOf(this.#f), elapsed: this.#f.clock }
  }

  #draw(low: number, high: number, label: string): number {
    return this.#chance.between(low, high, `${label} ${this.#step}`)
  }
}

const SILENT = { warn() {}, error() {} }

/** Whether it succeeded: callers try again, as they do in the service. */
async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch {
    return false
  }
}
