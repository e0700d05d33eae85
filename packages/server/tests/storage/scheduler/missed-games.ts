/** Contract of how misses delay and pause bots, for any database. */
import { describe, expect, test } from 'vitest'
import { abortedOf, DAY, HOUR } from '../fixture.ts'
import type { Fixture } from '../fixture.ts'
import { hearing, ids, missing, nextPair, REST, TICK } from './kit.ts'

export function missedGamesContract(f: Fixture): void {
  const { listener, scheduler } = hearing(f)

  describe('missed games', () => {
    test('Missed-game rule 3: after 10 consecutive misses a seat is offered only every 3 hours', async () => {
      const bots = await missing(f, 10)
      const one = scheduler()
      const ended = f.now
      f.now = ended + 3 * HOUR - TICK - 1
      expect(await nextPair(f, one)).toBeNull()
      f.now = ended + 3 * HOUR - TICK
      expect(await nextPair(f, one)).toEqual(ids(...bots))
      await f.finish(abortedOf(listener.orders[0]!.matchId))
      f.now += 3 * HOUR - TICK - 1
      expect(await nextPair(f, one)).toBeNull()
      expect(await nextPair(f, one)).toEqual(ids(...bots))
    })

    test('Bot `status` `paused` -> `active`: the consecutive-miss count resets; the bot plays on the next tick', async () => {
      const [a, b] = await missing(f, 12)
      const { owner_id: owner } = await f.botRow(a)
      await f.db.updateTable('bots').set({ misses: 0, missing_since: null }).where('id', '=', b.botId).execute()
      f.now += REST
      const one = scheduler()
      expect(await nextPair(f, one)).toBeNull()
      await f.bots.update(owner, a.botId, { status: 'paused' })
      expect(await nextPair(f, one)).toBeNull()
      await f.bots.update(owner, a.botId, { status: 'active' })
      expect(await nextPair(f, one)).toEqual(ids(a, b))
    })

    test('Bot `status` `active` -> `paused`: by the scheduler, when a miss streak has grown a week old', async () => {
      const [a, b] = await missing(f, 1)
      const one = scheduler({ maxMatches: 0 })
      const first = f.now
      f.now = first + 7 * DAY - 1
      expect((await one.tick()).paused).toEqual([])
      f.now = first + 7 * DAY
      const { paused, order } = await one.tick()
      expect(paused.toSorted()).toEqual(ids(a, b))
      expect(order).toBeNull()
      for (const bot of [a, b]) expect(await f.botRow(bot)).toMatchObject({ status: 'paused', misses: 1 })
      expect((await one.tick()).paused).toEqual([])
    })

    test('a bot that its owner paused and unpaused while a tick found it long missing is not paused by that tick', async () => {
      const [a, b] = await missing(f, 1)
      const { owner_id: owner } = await f.botRow(a)
      for (const status of ['paused', 'active'] as const) await f.bots.update(owner, a.botId, { status })
      await f.matchmaking.pause(ids(a, b), new Date(f.now))
      expect(await f.botRow(a)).toMatchObject({ status: 'active', misses: 0 })
      expect(await f.botRow(b)).toMatchObject({ status: 'paused', misses: 1 })
    })
  })
}
