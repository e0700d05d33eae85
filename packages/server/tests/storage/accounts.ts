/** Contract of accounts, for any database. */
import { describe, expect, test } from 'vitest'
import type { Fixture } from './fixture.ts'

export function accountsContract(fixture: () => Fixture): void {
  describe('accounts', () => {
    test('an e-mail address has one account, in upper or lower case, also when it signs in twice at once', async () => {
      const { accounts } = fixture()
      const users = await Promise.all(
        ['Ada@Example.org', 'ada@example.org', 'ADA@EXAMPLE.ORG', 'ada@example.ORG'].map((email) =>
          accounts.findOrCreate(email),
        ),
      )
      expect(new Set(users.map((user) => user.id)).size).toBe(1)
      expect(users[0]).toEqual({ id: expect.stringMatching(/^user_[0-9a-z]{26}$/), name: '', email: 'ada@example.org' })
    })

    test('User `name`: empty until one is picked', async () => {
      const { accounts } = fixture()
      const { id } = await accounts.findOrCreate('ada@example.org')
      expect((await accounts.find(id))?.name).toBe('')
      expect(await accounts.setHandle(id, 'ada')).toMatchObject({ id, name: 'ada' })
      expect((await accounts.find(id))?.name).toBe('ada')
      expect(await accounts.find('user_00000000000000000000000000')).toBeNull()
    })

    test('`handle` is unique across the service, also when many ask for it at once', async () => {
      const f = fixture()
      const users = await Promise.all(Array.from({ length: 8 }, () => f.account()))
      const answers = await Promise.all(users.map((id) => f.accounts.setHandle(id, 'ada')))
      expect(answers.filter((answer) => answer === 'handle-taken')).toHaveLength(7)
      const winner = answers.find((answer) => typeof answer === 'object')!
      expect(await f.accounts.setHandle(winner.id, 'ada')).toEqual(winner)
    })

    test.each(['a', 'Ada', 'ä_', 'x'.repeat(33), 'a b'])('the schema refuses the handle %j', async (handle) => {
      const f = fixture()
      await expect(f.accounts.setHandle(await f.account(), handle)).rejects.toThrow(/check constraint/)
    })
  })
}
