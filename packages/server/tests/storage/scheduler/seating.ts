/** Contract of which bots a tick seats, for any database. The pure rules have their own tests beside them. */
import { draw, drawPorts, drawStage } from '@arena/engine'
import { describe, expect, test } from 'vitest'
import type { SeatedBot } from '../../../../host/src/order.ts'
import { abortedOf, HOUR, resultOf } from '../fixture.ts'
import type { Fixture } from '../fixture.ts'
import { fail, hearing, ids, nextPair, REST, TICK } from './kit.ts'

export function seatingContract(f: Fixture): void {
  const { listener, scheduler } = hearing(f)

  describe('a tick', () => {
    test('Match `status` (none) -> `running`: two bots are seated, and a host is asked to play them', async () => {
      const bots = await f.newBots(2)
      const { order } = await scheduler().tick()
      expect(listener.orders).toEqual([order])
      expect(new Set(order!.bots)).toEqual(new Set(bots))
      expect(order).toMatchObject({ mode: 'live', startedAt: f.now, seed: expect.stringMatching(/^[0-9a-f]{64}$/) })
      const players = order!.bots.map(({ botId }) => ({ botId }))
      const startedAt = new Date(f.now).toISOString()
      const match = { status: 'running', stage: null, seed: null, players, startedAt }
      expect(await f.matches.find(order!.matchId)).toMatchObject(match)
    })

    test('Matchmaking 1: each tick starts at most one match, with a random seed of its own', async () => {
      await f.newBots(6)
      const one = scheduler()
      for (const [ms, matches] of [
        [0, 1],
        [TICK - 1, 1],
        [1, 2],
        [TICK, 3],
      ] as const) {
        f.now += ms
        await one.tick()
        expect(listener.orders).toHaveLength(matches)
      }
      expect(new Set(listener.orders.map(({ seed }) => seed)).size).toBe(3)
      f.now += TICK
      expect((await one.tick()).order).toBeNull()
    })

    test('Matchmaking 2: candidates have rested 2 minutes since their last match', async () => {
      const [a, b] = await f.newBots(2)
      await f.play(a, b)
      f.now += REST - TICK - 1
      expect(await nextPair(f, scheduler())).toBeNull()
      f.now += 1 - TICK
      expect(await nextPair(f, scheduler())).toEqual(ids(a, b))
    })

    test('Matchmaking 2 and Bot `status`: `paused` bots are not seated, nor are deleted ones', async () => {
      const owner = await f.account()
      const [a, b, c] = [await f.bot({ owner }), await f.bot(), await f.bot()]
      await f.bots.update(owner, a.botId, { status: 'paused' })
      const one = scheduler()
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
      const [a, b, c] = await f.newBots(3)
      await f.rate(c, 40)
      await f.withAnotherMode(b, async () => {
        for (const pair of [ids(a, c), null]) expect(await nextPair(f, scheduler())).toEqual(pair)
      })
    })

    test('house bots give way to waiting bots, and play each other when no other bot can play', async () => {
      const [red, blue] = [await f.account(), await f.account()]
      const house = [await f.bot({ owner: red }), await f.bot({ owner: blue })] as const
      const one = scheduler({ houseOwners: new Set([red, blue]) })
      expect(await nextPair(f, one)).toEqual(ids(...house))
      await f.finish(resultOf(listener.orders[0]!.matchId, { winner: null }))
      const newcomer = await f.bot()
      await f.rate(newcomer, 5)
      // A house bot rests for up to four times as long as others.
      f.now += 4 * REST
      expect(await nextPair(f, one)).toContain(newcomer.botId)
    })

    test('Matchmaking 3, 4 and 7: the two closest in rating are seated; two bots of the same account never meet, however many it holds', async () => {
      const owner = await f.account()
      const [a, b, ...others] = await f.newBots(5, { owner })
      const [c, d] = await f.newBots(2)
      for (const [bot, mu] of [
        [a, 25],
        [b, 25.1],
        [c, 40],
        [d, 25.3],
      ] as const)
        await f.rate(bot, mu)
      for (const bot of others) await f.rate(bot, 0)
      const one = scheduler()
      expect(await nextPair(f, one)).toEqual(ids(b, d))
      expect(await nextPair(f, one)).toEqual(ids(a, c))
      expect(await nextPair(f, one)).toBeNull()
    })

    test('Matchmaking 5: a bot plays at most one match at a time', async () => {
      const [a, b] = await f.newBots(2)
      const one = scheduler()
      expect(await nextPair(f, one)).toEqual(ids(a, b))
      const c = await f.bot()
      f.now += HOUR
      expect(await nextPair(f, one)).toBeNull()
      await expect(f.seat(a, c)).rejects.toThrow(/seats_pkey/)
      await f.finish(resultOf(listener.orders[0]!.matchId))
      expect(await f.seat(a, c)).toBeDefined()
    })

    test('Matchmaking 6: the number of simultaneous matches is capped, so a bot may wait several ticks', async () => {
      await f.newBots(6)
      const one = scheduler({ maxMatches: 2 })
      const seated = []
      for (let i = 0; i < 4; i++) seated.push((await nextPair(f, one)) !== null)
      expect(seated).toEqual([true, true, false, false])
      await f.finish(resultOf(listener.orders[0]!.matchId))
      expect(await nextPair(f, one)).not.toBeNull()
    })

    test('of equally close bots those meet that met least recently, then those that rested longest', async () => {
      const [a, b, c] = await f.newBots(3)
      const meet = async (x: SeatedBot, y: SeatedBot) => {
        await f.abort(x, y, { answered: [true, true] })
        f.now += HOUR
      }
      await meet(a, b)
      await meet(b, c)
      const one = scheduler()
      expect(await nextPair(f, one)).toEqual(ids(a, c))
      await f.finish(abortedOf(listener.orders[0]!.matchId, { answered: [true, true] }))
      f.now += HOUR
      expect(await nextPair(f, one)).toEqual(ids(a, b))
    })

    test('Game rules: which bot gets which port is a coin flip per match, and the stage is one of the six: drawn from the seed', async () => {
      const [a, b] = await f.newBots(2)
      const smaller = ids(a, b)[0]
      const ports = new Set<number>()
      const stages = new Set<number>()
      // One of six stages is missing after a hundred draws once in ten million runs.
      for (let i = 0; i < 100; i++) {
        f.now += HOUR
        const { order } = await scheduler().tick()
        const seed = Buffer.from(order!.seed, 'hex')
        const port = order!.bots.findIndex((bot) => bot.botId === smaller)
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

    test('a bot plays at the URL that it had when it was seated', async () => {
      const owner = await f.account()
      const [{ botId }] = [await f.bot({ owner }), await f.bot()]
      const change = { url: 'https://new.example.org/', name: 'new' }
      await f.bots.update(owner, botId, change)
      const { order } = await scheduler().tick()
      expect(order!.bots).toContainEqual({ botId, ...change })
    })

    test('a match that no host takes is aborted and counts as a miss for neither bot', async () => {
      const bot = await f.bot()
      await f.bot()
      const { order } = await scheduler({ play: fail }).tick()
      expect(await f.matches.find(order!.matchId)).toMatchObject({ status: 'aborted' })
      expect(await f.botRow(bot)).toMatchObject({ misses: 0 })
      expect(listener.logged).toEqual(['no host took the match'])
    })
  })
}
