/** Contract of the leaderboard, for any database. */
import { describe, expect, test } from 'vitest'
import { INITIAL_RATING, rate, shownRating } from '@arena/ratings'
import type { EndCause } from '../../../host/src/order.ts'
import { resultOf, SECOND } from './fixture.ts'
import type { Fixture } from './fixture.ts'

const boardOf = async (f: Fixture, limit = 100, offset = 0) => f.ratings.leaderboard({ mode: 'live', limit, offset })

export function leaderboardContract(f: Fixture): void {
  describe('leaderboard', () => {
    test('Rating 4: the leaderboard ranks every bot with at least one completed match', async () => {
      const [a, b, c, d] = await f.newBots(4)
      expect(await boardOf(f)).toEqual([])
      await f.play(a, b)
      await f.abort(c, d)
      expect((await boardOf(f)).map((row) => row.botId)).toEqual([a.botId, b.botId])
    })

    test('LeaderboardRow: handle of the owner, `mu - 3*sigma` rounded to 1 decimal place, counters', async () => {
      const a = await f.bot({ owner: await f.account('ada'), name: 'Waveland' })
      const b = await f.bot({ owner: await f.account('bob'), name: 'Edgeguard' })
      await f.play(a, b, 0)
      await f.play(a, b, 0)
      await f.play(b, a, 0)
      await f.play(a, b, null)
      let rated = [INITIAL_RATING, INITIAL_RATING] as const
      for (const outcome of ['win', 'win', 'loss', 'draw'] as const) rated = rate(rated[0], rated[1], outcome)
      const [ratingA, ratingB] = rated.map((rating) => Number(shownRating(rating).toFixed(1)))
      const row = { gamesPlayed: 4, draws: 1 }
      expect(await boardOf(f)).toEqual([
        { rank: 1, botId: a.botId, name: 'Waveland', owner: 'ada', rating: ratingA, ...row, wins: 2, losses: 1 },
        { rank: 2, botId: b.botId, name: 'Edgeguard', owner: 'bob', rating: ratingB, ...row, wins: 1, losses: 2 },
      ])
    })

    test('LeaderboardRow `draws`: ties on time and double forfeits, and nothing else', async () => {
      const [a, b] = await f.newBots(2)
      const end = async (told: Parameters<typeof resultOf>[1], cause: EndCause) => {
        const { matchId } = await f.seat(a, b)
        await f.finish(resultOf(matchId, told, { cause }))
      }
      await end({ winner: null, endReason: 'time', stocks: [2, 2] }, 'time')
      await end({ winner: null, endReason: 'forfeit' }, 'double-forfeit')
      await end({ winner: 0, endReason: 'forfeit' }, 'forfeit')
      await end({ winner: 0, endReason: 'time', stocks: [3, 2] }, 'time')
      const rows = await boardOf(f)
      expect(rows.map(({ gamesPlayed, wins, losses, draws }) => [gamesPlayed, wins, losses, draws])).toEqual([
        [4, 2, 0, 2],
        [4, 0, 2, 2],
      ])
    })

    test('sorted by unrounded rating, then more games, then older bot; ranks unique', async () => {
      const bots: string[] = []
      for (const [mu, games] of [
        [25.04, 1],
        [25.03, 1],
        [20, 1],
        [20, 1],
        [20, 2],
      ] as const) {
        const bot = await f.bot()
        bots.push(bot.botId)
        f.now += SECOND
        await f.db.updateTable('bots').set({ games, wins: games }).where('id', '=', bot.botId).execute()
        await f.rate(bot, mu)
      }
      const rows = await boardOf(f)
      expect(rows.map((row) => row.botId)).toEqual([0, 1, 4, 2, 3].map((i) => bots[i]))
      expect(rows.map((row) => row.rank)).toEqual([1, 2, 3, 4, 5])
      expect(rows.map((row) => row.rating)).toEqual([22, 22, 17, 17, 17])
    })

    test('Modes: each mode has its own leaderboard, on which ranks count no bots of another', async () => {
      const [a, b] = await f.newBots(2)
      await f.play(a, b)
      const ranks = async (mode = 'live') => {
        const rows = await f.ratings.leaderboard({ mode: mode as 'live', limit: 100, offset: 0 })
        return rows.map(({ rank, botId }) => [rank, botId])
      }
      expect(await ranks()).toEqual([
        [1, a.botId],
        [2, b.botId],
      ])
      await f.withAnotherMode(a, async () => {
        expect(await ranks()).toEqual([[1, b.botId]])
        expect(await ranks('another')).toEqual([[1, a.botId]])
      })
    })

    test('limit and offset cut a piece out of it, ranks and all', async () => {
      for (let i = 0; i < 3; i++) await f.play(await f.bot(), await f.bot())
      const all = await boardOf(f)
      expect(await boardOf(f, 2, 3)).toEqual(all.slice(3, 5))
      expect(all[3]!.rank).toBe(4)
      expect(await boardOf(f, 10, 6)).toEqual([])
    })

    test('paused bots stay, deleted bots leave', async () => {
      const owner = await f.account()
      const [a, b] = [await f.bot({ owner }), await f.bot()]
      await f.play(a, b)
      await f.bots.update(owner, a.botId, { status: 'paused' })
      expect((await boardOf(f)).map((row) => row.botId)).toEqual([a.botId, b.botId])
      await f.bots.remove(owner, a.botId)
      expect(await boardOf(f)).toMatchObject([{ rank: 1, botId: b.botId }])
    })
  })
}
