/** A machine that ticks and plays, for the storage suites: its scheduler with its keeper, on the clock of a fixture. */
import type { MatchOrder } from '../../../host/src/order.ts'
import { sql } from 'kysely'
import { Keeper } from '../../src/matches/taking/keeper.ts'
import type { KeeperOptions } from '../../src/matches/taking/keeper.ts'
import { Scheduler } from '../../src/matches/seating/tick.ts'
import type { SchedulerOptions } from '../../src/matches/seating/tick.ts'
import type { Fixture } from './fixture.ts'

export const BUILD = 'build of the tests'

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

export function testMachine(options: TestMachineOptions): TestMachine {
  const { machineId: id, maxMatches, build = BUILD, process = processOf(id), canPlay = () => true, ...rest } = options
  const machine = { id, process, role: 'all', build, region: '', address: null, maxMatches } as const
  const keeper = new Keeper({ ...rest, machine, limit: async () => ((await canPlay()) ? maxMatches : 0) })
  return { keeper, scheduler: new Scheduler({ ...rest, build, keeper, isOfMachine: () => keeper.problem === null }) }
}

/** The one process of a machine of the tests. */
export const processOf = (id: string): string => `the process of ${id}`

/** The clock of a fixture, as statements see it. */
export const clockOf = (f: Pick<Fixture, 'now'>) => () => sql<Date>`${new Date(f.now)}::timestamptz`
