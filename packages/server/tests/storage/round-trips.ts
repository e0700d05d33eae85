/** Contract of round trips on record, and of what a tick makes of them, for any database. */
import { describe, expect, test } from 'vitest'
import { MatchHistory } from '../../src/history/history.ts'
import { RoundTripStore } from '../../src/matches/taking/round-trips.ts'
import type { SeatedBot } from '../../../host/src/order.ts'
import { ARENA, DAY, HOUR, SECOND } from './fixture.ts'
import type { Fixture } from './fixture.ts'
import { Listener, TICK } from './scheduler/kit.ts'
import { BUILD, clockOf, processOf, testMachine } from './test-machine.ts'

export function roundTripsContract(fixture: () => Fixture): void {
  const storeOf = (f: Fixture) => new RoundTripStore(f.db, clockOf(f))
  const stand = (f: Fixture, id: string, region: string, maxMatches = 10) =>
    f.machineStore.report(
      { id, process: processOf(id), role: 'play', build: BUILD, region, address: null, maxMatches },
      maxMatches,
    )
  const claimed = async (f: Fixture, region: string, limit = 10) =>
    (await storeOf(f).claim(region, limit)).map(({ id }) => id)

  async function measured(f: Fixture, bot: SeatedBot, figures: Record<string, number | null>): Promise<void> {
    for (const [region, ms] of Object.entries(figures)) {
      await stand(f, region, region)
      await storeOf(f).claim(region, 100)
      await storeOf(f).note({ id: bot.botId, url: bot.url }, region, ms)
    }
  }

  /** As the tick reads them; of one bot, against itself. */
  const figuresOf = async (f: Fixture, { botId }: SeatedBot) =>
    Object.fromEntries([...(await storeOf(f).of([botId, botId]))].map(([region, [ms]]) => [region, ms]))

  describe('round trips', () => {
    test('nothing is measured unless machines that play stand in two named regions and are alive', async () => {
      const f = fixture()
      const { botId } = await f.bot()
      await stand(f, 'one', 'eu')
      await stand(f, 'two', 'eu')
      await stand(f, 'unnamed', '')
      await f.machineStore.report(
        { id: 'web', process: processOf('web'), role: 'web', build: BUILD, region: 'us', address: null, maxMatches: 0 },
        null,
      )
      expect(await claimed(f, 'eu')).toEqual([])
      await stand(f, 'three', 'us')
      f.now += 12 * SECOND
      await stand(f, 'one', 'eu')
      expect(await claimed(f, 'eu')).toEqual([])
      await stand(f, 'three', 'us')
      expect(await claimed(f, 'eu')).toEqual([botId])
    })

    test('each bot is given to one machine of each region, at once and after a day', async () => {
      const f = fixture()
      const bots = [(await f.bot()).botId, (await f.bot()).botId, (await f.bot()).botId].sort()
      const both = async () => {
        await stand(f, 'one', 'eu')
        await stand(f, 'two', 'us')
        return Promise.all([claimed(f, 'eu'), claimed(f, 'eu'), claimed(f, 'us')])
      }
      const [one, other, us] = await both()
      expect([...one, ...other].sort()).toEqual(bots)
      expect(us.sort()).toEqual(bots)
      for (const id of bots) await storeOf(f).note({ id, url: 'https://bot.example.org/' }, 'eu', 20)
      f.now += DAY - 1
      expect((await both())[0]).toEqual([])
      f.now += 1
      const [again, twice] = await both()
      expect([...again, ...twice].sort()).toEqual(bots)
    })

    test('of many that are due, those come first that have never been measured, then those of longest ago', async () => {
      const f = fixture()
      await stand(f, 'one', 'eu')
      await stand(f, 'two', 'us')
      const old = await f.bot()
      expect(await claimed(f, 'eu')).toEqual([old.botId])
      f.now += 2 * DAY
      await stand(f, 'one', 'eu')
      await stand(f, 'two', 'us')
      const young = await f.bot()
      expect(await claimed(f, 'eu', 1)).toEqual([young.botId])
      expect(await claimed(f, 'eu', 1)).toEqual([old.botId])
    })

    test('a bot that does not answer has no figure, and is asked again after an hour', async () => {
      const f = fixture()
      const bot = await f.bot()
      await stand(f, 'us', 'us')
      await measured(f, bot, { eu: 20 })
      await measured(f, bot, { eu: null })
      expect(await figuresOf(f, bot)).toEqual({})
      f.now += HOUR
      await stand(f, 'us', 'us')
      await stand(f, 'eu', 'eu')
      expect(await claimed(f, 'eu')).toEqual([bot.botId])
    })

    test('figures are in whole milliseconds, and count for two days', async () => {
      const f = fixture()
      const bot = await f.bot()
      await stand(f, 'us', 'us')
      await measured(f, bot, { eu: 12.4, us: 0.3 })
      expect(await figuresOf(f, bot)).toEqual({ eu: 12, us: 0 })
      f.now += 2 * DAY
      expect(await figuresOf(f, bot)).toEqual({})
    })

    test('a paused bot is left alone', async () => {
      const f = fixture()
      const owner = await f.account()
      const bot = await f.bot({ owner })
      await f.bots.update(owner, bot.botId, { status: 'paused' })
      await stand(f, 'one', 'eu')
      await stand(f, 'two', 'us')
      expect(await claimed(f, 'eu')).toEqual([])
    })

    test('a new URL is measured anew, and what was found at the old one is forgotten, however late it comes', async () => {
      const f = fixture()
      const owner = await f.account()
      const bot = await f.bot({ owner })
      await stand(f, 'us', 'us')
      await measured(f, bot, { eu: 20, us: 30 })
      await f.bots.update(owner, bot.botId, { name: 'Moonwalk' })
      expect(await figuresOf(f, bot)).toEqual({ eu: 20, us: 30 })
      await f.bots.update(owner, bot.botId, { url: 'https://other.example.org/' })
      expect(await figuresOf(f, bot)).toEqual({})
      expect(await claimed(f, 'eu')).toEqual([bot.botId])
      await storeOf(f).note({ id: bot.botId, url: bot.url }, 'eu', 20)
      expect(await figuresOf(f, bot)).toEqual({})
    })

    test('they are deleted with the bot, and with the account', async () => {
      const f = fixture()
      const owner = await f.account()
      const [a, b] = [await f.bot({ owner }), await f.bot({ owner })]
      await stand(f, 'us', 'us')
      await measured(f, a, { eu: 20 })
      const rows = async () =>
        (await f.db.selectFrom('round_trips').select('bot_id').execute()).map((row) => row.bot_id).sort()
      expect(await rows()).toEqual([a.botId, b.botId].sort())
      await f.bots.remove(owner, a.botId)
      expect(await rows()).toEqual([b.botId])
      await f.accounts.delete(owner)
      expect(await rows()).toEqual([])
    })
  })

  describe('latency-fair choice of a machine', () => {
    async function tick(f: Fixture) {
      const { scheduler } = testMachine({ ...new Listener().options(f), machineId: ARENA, maxMatches: 0 })
      f.now += TICK
      for (const [region, room] of [
        ['eu', 9],
        ['us', 2],
      ] as const) {
        await stand(f, region, region, room)
      }
      return (await scheduler.tick()).order!
    }
    const machineOf = async (f: Fixture, id: string) =>
      (await f.db.selectFrom('matches').select('machine_id').where('id', '=', id).executeTakeFirstOrThrow()).machine_id

    test('a tick takes the region in which two round trips differ least, and the match keeps both by port', async () => {
      const f = fixture()
      const [a, b] = [await f.bot(), await f.bot()]
      await stand(f, 'us', 'us')
      await measured(f, a, { eu: 10, us: 95 })
      await measured(f, b, { eu: 90, us: 97 })
      const { matchId, bots } = await tick(f)
      expect(await machineOf(f, matchId)).toBe('us')
      const { from } = (await new MatchHistory(f.db).seating(matchId))!
      expect(from).toEqual({ region: 'us', ms: bots.map(({ botId }) => (botId === a.botId ? 95 : 97)) })
    })

    test('where one of the two has no figure the machine with the most room is taken, and the match keeps none', async () => {
      const f = fixture()
      const [a, b] = [await f.bot(), await f.bot()]
      await stand(f, 'us', 'us')
      await measured(f, a, { eu: 10, us: 95 })
      await measured(f, b, { us: null })
      const { matchId } = await tick(f)
      expect(await machineOf(f, matchId)).toBe('eu')
      expect((await new MatchHistory(f.db).seating(matchId))!.from).toBeNull()
    })

    test('a match that its machine does not take goes to the fairest of the others, with the figures from there', async () => {
      const f = fixture()
      const [a, b] = [await f.bot(), await f.bot()]
      await stand(f, 'us', 'us')
      await measured(f, a, { eu: 10, us: 95 })
      await measured(f, b, { eu: 90, us: 97 })
      const { matchId, bots } = await tick(f)
      await tick(f)
      await tick(f)
      expect(await machineOf(f, matchId)).toBe('eu')
      const { from } = (await new MatchHistory(f.db).seating(matchId))!
      expect(from).toEqual({ region: 'eu', ms: bots.map(({ botId }) => (botId === a.botId ? 10 : 90)) })
    })
  })
}
