/** A machine that ticks and plays, for the storage suites: its scheduler with its keeper, on the clock of a fixture. */
import type { MatchOrder } from '../../../host/src/order.ts'
import { createKeyPair } from '@arena/protocol'
import { sql } from 'kysely'
import type { Database } from '../../src/db/schema.ts'
import { Keeper } from '../../src/matches/taking/keeper.ts'
import type { KeeperOptions } from '../../src/matches/taking/keeper.ts'
import { prepareDays } from '../../src/public-log/days.ts'
import { Scheduler } from '../../src/matches/seating/tick.ts'
import type { SchedulerOptions } from '../../src/matches/seating/tick.ts'
import { agreeOnLog } from '../../src/public-log/beginning.ts'
import type { Fixture } from './fixture.ts'

export const BUILD = 'build-of-the-tests'

type Shared = 'db' | 'log' | 'now' | 'clock' | 'elapsed'

export interface TestMachineOptions
  extends Omit<SchedulerOptions, 'keeper' | 'build'>, Omit<KeeperOptions, Shared | 'machine' | 'limit'> {
  readonly machineId: string
  readonly maxMatches: number
  readonly build?: string
  /** Another one than `processOf` names. */
  readonly process?: string
  readonly play: (order: MatchOrder, attempt: number) => void | Promise<void>
  /** Whether there is what it takes to play one more match. */
  readonly canPlay?: () => boolean | Promise<boolean>
}

export interface TestMachine {
  readonly scheduler: Scheduler
  readonly keeper: Keeper
}

/** The first tick of a day commits to its secret and seats nobody: in tests that are not about days this has been done. */
class SchedulerOfADay extends Scheduler {
  readonly #prepare: () => Promise<unknown>

  constructor(options: SchedulerOptions) {
    super(options)
    const { db, now = Date.now } = options
    this.#prepare = async () => {
      await beginLog(db, now())
      await prepareDays(db, now())
    }
  }

  override async tick() {
    await this.#prepare()
    return super.tick()
  }

  override async start() {
    await this.#prepare()
    return super.start()
  }
}

const KEYS = { current: createKeyPair(), others: [] }

/** As a machine does that serves. */
export function beginLog(db: Database, now: number): Promise<void> {
  return agreeOnLog(db, { place: 'arena.example', keys: KEYS, published: null, now })
}

export function testMachine(options: TestMachineOptions): TestMachine {
  const { machineId: id, maxMatches, build = BUILD, process = processOf(id), canPlay = () => true, ...rest } = options
  const machine = { id, process, role: 'all', build, region: '', address: null, maxMatches } as const
  const keeper = new Keeper({ ...rest, machine, limit: async () => ((await canPlay()) ? maxMatches : 0) })
  return {
    keeper,
    scheduler: new SchedulerOfADay({ ...rest, build, keeper, isOfMachine: () => keeper.problem === null }),
  }
}

/** The one process of a machine of the tests. */
export const processOf = (id: string): string => `the process of ${id}`

/** The clock of a fixture, as statements see it. */
export const clockOf = (f: Pick<Fixture, 'now'>) => () => sql<Date>`${new Date(f.now)}::timestamptz`
