/** Contract of the list of ratings, for any database. */
import { describe, expect, test } from 'vitest'
import { RatingList } from '@arena/protocol'
import type { DeployReport } from '@arena/protocol'
import { RatingLists } from '../../src/history/rating-list/rating-lists.ts'
import { MINUTE, resultOf } from './fixture.ts'
import type { Fixture } from './fixture.ts'

const NOW = Date.UTC(2026, 10, 21, 15)

export function ratingListContract(f: Fixture): void {
  describe('list of ratings', () => {
    const listed = async () => RatingList.parse(await new RatingLists({ db: f.db, now: () => NOW }).newest())

    test('without a game the list is empty', async () => {
      await f.newBots(2)
      expect(await listed()).toMatchObject({ games: 0, from: null, to: null, rows: [], superiority: [] })
    })

    test('games that ended by stocks or time are fitted; forfeits are counted apart, aborted matches not at all', async () => {
      const a = await f.bot({ owner: await f.account('ada'), name: 'Waveland' })
      const b = await f.bot({ owner: await f.account('bob'), name: 'Edgeguard' })
      const [absent] = await f.newBots(1)
      for (const winner of [0, 0, 0, 1, null] as const) await f.play(a, b, winner)
      const { matchId } = await f.seat(a, b)
      await f.finish(resultOf(matchId, { winner: 0, endReason: 'forfeit' }, { cause: 'forfeit' }))
      await f.abort(a, absent)
      const { rows, games, superiority, computedAt } = await listed()
      expect({ games, computedAt }).toEqual({ games: 5, computedAt: '2026-11-21T15:00:00.000Z' })
      expect(
        rows.map(({ botId, owner, games: own, points, forfeits }) => [botId, owner, own, points, forfeits]),
      ).toEqual([
        [a.botId, 'ada', 5, 3.5, 0],
        [b.botId, 'bob', 5, 1.5, 1],
      ])
      const [first, second] = rows
      expect(first!.rating + second!.rating).toBeCloseTo(3000, 0)
      expect(first!.low).toBeLessThan(second!.high)
      expect([first!.bestRank, first!.worstRank]).toEqual([1, 2])
      expect(superiority[0]![1]!).toBeGreaterThan(0.5)
    })

    test('a bot that became weaker has when its owner gave it another URL beside it, and never the URL', async () => {
      const owner = await f.account('ada')
      const bot = await f.bot({ owner, name: 'Waveland' })
      const others = await f.newBots(3)
      const games = async (winner: 0 | 1) => {
        for (let round = 0; round < 10; round++) {
          for (const other of others) {
            f.now += MINUTE
            await f.play(bot, other, winner)
          }
        }
      }
      await games(0)
      f.now += MINUTE
      const changedAt = f.now
      const report = { ok: true, steps: [] } as unknown as DeployReport
      await f.bots.update(owner, bot.botId, { url: 'https://secret.example.org/' }, report)
      await games(1)
      const list = await listed()
      expect(list.changes).toMatchObject([{ botId: bot.botId, urlChanges: [new Date(changedAt).toISOString()] }])
      expect(list.changes[0]!.by).toBeLessThan(-200)
      expect(JSON.stringify(list)).not.toContain('secret.example.org')
    })

    test('the list is made once for all who ask within ten seconds, and anew after that', async () => {
      const [a, b] = await f.newBots(2)
      await f.play(a, b)
      let elapsed = 0
      const lists = new RatingLists({ db: f.db, now: () => NOW, elapsed: () => elapsed })
      const [one, other] = await Promise.all([lists.newest(), lists.newest()])
      expect(other).toBe(one)
      await f.play(a, b)
      expect((await lists.newest()).games).toBe(1)
      elapsed = 10_000
      expect((await lists.newest()).games).toBe(2)
    })
  })
}
