import { createPublicKey, verify as verifyNatively } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBase64, encodeBase64 } from './base64.ts'
import { isPublicKey, sign, verify } from './ed25519.ts'
import {
  createKeyPair,
  DEPLOY_CHECK,
  handshakeMessage,
  publicKeyOf,
  requestMessage,
  signHandshake,
  signRequest,
  verifyHandshake,
  verifyRequest,
} from './index.ts'

const fromHex = (text: string) => encodeBase64(Buffer.from(text, 'hex'))

// RFC 8032 section 7.1, test 3.
const PAIR = {
  privateKey: fromHex('c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7'),
  publicKey: fromHex('fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025'),
}
const OTHER = {
  privateKey: fromHex('4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb'),
  publicKey: fromHex('3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c'),
}
const MATCH = 'match_01k9y40r6yes3v1c5hzq8p2n7t'
const NOW = Date.UTC(2026, 10, 21)

/** Node's own Ed25519, as an outside judge. */
function holds(publicKey: string, message: string | Uint8Array, signature: string): boolean {
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(publicKey, 'base64')])
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  return verifyNatively(null, Buffer.from(message), key, Buffer.from(signature, 'base64'))
}

/** The same base64 text with one bit of what it stands for turned. */
function flipBit(text: string, bit: number): string {
  const bytes = decodeBase64(text) ?? new Uint8Array()
  bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
  return encodeBase64(bytes)
}

describe('Ed25519', () => {
  it('signs as RFC 8032 section 7.1 test 3 says', () => {
    const signature = fromHex(
      '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
    )
    const message = Buffer.from('af82', 'hex')
    expect(publicKeyOf(PAIR.privateKey)).toBe(PAIR.publicKey)
    expect(sign(PAIR.privateKey, message)).toBe(signature)
    expect(verify(PAIR.publicKey, message, signature)).toBe(true)
  })

  it('makes pairs that sign and verify, each its own', () => {
    const [a, b] = [createKeyPair(), createKeyPair()]
    expect(verify(a.publicKey, 'hello', sign(a.privateKey, 'hello'))).toBe(true)
    expect(verify(b.publicKey, 'hello', sign(a.privateKey, 'hello'))).toBe(false)
    expect(a.privateKey).not.toBe(b.privateKey)
  })

  it('text that is no key or no signature verifies nothing and throws nothing', () => {
    const good = sign(PAIR.privateKey, 'hello')
    fc.assert(
      fc.property(fc.string(), fc.uint8Array({ maxLength: 70 }), (text, bytes) => {
        for (const bad of [text, encodeBase64(bytes)]) {
          expect(verify(bad, 'hello', good)).toBe(false)
          expect(verify(PAIR.publicKey, 'hello', bad)).toBe(false)
        }
      }),
      { seed: 4, numRuns: 50 },
    )
  })

  it('a private key that is not 32 bytes is refused without being quoted', () => {
    const secret = encodeBase64(new Uint8Array(31).fill(7))
    expect(() => sign(secret, 'hello')).toThrow(TypeError)
    expect(() => sign(secret, 'hello')).not.toThrow(secret)
  })

  it('a public key of small order, for which anyone can sign anything, verifies nothing', () => {
    const identity = fromHex(`01${'00'.repeat(31)}`)
    const forged = fromHex(`01${'00'.repeat(63)}`)
    expect(verify(identity, 'hello', forged)).toBe(false)
    expect(isPublicKey(identity)).toBe(false)
  })

  it('knows a public key from bytes that are none', () => {
    expect(isPublicKey(PAIR.publicKey)).toBe(true)
    // y = 2 is on no point of the curve.
    for (const bytes of [`02${'00'.repeat(31)}`, '00'.repeat(31), '']) expect(isPublicKey(fromHex(bytes))).toBe(false)
  })
})

