/** Contract of machines that share a database. */
import { describe, expect, test, vi } from 'vitest'
import type { Database } from '../../../src/db/schema.ts'
import { Keeper } from '../../../src/matches/taking/keeper.ts'
import type { TickReport } from '../../../src/matches/seating/tick-report.ts'
import type { Scheduler } from '../../../src/matches/seating/tick.ts'
import { LEASE_MS } from '../../../src/matches/taking/lease.ts'
import { MachineStore } from '../../../src/matches/taking/store.ts'
import { ARENA, HOUR, resultOf, SECOND } from '../fixture.ts'
import type { Fixture } from '../fixture.ts'
import { untilOneWaits } from '../postgres.ts'
import { BUILD, clockOf, processOf, testMachine } from '../test-machine.ts'
import { hearing, ids, Listener, nextPair, TICK } from './kit.ts'

/** For an hour, everything stands still in one tick. */
const HELD_UP = {
  'before its claim is written': (f: Fixture) =>
    vi.spyOn(MachineStore.prototype, 'claimBeat').mockImplementationOnce((...claim) => {
      f.now += HOUR
      return f.machineStore.claimBeat(...claim)
    }),
  'after its claim is written': (f: Fixture) =>
    vi.spyOn(MachineStore.prototype, 'report').mockImplementationOnce((...report) => {
      f.now += HOUR
      return f.machineStore.report(...report)
    }),
}

