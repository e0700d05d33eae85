/** Contract of the platform keys that machines of one arena have in common. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKeyPair } from '@arena/protocol'
import type { KeyPair } from '@arena/protocol'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadPlatformKey } from '../../src/platform/key-file.ts'
import { loadKeyRing } from '../../src/platform/key-ring.ts'
import { KeyRotationError, PlatformKeyStore } from '../../src/platform/key-store.ts'
import { PublishedKeys } from '../../src/platform/published-keys.ts'
import { agreeOnKey, PlatformKeyError } from '../../src/platform/shared-key.ts'
import { MINUTE } from './fixture.ts'
import type { Fixture } from './fixture.ts'
import { clockOf } from './test-machine.ts'

const SECRET = 'what the machines of the tests have in common'

export function platformKeysContract(f: Fixture): void {
  describe('the platform key in the database', () => {
    beforeEach(() => f.db.deleteFrom('platform_keys').execute())

    const storeOf = (secret = SECRET) => new PlatformKeyStore(f.db, secret)
    const first = createKeyPair()
    const put = (pair: KeyPair, secret = SECRET) =>
      storeOf(secret).load(
        async () => pair,
        async () => {},
      )
    const load = (secret = SECRET) => put(createKeyPair(), secret)

    test('is that of the machine that comes first; all others sign with it, also those that come at once', async () => {
      expect(await put(first)).toEqual({ current: first, others: [] })
      for (const ring of await Promise.all([load(), load(), load()])) expect(ring.current).toEqual(first)
    })

    test('is of no use to who has the database alone', async () => {
      await put(first)
      const rows = await f.db.selectFrom('platform_keys').selectAll().execute()
      expect(JSON.stringify(rows)).not.toContain(first.privateKey)
      await expect(load('another secret')).rejects.toThrow('ARENA_SECRET')
      await expect(storeOf('another secret').announce()).rejects.toThrow('ARENA_SECRET')
    })

    test('changes in three steps, in all of which what signs is published', async () => {
      const { current: old } = await load()
      const published = async () => new PublishedKeys(f.db, { ...(await load()), source: 'database' }).document()
      await storeOf().announce()
      const announced = await load()
      expect(announced.current).toEqual(old)
      const [next] = announced.others
      expect(await published()).toEqual({ publicKey: old.publicKey, publicKeys: [old.publicKey, next!.publicKey] })

      await storeOf().change()
      expect(await load()).toEqual({ current: next, others: [old] })
      // A machine that has not started again since signs with the old one, and publishes both.
      const before = new PublishedKeys(f.db, { ...announced, source: 'database' })
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
      expect((await put(first)).current).toEqual(first)
    })

    test('gives way to ARENA_PLATFORM_KEY: what signs is published, whatever the database still has', async () => {
      const next = createKeyPair()
      await put(first)
      const given = (...pairs: readonly KeyPair[]) => {
        const platformKeys = pairs.map(({ privateKey }) => privateKey)
        const config = { platformKeys, secret: SECRET, databaseUrl: 'postgres://', dataDir: '', maxMatches: 4 }
        return loadKeyRing(f.db, config, 'one')
      }
      const published = async (...pairs: readonly KeyPair[]) =>
        new PublishedKeys(f.db, await given(...pairs)).document()
      expect((await given(next, first)).current).toEqual(next)
      const [old, added] = [first.publicKey, next.publicKey]
      expect(await published(first, next)).toEqual({ publicKey: old, publicKeys: [old, added] })
      expect(await published(next, first)).toEqual({ publicKey: added, publicKeys: [added, old] })
      expect(await published(next)).toEqual({ publicKey: added })
    })

    test('a previous key is not retired while a machine that is alive signs with it', async () => {
      const { current: old } = await load()
      await agreeOnKey(f.db, { machineId: 'one', publicKey: old.publicKey, maxMatches: 4 })
      await storeOf().announce()
      await storeOf().change()
      await expect(storeOf().retire()).rejects.toThrow('The machine one signs with the previous key')
      expect((await load()).others).toEqual([old])

      const { current, others } = await load()
      const publicKeys = others.map(({ publicKey }) => publicKey)
      await agreeOnKey(f.db, { machineId: 'one', publicKey: current.publicKey, others: publicKeys, maxMatches: 4 })
      await storeOf().retire()
      expect((await load()).others).toEqual([])
    })

    test('a step out of turn changes nothing', async () => {
      await load()
      for (const step of ['change', 'retire'] as const)
        await expect(storeOf()[step]()).rejects.toThrow(KeyRotationError)
      await storeOf().announce()
      await expect(storeOf().announce()).rejects.toThrow(KeyRotationError)
      await storeOf().change()
      await storeOf().announce()
      await expect(storeOf().change()).rejects.toThrow('retire')
      expect((await storeOf().list()).map(({ state }) => state)).toEqual(['current', 'next', 'previous'])
    })
  })

  describe('machines on one database', () => {
    const start = (machineId: string, publicKey: string) =>
      agreeOnKey(f.db, { machineId, publicKey, maxMatches: 4 }, clockOf(f))

    test('sign as one: another platform key is refused, and the error names the file to copy; one alone may change it', async () => {
      await start('first', 'A')
      await start('second', 'A')
      await expect(start('third', 'B')).rejects.toThrow(PlatformKeyError)
      await expect(start('third', 'B')).rejects.toThrow('copy the file platform-key')
      f.now += 2 * MINUTE
      await start('third', 'B')
      await start('third', 'C')
    })
  })

  describe('machines that are given a secret', () => {
    const folders: string[] = []
    beforeEach(() => f.db.deleteFrom('platform_keys').execute())
    afterEach(async () => {
      for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
    })

    /** A machine with a data folder of its own, as it starts with the secret or without. */
    async function machine(machineId: string) {
      const dataDir = await mkdtemp(join(tmpdir(), 'arena-platform-key-'))
      folders.push(dataDir)
      const start = async (secret: string | null, given: readonly KeyPair[] = []): Promise<string> => {
        const platformKeys = given.map(({ privateKey }) => privateKey)
        const config = { platformKeys, secret, databaseUrl: 'postgres://', dataDir, maxMatches: 4 }
        const { current, others } = await loadKeyRing(f.db, config, machineId)
        const publicKeys = others.map(({ publicKey }) => publicKey)
        await agreeOnKey(f.db, { machineId, publicKey: current.publicKey, others: publicKeys, maxMatches: 4 })
        return current.publicKey
      }
      return { start, own: (await loadPlatformKey(dataDir)).publicKey }
    }

    test('keep the key that bots remember: a new one does not put its own in its place, and its error says what to start first', async () => {
      const [old, added] = [await machine('old'), await machine('added')]
      expect(await old.start(null)).toBe(old.own)
      await expect(added.start(SECRET)).rejects.toThrow(PlatformKeyError)
      await expect(added.start(SECRET)).rejects.toThrow('start first the one whose data folder has the key')
      expect(await f.db.selectFrom('platform_keys').selectAll().execute()).toEqual([])

      expect(await old.start(SECRET)).toBe(old.own)
      expect(await added.start(SECRET)).toBe(old.own)
      expect(await old.start(SECRET)).toBe(old.own)
    })

    test('sign with one key also where they start for the first time at once', async () => {
      const machines = [await machine('one'), await machine('two'), await machine('three')]
      const keys = await Promise.all(machines.map(({ start }) => start(SECRET)))
      expect(new Set(keys).size).toBe(1)
    })

    test('and one without it that starts at the same time: one of the two does not start', async () => {
      const [one, two] = [await machine('one'), await machine('two')]
      const starts = await Promise.allSettled([one.start(SECRET), two.start(null)])
      expect(starts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    })

    test('or by ARENA_PLATFORM_KEY do not start beside one that signs with a key which they do not publish', async () => {
      const [one, two] = [await machine('one'), await machine('two')]
      const [old, next] = [createKeyPair(), createKeyPair()]
      await one.start(SECRET)
      await expect(two.start(SECRET, [next])).rejects.toThrow(PlatformKeyError)
      await one.start(null, [old])
      await expect(two.start(null, [next])).rejects.toThrow('Give both the same ARENA_SECRET or ARENA_PLATFORM_KEY')
      // The database still has keys of an earlier time.
      await expect(two.start(SECRET)).rejects.toThrow(PlatformKeyError)
    })

    test('change the key by ARENA_PLATFORM_KEY one after another, in the steps of the guide', async () => {
      const machines = [await machine('one'), await machine('two')]
      const [old, next] = [createKeyPair(), createKeyPair()]
      for (const step of [[old], [old, next], [next, old], [next]]) {
        for (const { start } of machines) expect(await start(null, step)).toBe(step[0]!.publicKey)
      }
      await expect(machines[0]!.start(null, [old])).rejects.toThrow(PlatformKeyError)
    })
  })
}
