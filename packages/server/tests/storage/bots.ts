/** Contract of bots, for any database. */
import { describe, expect, test } from 'vitest'
import { SECOND } from './fixture.ts'
import type { Fixture } from './fixture.ts'

export function botsContract(fixture: () => Fixture): void {
  describe('bots', () => {
    test('a registered bot is `active`', async () => {
      const f = fixture()
      const ownerId = await f.account()
      const bot = await f.bots.register(ownerId, { name: 'Waveland', mode: 'live', url: 'https://bot.example.org/' })
      expect(bot).toEqual({
        id: expect.stringMatching(/^bot_/),
        ownerId,
        name: 'Waveland',
        mode: 'live',
        url: 'https://bot.example.org/',
        status: 'active',
        createdAt: new Date(f.now).toISOString(),
      })
      expect(await f.bots.find(ownerId, bot.id)).toEqual(bot)
    })

    test('an account sees and changes only its own bots, oldest first', async () => {
      const f = fixture()
      const owner = await f.account()
      const ids = []
      for (let i = 0; i < 3; i++) {
        ids.push((await f.bot({ owner })).botId)
        f.now += SECOND
      }
      const other = await f.account()
      expect((await f.bots.list(owner)).map((bot) => bot.id)).toEqual(ids)
      expect(await f.bots.list(other)).toEqual([])
      expect(await f.bots.find(other, ids[0]!)).toBeNull()
      expect(await f.bots.update(other, ids[0]!, { status: 'paused' })).toBeNull()
      expect(await f.bots.remove(other, ids[0]!)).toBeNull()
      expect(await f.bots.find(owner, ids[0]!)).toMatchObject({ status: 'active' })
      for (const call of [f.bots.find(owner, '\0'), f.bots.update(owner, '\0', {}), f.bots.remove(owner, '\0')]) {
        expect(await call).toBeNull()
      }
    })

    test('a change changes what it names and nothing else', async () => {
      const f = fixture()
      const owner = await f.account()
      const { botId } = await f.bot({ owner, name: 'old' })
      const before = await f.bots.find(owner, botId)
      expect(await f.bots.update(owner, botId, { name: 'new' })).toEqual({ ...before, name: 'new' })
      const url = 'https://other.example.org/'
      expect(await f.bots.update(owner, botId, { url })).toEqual({ ...before, name: 'new', url })
      expect(await f.bots.find(owner, botId)).toEqual({ ...before, name: 'new', url })
    })

    test('Bot `status`: the owner pauses, unpauses; each resets the consecutive-miss count', async () => {
      const f = fixture()
      const owner = await f.account()
      const bot = await f.bot({ owner })
      const miss = () =>
        f.db
          .updateTable('bots')
          .set({ misses: 11, missing_since: new Date(f.now) })
          .execute()
      for (const status of ['paused', 'active'] as const) {
        await miss()
        expect(await f.bots.update(owner, bot.botId, { status })).toMatchObject({ status })
        expect(await f.botRow(bot)).toMatchObject({ misses: 0, missing_since: null })
      }
      await miss()
      await f.bots.update(owner, bot.botId, { status: 'active' })
      expect(await f.botRow(bot)).toMatchObject({ misses: 11 })
    })

    test('deleting is soft: the bot is gone for its owner, and records keep the name', async () => {
      const f = fixture()
      const owner = await f.account()
      const bot = await f.bot({ owner, name: 'Waveland' })
      const matchId = await f.play(bot, await f.bot())
      await f.bots.update(owner, bot.botId, { name: 'Renamed' })
      expect(await f.bots.remove(owner, bot.botId)).toMatchObject({ id: bot.botId })
      expect(await f.bots.remove(owner, bot.botId)).toBeNull()
      expect(await f.bots.find(owner, bot.botId)).toBeNull()
      expect(await f.bots.list(owner)).toEqual([])
      expect(await f.bots.update(owner, bot.botId, { status: 'active' })).toBeNull()
      expect((await f.matches.find(matchId))?.players[0]).toMatchObject({ botId: bot.botId, botName: 'Waveland' })
    })
  })
}
