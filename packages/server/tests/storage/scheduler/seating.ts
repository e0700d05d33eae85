/** Contract of which bots a tick seats, for any database. The pure rules have their own tests beside them. */
import { draw, drawPorts, drawStage } from '@arena/engine'
import { describe, expect, test } from 'vitest'
import type { SeatedBot } from '../../../../host/src/order.ts'
import { abortedOf, HOUR, resultOf, SECOND } from '../fixture.ts'
import type { Fixture } from '../fixture.ts'
import { fail, hearing, ids, nextPair, REST, TICK } from './kit.ts'

export function seatingContract(fixture: () => Fixture): void {
  const { listener, scheduler } = hearing()

  describe('a tick', () => {
    test('Match `status` (none) -> `running`: two bots are seated, and a host is asked to play them', async () => {
      const f = fixture()
      const bots = [await f.bot({ name: 'Waveland' }), await f.bot({ name: 'Edgeguard' })]
      const { order } = await scheduler(f).tick()
      expect(listener.orders).toEqual([order])
      expect(order!.bots.toSorted((a, b) => (a.botId < b.botId ? -1 : 1))).toEqual(
        bots.toSorted((a, b) => (a.botId < b.botId ? -1 : 1)),
      )
      expect(order).toMatchObject({ mode: 'live', startedAt: f.now, seed: expect.stringMatching(/^[0-9a-f]{64}$/) })
      expect(await f.matches.find(order!.matchId)).toMatchObject({
        status: 'running',
        stage: null,
        seed: null,
        players: [{ botId: order!.bots[0].botId }, { botId: order!.bots[1].botId }],
        startedAt: new Date(f.now).toISOString(),
      })
    })

    test('Matchmaking 1: each tick starts at most one match', async () => {
      const f = fixture()
      for (let i = 0; i < 6; i++) await f.bot()
      const one = scheduler(f)
      await one.tick()
      f.now += TICK - 1
      await one.tick()
      expect(listener.orders).toHaveLength(1)
      f.now += 1
      await one.tick()
      expect(listener.orders).toHaveLength(2)
      f.now += TICK
      await one.tick()
      expect(listener.orders).toHaveLength(3)
      f.now += TICK
      expect((await one.tick()).order).toBeNull()
    })

    test('Matchmaking 2: candidates have rested 2 minutes since their last match', async () => {
      const f = fixture()
      const [a, b] = [await f.bot(), await f.bot()]
      const one = scheduler(f)
      await f.play(a, b)
      const ended = f.now
      f.now = ended + REST - TICK - 1
      expect(await nextPair(f, one)).toBeNull()
      f.now = ended + REST - TICK
      expect(await nextPair(f, one)).toEqual(ids(a, b))
    })

    test('Matchmaking 2 and Bot `status`: `paused` bots are not seated, nor are deleted ones', async () => {
      const f = fixture()
      const owner = await f.account()
      const [a, b, c] = [await f.bot({ owner }), await f.bot(), await f.bot()]
      await f.bots.update(owner, a.botId, { status: 'paused' })
      const one = scheduler(f)
      expect(await nextPair(f, one)).toEqual(ids(b, c))
      const d = await f.bot()
      expect(await nextPair(f, one)).toBeNull()
      await f.bots.update(owner, a.botId, { status: 'active' })
      expect(await nextPair(f, one)).toEqual(ids(a, d))
      const other = await f.account()
      const e = await f.bot({ owner: other })
      await f.bot()
      await f.bots.remove(other, e.botId)
      expect(await nextPair(f, one)).toBeNull()
    })

    test('Modes: a bot meets, and so is rated against, bots of its own mode only, however close others are', async () => {
      const f = fixture()
      const [a, b, c] = [await f.bot(), await f.bot(), await f.bot()]
      await f.rate(c, 40)
      const one = scheduler(f)
      await f.withAnotherMode(b, async () => {
        expect(await nextPair(f, one)).toEqual(ids(a, c))
        expect(await nextPair(f, one)).toBeNull()
      })
    })

    test('Matchmaking 3: the two candidates closest in rating are seated', async () => {
      const f = fixture()
      const bots = []
      for (const mu of [30, 10, 26, 20]) {
        const bot = await f.bot()
        await f.rate(bot, mu)
        bots.push(bot)
      }
      const one = scheduler(f)
      expect(await nextPair(f, one)).toEqual(ids(bots[0]!, bots[2]!))
      expect(await nextPair(f, one)).toEqual(ids(bots[1]!, bots[3]!))
    })

    test('house bots give way to waiting bots, and play each other when no other bot can play', async () => {
      const f = fixture()
      const [red, blue] = [await f.account(), await f.account()]
      const house = [await f.bot({ owner: red }), await f.bot({ owner: blue })] as const
      const one = scheduler(f, { houseOwners: new Set([red, blue]) })
      expect(await nextPair(f, one)).toEqual(ids(...house))
      await f.finish(resultOf(listener.orders[0]!.matchId, { winner: null }))
      const newcomer = await f.bot()
      await f.rate(newcomer, 5)
      // A house bot rests for up to four times as long as others.
      f.now += 4 * REST
      expect(await nextPair(f, one)).toContain(newcomer.botId)
    })

    test('Matchmaking 3: with house bots among them, the two closest that may meet are seated', async () => {
      const f = fixture()
      const [red, blue] = [await f.account(), await f.account()]
      const rated = async (mu: number, owner?: string) => {
        const bot = await f.bot({ ...(owner !== undefined && { owner }) })
        await f.rate(bot, mu)
        return bot
      }
      const [red20, blue21, red31] = [await rated(20, red), await rated(21, blue), await rated(31, red)]
      const [a, b, c] = [await rated(10), await rated(29), await rated(35)]
      const one = scheduler(f, { houseOwners: new Set([red, blue]) })
      // The bots of the house are 1 apart, but wait for whoever else is there.
      expect(await nextPair(f, one)).toEqual(ids(b, red31))
      expect(await nextPair(f, one)).toEqual(ids(a, red20))
      expect(await nextPair(f, one)).toEqual(ids(c, blue21))
      expect(await nextPair(f, one)).toBeNull()
    })

    test('Matchmaking 4: two bots of the same account never meet; the next-closest pair is seated', async () => {
      const f = fixture()
      const owner = await f.account()
      const [a, b, c] = [await f.bot({ owner }), await f.bot({ owner }), await f.bot()]
      await f.rate(a, 25)
      await f.rate(b, 25.1)
      await f.rate(c, 40)
      const one = scheduler(f)
      expect(await nextPair(f, one)).toEqual(ids(b, c))
      expect(await nextPair(f, one)).toBeNull()
    })

    test('Matchmaking 5: a bot plays at most one match at a time', async () => {
      const f = fixture()
      const [a, b] = [await f.bot(), await f.bot()]
      const one = scheduler(f)
      expect(await nextPair(f, one)).toEqual(ids(a, b))
      const c = await f.bot()
      f.now += HOUR
      expect(await nextPair(f, one)).toBeNull()
      await expect(f.seat(a, c)).rejects.toThrow(/seats_pkey/)
      await f.finish(resultOf(listener.orders[0]!.matchId))
      expect(await f.seat(a, c)).toBeDefined()
    })

    test('Matchmaking 6: the number of simultaneous matches is capped, so a bot may wait several ticks', async () => {
      const f = fixture()
      for (let i = 0; i < 6; i++) await f.bot()
      const one = scheduler(f, { maxMatches: 2 })
      expect(await nextPair(f, one)).not.toBeNull()
      expect(await nextPair(f, one)).not.toBeNull()
      expect(await nextPair(f, one)).toBeNull()
      expect(await nextPair(f, one)).toBeNull()
      await f.finish(resultOf(listener.orders[0]!.matchId))
      expect(await nextPair(f, one)).not.toBeNull()
    })

    test('Matchmaking 7: an account may hold any number of bots, which are never matched against each other', async () => {
      const f = fixture()
      const owner = await f.account()
      for (let i = 0; i < 30; i++) await f.bot({ owner })
      expect(await nextPair(f, scheduler(f))).toBeNull()
    })

    test('of equally close bots those meet that met least recently, then those that rested longest', async () => {
      const f = fixture()
      const [a, b, c] = [await f.bot(), await f.bot(), await f.bot()]
      const meet = async (x: SeatedBot, y: SeatedBot) => {
        const { matchId } = await f.seat(x, y)
        await f.finish(abortedOf(matchId, { answered: [true, true] }))
        f.now += HOUR
      }
      await meet(a, b)
      await meet(b, c)
      const one = scheduler(f)
      expect(await nextPair(f, one)).toEqual(ids(a, c))
      await f.finish(abortedOf(listener.orders[0]!.matchId, { answered: [true, true] }))
      f.now += HOUR
      expect(await nextPair(f, one)).toEqual(ids(a, b))
    })

    test('a bot gets its match even after it was long the only one in the database', async () => {
      const f = fixture()
      expect(await nextPair(f, scheduler(f))).toBeNull()
      await f.bot()
      expect(await nextPair(f, scheduler(f))).toBeNull()
    })

    test('Game rules: which bot gets which port is a coin flip per match, and the stage is one of the six: drawn from the seed', async () => {
      const f = fixture()
      const [a, b] = [await f.bot(), await f.bot()]
      const smaller = ids(a, b)[0]
      const ports = new Set<number>()
      const stages = new Set<number>()
      for (let i = 0; i < 24; i++) {
        const seed = new Uint8Array(32).fill(i)
        f.now += HOUR
        const { order } = await scheduler(f, { seed: () => seed }).tick()
        const port = order!.bots.findIndex((bot) => bot.botId === smaller)
        expect(order!.seed).toBe(Buffer.from(seed).toString('hex'))
        expect(port).toBe(drawPorts(seed))
        expect(port).toBe(draw(seed, 'ports') % 2)
        expect(order!.stage).toBe(drawStage(seed))
        ports.add(port)
        stages.add(order!.stage)
        await f.finish(resultOf(order!.matchId))
      }
      expect(ports).toEqual(new Set([0, 1]))
      expect(stages).toEqual(new Set([31, 32, 28, 8, 2, 3]))
    })

    test('every match has a random seed of its own', async () => {
      const f = fixture()
      for (let i = 0; i < 6; i++) await f.bot()
      const one = scheduler(f)
      for (let i = 0; i < 3; i++) await nextPair(f, one)
      expect(new Set(listener.orders.map((order) => order.seed)).size).toBe(3)
    })

    test('a bot plays at the URL that it had when it was seated', async () => {
      const f = fixture()
      const owner = await f.account()
      const a = await f.bot({ owner })
      await f.bot()
      await f.bots.update(owner, a.botId, { url: 'https://new.example.org/', name: 'new' })
      const { order } = await scheduler(f).tick()
      expect(order!.bots).toContainEqual({ botId: a.botId, name: 'new', url: 'https://new.example.org/' })
    })

    test('a clock that is set back by an hour stops no bot: the next tick seats, one match a tick, and rests are kept', async () => {
      const f = fixture()
      for (let i = 0; i < 8; i++) await f.bot()
      const one = scheduler(f)
      // An hour in which every tick had its match, up to the last.
      const ticks = []
      for (let i = 0; i < 3; i++) {
        ticks.push(await nextPair(f, one))
        await f.finish(resultOf(listener.orders.at(-1)!.matchId))
      }
      expect(ticks).not.toContain(null)
      f.now -= HOUR
      const pair = await nextPair(f, one)
      expect(pair).not.toBeNull()
      f.now += SECOND
      expect((await scheduler(f, { machineId: 'two' }).tick()).order).toBeNull()
      f.now -= SECOND
      await f.finish(resultOf(listener.orders.at(-1)!.matchId))
      const [bot] = pair!
      const seated = listener.orders.length
      const ended = f.now
      while (f.now < ended + REST - TICK) await nextPair(f, one)
      expect(listener.orders.slice(seated).flatMap(({ bots }) => ids(...bots))).not.toContain(bot)
      expect(listener.orders.length).toBeGreaterThan(seated)
    })

    test('no match is seated while there is no host to play on', async () => {
      const f = fixture()
      await f.bot()
      await f.bot()
      let isUp = false
      const one = scheduler(f, { canPlay: () => isUp })
      expect(await nextPair(f, one)).toBeNull()
      isUp = true
      expect(await nextPair(f, one)).not.toBeNull()
    })

    test('a match that no host takes is aborted and counts as a miss for neither bot', async () => {
      const f = fixture()
      const bot = await f.bot()
      await f.bot()
      const { order } = await scheduler(f, { play: fail }).tick()
      expect(await f.matches.find(order!.matchId)).toMatchObject({ status: 'aborted' })
      expect(await f.botRow(bot)).toMatchObject({ misses: 0 })
      expect(listener.logged).toEqual(['no host took the match'])
    })
  })
}
