/** What an arena needs of an S3 server, whichever it is. */
import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { Bucket } from '../../src/replays/bucket/bucket.ts'
import type { BucketOptions } from '../../src/config/bucket.ts'

export function bucketContract(options: () => BucketOptions): void {
  const using = async <Result>(changes: Partial<BucketOptions>, use: (bucket: Bucket) => Promise<Result>) => {
    const bucket = new Bucket({ ...options(), ...changes })
    try {
      return await use(bucket)
    } finally {
      bucket.close()
    }
  }
  const read = async (bucket: Bucket, name: string) => buffer(await bucket.get(name))

  describe('a bucket', () => {
    test.each([1, 1_000, 5_000_000])('gives back what was put into it: %i bytes', async (length) => {
      const bytes = randomBytes(length)
      await using({}, async (bucket) => {
        await bucket.put('object.slp.gz', bytes)
        expect((await read(bucket, 'object.slp.gz')).equals(bytes)).toBe(true)
      })
    })

    test('an object that is put again is replaced', async () => {
      await using({}, async (bucket) => {
        await bucket.put('twice', Buffer.from('first, and longer'))
        await bucket.put('twice', Buffer.from('second'))
        expect((await read(bucket, 'twice')).toString()).toBe('second')
      })
    })

    test('what was deleted is missing, and may be deleted again', async () => {
      await using({}, async (bucket) => {
        await bucket.put('gone', Buffer.from('x'))
        await bucket.delete('gone')
        await bucket.delete('gone')
        await expect(bucket.get('gone')).rejects.toMatchObject({ failure: 'missing' })
      })
    })

    test('a prefix keeps two machines apart, and none is needed', async () => {
      await using({ prefix: 'one/a.b_c-d/' }, (bucket) => bucket.put('name', Buffer.from('one')))
      await using({ prefix: '' }, async (bucket) => {
        await expect(bucket.get('name')).rejects.toMatchObject({ failure: 'missing' })
        expect((await read(bucket, 'one/a.b_c-d/name')).toString()).toBe('one')
      })
    })

    test('forty at once', async () => {
      await using({}, async (bucket) => {
        const names = Array.from({ length: 40 }, (_, i) => `many-${i}`)
        await Promise.all(names.map((name) => bucket.put(name, Buffer.from(name))))
        const found = await Promise.all(names.map(async (name) => (await read(bucket, name)).toString()))
        expect(found).toEqual(names)
      })
    })

    test('a wrong secret is refused, with the reason of the server and without the secret', async () => {
      const secret = 'not-the-secret'
      const refused = using({ secret }, (bucket) => bucket.put('name', Buffer.from('x')))
      await expect(refused).rejects.toMatchObject({ failure: 'refused' })
      await expect(refused).rejects.toThrow('PUT name: the bucket answered 403 SignatureDoesNotMatch')
      await expect(refused).rejects.not.toThrow(secret)
    })

    test('an unknown key is refused', async () => {
      const refused = using({ keyId: 'SOMEBODY' }, (bucket) => bucket.get('name'))
      await expect(refused).rejects.toMatchObject({ failure: 'refused', message: /InvalidAccessKeyId/ })
    })

    test('a bucket that does not exist is a matter for the operator', async () => {
      const refused = using({ bucket: 'no-such-bucket' }, (bucket) => bucket.get('name'))
      await expect(refused).rejects.toMatchObject({ failure: 'refused' })
      await expect(refused).rejects.toThrow('NoSuchBucket')
    })

    test('a machine whose clock is wrong is refused', async () => {
      const bucket = new Bucket(options(), { now: () => new Date(Date.now() - 3_600_000) })
      await expect(bucket.get('name')).rejects.toThrow('403 RequestTimeTooSkewed')
      bucket.close()
    })
  })
}