export function machinesContract(f: Fixture): void {
  const { listener, machine, scheduler, ticks } = hearing(f)

  /** Plays nothing, and has ticked for long enough to judge others. */
  async function steadyScheduler(): Promise<Scheduler> {
    const steady = scheduler({ machineId: 'two', maxMatches: 0 })
    f.now += TICK
    await ticks(steady, 4)
    await steady.tick()
    return steady
  }

  /** This tick and the three that follow end no match; the one after them does. */
  async function expectJudgedLater(ticking: Scheduler, matchId: string): Promise<void> {
    await ticks(ticking, 4)
    expect(await f.matches.find(matchId)).toMatchObject({ status: 'running' })
    await ticking.tick()
    expect(await f.matches.find(matchId)).toMatchObject({ status: 'aborted' })
  }

  /** A machine that only serves, when it starts. */
  function servingKeeper(id: string): Keeper {
    const { db, log } = listener.options(f)
    const facts = {
      id,
      process: processOf(id),
      role: 'web',
      build: BUILD,
      region: '',
      address: null,
      maxMatches: 0,
    } as const
    return new Keeper({ db, log, now: f.clock, clock: clockOf(f), machine: facts })
  }

  describe('several machines on one database', () => {
    test('Matchmaking 1: a tick starts at most one match, and no bot is in two, whichever arena ticks first', async () => {
      await f.newBots(10)
      const machines = ['one', 'two', 'three'].map((machineId) => machine({ machineId }))
      for (let tick = 1; tick <= 5; tick++) {
        f.now += TICK
        const reports = await Promise.all(machines.map((arena) => arena.scheduler.tick()))
        expect(reports.filter((report) => report.order !== null)).toHaveLength(1)
      }
      for (const { keeper } of machines) await keeper.collect()
      expect(new Set(listener.orders.flatMap((order) => ids(...order.bots))).size).toBe(10)
    })

    test('the schema itself refuses a second match in a tick', async () => {
      const [a, b, c, d] = await f.newBots(4)
      for (const bots of [
        [a, b],
        [c, d],
      ] as const)
        await f.seat(...bots)
      const tick = new Date(f.now)
      await expect(f.db.updateTable('matches').set({ tick }).execute()).rejects.toThrow(/matches_tick_key/)
    })

    test.each([
      ['plays', () => machine({ machineId: 'one' }).keeper],
      ['only serves now', () => servingKeeper('one')],
    ])(
      'at its start a machine that %s aborts what it left running, and nothing of the others',
      async (_what, keeper) => {
        const own = await f.seat(await f.bot(), await f.bot(), 'one')
        const other = await f.seat(await f.bot(), await f.bot(), 'two')
        f.now += SECOND
        await keeper().open()
        const endedAt = new Date(f.now).toISOString()
        expect(await f.matches.find(own.matchId)).toMatchObject({ status: 'aborted', endedAt, summary: null })
        expect(await f.matches.find(other.matchId)).toMatchObject({ status: 'running' })
        expect(listener.logged).toEqual(['matches that were running when the arena last stopped are aborted'])
      },
    )

    test('a machine that starts is given no match before its first turn, whatever room an earlier process of it had', async () => {
      await f.newBots(2)
      const web = scheduler({ machineId: 'web', maxMatches: 0 })
      await machine({ machineId: 'one' }).keeper.turn()
      const again = machine({ machineId: 'one' }).keeper
      await f.machineStore.letGo({ id: 'one', process: processOf('one') })
      expect(await nextPair(f, web)).toBeNull()
      await again.open()
      expect(await nextPair(f, web)).toBeNull()
      await again.turn()
      expect(await nextPair(f, web)).not.toBeNull()
    })

    test('matches of a machine that has been silent for twelve seconds are aborted by a tick of another', async () => {
      const two = scheduler({ machineId: 'two', maxMatches: 0 })
      await ticks(two, 3)
      const gone = await f.seat(await f.bot(), await f.bot(), 'one')
      await ticks(two, 3)
      expect(await f.matches.find(gone.matchId)).toMatchObject({ status: 'running' })
      await two.tick()
      expect(await f.matches.find(gone.matchId)).toMatchObject({ status: 'aborted', summary: null })
      for (const bot of gone.bots) expect(await f.botRow(bot)).toMatchObject({ games: 0, misses: 0 })
      expect(listener.logged).toContain('matches of an arena that fell silent were aborted')
    })

    /** Three matches of the machine, and the players of the second, without whom it cannot be ended. */
    async function oneBroken(machineId: string) {
      const left: string[] = []
      while (left.length < 3) left.push((await f.seat(await f.bot(), await f.bot(), machineId)).matchId)
      const players = await f.db.deleteFrom('match_players').where('match_id', '=', left[1]!).returningAll().execute()
      const statuses = async () => {
        const rows = await f.db.selectFrom('matches').select('status').where('id', 'in', left).orderBy('id').execute()
        return rows.map(({ status }) => status)
      }
      return { players, statuses }
    }

    test('a match that cannot be ended is logged, and costs neither the others of its arena nor the tick', async () => {
      const { statuses } = await oneBroken('one')
      const two = scheduler({ machineId: 'two' })
      await ticks(two, 3)
      await f.newBots(2)
      expect((await two.tick()).order).not.toBeNull()
      expect(await statuses()).toEqual(['aborted', 'running', 'aborted'])
      expect(listener.logged).toEqual([
        'a match that nobody plays could not be ended; the next tick tries again',
        'matches of an arena that fell silent were aborted',
      ])
    })

    test('a match that cannot be ended keeps neither its arena from starting nor the others from their end; a later turn ends it', async () => {
      const { players, statuses } = await oneBroken('one')
      const serving = servingKeeper('one')
      await serving.open()
      expect(await statuses()).toEqual(['aborted', 'running', 'aborted'])
      await f.db.insertInto('match_players').values(players).execute()
      await serving.turn()
      expect(await statuses()).toEqual(['aborted', 'aborted', 'aborted'])
      const ended = 'matches that were running when the arena last stopped are aborted'
      expect(listener.logged).toEqual([
        'a match that nobody plays could not be ended; the next turn tries again',
        ended,
        ended,
      ])
    })

    test('a machine that comes back with another build leaves a match that was assigned to it before to another machine', async () => {
      const played = new Map<string, string[]>()
      const arena = (machineId: string, build: string, maxMatches: number) => {
        const orders: string[] = []
        played.set(`${machineId} ${build}`, orders)
        return machine({ machineId, build, maxMatches, play: ({ matchId }) => void orders.push(matchId) })
      }
      const [before, after] = [arena('one', 'old', 2), arena('one', 'new', 2)]
      const [other, serving] = [arena('two', 'old', 1), arena('web', 'old', 0)]
      await before.keeper.turn()
      await f.newBots(2)
      const { matchId } = (await serving.scheduler.tick()).order!
      await after.keeper.open()
      await after.keeper.turn()
      await other.keeper.open()
      for (let i = 0; i < 2; i++) {
        f.now += TICK
        for (const { keeper } of [after, other]) await keeper.turn()
        await serving.scheduler.tick()
      }
      for (const { keeper } of [after, other]) await keeper.collect()
      expect([played.get('one new'), played.get('two old')]).toEqual([[], [matchId]])
      expect(await f.matches.find(matchId)).toMatchObject({ status: 'running' })
    })

    test.each(Object.entries(HELD_UP))(
      'a tick that is held up %s judges nobody, nor do the next ones',
      async (_, holdUp) => {
        const two = await steadyScheduler()
        const { matchId } = await f.seat(await f.bot(), await f.bot(), 'one')
        f.now += TICK
        using _heldUp = holdUp(f)
        await expectJudgedLater(two, matchId)
      },
    )

    test('a tick that is held up when it has judged, before it ends a match, ends none', async () => {
      const two = await steadyScheduler()
      const { matchId } = await f.seat(await f.bot(), await f.bot(), 'one')
      const silentSince = f.now
      for (f.now += TICK; f.now - silentSince < LEASE_MS; f.now += TICK) await two.tick()
      using _heldUp = vi.spyOn(MachineStore.prototype, 'machines').mockImplementationOnce(async () => {
        const judged = await f.machineStore.machines()
        f.now += HOUR
        return judged
      })
      // The database was away for that hour, for the machine as well.
      await expectJudgedLater(two, matchId)
    })

    test('a machine that drains is given no match, and still reports that its matches are alive', async () => {
      const [a, b] = await f.newBots(2)
      const { matchId } = await f.seat(a, b, 'one')
      await f.newBots(2)
      const [one, two] = [machine({ machineId: 'one' }), scheduler({ machineId: 'two', maxMatches: 0 })]
      await one.keeper.drain()
      for (let i = 0; i < 30; i++) {
        await one.keeper.turn()
        expect(await nextPair(f, two)).toBeNull()
      }
      expect(await f.matches.find(matchId)).toMatchObject({ status: 'running' })
    })
  })
}

