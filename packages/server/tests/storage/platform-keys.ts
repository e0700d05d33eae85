/** Contract of the platform keys that machines of one arena have in common. */
import { createKeyPair } from '@arena/protocol'
import { beforeEach, describe, expect, test } from 'vitest'
import { KeyRotationError, PlatformKeyStore } from '../../src/platform/key-store.ts'
import { PublishedKeys } from '../../src/platform/published-keys.ts'
import type { Fixture } from './fixture.ts'

const SECRET = 'what the machines of the tests have in common'

export function platformKeysContract(fixture: () => Fixture): void {
  describe('the platform key in the database', () => {
    beforeEach(() => fixture().db.deleteFrom('platform_keys').execute())

    const storeOf = (secret = SECRET) => new PlatformKeyStore(fixture().db, secret)
    const first = createKeyPair()
    const load = (secret = SECRET) => storeOf(secret).load(async () => createKeyPair())

    test('is that of the machine that comes first; all others sign with it, also those that come at once', async () => {
      expect(await storeOf().load(async () => first)).toEqual({ current: first, others: [] })
      for (const ring of await Promise.all([load(), load(), load()])) expect(ring.current).toEqual(first)
    })

    test('is of no use to who has the database alone', async () => {
      await storeOf().load(async () => first)
      const rows = await fixture().db.selectFrom('platform_keys').selectAll().execute()
      expect(JSON.stringify(rows)).not.toContain(first.privateKey)
      await expect(load('another secret')).rejects.toThrow('ARENA_SECRET')
      await expect(storeOf('another secret').announce()).rejects.toThrow('ARENA_SECRET')
    })

    test('changes in three steps, in all of which what signs is published', async () => {
      const { current: old } = await load()
      const published = async () => new PublishedKeys(fixture().db, { ...(await load()), isAgreed: true }).document()
      await storeOf().announce()
      const announced = await load()
      expect(announced.current).toEqual(old)
      const [next] = announced.others
      expect(await published()).toEqual({ publicKey: old.publicKey, publicKeys: [old.publicKey, next!.publicKey] })

      await storeOf().change()
      expect(await load()).toEqual({ current: next, others: [old] })
      // A machine that has not started again since signs with the old one, and publishes both.
      const before = new PublishedKeys(fixture().db, { ...announced, isAgreed: true })
      for (const document of [await published(), await before.document()]) {
        expect(document).toEqual({ publicKey: next!.publicKey, publicKeys: [next!.publicKey, old.publicKey] })
      }

      await storeOf().retire()
      expect(await load()).toEqual({ current: next, others: [] })
      expect(await published()).toEqual({ publicKey: next!.publicKey })
    })

    test('a next key is announced beside a current one: before a machine has put its key there, it is refused', async () => {
      await expect(storeOf().announce()).rejects.toThrow('Start a machine')
      expect(await storeOf().list()).toEqual([])
      expect((await storeOf().load(async () => first)).current).toEqual(first)
    })

    test('an earlier build announced it alone: the first machine puts its own key beside it, and signs with that', async () => {
      await load()
      await storeOf().announce()
      await fixture().db.deleteFrom('platform_keys').where('state', '=', 'current').execute()
      const ring = await storeOf().load(async () => first)
      expect([ring.current, ring.others.length]).toEqual([first, 1])
    })

    test('a step out of turn changes nothing', async () => {
      await load()
      await expect(storeOf().change()).rejects.toThrow(KeyRotationError)
      await expect(storeOf().retire()).rejects.toThrow(KeyRotationError)
      await storeOf().announce()
      await expect(storeOf().announce()).rejects.toThrow(KeyRotationError)
      await storeOf().change()
      await storeOf().announce()
      await expect(storeOf().change()).rejects.toThrow('retire')
      expect((await storeOf().list()).map(({ state }) => state)).toEqual(['current', 'next', 'previous'])
    })
  })
}
