/** Contract of when ticks come and what they report. */
import { describe, expect, test, vi } from 'vitest'
import { MachineStore } from '../../../src/matches/taking/store.ts'
import { ARENA, HOUR, MINUTE, SECOND } from '../fixture.ts'
import type { Fixture } from '../fixture.ts'
import { BUILD } from '../test-machine.ts'
import { fail, hearing, runFor, TICK } from './kit.ts'

export function beatContract(fixture: () => Fixture): void {
  const { listener, scheduler } = hearing()

  describe('what a tick reports', () => {
    test('the longest wait: of the candidates that were not seated, since they could have been', async () => {
      const f = fixture()
      const owner = await f.account()
      await f.bot({ owner })
      f.now += 10 * SECOND
      await f.bot({ owner })
      f.now += 20 * SECOND
      const one = scheduler(f)
      expect(await one.tick()).toMatchObject({ activeBots: 2, waiting: 2, longestWaitMs: 30 * SECOND, running: 0 })
      await f.bot()
      f.now += TICK
      expect(await one.tick()).toMatchObject({ activeBots: 3, waiting: 1, running: 1 })
      expect(listener.reports).toHaveLength(2)
    })

    test('capacity below a third of the active bots is warned of once, over all machines that are alive', async () => {
      const f = fixture()
      const owner = await f.account()
      for (let i = 0; i < 13; i++) await f.bot({ owner })
      f.now -= HOUR
      await f.report('long gone', 50)
      f.now += HOUR
      await f.report('two', 1)
      const one = scheduler(f, { maxMatches: 1 })
      expect(await one.tick()).toMatchObject({ capacity: 2, isShortOfCapacity: true })
      await one.tick()
      expect(listener.logged).toEqual([
        '2 simultaneous matches seat fewer than a third of the 13 active bots: some will wait for long',
      ])
      await f.bots.remove(owner, (await f.bots.list(owner))[0]!.id)
      expect(await one.tick()).toMatchObject({ activeBots: 12, isShortOfCapacity: false })
      await f.bot({ owner })
      await one.tick()
      expect(listener.logged).toHaveLength(2)
    })
  })

  describe('the beat', () => {
    test('Matchmaking 1: matchmaking runs on a fixed tick every 5 seconds, however long a tick takes', async () => {
      const f = fixture()
      const beats: number[] = []
      const start = Math.ceil(f.now / TICK) * TICK
      f.now = start + 1_234
      const report = () => {
        // The second tick takes longer than a beat.
        f.now += beats.length === 2 ? 7 * SECOND : 321
      }
      await runFor(5, f, { ...listener.options(f), machineId: ARENA, report }, (moment) => beats.push(moment - start))
      expect(beats).toEqual([5, 10, 20, 25, 30].map((seconds) => seconds * SECOND))
    })

    /** Another machine ticks. */
    async function otherTick(f: Fixture): Promise<void> {
      const { last } = await f.machineStore.ladder('live')
      const at = new Date(f.now)
      expect(await f.machineStore.claimBeat({ mode: 'live', beat: at, at, steadySince: at }, last, at)).toBe(true)
    }

    async function standStill(f: Fixture): Promise<void> {
      f.now += 2 * MINUTE
      await otherTick(f)
    }

    test.each([
      [
        'stands still before it asks for the last beat, while another one ticks',
        (f: Fixture) =>
          vi.spyOn(MachineStore.prototype, 'ladder').mockImplementationOnce(async (mode) => {
            await standStill(f)
            return f.machineStore.ladder(mode)
          }),
      ],
      [
        'stands still before it claims its beat, while another one ticks',
        (f: Fixture) =>
          vi.spyOn(MachineStore.prototype, 'claimBeat').mockImplementationOnce(async (...claim) => {
            await standStill(f)
            return f.machineStore.claimBeat(...claim)
          }),
      ],
      [
        'has its clock set back between its beat, which another one has had, and its claim',
        (f: Fixture) =>
          vi.spyOn(MachineStore.prototype, 'ladder').mockImplementationOnce(async (mode) => {
            await otherTick(f)
            f.now -= HOUR
            return f.machineStore.ladder(mode)
          }),
      ],
    ])('a beat has one tick: there is none for a machine that %s', async (_what, happen) => {
      const f = fixture()
      const spy = happen(f)
      await runFor(2, f, { ...listener.options(f), machineId: ARENA, isShared: true })
      expect(spy).toHaveBeenCalled()
      expect(listener.reports).toEqual([])
    })

    test('a machine that drains has the beats that no other one has: matches of a dead machine end within 20 s, nobody is seated', async () => {
      const f = fixture()
      const start = (f.now = Math.ceil(f.now / TICK) * TICK)
      await f.machineStore.setBuild('live', BUILD)
      const { last } = await f.machineStore.ladder('live')
      const steady = {
        mode: 'live',
        beat: new Date(start),
        at: new Date(start),
        steadySince: new Date(start - MINUTE),
      } as const
      expect(await f.machineStore.claimBeat(steady, last, steady.at)).toBe(true)
      const { matchId } = await f.seat(await f.bot(), await f.bot(), 'dead')
      for (let i = 0; i < 2; i++) await f.bot()

      const waits: number[] = []
      const shared = { ...listener.options(f), machineId: ARENA, isShared: true }
      await runFor(7, f, shared, (moment) => waits.push(moment - start), { isDraining: true })
      expect(waits).toEqual([5, 6, 10, 11, 15, 16, 20].map((seconds) => seconds * SECOND))
      expect(listener.reports.map(({ order }) => order)).toEqual([null, null, null])
      const { status, endedAt } = (await f.matches.find(matchId))!
      expect([status, Date.parse(endedAt!) - start]).toEqual(['aborted', 16 * SECOND])
    })

    test('a machine that drains leaves each beat to the others, and comes when they have had it', async () => {
      const f = fixture()
      const shared = { ...listener.options(f), machineId: ARENA, isShared: true }
      const others = (moment: number) => (moment % TICK === 0 ? otherTick(f) : undefined)
      await runFor(5, f, shared, others, { isDraining: true })
      expect(listener.reports).toEqual([])
    })

    test('a tick that fails is logged, and the next one comes', async () => {
      const f = fixture()
      await runFor(3, f, { ...listener.options(f), machineId: ARENA, report: fail })
      const message = 'a matchmaking tick failed; the next one tries again'
      expect(listener.logged).toEqual([message, message])
    })

    test('a machine whose own turn fails spends no beat on it: its tick seats two bots, who play elsewhere', async () => {
      const f = fixture()
      await f.bot()
      await f.bot()
      await f.report('two')
      const { order } = await scheduler(f, { canPlay: fail }).tick()
      expect(await f.machineStore.runningOn('two')).toMatchObject([{ id: order!.matchId }])
      const message = 'the turn of this machine failed; the tick goes on without it'
      expect(listener.logged).toEqual([message])
    })
  })
}
