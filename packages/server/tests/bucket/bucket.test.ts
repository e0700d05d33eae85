/** The bucket of an S3 server: what an arena needs of it, and what is said when it fails. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, test } from 'vitest'
import { Bucket } from '../../src/replays/bucket/bucket.ts'
import { shared } from '../begun-once.ts'
import { bucketContract } from './contract.ts'
import { S3Server } from './s3-server.ts'
import type { Fault } from './s3-server.ts'

const s3 = shared(() => S3Server.listen())

afterEach(() => {
  s3.fault = () => null
})

bucketContract(() => s3.options)

describe('a server that fails', () => {
  test.each<[string, Fault, string]>([
    ['is overloaded', { status: 503, code: 'SlowDown' }, 'away'],
    ['breaks', { status: 500, code: 'InternalError' }, 'away'],
    ['has had too much', { status: 429, code: 'TooManyRequests' }, 'away'],
    ['forbids it', { status: 403, code: 'AccessDenied' }, 'refused'],
    ['is another one', { status: 301, code: 'PermanentRedirect' }, 'refused'],
    ['ends the connection', 'refuses the connection', 'away'],
  ])('one that %s is told from one that will never answer', async (_what, fault, failure) => {
    s3.fault = () => fault
    const bucket = new Bucket(s3.options)
    await expect(bucket.put('name', Buffer.from('x'))).rejects.toMatchObject({ failure })
    await expect(bucket.get('name')).rejects.toMatchObject({ failure })
    await expect(bucket.delete('name')).rejects.toMatchObject({ failure })
    bucket.close()
  })

  test('one that stays silent is given up', async () => {
    s3.fault = () => 'stays silent'
    const bucket = new Bucket(s3.options, { silenceMs: 50 })
    await expect(bucket.get('name')).rejects.toMatchObject({ failure: 'away', message: /no answer within 0.05 s/ })
    bucket.close()
  })

  test('one that does not listen is away', async () => {
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const { port } = closed.address() as AddressInfo
    closed.close()
    await once(closed, 'close')
    const bucket = new Bucket({ ...s3.options, endpoint: `http://127.0.0.1:${port}` })
    await expect(bucket.get('name')).rejects.toMatchObject({ failure: 'away' })
    bucket.close()
  })

  test('a connection that was kept open and is closed meanwhile costs nothing but another', async () => {
    const bucket = new Bucket(s3.options)
    await bucket.put('name', Buffer.from('content'))
    let asked = 0
    s3.fault = () => (asked++ === 0 ? 'refuses the connection' : null)
    expect(await text(await bucket.get('name'))).toBe('content')
    expect(asked).toBe(2)
    bucket.close()
  })

  test('what is asked of a closed one fails at once', async () => {
    const bucket = new Bucket(s3.options)
    bucket.close()
    await expect(bucket.get('name')).rejects.toMatchObject({ failure: 'away' })
  })
})
