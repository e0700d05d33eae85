/** Contract of round trips on record, and of what a tick makes of them, for any database. */
import { describe, expect, test } from 'vitest'
import { MatchHistory } from '../../src/history/history.ts'
import { RoundTripStore } from '../../src/matches/taking/round-trips.ts'
import type { SeatedBot } from '../../../host/src/order.ts'
import { ARENA, DAY, HOUR, SECOND } from './fixture.ts'
import type { Fixture } from './fixture.ts'
import { ids, Listener, TICK } from './scheduler/kit.ts'
import { BUILD, clockOf, processOf, testMachine } from './test-machine.ts'

export function roundTripsContract(f: Fixture): void {
  const store = () => new RoundTripStore(f.db, clockOf(f))
  const stand = (id: string, region: string, maxMatches = 10) =>
    f.machineStore.report(
      { id, process: processOf(id), role: 'play', build: BUILD, region, address: null, maxMatches },
      maxMatches,
    )
  const claimed = async (region: string, limit = 10) => (await store().claim(region, limit)).map(({ id }) => id)

  async function measured(bot: SeatedBot, figures: Record<string, number | null>): Promise<void> {
    for (const [region, ms] of Object.entries(figures)) {
      await stand(region, region)
      await store().claim(region, 100)
      await store().note({ id: bot.botId, url: bot.url }, region, ms)
    }
  }

  /** As the tick reads them; of one bot, against itself. */
  const figuresOf = async ({ botId }: SeatedBot) =>
    Object.fromEntries([...(await store().of([botId, botId]))].map(([region, [ms]]) => [region, ms]))

  describe('round trips', () => {
    test('nothing is measured unless machines that play stand in two named regions and are alive', async () => {
      const { botId } = await f.bot()
      await stand('one', 'eu')
      await stand('two', 'eu')
      await stand('unnamed', '')
      await f.machineStore.report(
        { id: 'web', process: processOf('web'), role: 'web', build: BUILD, region: 'us', address: null, maxMatches: 0 },
        null,
      )
      expect(await claimed('eu')).toEqual([])
      await stand('three', 'us')
      f.now += 12 * SECOND
      await stand('one', 'eu')
      expect(await claimed('eu')).toEqual([])
      await stand('three', 'us')
      expect(await claimed('eu')).toEqual([botId])
    })

    test('each bot but a paused one is given to one machine of each region, at once and after a day', async () => {
      const owner = await f.account()
      await f.bots.update(owner, (await f.bot({ owner })).botId, { status: 'paused' })
      const bots = ids(...(await f.newBots(3)))
      const both = async () => {
        await stand('one', 'eu')
        await stand('two', 'us')
        return Promise.all([claimed('eu'), claimed('eu'), claimed('us')])
      }
      const [one, other, us] = await both()
      expect([...one, ...other].sort()).toEqual(bots)
      expect(us.sort()).toEqual(bots)
      for (const id of bots) await store().note({ id, url: 'https://bot.example.org/' }, 'eu', 20)
      f.now += DAY - 1
      expect((await both())[0]).toEqual([])
      f.now += 1
      const [again, twice] = await both()
      expect([...again, ...twice].sort()).toEqual(bots)
    })

    test('of many that are due, those come first that have never been measured, then those of longest ago', async () => {
      await stand('one', 'eu')
      await stand('two', 'us')
      const old = await f.bot()
      expect(await claimed('eu')).toEqual([old.botId])
      f.now += 2 * DAY
      await stand('one', 'eu')
      await stand('two', 'us')
      const young = await f.bot()
      expect(await claimed('eu', 1)).toEqual([young.botId])
      expect(await claimed('eu', 1)).toEqual([old.botId])
    })

    test('a bot that does not answer has no figure, and is asked again after an hour', async () => {
      const bot = await f.bot()
      await stand('us', 'us')
      await measured(bot, { eu: 20 })
      await measured(bot, { eu: null })
      expect(await figuresOf(bot)).toEqual({})
      f.now += HOUR
      await stand('us', 'us')
      await stand('eu', 'eu')
      expect(await claimed('eu')).toEqual([bot.botId])
    })

    test('figures are in whole milliseconds, and count for two days', async () => {
      const bot = await f.bot()
      await stand('us', 'us')
      await measured(bot, { eu: 12.4, us: 0.3 })
      expect(await figuresOf(bot)).toEqual({ eu: 12, us: 0 })
      f.now += 2 * DAY
      expect(await figuresOf(bot)).toEqual({})
    })

    test('a new URL is measured anew, and what was found at the old one is forgotten, however late it comes', async () => {
      const owner = await f.account()
      const bot = await f.bot({ owner })
      await stand('us', 'us')
      await measured(bot, { eu: 20, us: 30 })
      await f.bots.update(owner, bot.botId, { name: 'Moonwalk' })
      expect(await figuresOf(bot)).toEqual({ eu: 20, us: 30 })
      await f.bots.update(owner, bot.botId, { url: 'https://other.example.org/' })
      expect(await figuresOf(bot)).toEqual({})
      expect(await claimed('eu')).toEqual([bot.botId])
      await store().note({ id: bot.botId, url: bot.url }, 'eu', 20)
      expect(await figuresOf(bot)).toEqual({})
    })

    test('they are deleted with the bot, and with the account', async () => {
      const owner = await f.account()
      const [a, b] = await f.newBots(2, { owner })
      await stand('us', 'us')
      await measured(a, { eu: 20 })
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
    async function tick() {
      const { scheduler } = testMachine({ ...new Listener().options(f), machineId: ARENA, maxMatches: 0 })
      f.now += TICK
      for (const [region, room] of [
        ['eu', 9],
        ['us', 2],
      ] as const) {
        await stand(region, region, room)
      }
      return (await scheduler.tick()).order!
    }
    const machineOf = async (id: string) =>
      (await f.db.selectFrom('matches').select('machine_id').where('id', '=', id).executeTakeFirstOrThrow()).machine_id

    test('a tick takes the region in which two round trips differ least, and the match keeps both by port; not taken, it goes to the fairest of the others', async () => {
      const [a, b] = await f.newBots(2)
      await stand('us', 'us')
      await measured(a, { eu: 10, us: 95 })
      await measured(b, { eu: 90, us: 97 })
      const { matchId, bots } = await tick()
      const expectAssigned = async (region: string, ofA: number, ofB: number) => {
        expect(await machineOf(matchId)).toBe(region)
        const { from } = (await new MatchHistory(f.db).seating(matchId))!
        expect(from).toEqual({ region, ms: bots.map(({ botId }) => (botId === a.botId ? ofA : ofB)) })
      }
      await expectAssigned('us', 95, 97)
      await tick()
      await tick()
      await expectAssigned('eu', 10, 90)
    })

    test('where one of the two has no figure the machine with the most room is taken, and the match keeps none', async () => {
      const [a, b] = await f.newBots(2)
      await stand('us', 'us')
      await measured(a, { eu: 10, us: 95 })
      await measured(b, { us: null })
      const { matchId } = await tick()
      expect(await machineOf(matchId)).toBe('eu')
      expect((await new MatchHistory(f.db).seating(matchId))!.from).toBeNull()
    })
  })
}
