/** Contract of when ticks come and what they report. */
import { describe, expect, test, vi } from 'vitest'
import { MachineStore } from '../../../src/matches/taking/store.ts'
import { ARENA, HOUR, MINUTE, SECOND } from '../fixture.ts'
import type { Fixture } from '../fixture.ts'
import { BUILD } from '../test-machine.ts'
import { fail, hearing, runFor, TICK } from './kit.ts'

export function beatContract(f: Fixture): void {
  const { listener, scheduler } = hearing(f)

  describe('what a tick reports', () => {
    test('the longest wait: of the candidates that were not seated, since they could have been', async () => {
      const owner = await f.account()
      await f.bot({ owner })
      f.now += 10 * SECOND
      await f.bot({ owner })
      f.now += 20 * SECOND
      const one = scheduler()
      expect(await one.tick()).toMatchObject({ activeBots: 2, waiting: 2, longestWaitMs: 30 * SECOND, running: 0 })
      await f.bot()
      f.now += TICK
      expect(await one.tick()).toMatchObject({ activeBots: 3, waiting: 1, running: 1 })
      expect(listener.reports).toHaveLength(2)
    })

    test('capacity below a third of the active bots is warned of once, over all machines that are alive', async () => {
      const owner = await f.account()
      await f.newBots(13, { owner })
      f.now -= HOUR
      await f.report('long gone', 50)
      f.now += HOUR
      await f.report('two', 1)
      const one = scheduler({ maxMatches: 1 })
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
    async function otherTick(): Promise<void> {
      const { last } = await f.machineStore.ladder('live')
      const at = new Date(f.now)
      expect(await f.machineStore.claimBeat({ mode: 'live', beat: at, at, steadySince: at }, last, at)).toBe(true)
    }

    async function standStill(): Promise<void> {
      f.now += 2 * MINUTE
      await otherTick()
    }
    async function setBack(): Promise<void> {
      await otherTick()
      f.now -= HOUR
    }

    test.each<[string, 'ladder' | 'claimBeat', () => Promise<void>]>([
      ['stands still before it asks for the last beat, while another one ticks', 'ladder', standStill],
      ['stands still before it claims its beat, while another one ticks', 'claimBeat', standStill],
      ['has its clock set back between its beat, which another one has had, and its claim', 'ladder', setBack],
    ])('a beat has one tick: there is none for a machine that %s', async (_what, step, happen) => {
      const real = f.machineStore[step].bind(f.machineStore) as (...of: unknown[]) => never
      const spy = vi.spyOn(MachineStore.prototype, step).mockImplementationOnce(async (...of: unknown[]) => {
        await happen()
        return real(...of)
      })
      await runFor(2, f, { ...listener.options(f), machineId: ARENA, isShared: true })
      expect(spy).toHaveBeenCalled()
      expect(listener.reports).toEqual([])
    })

    test('a machine that drains has the beats that no other one has: matches of a dead machine end within 20 s, nobody is seated', async () => {
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
      await f.newBots(2)

      const waits: number[] = []
      const shared = { ...listener.options(f), machineId: ARENA, isShared: true }
      await runFor(7, f, shared, (moment) => waits.push(moment - start), { isDraining: true })
      expect(waits).toEqual([5, 6, 10, 11, 15, 16, 20].map((seconds) => seconds * SECOND))
      expect(listener.reports.map(({ order }) => order)).toEqual([null, null, null])
      const { status, endedAt } = (await f.matches.find(matchId))!
      expect([status, Date.parse(endedAt!) - start]).toEqual(['aborted', 16 * SECOND])
    })

    test('a machine that drains leaves each beat to the others, and comes when they have had it', async () => {
      const shared = { ...listener.options(f), machineId: ARENA, isShared: true }
      const others = (moment: number) => (moment % TICK === 0 ? otherTick() : undefined)
      await runFor(5, f, shared, others, { isDraining: true })
      expect(listener.reports).toEqual([])
    })

    test('a tick that fails is logged, and the next one comes', async () => {
      await runFor(3, f, { ...listener.options(f), machineId: ARENA, report: fail })
      const message = 'a matchmaking tick failed; the next one tries again'
      expect(listener.logged).toEqual([message, message])
    })

    test('a machine whose own turn fails spends no beat on it: its tick seats two bots, who play elsewhere', async () => {
      await f.newBots(2)
      await f.report('two')
      const { order } = await scheduler({ canPlay: fail }).tick()
      expect(await f.machineStore.runningOn('two')).toMatchObject([{ id: order!.matchId }])
      const message = 'the turn of this machine failed; the tick goes on without it'
      expect(listener.logged).toEqual([message])
    })
  })
}
