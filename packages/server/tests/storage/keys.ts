/** Contract of API keys, for any database. */
import { MAX_KEYS } from '@arena/protocol'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { HOUR, MINUTE, SECOND } from './fixture.ts'
import type { Fixture } from './fixture.ts'

export function keysContract(fixture: () => Fixture): void {
  describe('keys', () => {
    const bearer = { kind: 'bearer', name: 'ci', scopes: ['bots.read', 'bots.write'] } as const
    const publicKey = '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo='
    const signature = { kind: 'signature', name: 'laptop', scopes: ['keys.read'], publicKey } as const

    async function create(f: Fixture, userId: string, key: Parameters<Fixture['keys']['create']>[1] = bearer) {
      const created = await f.keys.create(userId, key)
      if (created === 'key-limit-reached') throw new Error(created)
      return created
    }

    test('a bearer secret is `arn_` followed by random base64, returned exactly once; only a hash is kept', async () => {
      const f = fixture()
      const { secret, ...key } = await create(f, await f.account())
      expect(secret).toMatch(/^arn_[A-Za-z0-9+/]{40}$/)
      expect(key).toEqual({
        id: expect.stringMatching(/^key_/),
        kind: 'bearer',
        name: 'ci',
        publicKey: null,
        scopes: ['bots.read', 'bots.write'],
        createdAt: new Date(f.now).toISOString(),
        lastUsedAt: null,
        revokedAt: null,
      })
      const stored = await f.db.selectFrom('keys').selectAll().execute()
      expect(JSON.stringify(stored)).not.toContain(secret!.slice(4))
      expect(await create(f, await f.account())).not.toHaveProperty('secret', secret)
    })

    test('a signature key keeps its public key and has no secret', async () => {
      const f = fixture()
      const userId = await f.account()
      const key = await create(f, userId, signature)
      expect(key).toMatchObject({ kind: 'signature', publicKey, scopes: ['keys.read'] })
      expect(key).not.toHaveProperty('secret')
      expect(await f.keys.findSignature(key.id)).toEqual({ userId, isDisabled: false, key })
    })

    test('a key is found by what its kind presents, and by nothing else', async () => {
      const f = fixture()
      const userId = await f.account()
      const { secret, ...key } = await create(f, userId)
      expect(await f.keys.findBearer(secret!)).toEqual({ userId, isDisabled: false, key })
      expect(await f.keys.findBearer(`${secret}x`)).toBeNull()
      expect(await f.keys.findBearer('arn_\0')).toBeNull()
      expect(await f.keys.findSignature(key.id)).toBeNull()
      expect(await f.keys.findSignature('key_\0')).toBeNull()
    })

    test('a key of a disabled account is found as such', async () => {
      const f = fixture()
      const userId = await f.account()
      const { secret } = await create(f, userId)
      await f.db
        .updateTable('users')
        .set({ disabled_at: new Date(f.now) })
        .where('id', '=', userId)
        .execute()
      expect(await f.keys.findBearer(secret!)).toMatchObject({ userId, isDisabled: true })
    })

    test('API key: a key is moved to revoked by revoking it, at once and permanently', async () => {
      const f = fixture()
      const userId = await f.account()
      const { id, secret } = await create(f, userId)
      const signed = await create(f, userId, signature)
      const revokedAt = new Date(f.now).toISOString()
      expect(await f.keys.revoke(userId, id)).toMatchObject({ id, revokedAt })
      expect(await f.keys.findBearer(secret!)).toBeNull()
      f.now += HOUR
      expect(await f.keys.revoke(userId, id)).toMatchObject({ id, revokedAt })
      await f.keys.revoke(userId, signed.id)
      expect(await f.keys.findSignature(signed.id)).toBeNull()
    })

    test('a key can be revoked by its own account only', async () => {
      const f = fixture()
      const { id, secret } = await create(f, await f.account())
      expect(await f.keys.revoke(await f.account(), id)).toBeNull()
      expect(await f.keys.revoke(await f.account(), 'key_\0')).toBeNull()
      expect(await f.keys.findBearer(secret!)).not.toBeNull()
    })

    test('an account holds at most 20 unrevoked keys, under 50 simultaneous requests', async () => {
      const f = fixture()
      const userId = await f.account()
      const answers = await Promise.all(Array.from({ length: 50 }, () => f.keys.create(userId, bearer)))
      expect(answers.filter((answer) => answer === 'key-limit-reached')).toHaveLength(50 - MAX_KEYS)
      const keys = await f.keys.list(userId)
      expect(keys).toHaveLength(MAX_KEYS)
      // The limit is the account's, and revoked keys do not count.
      await create(f, await f.account())
      await f.keys.revoke(userId, keys[0]!.id)
      await create(f, userId)
      expect(await f.keys.create(userId, bearer)).toBe('key-limit-reached')
    })

    test('keys are listed newest first, revoked included', async () => {
      const f = fixture()
      const userId = await f.account()
      const created = []
      for (const name of ['one', 'two', 'three']) {
        created.push((await create(f, userId, { ...bearer, name })).id)
        f.now += SECOND
      }
      await f.keys.revoke(userId, created[1]!)
      expect((await f.keys.list(userId)).map((key) => key.id)).toEqual(created.toReversed())
      expect(await f.keys.list(await f.account())).toEqual([])
    })

    test('`lastUsedAt` is exact to a minute', async () => {
      const f = fixture()
      const userId = await f.account()
      await create(f, userId)
      const lastUsedAt = async () => Date.parse((await f.keys.list(userId))[0]!.lastUsedAt!)
      const use = async () => f.keys.markUsed((await f.keys.list(userId))[0]!)
      const first = f.now
      await use()
      f.now += MINUTE - 1
      await use()
      expect(await lastUsedAt()).toBe(first)
      f.now += 1
      await use()
      expect(await lastUsedAt()).toBe(f.now)
    })

    test('the schema refuses a key without scopes or with unknown ones', async () => {
      const f = fixture()
      const userId = await f.account()
      await expect(f.keys.create(userId, { ...bearer, scopes: [] })).rejects.toThrow(/check constraint/)
      await expect(
        f.db
          .updateTable('keys')
          .set({ scopes: sql`array['all']` })
          .execute(),
      ).resolves.toBeDefined()
      await create(f, userId)
      await expect(
        f.db
          .updateTable('keys')
          .set({ scopes: sql`array['all']` })
          .execute(),
      ).rejects.toThrow(/check constraint/)
    })
  })
}