describe('handshake signature', () => {
  const headers = signHandshake(PAIR.privateKey, MATCH, NOW)

  it('the upgrade request carries the match id, unix milliseconds, and the signature over <timestamp>.<matchId>', () => {
    expect(Object.keys(headers)).toEqual(['x-arena-match', 'x-arena-timestamp', 'x-arena-signature'])
    expect(headers['x-arena-match']).toBe(MATCH)
    expect(headers['x-arena-timestamp']).toBe('1795219200000')
    expect(handshakeMessage(NOW, MATCH)).toBe(`1795219200000.${MATCH}`)
    expect(holds(PAIR.publicKey, `1795219200000.${MATCH}`, headers['x-arena-signature'])).toBe(true)
  })

  it('verifies, and returns the match', () => {
    expect(verifyHandshake(PAIR.publicKey, headers, NOW)).toEqual({ ok: true, matchId: MATCH })
    expect(verifyHandshake(PAIR.publicKey, signHandshake(PAIR.privateKey, DEPLOY_CHECK, NOW), NOW)).toEqual({
      ok: true,
      matchId: 'deploy-check',
    })
  })

  it('takes a signer in the place of the private key', () => {
    expect(signHandshake((message) => sign(PAIR.privateKey, message), MATCH, NOW)).toEqual(headers)
  })

  it('reject when the timestamp differs from the bot’s clock by more than 30 seconds, either side', () => {
    for (const drift of [-30_000, 30_000]) expect(verifyHandshake(PAIR.publicKey, headers, NOW + drift).ok).toBe(true)
    for (const drift of [-30_001, 30_001]) {
      expect(verifyHandshake(PAIR.publicKey, headers, NOW + drift)).toEqual({ ok: false, reason: 'stale-timestamp' })
    }
  })

  it('refuses another timestamp, another match, another key, another signature', () => {
    const tampered = [
      { ...headers, 'x-arena-timestamp': String(NOW + 1) },
      { ...headers, 'x-arena-match': 'match_01k9y40r6yes3v1c5hzq8p2n7v' },
      { ...headers, 'x-arena-match': DEPLOY_CHECK },
      { ...headers, 'x-arena-signature': signHandshake(PAIR.privateKey, MATCH, NOW + 1)['x-arena-signature'] },
      { ...headers, 'x-arena-signature': signHandshake(OTHER.privateKey, MATCH, NOW)['x-arena-signature'] },
      { ...headers, 'x-arena-signature': '' },
    ]
    for (const each of tampered) {
      expect(verifyHandshake(PAIR.publicKey, each, NOW)).toEqual({ ok: false, reason: 'bad-signature' })
    }
    expect(verifyHandshake(OTHER.publicKey, headers, NOW)).toEqual({ ok: false, reason: 'bad-signature' })
  })

  it('refuses a signature with any single bit turned', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 511 }), (bit) => {
        const signature = flipBit(headers['x-arena-signature'], bit)
        expect(verifyHandshake(PAIR.publicKey, { ...headers, 'x-arena-signature': signature }, NOW).ok).toBe(false)
      }),
      { seed: 5, numRuns: 60 },
    )
  })

  it('refuses a missing header, and one that came twice', () => {
    for (const name of Object.keys(headers)) {
      const { [name]: value, ...rest } = { ...headers } as Record<string, string>
      for (const each of [rest, { ...rest, [name]: [value ?? '', value ?? ''] }]) {
        expect(verifyHandshake(PAIR.publicKey, each, NOW)).toEqual({ ok: false, reason: 'missing-header' })
      }
    }
  })

  it('refuses timestamps that are not plain digits, even when well signed', () => {
    for (const timestamp of [`${NOW}.0`, `+${NOW}`, ` ${NOW}`, '0x1a1fb5b2c00', '1.7952192e12', '', 'NaN']) {
      const signature = sign(PAIR.privateKey, handshakeMessage(timestamp, MATCH))
      const forged = { ...headers, 'x-arena-timestamp': timestamp, 'x-arena-signature': signature }
      expect(verifyHandshake(PAIR.publicKey, forged, NOW).ok, timestamp).toBe(false)
    }
  })
})

