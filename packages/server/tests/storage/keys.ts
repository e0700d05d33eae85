/** Contract of API keys, for any database. */
import { MAX_KEYS } from '@arena/protocol'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { disableAccount } from '../../src/operators/accounts.ts'
import { HOUR, MINUTE, SECOND } from './fixture.ts'
import type { Fixture } from './fixture.ts'

export function keysContract(f: Fixture): void {
  describe('keys', () => {
    const bearer = { kind: 'bearer', name: 'ci', scopes: ['bots.read', 'bots.write'] } as const
    const publicKey = '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo='
    const signature = { kind: 'signature', name: 'laptop', scopes: ['keys.read'], publicKey } as const

    async function create(userId: string, key: Parameters<Fixture['keys']['create']>[1] = bearer) {
      const created = await f.keys.create(userId, key)
      if (created === 'key-limit-reached') throw new Error(created)
      return created
    }

    test('a bearer secret is `arn_` followed by random base64, returned exactly once; only a hash is kept', async () => {
      const { secret, ...key } = await create(await f.account())
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
      expect(await create(await f.account())).not.toHaveProperty('secret', secret)
    })

    test('a signature key keeps its public key and has no secret', async () => {
      const userId = await f.account()
      const key = await create(userId, signature)
      expect(key).toMatchObject({ kind: 'signature', publicKey, scopes: ['keys.read'] })
      expect(key).not.toHaveProperty('secret')
      expect(await f.keys.findSignature(key.id)).toEqual({ userId, isDisabled: false, key })
    })

    test('a key is found by what its kind presents, and by nothing else', async () => {
      const userId = await f.account()
      const { secret, ...key } = await create(userId)
      expect(await f.keys.findBearer(secret!)).toEqual({ userId, isDisabled: false, key })
      for (const other of [`${secret}x`, 'arn_\0', key.id]) expect(await f.keys.findBearer(other)).toBeNull()
      for (const id of [key.id, 'key_\0']) expect(await f.keys.findSignature(id)).toBeNull()
    })

    test('a key of a disabled account is found as such', async () => {
      const userId = await f.account()
      const { secret } = await create(userId)
      await disableAccount(f.db, userId, new Date(f.now))
      expect(await f.keys.findBearer(secret!)).toMatchObject({ userId, isDisabled: true })
    })

    test('API key: a key is moved to revoked by revoking it, at once and permanently', async () => {
      const userId = await f.account()
      const { id, secret } = await create(userId)
      const signed = await create(userId, signature)
      const revokedAt = new Date(f.now).toISOString()
      expect(await f.keys.revoke(userId, id)).toMatchObject({ id, revokedAt })
      expect(await f.keys.findBearer(secret!)).toBeNull()
      f.now += HOUR
      expect(await f.keys.revoke(userId, id)).toMatchObject({ id, revokedAt })
      await f.keys.revoke(userId, signed.id)
      expect(await f.keys.findSignature(signed.id)).toBeNull()
    })

    test('a key can be revoked by its own account only', async () => {
      const { id, secret } = await create(await f.account())
      for (const other of [id, 'key_\0']) expect(await f.keys.revoke(await f.account(), other)).toBeNull()
      expect(await f.keys.findBearer(secret!)).not.toBeNull()
    })

    test('an account holds at most 20 unrevoked keys, under 50 simultaneous requests', async () => {
      const userId = await f.account()
      const answers = await Promise.all(Array.from({ length: 50 }, () => f.keys.create(userId, bearer)))
      expect(answers.filter((answer) => answer === 'key-limit-reached')).toHaveLength(50 - MAX_KEYS)
      const keys = await f.keys.list(userId)
      expect(keys).toHaveLength(MAX_KEYS)
      // The limit is the account's, and revoked keys do not count.
      await create(await f.account())
      await f.keys.revoke(userId, keys[0]!.id)
      await create(userId)
      expect(await f.keys.create(userId, bearer)).toBe('key-limit-reached')
    })

    test('keys are listed newest first, revoked included', async () => {
      const userId = await f.account()
      const created = []
      for (const name of ['one', 'two', 'three']) {
        created.push((await create(userId, { ...bearer, name })).id)
        f.now += SECOND
      }
      await f.keys.revoke(userId, created[1]!)
      expect((await f.keys.list(userId)).map((key) => key.id)).toEqual(created.toReversed())
      expect(await f.keys.list(await f.account())).toEqual([])
    })

    test('`lastUsedAt` is exact to a minute', async () => {
      const userId = await f.account()
      await create(userId)
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
      const userId = await f.account()
      await expect(f.keys.create(userId, { ...bearer, scopes: [] })).rejects.toThrow(/check constraint/)
      await create(userId)
      await expect(sql`update keys set scopes = array['all']`.execute(f.db)).rejects.toThrow(/check constraint/)
    })
  })
}
