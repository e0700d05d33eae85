/** Contract of what becomes of a match that its machine did not take. */
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { endMatch, matchesToEnd } from '../../../src/operators/matches.ts'
import { RoundTripStore } from '../../../src/matches/taking/round-trips.ts'
import { MachineStore } from '../../../src/matches/taking/store.ts'
import { SECOND } from '../fixture.ts'
import type { Fixture } from '../fixture.ts'
import { hearing } from './kit.ts'

/** A match that its machine has not taken by then is assigned again. */
const UNTAKEN = 6 * SECOND
/** For what comes at once where nothing keeps it. */
const AT_ONCE_MS = 200

export function reassigningContract(f: Fixture): void {
  const { listener, machine, scheduler } = hearing(f)

  /** A match that was assigned to a machine, which froze before it took it. */
  async function untaken(machineId = 'frozen'): Promise<string> {
    await machine({ machineId }).keeper.turn()
    await f.newBots(2)
    const { order } = await scheduler({ machineId: 'web', maxMatches: 0 }).tick()
    f.now += UNTAKEN
    return order!.matchId
  }

  describe('a match that its machine did not take', () => {
    test('is placed on no machine that drains: what has been placed there when `drain` resolves is taken', async () => {
      const matchId = await untaken()
      const taken: string[] = []
      const two = machine({ machineId: 'two', play: (order) => void taken.push(order.matchId) })
      await two.keeper.turn()
      let drained: Promise<void> | undefined
      using _spy = vi.spyOn(RoundTripStore.prototype, 'ofMatch').mockImplementationOnce(async () => {
        // The tick has seen its room by now.
        drained = two.keeper.drain()
        await Promise.race([drained, sleep(AT_ONCE_MS)])
        return new Map()
      })
      await scheduler({ machineId: 'web', maxMatches: 0 }).tick()
      await drained
      expect(taken).toEqual([matchId])
    })

    test('is left to another where its machine drains without the database, also once that is back', async () => {
      const two = machine({ machineId: 'two' })
      await two.keeper.turn()
      await f.newBots(2)
      await scheduler({ machineId: 'web', maxMatches: 0 }).tick()
      using _away = vi.spyOn(MachineStore.prototype, 'report').mockRejectedValueOnce(new Error('away'))
      await expect(two.keeper.drain()).rejects.toThrow('away')
      await two.keeper.turn()
      expect(listener.orders).toEqual([])
      await machine({ machineId: 'three' }).keeper.turn()
      f.now += UNTAKEN
      await scheduler({ machineId: 'web', maxMatches: 0 }).tick()
      expect(await f.machineStore.runningOn('three')).toHaveLength(1)
    })

    test('and whose end an operator has asked for meanwhile is aborted where it is assigned again, and not played', async () => {
      const matchId = await untaken()
      const two = machine({ machineId: 'two' })
      await two.keeper.turn()
      await f.db.transaction().execute((trx) => endMatch(trx, matchId, new Date(f.now)))
      // It looks once: the match is not its own yet.
      expect(await matchesToEnd(f.db, 'two')).toEqual([])
      await scheduler({ machineId: 'web', maxMatches: 0 }).tick()
      expect(await f.machineStore.runningOn('two')).toMatchObject([{ id: matchId }])
      await two.keeper.collect()
      expect(listener.orders).toEqual([])
      expect(await f.db.selectFrom('matches').select(['status', 'cause']).where('id', '=', matchId).execute()).toEqual([
        { status: 'aborted', cause: 'operator' },
      ])
    })

    test('and that has lost a bot with its account is aborted, unrated, and is no miss of either', async () => {
      const matchId = await untaken()
      const { owner_id: owner } = await f.db.selectFrom('bots').select('owner_id').limit(1).executeTakeFirstOrThrow()
      await f.accounts.delete(owner)
      await machine({ machineId: 'frozen' }).keeper.turn()
      expect(listener.orders).toEqual([])
      expect(await f.matches.find(matchId)).toMatchObject({ status: 'aborted', summary: null })
      const bots = await f.db.selectFrom('bots').select(['games', 'misses']).execute()
      expect(bots).toEqual(bots.map(() => ({ games: 0, misses: 0 })))
      expect(await f.db.selectFrom('seats').selectAll().execute()).toEqual([])
    })
  })
}