/** Two machines with connections of their own, which only a server has. */
export function separateMachinesContract(f: Fixture, open: () => Promise<Database>): void {
  test('Matchmaking 1 and 5: two schedulers on one database never start two matches in a tick or seat a bot twice', async () => {
    const listener = new Listener()
    await f.newBots(12)
    const machines = [f.db, await open()].map(
      (db, index) => testMachine({ ...listener.options(f), restMs: 0, db, machineId: `arena ${index}` }).scheduler,
    )
    for (let tick = 1; tick <= 40; tick++) {
      f.now += TICK
      const reports = await Promise.all(machines.flatMap((arena) => [arena.tick(), arena.tick()]))
      expect(reports.filter((report) => report.order !== null).length).toBeLessThanOrEqual(1)
      const playing = (await f.running()).flatMap((match) => match.players.map((player) => player.botId))
      expect(new Set(playing).size).toBe(playing.length)
      // Some end while the next ones begin.
      if (tick % 3 === 0) {
        const [oldest] = (await f.running()).toReversed()
        if (oldest) await f.finish(resultOf(oldest.id))
      }
    }
    expect(listener.orders.length).toBeGreaterThan(15)
  })

  test('Bot `status`: a bot that is paused while a tick is choosing is not seated by it', async () => {
    const listener = new Listener()
    const bot = await f.bot()
    await f.bot()
    const pausing = await open()
    let tick: Promise<TickReport> | undefined
    await pausing.transaction().execute(async (trx) => {
      await trx.updateTable('bots').set({ status: 'paused' }).where('id', '=', bot.botId).execute()
      // The tick sees the bot as it was, and then has to wait for what becomes of it.
      tick = testMachine({ ...listener.options(f), machineId: ARENA }).scheduler.tick()
      await untilOneWaits(pausing)
    })
    expect((await tick!).order).toBeNull()
    expect(listener.orders).toEqual([])
  })
}
