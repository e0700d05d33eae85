/** Contract of what the pages read beyond the interface, for any database. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { MatchHistory } from '../../src/history/history.ts'
import { parseSearch } from '../../src/history/search/parse-search.ts'
import { LOOKED_AT } from '../../src/history/search/search-matches.ts'
import { INITIAL_RATING, rate } from '@arena/ratings'
import { ARENA, DAY, MINUTE, resultOf } from './fixture.ts'
import type { Fixture } from './fixture.ts'
import { idOf, rowsRead, storeMatches } from './matches.ts'
import { Listener, REST, TICK } from './scheduler/kit.ts'
import { testMachine } from './test-machine.ts'

function searchOf(text: string) {
  const { search, faults } = parseSearch(text)
  expect(faults).toEqual([])
  return search
}

export function pagesContract(f: Fixture, isWhole: boolean): void {
  async function play(bots: Parameters<Fixture['seat']>, told: Parameters<typeof resultOf>[1] = {}) {
    f.now += MINUTE
    const { matchId } = await f.seat(...bots)
    await f.finish(resultOf(matchId, told))
    return matchId
  }

  type Place = Readonly<{ before?: string; after?: string }>

  /** The ids of a page, and where it leads. */
  async function page(text: string, place: Place = {}, limit = 3) {
    const { matches, older, newer } = await f.matches.search(searchOf(text), { limit, ...place })
    return { ids: matches.map(({ id }) => id), older, newer }
  }
  const found = async (text: string) => (await page(text, {}, 10)).ids

  describe('how a match came about', () => {
    test('the record keeps the ratings of both bots before and after, of an aborted match those before', async () => {
      const history = new MatchHistory(f.db)
      const [a, b] = await f.newBots(2)
      const first = await f.play(a, b)
      const matchId = await f.abort(a, b)
      const [winner, loser] = rate(INITIAL_RATING, INITIAL_RATING, 'win')
      expect(await history.seating(first)).toEqual({
        candidates: null,
        from: null,
        ofDay: null,
        players: [
          { waitedMs: null, before: INITIAL_RATING, after: winner },
          { waitedMs: null, before: INITIAL_RATING, after: loser },
        ],
      })
      expect((await history.seating(matchId))!.players).toMatchObject([
        { before: winner, after: null },
        { before: loser, after: null },
      ])
      expect(await history.seating('match_00000000000000000000000000')).toBeNull()
    })

    test('the scheduler writes how many bots were free and how long the two had waited', async () => {
      const bots = await f.newBots(3)
      await f.rate(bots[2], 40)
      const { scheduler } = testMachine({ ...new Listener().options(f), machineId: ARENA })
      const since = f.now
      f.now += TICK
      const { order } = await scheduler.tick()
      const { candidates, players } = (await new MatchHistory(f.db).seating(order!.matchId))!
      expect(candidates).toBe(3)
      expect(players.map(({ waitedMs }) => waitedMs)).toEqual([f.now - since, f.now - since])
      await f.finish(resultOf(order!.matchId))
      f.now += REST + 2 * TICK
      const again = (await scheduler.tick()).order!
      const waits = (await new MatchHistory(f.db).seating(again.matchId))!.players.map(({ waitedMs }) => waitedMs)
      expect(Math.min(...waits.map((wait) => wait!))).toBe(2 * TICK)
    })
  })

  describe('what a bot has played', () => {
    test('its completed matches, newest first, from its own side', async () => {
      const history = new MatchHistory(f.db)
      const [a, b] = [await f.bot({ name: 'A' }), await f.bot({ name: 'B' })]
      const won = await play([a, b])
      const drawn = await play([b, a], { winner: null, endReason: 'time', stocks: [2, 2] })
      await f.abort(a, b)
      const played = await history.played(a.botId, 10)
      expect(played).toMatchObject([
        { matchId: drawn, outcome: 'draw', character: 20, missed: 0, opponent: { name: 'B', character: 2 } },
        { matchId: won, outcome: 'win', character: 2, missed: 3, stage: 8, frames: 9871, opponent: { botId: b.botId } },
      ])
      expect(played[0]!.rating).toMatchObject({ mu: expect.any(Number), sigma: expect.any(Number) })
      expect(await history.played(a.botId, 1)).toHaveLength(1)
    })

    test('how it fared against another before a moment, and whether all its matches were looked at for that', async () => {
      const history = new MatchHistory(f.db)
      const [a, b, c] = await f.newBots(3)
      await play([a, b])
      const firstAt = f.now
      await play([b, a], { winner: null, endReason: 'time', stocks: [2, 2] })
      await play([b, c])
      await f.abort(a, b)
      const of = (before: number, limit: number) =>
        history.against(a.botId, { botId: b.botId, before: new Date(before), limit })
      const none = { wins: 0, losses: 0, draws: 0 }
      expect(await of(f.now + 1, 5)).toEqual({ tally: { ...none, losses: 1, draws: 1 }, isWhole: true })
      expect(await of(f.now + 1, 3)).toEqual({ tally: { ...none, draws: 1 }, isWhole: false })
      expect(await of(firstAt, 5)).toEqual({ tally: none, isWhole: true })
    })

    test('rank, trend and rating; a removed bot keeps its profile and has no rank', async () => {
      const owner = await f.account('ada')
      const [a, b, idle] = [await f.bot({ owner, name: 'Waveland' }), await f.bot(), await f.bot()]
      for (const winner of [0, 0, null, 1] as const) await play([a, b], { winner })
      const rows = await f.ratings.ranking({ mode: 'live', limit: 10, offset: 0 })
      expect(await f.ratings.ranked('live')).toBe(2)
      for (const { botId, rank } of rows) expect(await f.ratings.rank(botId)).toBe(rank)
      expect(await f.ratings.rank(idle.botId)).toBeNull()
      const trends = await f.ratings.trends([a.botId, b.botId, idle.botId], 3)
      expect(trends.get(a.botId)!.form).toEqual(['loss', 'draw', 'win'])
      expect(trends.get(idle.botId)).toBeUndefined()
      const deltas = (await new MatchHistory(f.db).played(a.botId, 3)).map((match) => match.ratingDelta)
      expect(trends.get(a.botId)!.delta).toBeCloseTo(
        deltas.reduce((sum, delta) => sum + delta, 0),
        9,
      )
      expect((await f.ratings.of([a.botId])).get(a.botId)).toEqual({
        mu: rows.find((row) => row.botId === a.botId)!.mu,
        sigma: rows.find((row) => row.botId === a.botId)!.sigma,
      })

      await f.bots.remove(owner, a.botId)
      expect(await f.ratings.rank(a.botId)).toBeNull()
      const profile = await f.bots.profile(a.botId)
      expect(profile).toMatchObject({ name: 'Waveland', owner: 'ada', isRemoved: true, games: 4 })
      expect(JSON.stringify(profile)).not.toMatch(/example\.org|paused|active/)
    })

    test('bots are found by id, and by name in upper or lower case', async () => {
      const [one, two] = [await f.bot({ name: 'Twin' }), await f.bot({ name: 'TWIN' })]
      const named = async (text: string) => (await f.bots.named(text)).map(({ id }) => id)
      expect(await named(one.botId)).toEqual([one.botId])
      expect((await named('twin')).toSorted()).toEqual([one.botId, two.botId].toSorted())
      expect(await named('nobody')).toEqual([])
      expect(await named('twin%')).toEqual([])
    })
  })

  describe('results', () => {
    test('each kind of term and their combinations give what fits, newest first, each match once', async () => {
      const [a, b, c] = await f.newBots(3)
      const first = await play([a, b], { stage: 8 })
      f.now += DAY
      const second = await play([b, c], { stage: 31, winner: 1, endReason: 'forfeit' })
      const third = await play([c, a], { stage: 31 })
      f.now += MINUTE
      const aborted = await f.abort(b, c)
      await f.seat(a, b)
      expect(await found('')).toEqual([aborted, third, second, first])
      expect(await found(`bot:${a.botId}`)).toEqual([third, first])
      expect(await found(`bot:${a.botId}/fox`)).toEqual([first])
      expect(await found('char:fox')).toEqual([third, second, first])
      expect(await found('char:gnw')).toEqual([])
      expect(await found('stage:bf')).toEqual([third, second])
      expect(await found('end:aborted')).toEqual([aborted])
      expect(await found('end:stocks stage:bf')).toEqual([third])
      expect(await found('end:forfeit char:falco')).toEqual([second])
      const today = new Date(f.now).toISOString().slice(0, 10)
      expect(await found(`date:${today}`)).toEqual([aborted, third, second])
      expect(await found(`before:${today} bot:${a.botId}`)).toEqual([first])
      expect(await found(`after:${today}`)).toEqual([])
      expect(await found(`-date:${today}`)).toEqual([first])
    })

    test('a winner and a loser, by character and by bot; a draw has neither', async () => {
      const [a, b, c] = await f.newBots(3)
      // Port 0 plays Fox, port 1 Falco.
      const ab = await play([a, b], { winner: 0 })
      const cb = await play([c, b], { winner: 1 })
      const ac = await play([a, c], { winner: null, endReason: 'time', stocks: [2, 2] })
      expect(await found('fox>falco')).toEqual([ab])
      expect(await found('falco>fox')).toEqual([cb])
      expect(await found('fox,falco>')).toEqual([cb, ab])
      expect(await found('>falco')).toEqual([ab])
      expect(await found(`bot:${b.botId}>`)).toEqual([cb])
      expect(await found(`>bot:${b.botId}`)).toEqual([ab])
      expect(await found(`bot:${a.botId}>bot:${b.botId}`)).toEqual([ab])
      expect(await found(`bot:${b.botId}>bot:${a.botId}`)).toEqual([])
      expect(await found(`bot:${b.botId}/falco>fox`)).toEqual([cb])
      expect(await found(`bot:${b.botId}/fox>`)).toEqual([])
      expect(await found(`bot:${a.botId} bot:${c.botId}`)).toEqual([ac])
      expect(await found(`-bot:${b.botId}`)).toEqual([ac])
      expect(await found('-fox>falco')).toEqual([ac, cb])
    })

    test('durations, lists, and negations, which also hold for what is not known of a match', async () => {
      const [a, b] = await f.newBots(2)
      const short = await play([a, b], { frames: 1800, stage: 31 })
      const long = await play([a, b], { frames: 14_401, stage: 32, endReason: 'time' })
      f.now += MINUTE
      const aborted = await f.abort(a, b)
      expect(await found('>4m')).toEqual([long])
      expect(await found('>4m1f')).toEqual([])
      expect(await found('>=4m1f')).toEqual([long])
      expect(await found('<=30s')).toEqual([short])
      expect(await found('<30s')).toEqual([])
      expect(await found('>29s <5m')).toEqual([long, short])
      expect(await found('->4m')).toEqual([aborted, short])
      expect(await found('stage:bf,fd')).toEqual([long, short])
      expect(await found('-stage:fd')).toEqual([aborted, short])
      expect(await found('-end:aborted,time')).toEqual([short])
      expect(await found('-char:fox')).toEqual([aborted])
      // Both fighters are of the character: each match is listed once.
      await f.db.updateTable('match_players').set({ character: 7 }).where('character', 'is not', null).execute()
      expect(await found('char:luigi')).toEqual([long, short])
    })

    test('by what bots said of their versions: of either player, or of a bot', async () => {
      const [a, b] = await f.newBots(2)
      const [one, other] = [a.botId, b.botId]
      const said = async (...versions: [string | null, string | null]) => {
        f.now += MINUTE
        const { matchId } = await f.seat(a, b)
        await f.finish({ ...resultOf(matchId), versions })
        return matchId
      }
      const none = await said(null, null)
      const first = await said('1.4', '2')
      const second = await said('1.5', '1.4')
      expect(await found('version:1.4')).toEqual([second, first])
      expect(await found('version:1.5,2')).toEqual([second, first])
      expect(await found('-version:1.4')).toEqual([none])
      expect(await found(`bot:${one}@1.4`)).toEqual([first])
      expect(await found(`bot:${one}@1.4,1.5 -stage:bf`)).toEqual([second, first])
      expect(await found(`bot:${one} -bot:${one}@1.4`)).toEqual([second, none])
      expect(await found(`bot:${one}@1.5>bot:${other}@1.4`)).toEqual([second])
      expect(await found('version:1.4 end:stocks version:2')).toEqual([first])
      expect(await found('version:1.6')).toEqual([])
    })

    test.runIf(isWhole)('a deep page reads no more rows than the first, and none reads all of them', async () => {
      const bots = [await f.bot(), await f.bot(), await f.bot()].map((bot) => bot.botId)
      await storeMatches(f, 6_000, bots)
      await f.db.updateTable('match_players').set({ character: 5, costume: 0, version: '1.4' }).execute()
      await f.db.updateTable('matches').set({ stage: 8 }).execute()
      await sql`analyze matches`.execute(f.db)
      await sql`analyze match_players`.execute(f.db)
      // As many as are looked at, and their matches; where the search is about players, these too.
      const [few, some, more] = [3 * LOOKED_AT + 10, 5 * LOOKED_AT + 10, 9 * LOOKED_AT]
      const filters = [
        ['', few],
        [`bot:${bots[0]!}`, few],
        [`bot:${bots[0]!}/bowser`, few],
        ['char:bowser', few],
        ['stage:ys', few],
        ['version:1.4', few],
        [`bot:${bots[0]!}@1.4`, few],
        ['end:aborted', few],
        ['char:bowser end:time', few],
        ['>7m -stage:bf', some],
        ['bowser>fox', more],
        [`bot:${bots[0]!}>bot:${bots[1]!}`, more],
        ['fox,falco>marth', more],
        [`-bot:${bots[0]!} -char:bowser`, more],
      ] as const
      for (const [filter, most] of filters) {
        const read = (place: Place) =>
          rowsRead(f, (matches) => matches.search(searchOf(filter), { limit: 20, ...place }))
        const first = await read({})
        expect(first, filter).toBeLessThan(most)
        // Where no index fits, the database may rather read all of so small a table than the index of its order.
        // Where two indexes fit, it may take the other: a third of all fighters of a character are of one of three bots.
        const deep = /^[->]/.test(filter) ? most : filter.includes('/') ? 3 * first : first + 5
        for (const place of [{ before: idOf(2_500) }, { after: idOf(2_500) }]) {
          expect(await read(place), JSON.stringify({ filter, place })).toBeLessThanOrEqual(deep)
        }
      }
    })

    test('pages lead to older and newer ones, and back to where one came from', async () => {
      const [a, b] = await f.newBots(2)
      const ids: string[] = []
      for (let i = 0; i < 7; i++) ids.unshift(await play([a, b]))
      for (const filter of ['', `bot:${a.botId}`, 'char:falco', 'stage:ys']) {
        const first = await page(filter)
        expect(first).toEqual({ ids: ids.slice(0, 3), older: ids[2], newer: null })
        const second = await page(filter, { before: first.older! })
        expect(second).toEqual({ ids: ids.slice(3, 6), older: ids[5], newer: ids[3] })
        expect(await page(filter, { before: second.older! })).toEqual({ ids: ids.slice(6), older: null, newer: ids[6] })
        expect(await page(filter, { after: ids[6]! })).toEqual({ ids: ids.slice(3, 6), older: ids[5], newer: ids[3] })
        expect(await page(filter, { after: ids[3]! })).toEqual({ ids: ids.slice(0, 3), older: ids[2], newer: null })
      }
      expect(LOOKED_AT).toBeGreaterThan(1000)
    })

    test('`sort:margin` lists the widest margin first: by stocks, then by how little damage the winner had; the newest of equals', async () => {
      const [me, other] = await f.newBots(2)
      const lost = (stocks: number, percent: number, rest: Parameters<typeof resultOf>[1] = {}) =>
        play([me, other], { winner: 1, stocks: [0, stocks], percents: [90, percent], ...rest })
      const close = await lost(1, 10)
      const clear = await lost(3, 80)
      const clearer = await lost(3, 20)
      const first = await lost(2, 50)
      const second = await lost(2, 50)
      const forfeited = await lost(1, 0, { endReason: 'forfeit' })
      await play([me, other])
      const aborted = await f.abort(me, other)
      const losses = `>bot:${me.botId} sort:margin`
      const top = { ids: [forfeited, clearer, clear, second], older: second, newer: null }
      expect(await page(losses, {}, 4)).toEqual(top)
      const rest = { ids: [first, close], older: null, newer: first }
      expect(await page(losses, { before: second }, 4)).toEqual(rest)
      expect(await page(losses, { after: first }, 4)).toEqual(top)
      // A match without a result is last.
      expect((await page(`end:aborted bot:${me.botId} sort:margin`)).ids).toEqual([aborted])
      expect((await page('sort:margin', { before: first }, 4)).ids.at(-1)).toBe(aborted)
    })

    test('a page leads to older matches only where there are any to look at, and one on which nothing fits leads back', async () => {
      const total = LOOKED_AT + 1
      await storeMatches(f, total, [(await f.bot()).botId, (await f.bot()).botId])
      const none = { ids: [], older: null, newer: null }
      expect(await page('-end:aborted')).toEqual({ ...none, older: idOf(2) })
      expect(await page('-end:aborted', { before: idOf(2) })).toEqual({ ...none, newer: idOf(2) })
      expect(await page('-end:aborted', { before: idOf(total) })).toEqual({ ...none, newer: idOf(total) })
      expect(await page('-end:aborted', { after: idOf(1) })).toEqual({ ...none, older: idOf(1) })

      // Twice each but the newest, so that the last one that is looked at is followed by itself.
      const foxes = async (oldest: number) => {
        await sql`update match_players set character = 2, costume = 0
          where match_id >= ${idOf(oldest)} and (port = 0 or match_id < ${idOf(total)})`.execute(f.db)
        return page('char:fox -end:aborted')
      }
      const half = LOOKED_AT / 2
      expect(await foxes(total - half)).toEqual(none)
      expect(await foxes(total - half - 1)).toEqual({ ...none, older: idOf(total - half) })
    })
  })
}
