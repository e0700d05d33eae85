/** Contract of accounts, for any database. */
import { describe, expect, test } from 'vitest'
import type { Fixture } from './fixture.ts'

export function accountsContract(f: Fixture): void {
  describe('accounts', () => {
    test('an e-mail address has one account, in upper or lower case, also when it signs in twice at once', async () => {
      const emails = ['Ada@Example.org', 'ada@example.org', 'ADA@EXAMPLE.ORG', 'ada@example.ORG']
      const users = await Promise.all(emails.map((email) => f.accounts.findOrCreate(email)))
      expect(new Set(users.map((user) => user.id)).size).toBe(1)
      expect(users[0]).toEqual({ id: expect.stringMatching(/^user_[0-9a-z]{26}$/), name: '', email: 'ada@example.org' })
    })

    test('User `name`: empty until one is picked, and may be changed', async () => {
      const { id, name } = await f.accounts.findOrCreate('ada@example.org')
      expect(name).toBe('')
      expect(await f.accounts.setHandle(id, 'ada')).toMatchObject({ id, name: 'ada' })
      expect((await f.accounts.find(id))?.name).toBe('ada')
      expect(await f.accounts.setHandle(id, 'lovelace')).toMatchObject({ id, name: 'lovelace' })
      expect(await f.accounts.find('user_00000000000000000000000000')).toBeNull()
    })

    test('`handle` is unique across the service, also when many ask for it at once', async () => {
      const users = await Promise.all(Array.from({ length: 8 }, () => f.account()))
      const answers = await Promise.all(users.map((id) => f.accounts.setHandle(id, 'ada')))
      expect(answers.filter((answer) => answer === 'handle-taken')).toHaveLength(7)
      const winner = answers.find((answer) => typeof answer === 'object')!
      expect(await f.accounts.setHandle(winner.id, 'ada')).toEqual(winner)
    })

    test('a deleted account leaves no address, handle, session, key or bot URL; records keep the names of its bots', async () => {
      const id = await f.account('ada')
      const { email } = (await f.accounts.find(id))!
      const [bot, other] = [await f.bot({ owner: id, name: 'Waveland' }), await f.bot()]
      const matchId = await f.play(bot, other)
      await f.bots.noteFailedCheck(bot.botId, { url: bot.url, report: { ok: false, steps: [] } })
      const session = await f.sessions.open(id)
      const key = await f.keys.create(id, { kind: 'bearer', name: 'ci', scopes: ['bots.read'] })
      await f.accounts.delete(id)
      expect([await f.accounts.find(id), await f.accounts.setHandle(id, 'again')]).toEqual([null, null])
      expect(await f.sessions.find(session)).toBeNull()
      expect(await f.keys.findBearer(typeof key === 'object' ? key.secret! : '')).toBeNull()
      expect(await f.bots.list(id)).toEqual([])
      expect(await f.bots.profile(bot.botId)).toMatchObject({ name: 'Waveland', owner: '', isRemoved: true })
      expect([(await f.botRow(bot)).url, (await f.botRow(other)).url]).toEqual(['', other.url])
      expect(await f.db.selectFrom('deploy_checks').selectAll().execute()).toEqual([])
      expect((await f.matches.find(matchId))?.players[0]).toMatchObject({ botName: 'Waveland' })
      // The handle and the address are free again, the address for an account with nothing of the old one.
      const again = await f.accounts.findOrCreate(email)
      expect(again.id).not.toBe(id)
      expect(await f.accounts.setHandle(again.id, 'ada')).toMatchObject({ name: 'ada' })
    })

    test('nothing is added to an account that is deleted at the same time', async () => {
      const id = await f.account()
      const bot = () => f.bots.register(id, { name: 'Waveland', mode: 'live', url: 'https://bot.example.org/' })
      const key = () => f.keys.create(id, { kind: 'bearer', name: 'ci', scopes: ['bots.read'] })
      await Promise.allSettled([bot(), key(), f.accounts.delete(id), bot(), key()])
      expect([await f.bots.list(id), await f.keys.list(id)]).toEqual([[], []])
      for (const add of [bot, key]) await expect(add()).rejects.toMatchObject({ code: 'authentication-required' })
    })

    test.each(['a', 'Ada', 'ä_', 'x'.repeat(33), 'a b'])('the schema refuses the handle %j', async (handle) => {
      await expect(f.accounts.setHandle(await f.account(), handle)).rejects.toThrow(/check constraint/)
    })
  })
}
