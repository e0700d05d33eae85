import { describe, expect, test } from 'vitest'
import { sha256, signedHeaders } from './signature.ts'

/** The examples that AWS publishes for Signature Version 4 of S3, with their key, moment and signatures. */
const KEY = { region: 'us-east-1', keyId: 'AKIAIOSFODNN7EXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' }
const MOMENT = new Date('2013-05-24T00:00:00.000Z')
const HOST = 'examplebucket.s3.amazonaws.com'

describe('Signature Version 4', () => {
  test('a read of a part is signed as in the published example', () => {
    const request = {
      method: 'GET',
      path: '/test.txt',
      headers: { host: HOST, range: 'bytes=0-9' },
      sha256: sha256(''),
    }
    expect(signedHeaders(request, KEY, MOMENT)).toEqual({
      host: HOST,
      range: 'bytes=0-9',
      'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      'x-amz-date': '20130524T000000Z',
      authorization:
        'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, ' +
        'SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, ' +
        'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    })
  })

  test('a write is signed with its body as in the published example', () => {
    const request = {
      method: 'PUT',
      path: '/test%24file.text',
      headers: { host: HOST, date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
      sha256: sha256('Welcome to Amazon S3.'),
    }
    const headers = signedHeaders(request, KEY, MOMENT)
    const signature = '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd'
    expect(headers['authorization']).toContain(`Signature=${signature}`)
    expect(JSON.stringify(headers)).not.toContain(KEY.secret.slice(0, 8))
  })
})
