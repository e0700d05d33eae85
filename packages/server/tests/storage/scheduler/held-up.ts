/** Contract of a scheduler whose record and whose hosts came to disagree: the database was away, or the arena was frozen. */
import { describe, expect, test, vi } from 'vitest'
import { MachineStore } from '../../../src/matches/taking/store.ts'
import { ARENA, SECOND } from '../fixture.ts'
import type { Fixture } from '../fixture.ts'
import { hearing, TICK } from './kit.ts'

export function heldUpContract(f: Fixture): void {
  const { listener, scheduler } = hearing(f)

  describe('what is on record and what is played', () => {
    test('a match of the arena that no host plays is aborted at the next tick, unrated; matches in play stay', async () => {
      const lost = await f.seat(await f.bot(), await f.bot())
      const played = await f.seat(await f.bot(), await f.bot())
      const others = await f.seat(await f.bot(), await f.bot(), 'another')
      await scheduler({ playing: () => [played.matchId], maxMatches: 0 }).tick()
      expect(await f.matches.find(lost.matchId)).toMatchObject({ status: 'aborted', summary: null })
      for (const bot of lost.bots) expect(await f.botRow(bot)).toMatchObject({ games: 0, misses: 0 })
      for (const { matchId } of [played, others]) {
        expect(await f.matches.find(matchId)).toMatchObject({ status: 'running' })
      }
      expect(listener.logged).toEqual(['matches that nobody plays are aborted'])
    })

    /** The cause of the only match. */
    const causeOf = async () => {
      const { cause, detail } = await f.db.selectFrom('matches').select(['cause', 'detail']).executeTakeFirstOrThrow()
      return `${cause}: ${detail}`
    }

    test('a match whose taking had no answer is not begun, and its record says so', async () => {
      await f.newBots(2)
      const one = scheduler({ playing: () => [] })
      using _struck = vi.spyOn(MachineStore.prototype, 'take').mockImplementationOnce(async (...match) => {
        await f.machineStore.take(...match)
        throw new Error('The connection was lost')
      })
      await one.tick()
      f.now += TICK
      await one.tick()
      expect(await causeOf()).toBe('not-begun: The database went away while the match was being seated.')
    })

    test('why a match is not played is not forgotten where the database goes away before it is on record', async () => {
      await f.newBots(2)
      const seats = { from: 'seats', to: 'seats_away' }
      const rename = ({ from, to }: typeof seats) => f.db.schema.alterTable(from).renameTo(to).execute()
      const play = async () => {
        await rename(seats)
        throw new Error('No host is up')
      }
      const one = scheduler({ playing: () => [], play })
      await one.tick()
      expect(await causeOf()).toBe('null: null')
      await rename({ from: seats.to, to: seats.from })
      f.now += TICK
      await one.tick()
      expect(await causeOf()).toBe('not-begun: No host took the match.')
    })

    test('a match that another arena has ended is broken off where it is still played', async () => {
      const [over, running] = [await f.seat(await f.bot(), await f.bot()), await f.seat(await f.bot(), await f.bot())]
      const two = scheduler({ machineId: 'two', maxMatches: 0 })
      const brokenOff: string[] = []
      const one = scheduler({
        maxMatches: 0,
        playing: () => [over.matchId, running.matchId],
        breakOff: (matchId) => void brokenOff.push(matchId),
      })
      for (let second = 0; second <= 30; second += 5) {
        await two.tick()
        f.now += TICK
      }
      await f.db
        .updateTable('matches')
        .set({ status: 'running', ended_at: null })
        .where('id', '=', running.matchId)
        .execute()
      await one.tick()
      expect(brokenOff).toEqual([over.matchId])
    })

    test('ticks that fail for half a minute are reported, until one succeeds', async () => {
      let elapsed = 0
      const one = scheduler({ elapsed: () => elapsed })
      elapsed += 29 * SECOND
      expect([one.sinceTickMs, one.overdue()]).toEqual([29 * SECOND, null])
      elapsed += 2 * SECOND
      expect(one.overdue()).toBe('No matchmaking tick has succeeded for 31 s.')
      await f.db.schema.alterTable('machines').renameTo('machines_away').execute()
      await expect(one.tick()).rejects.toThrow('machines')
      await f.db.schema.alterTable('machines_away').renameTo('machines').execute()
      expect(one.overdue()).not.toBeNull()
      await one.tick()
      expect([one.sinceTickMs, one.overdue()]).toEqual([0, null])
    })

    test('a match whose machine was frozen between its record and its host is not played', async () => {
      await f.newBots(2)
      let elapsed = 0
      const frozen = scheduler({ machineId: ARENA, elapsed: () => (elapsed += 11 * SECOND) })
      const { order } = await frozen.tick()
      expect(listener.orders).toEqual([])
      expect(await f.matches.find(order!.matchId)).toMatchObject({ status: 'aborted' })
    })
  })
}