describe('request signature', () => {
  const KEY = 'key_01k9y3wa4ff3st9v6x1r8c2jgm'
  const request = { method: 'POST', path: '/bots?dry=1', body: '{"name":"Wäveland"}' }
  const headers = signRequest(PAIR.privateKey, KEY, request, NOW)

  it('the message is {timestamp}.{METHOD}.{path}.{body}, method in upper case, path with its query, exact bytes', () => {
    expect(Buffer.from(requestMessage(NOW, 'post', '/bots?dry=1', request.body)).toString()).toBe(
      '1795219200000.POST./bots?dry=1.{"name":"Wäveland"}',
    )
    const raw = new Uint8Array([0xff, 0x00, 0x2e])
    expect(Buffer.from(requestMessage(1, 'PUT', '/', raw)).toString('hex')).toBe('312e5055542e2f2eff002e')
  })

  it('a request without a body signs the empty string', () => {
    expect(Buffer.from(requestMessage(NOW, 'GET', '/me', '')).toString()).toBe('1795219200000.GET./me.')
  })

  it('carries the key id, unix milliseconds and the signature', () => {
    expect(Object.keys(headers)).toEqual(['x-arena-key', 'x-arena-timestamp', 'x-arena-signature'])
    expect(headers['x-arena-key']).toBe(KEY)
    const message = requestMessage(NOW, request.method, request.path, request.body)
    expect(holds(PAIR.publicKey, message, headers['x-arena-signature'])).toBe(true)
    expect(verifyRequest(PAIR.publicKey, headers, request, NOW)).toEqual({ ok: true })
    expect(verifyRequest(PAIR.publicKey, headers, { ...request, body: Buffer.from(request.body) }, NOW)).toEqual({
      ok: true,
    })
  })

  it('the timestamp MUST be within 5 minutes of the service’s clock', () => {
    for (const drift of [-300_000, 300_000]) {
      expect(verifyRequest(PAIR.publicKey, headers, request, NOW + drift).ok).toBe(true)
    }
    for (const drift of [-300_001, 300_001]) {
      expect(verifyRequest(PAIR.publicKey, headers, request, NOW + drift)).toEqual({
        ok: false,
        reason: 'stale-timestamp',
      })
    }
  })

  it('a captured request cannot be altered or used for another method, path or body', () => {
    const altered = [
      { ...request, method: 'PATCH' },
      { ...request, path: '/bots' },
      { ...request, path: '/bots?dry=0' },
      { ...request, path: '/bots?dry=1&x' },
      { ...request, body: '' },
      { ...request, body: `${request.body} ` },
      { ...request, body: request.body.normalize('NFD') },
    ]
    for (const each of altered) {
      expect(verifyRequest(PAIR.publicKey, headers, each, NOW)).toEqual({ ok: false, reason: 'bad-signature' })
    }
    expect(verifyRequest(OTHER.publicKey, headers, request, NOW).ok).toBe(false)
    expect(verifyRequest(PAIR.publicKey, { ...headers, 'x-arena-timestamp': String(NOW + 1) }, request, NOW).ok).toBe(
      false,
    )
  })

  it('takes a verifier in the place of the public key', () => {
    const native = (message: Uint8Array, signature: string) => holds(PAIR.publicKey, message, signature)
    expect(verifyRequest(native, headers, request, NOW)).toEqual({ ok: true })
    expect(verifyRequest(native, headers, { ...request, body: '' }, NOW)).toEqual({
      ok: false,
      reason: 'bad-signature',
    })
  })

  it('refuses a missing header', () => {
    for (const name of ['x-arena-timestamp', 'x-arena-signature']) {
      expect(verifyRequest(PAIR.publicKey, { ...headers, [name]: undefined }, request, NOW)).toEqual({
        ok: false,
        reason: 'missing-header',
      })
    }
  })
})
