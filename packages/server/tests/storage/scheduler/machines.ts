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

export function machinesContract(fixture: () => Fixture): void {
  const { listener, machine, scheduler } = hearing()

  /** Plays nothing, and has ticked for long enough to judge others. */
  async function steadyScheduler(f: Fixture): Promise<Scheduler> {
    const steady = scheduler(f, { machineId: 'two', maxMatches: 0 })
    for (let i = 0; i < 5; i++) {
      f.now += TICK
      await steady.tick()
    }
    return steady
  }

  /** This tick and the three that follow end no match; the one after them does. */
  async function expectJudgedLater(f: Fixture, ticking: Scheduler, matchId: string): Promise<void> {
    for (let second = 0; second <= 15; second += 5) {
      await ticking.tick()
      expect(await f.matches.find(matchId)).toMatchObject({ status: 'running' })
      f.now += TICK
    }
    await ticking.tick()
    expect(await f.matches.find(matchId)).toMatchObject({ status: 'aborted' })
  }

  describe('several machines on one database', () => {
    test('Matchmaking 1: a tick starts at most one match, and no bot is in two, whichever arena ticks first', async () => {
      const f = fixture()
      for (let i = 0; i < 10; i++) await f.bot()
      const machines = ['one', 'two', 'three'].map((machineId) => machine(f, { machineId }))
      for (let tick = 1; tick <= 5; tick++) {
        f.now += TICK
        const reports = await Promise.all(machines.map((arena) => arena.scheduler.tick()))
        expect(reports.filter((report) => report.order !== null)).toHaveLength(1)
      }
      for (const { keeper } of machines) await keeper.collect()
      expect(new Set(listener.orders.flatMap((order) => ids(...order.bots))).size).toBe(10)
    })

    test('the schema itself refuses a second match in a tick', async () => {
      const f = fixture()
      const [a, b, c, d] = [await f.bot(), await f.bot(), await f.bot(), await f.bot()]
      const { matchId } = await f.seat(a, b)
      const { tick } = await f.db
        .selectFrom('matches')
        .select('tick')
        .where('id', '=', matchId)
        .executeTakeFirstOrThrow()
      const other = await f.seat(c, d)
      await expect(f.db.updateTable('matches').set({ tick }).where('id', '=', other.matchId).execute()).rejects.toThrow(
        /matches_tick_key/,
      )
    })

    test('an arena that is full leaves the tick to one that is not', async () => {
      const f = fixture()
      for (let i = 0; i < 4; i++) await f.bot()
      const [full, free] = [scheduler(f, { machineId: 'one', maxMatches: 1 }), scheduler(f, { machineId: 'two' })]
      expect(await nextPair(f, full)).not.toBeNull()
      expect(await nextPair(f, full)).toBeNull()
      expect((await free.tick()).order).not.toBeNull()
    })

    test('at its start an arena aborts what it left running, and nothing of the others', async () => {
      const f = fixture()
      const own = await f.seat(await f.bot(), await f.bot(), 'one')
      const other = await f.seat(await f.bot(), await f.bot(), 'two')
      f.now += SECOND
      await machine(f, { machineId: 'one' }).keeper.open()
      expect(await f.matches.find(own.matchId)).toMatchObject({
        status: 'aborted',
        endedAt: new Date(f.now).toISOString(),
        summary: null,
      })
      expect(await f.matches.find(other.matchId)).toMatchObject({ status: 'running' })
      expect(listener.logged).toEqual(['matches that were running when the arena last stopped are aborted'])
    })

    test('an arena that starts is given no match before its first turn, whatever room an earlier process of it had', async () => {
      const f = fixture()
      await f.bot()
      await f.bot()
      const web = scheduler(f, { machineId: 'web', maxMatches: 0 })
      await machine(f, { machineId: 'one' }).keeper.turn()
      const again = machine(f, { machineId: 'one' }).keeper
      await f.machineStore.letGo({ id: 'one', process: processOf('one') })
      expect(await nextPair(f, web)).toBeNull()
      await again.open()
      expect(await nextPair(f, web)).toBeNull()
      await again.turn()
      expect(await nextPair(f, web)).not.toBeNull()
    })

    test('at its start an arena that only serves now aborts what it left running when it played', async () => {
      const f = fixture()
      const { matchId } = await f.seat(await f.bot(), await f.bot(), 'one')
      const facts = {
        id: 'one',
        process: processOf('one'),
        role: 'web',
        build: BUILD,
        region: '',
        address: null,
        maxMatches: 0,
      } as const
      const { db, log } = listener.options(f)
      await new Keeper({ db, log, now: f.clock, clock: clockOf(f), machine: facts }).open()
      expect(await f.matches.find(matchId)).toMatchObject({ status: 'aborted', summary: null })
      expect(listener.logged).toEqual(['matches that were running when the arena last stopped are aborted'])
    })

    test('matches of an arena that has been silent for twelve seconds are aborted by a tick of another', async () => {
      const f = fixture()
      const two = scheduler(f, { machineId: 'two', maxMatches: 0 })
      for (let second = 0; second < 15; second += 5) {
        await two.tick()
        f.now += TICK
      }
      const gone = await f.seat(await f.bot(), await f.bot(), 'one')
      for (let second = 0; second <= 10; second += 5) {
        await two.tick()
        f.now += TICK
      }
      expect(await f.matches.find(gone.matchId)).toMatchObject({ status: 'running' })
      await two.tick()
      expect(await f.matches.find(gone.matchId)).toMatchObject({ status: 'aborted', summary: null })
      for (const bot of gone.bots) expect(await f.botRow(bot)).toMatchObject({ games: 0, misses: 0 })
      expect(listener.logged).toContain('matches of an arena that fell silent were aborted')
    })

    test('a match that cannot be ended is logged, and costs neither the others of its arena nor the tick', async () => {
      const f = fixture()
      const gone = []
      for (let i = 0; i < 3; i++) gone.push(await f.seat(await f.bot(), await f.bot(), 'one'))
      const [first, broken, last] = gone.map(({ matchId }) => matchId)
      await f.db.deleteFrom('match_players').where('match_id', '=', broken!).execute()
      const two = scheduler(f, { machineId: 'two' })
      for (let second = 0; second < 15; second += 5) {
        await two.tick()
        f.now += TICK
      }
      await f.bot()
      await f.bot()
      expect((await two.tick()).order).not.toBeNull()
      for (const id of [first!, last!]) expect(await f.matches.find(id)).toMatchObject({ status: 'aborted' })
      expect(listener.logged).toEqual([
        'a match that nobody plays could not be ended; the next tick tries again',
        'matches of an arena that fell silent were aborted',
      ])
    })

    test('a match that cannot be ended keeps neither its arena from starting nor the others from their end; a later turn ends it', async () => {
      const f = fixture()
      const left: string[] = []
      for (let i = 0; i < 3; i++) left.push((await f.seat(await f.bot(), await f.bot(), 'one')).matchId)
      const players = await f.db.selectFrom('match_players').selectAll().where('match_id', '=', left[1]!).execute()
      await f.db.deleteFrom('match_players').where('match_id', '=', left[1]!).execute()
      const statuses = async () => {
        const found = await Promise.all(left.map((id) => f.matches.find(id)))
        return found.map((match) => match!.status)
      }
      const web = {
        id: 'one',
        process: processOf('one'),
        role: 'web',
        build: BUILD,
        region: '',
        address: null,
        maxMatches: 0,
      } as const
      const { db, log } = listener.options(f)
      const serving = new Keeper({ db, log, machine: web, now: f.clock, clock: clockOf(f) })
      await serving.open()
      expect(await statuses()).toEqual(['aborted', 'running', 'aborted'])
      await f.db.insertInto('match_players').values(players).execute()
      await serving.turn()
      expect(await statuses()).toEqual(['aborted', 'aborted', 'aborted'])
      expect(listener.logged).toEqual([
        'a match that nobody plays could not be ended; the next turn tries again',
        'matches that were running when the arena last stopped are aborted',
        'matches that were running when the arena last stopped are aborted',
      ])
    })

    test('an arena whose report is of a clock that was set back later is alive until the clock has passed it', async () => {
      const f = fixture()
      const { matchId } = await f.seat(await f.bot(), await f.bot(), 'one')
      f.now -= HOUR
      const two = scheduler(f, { machineId: 'two', maxMatches: 3 })
      for (let i = 0; i < 10; i++) {
        await two.tick()
        f.now += TICK
      }
      expect(await f.matches.find(matchId)).toMatchObject({ status: 'running' })
    })

    test('an arena that comes back with another build leaves a match that was assigned to it before to another arena', async () => {
      const f = fixture()
      const arena = (machineId: string, build: string, maxMatches: number) => {
        const orders: string[] = []
        return {
          orders,
          ...machine(f, { machineId, build, maxMatches, play: ({ matchId }) => void orders.push(matchId) }),
        }
      }
      const [before, after] = [arena('one', 'old', 2), arena('one', 'new', 2)]
      const [other, serving] = [arena('two', 'old', 1), arena('web', 'old', 0)]
      await before.keeper.turn()
      await f.bot()
      await f.bot()
      const { order } = await serving.scheduler.tick()
      const { matchId } = order!
      await after.keeper.open()
      await after.keeper.turn()
      expect(after.orders).toEqual([])
      await other.keeper.open()
      for (let i = 0; i < 2; i++) {
        f.now += TICK
        await after.keeper.turn()
        await other.keeper.turn()
        await serving.scheduler.tick()
      }
      await after.keeper.collect()
      await other.keeper.collect()
      expect([after.orders, other.orders]).toEqual([[], [matchId]])
      expect(await f.matches.find(matchId)).toMatchObject({ status: 'running' })
    })

    test('an arena that reports itself is alive', async () => {
      const f = fixture()
      const { matchId } = await f.seat(await f.bot(), await f.bot(), 'one')
      const two = scheduler(f, { machineId: 'two', maxMatches: 0 })
      for (let second = 0; second < 120; second += 5) {
        await f.report('one', 1)
        await two.tick()
        f.now += TICK
      }
      expect(await f.matches.find(matchId)).toMatchObject({ status: 'running' })
    })

    test('ticks that were held up judge nobody: what held them up may have kept every arena from reporting', async () => {
      const f = fixture()
      const two = await steadyScheduler(f)
      const { matchId } = await f.seat(await f.bot(), await f.bot(), 'one')
      f.now += HOUR
      for (let second = 0; second <= 10; second += 5) {
        await two.tick()
        f.now += TICK
      }
      expect(await f.matches.find(matchId)).toMatchObject({ status: 'running' })
      await two.tick()
      expect(await f.matches.find(matchId)).toMatchObject({ status: 'aborted' })
    })

    test.each(Object.entries(HELD_UP))(
      'a tick that is held up %s judges nobody, nor do the next ones',
      async (_, holdUp) => {
        const f = fixture()
        const two = await steadyScheduler(f)
        const { matchId } = await f.seat(await f.bot(), await f.bot(), 'one')
        f.now += TICK
        using _heldUp = holdUp(f)
        await expectJudgedLater(f, two, matchId)
      },
    )

    test('a tick that is held up when it has judged, before it ends a match, ends none', async () => {
      const f = fixture()
      const two = await steadyScheduler(f)
      const { matchId } = await f.seat(await f.bot(), await f.bot(), 'one')
      const silentSince = f.now
      for (f.now += TICK; f.now - silentSince < LEASE_MS; f.now += TICK) await two.tick()
      using _heldUp = vi.spyOn(MachineStore.prototype, 'machines').mockImplementationOnce(async () => {
        const judged = await f.machineStore.machines()
        f.now += HOUR
        return judged
      })
      // The database was away for that hour, for the machine as well.
      await expectJudgedLater(f, two, matchId)
    })

    test('an arena that drains is given no match, and still reports that its matches are alive', async () => {
      const f = fixture()
      const [a, b] = [await f.bot(), await f.bot()]
      const { matchId } = await f.seat(a, b, 'one')
      await f.bot()
      await f.bot()
      const [one, two] = [machine(f, { machineId: 'one' }), scheduler(f, { machineId: 'two', maxMatches: 0 })]
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
export function separateMachinesContract(fixture: () => Fixture, open: () => Promise<Database>): void {
  test('Matchmaking 1 and 5: two schedulers on one database never start two matches in a tick or seat a bot twice', async () => {
    const f = fixture()
    const listener = new Listener()
    for (let i = 0; i < 12; i++) await f.bot()
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
    const f = fixture()
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
