/**
 * What the contracts of the matchmaking tick share: a listener, pairs, misses, and a scheduler that runs for a number
 * of beats.
 */
import { beforeEach } from 'vitest'
import type { MatchOrder, SeatedBot } from '../../../../host/src/order.ts'
import type { Scheduler } from '../../../src/matches/seating/tick.ts'
import type { TickReport } from '../../../src/matches/seating/tick-report.ts'
import { ARENA, MINUTE, SECOND } from '../fixture.ts'
import type { Fixture } from '../fixture.ts'
import { clockOf, testMachine } from '../test-machine.ts'
import type { TestMachineOptions } from '../test-machine.ts'

export const TICK = 5 * SECOND
export const REST = 2 * MINUTE

/** Keeps what the scheduler says. */
export class Listener {
  readonly orders: MatchOrder[] = []
  readonly reports: TickReport[] = []
  readonly logged: string[] = []

  forget(): void {
    for (const heard of [this.orders, this.reports, this.logged]) heard.length = 0
  }

  options(f: Fixture): Omit<TestMachineOptions, 'machineId'> {
    const log = (_fields: object, message: string) => void this.logged.push(message)
    return {
      db: f.db,
      mode: 'live',
      tickMs: TICK,
      restMs: REST,
      maxMatches: 100,
      play: (order) => void this.orders.push(order),
      report: (report) => void this.reports.push(report),
      log: { warn: log, error: log },
      now: f.clock,
      clock: clockOf(f),
    }
  }
}

/** The two bots of an order, in the order in which they are asked about. */
export function ids(...bots: readonly SeatedBot[]): string[] {
  return bots.map((bot) => bot.botId).sort()
}

/** The bots that the next tick seats. */
export async function nextPair(f: Fixture, of: Scheduler): Promise<string[] | null> {
  f.now += TICK
  const { order } = await of.tick()
  return order && ids(...order.bots)
}

/** Both have missed a number of matches in a row, one right after the other, the last ending now. */
export async function missing(f: Fixture, misses: number): Promise<readonly [SeatedBot, SeatedBot]> {
  const bots = await f.newBots(2)
  for (let i = 0; i < misses; i++) {
    await f.abort(...bots)
  }
  return bots
}

/** Lets a scheduler run until it waits for the given beat; the clock jumps to each beat before. */
export async function runFor(
  beats: number,
  f: Fixture,
  options: TestMachineOptions,
  onBeat?: (moment: number) => unknown,
  { isDraining = false } = {},
): Promise<void> {
  let beat = 0
  await new Promise<void>((resolve, reject) => {
    const running = testMachine({
      ...options,
      waitUntil: async (moment, signal) => {
        f.now = moment
        await onBeat?.(moment)
        if (++beat < beats) return
        running.stop().then(resolve, reject)
        signal.throwIfAborted()
      },
    }).scheduler
    if (isDraining) running.drain()
    running.start().catch(reject)
  })
}

/** What each test of a contract hears anew, and schedulers of the arena under test that tell it. */
export function hearing(f: Fixture) {
  const listener = new Listener()
  beforeEach(() => listener.forget())
  const machine = (options: Partial<TestMachineOptions> = {}) =>
    testMachine({ ...listener.options(f), machineId: ARENA, ...options })
  const scheduler = (options: Partial<TestMachineOptions> = {}) => machine(options).scheduler
  /** Ticks, each a beat before the next thing that happens. */
  async function ticks(of: Scheduler, count: number): Promise<void> {
    for (; count > 0; count--, f.now += TICK) await of.tick()
  }
  return { listener, machine, scheduler, ticks }
}

export function fail(): never {
  throw new Error('broken')
}
