/** API keys over HTTP: both kinds, what they may do, and that nothing but the exact signed request passes. */
import { generateKeyPairSync } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { ApiKeyMeta, BotList, createKeyPair, CreatedKey, KeyList, KeyScope, signRequest, User } from '@arena/protocol'
import { beforeEach, describe, expect, test } from 'vitest'
import { expectPrivate, expectProblem } from './answers.ts'
import { sharedService } from './begun-once.ts'

const service = sharedService({ ARENA_TRUST_PROXY: '127.0.0.1' })
let accounts = 0
/** The address of a new account for each test. */
let email: string

beforeEach(() => {
  email = `owner${++accounts}@example.org`
})

type Headers = Readonly<Record<string, string>>

/** Headers of a session of the test's account, which carries every scope. */
async function session(): Promise<Headers> {
  const { id } = await service.context.accounts.findOrCreate(email)
  return { cookie: `arena=${await service.context.sessions.open(id)}` }
}

const withKey = async (scopes: readonly KeyScope[]): Promise<Headers> => ({
  authorization: `Bearer ${await service.bearer(email, scopes)}`,
})

const create = (body: unknown, credentials: Headers) =>
  service.fetch('/keys', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...credentials },
    body: JSON.stringify(body),
  })
const list = (credentials: Headers) => service.fetch('/keys', { headers: credentials })
const revoke = (id: string, credentials: Headers) =>
  service.fetch(`/keys/${id}`, { method: 'DELETE', headers: credentials })

const BEARER = { kind: 'bearer', name: 'ci', scopes: ['bots.read', 'bots.write'] } as const

describe('POST /keys', () => {
  test('a bearer key: ApiKeyMeta and its secret, `arn_` and random base64, returned exactly once', async () => {
    const owner = await session()
    const { secret, ...key } = await expectPrivate(await create(BEARER, owner), CreatedKey)
    expect(secret).toMatch(/^arn_[A-Za-z0-9+/]{40}$/)
    expect(key).toEqual({
      id: expect.stringMatching(/^key_/),
      ...BEARER,
      publicKey: null,
      createdAt: expect.any(String),
      lastUsedAt: null,
      revokedAt: null,
    })
    const response = await list(owner)
    const body = await response.clone().text()
    expect((await expectPrivate(response, KeyList)).keys).toEqual([key])
    expect(body).not.toContain('secret')
    expect(service.logged()).not.toContain(secret)
    const headers = { authorization: `Bearer ${secret}` }
    await expectPrivate(await service.fetch('/bots', { headers }), BotList)
  })

  test('a signature key, in whichever spelling it comes, is stored and echoed as raw-32-byte base64', async () => {
    const owner = await session()
    const { publicKey } = generateKeyPairSync('ed25519')
    const der = publicKey.export({ format: 'der', type: 'spki' })
    const raw = der.subarray(-32).toString('base64')
    const pem = publicKey.export({ format: 'pem', type: 'spki' })
    const body = { kind: 'signature', name: 'laptop', publicKey: pem, scopes: ['keys.read'] }
    const key = await expectPrivate(await create(body, owner), CreatedKey)
    expect(key).toMatchObject({ kind: 'signature', publicKey: raw, scopes: ['keys.read'] })
    expect(key).not.toHaveProperty('secret')
    expect(await expectPrivate(await list(owner), KeyList)).toMatchObject({ keys: [{ publicKey: raw }] })
  })

  test.each([
    [{ ...BEARER, kind: 'basic' }, 'kind'],
    [{ ...BEARER, name: '' }, 'name'],
    [{ ...BEARER, name: 'x'.repeat(65) }, 'name'],
    [{ ...BEARER, scopes: [] }, 'scopes'],
    [{ ...BEARER, scopes: ['root'] }, 'scopes.0'],
    [{ kind: 'bearer', name: 'ci' }, 'scopes'],
    [{ ...BEARER, publicKey: 'x' }, ''],
    [{ ...BEARER, kind: 'signature' }, 'publicKey'],
    [{ ...BEARER, kind: 'signature', publicKey: 'ssh-rsa AAAA ada' }, 'publicKey'],
    [
      { ...BEARER, kind: 'signature', publicKey: '-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----' },
      'publicKey',
    ],
    [{ ...BEARER, kind: 'signature', publicKey: 'x'.repeat(2049) }, 'publicKey'],
  ])('400 for %j, which names the place', async (body, place) => {
    const problem = await expectProblem(await create(body, await session()), 'invalid-request')
    expect(problem.errors!.map(({ path }) => path)).toEqual([place])
    expect((await service.context.keys.list((await service.context.accounts.findOrCreate(email)).id)).length).toBe(0)
  })

  test('API key `name`: 1..64 characters, and a scope named twice is one scope', async () => {
    const owner = await session()
    const body = { ...BEARER, name: 'ä'.repeat(64), scopes: ['bots.read', 'bots.read'] }
    expect(await expectPrivate(await create(body, owner), CreatedKey)).toMatchObject({
      name: body.name,
      scopes: ['bots.read'],
    })
  })

  test('a key cannot create a key with scopes that it lacks itself: 403 names the first', async () => {
    const limited = await withKey(['keys.write', 'bots.read'])
    await expectPrivate(await create({ ...BEARER, scopes: ['bots.read', 'keys.write'] }, limited), CreatedKey)
    const problem = await expectProblem(
      await create({ ...BEARER, scopes: ['bots.read', 'bots.write'] }, limited),
      'missing-scope',
    )
    expect(problem.scope).toBe('bots.write')
    expect(await service.context.keys.list((await service.context.accounts.findOrCreate(email)).id)).toHaveLength(2)
  })

  test('a session carries every scope', async () => {
    const body = { ...BEARER, scopes: KeyScope.options }
    expect(await expectPrivate(await create(body, await session()), CreatedKey)).toMatchObject({
      scopes: KeyScope.options,
    })
  })
})

describe('GET /keys and DELETE /keys/{id}', () => {
  test('API key: scopes are fixed at creation: nothing changes them, neither use nor revoking', async () => {
    const owner = await session()
    const { id, secret } = await expectPrivate(await create({ ...BEARER, scopes: ['bots.read'] }, owner), CreatedKey)
    const bearer = { authorization: `Bearer ${secret}` }
    const more = JSON.stringify({ scopes: KeyScope.options })
    for (const method of ['PATCH', 'PUT', 'POST']) {
      for (const credentials of [owner, bearer]) {
        const headers = { 'content-type': 'application/json', ...credentials }
        const answer = await service.fetch(`/keys/${id}`, { method, headers, body: more })
        expect(answer.headers.get('allow')).toBe('DELETE')
        await expectProblem(answer, 'method-not-allowed')
      }
    }
    await expectPrivate(await service.fetch('/bots', { headers: bearer }), BotList)
    expect((await expectProblem(await list(bearer), 'missing-scope')).scope).toBe('keys.read')
    const { keys } = await expectPrivate(await list(owner), KeyList)
    expect(keys.map(({ scopes }) => scopes)).toEqual([['bots.read']])
    expect(await expectPrivate(await revoke(id, owner), ApiKeyMeta)).toMatchObject({ scopes: ['bots.read'] })
  })

  test('revocation is effective at once, for both kinds, and a key may revoke itself', async () => {
    const bearer = await withKey(['keys.read', 'keys.write'])
    const signer = await newSigner(['keys.read'])
    await expectPrivate(await signer.fetch('GET', '/keys'), KeyList)
    const { keys } = await expectPrivate(await list(bearer), KeyList)
    await expectPrivate(await revoke(keys.find(({ kind }) => kind === 'signature')!.id, bearer), ApiKeyMeta)
    await expectProblem(await signer.fetch('GET', '/keys'), 'authentication-required')
    await expectPrivate(await revoke(keys.find(({ kind }) => kind === 'bearer')!.id, bearer), ApiKeyMeta)
    await expectProblem(await list(bearer), 'authentication-required')
  })

  test('`lastUsedAt` is the time of the last use, and a refused one does not count', async () => {
    const signer = await newSigner(['bots.read'])
    const lastUsedAt = async () => (await expectPrivate(await list(await session()), KeyList)).keys[0]!.lastUsedAt
    await signer.fetch('GET', '/bots', '', { 'x-arena-signature': 'AAAA' })
    expect(await lastUsedAt()).toBeNull()
    const before = Date.now()
    await expectPrivate(await signer.fetch('GET', '/bots'), BotList)
    expect(Date.parse((await lastUsedAt())!)).toBeGreaterThanOrEqual(before - 1)
  })
})

interface Signer {
  readonly keyId: string
  readonly privateKey: string
  /** Signs the request and sends it with the given headers in place of its own. */
  fetch(method: string, path: string, body?: string, instead?: Headers): Promise<Response>
}

async function newSigner(scopes: readonly KeyScope[]): Promise<Signer> {
  const { privateKey, publicKey } = createKeyPair()
  const { id: userId } = await service.context.accounts.findOrCreate(email)
  const key = await service.context.keys.create(userId, { kind: 'signature', name: 'test', scopes, publicKey })
  if (key === 'key-limit-reached') throw new Error(key)
  return {
    keyId: key.id,
    privateKey,
    fetch: (method, path, body = '', instead = {}) =>
      service.fetch(path, {
        method,
        headers: {
          ...(body !== '' && { 'content-type': 'application/json' }),
          ...signRequest(privateKey, key.id, { method, path, body }, Date.now()),
          ...instead,
        },
        ...(body !== '' && { body }),
      }),
  }
}

/** `fetch` writes paths anew; this sends them as they are. */
function statusOf(path: string, headers: Headers): Promise<number | undefined> {
  const { hostname, port } = new URL(service.url)
  return new Promise((resolve, reject) => {
    httpRequest({ hostname, port, path, headers }, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end()
  })
}

describe('Signature key', () => {
  test('each request carries three headers over {timestamp}.{METHOD}.{path}.{body}; no body signs the empty string', async () => {
    const signer = await newSigner(['account.read', 'account.write', 'keys.read', 'keys.write'])
    await expectPrivate(await signer.fetch('GET', '/me'), User)
    const handle = `signed_${accounts}`
    expect(
      await expectPrivate(await signer.fetch('POST', '/me/handle', JSON.stringify({ handle })), User),
    ).toMatchObject({
      name: handle,
    })
    const other = await expectPrivate(
      await signer.fetch('POST', '/keys', JSON.stringify({ ...BEARER, scopes: ['keys.read'] })),
      CreatedKey,
    )
    await expectPrivate(await signer.fetch('DELETE', `/keys/${other.id}`), ApiKeyMeta)
    expect((await signer.fetch('HEAD', '/me')).status).toBe(200)
  })

  test('`body` is the exact raw bytes sent: white space, escapes and non-ASCII text as they are', async () => {
    const signer = await newSigner(['account.write', 'keys.write'])
    const name = '\u00e4\u{1f3ae}'
    for (const body of [
      ` {"kind" :\t"bearer",\r\n"name":"${name}","scopes":["keys.write"]}\n`,
      String.raw`{"kind":"bearer","name":"\u00e4\ud83c\udfae","scopes":["keys.write"]}`,
    ]) {
      expect(await expectPrivate(await signer.fetch('POST', '/keys', body), CreatedKey)).toMatchObject({ name })
    }
  })

  test('`path` includes the query string exactly as sent', async () => {
    const signer = await newSigner(['bots.read'])
    for (const path of ['/bots?a=1&b=%20%2F', '/bots?', '/bots?x=%C3%A4', '/bots?a=b?c=d&a=b', '/%62ots']) {
      const headers = signRequest(signer.privateKey, signer.keyId, { method: 'GET', path, body: '' }, Date.now())
      expect(await statusOf(path, headers), path).toBe(200)
      expect(await statusOf(`${path}&x=1`, headers), path).not.toBe(200)
    }
    const headers = signRequest(signer.privateKey, signer.keyId, { method: 'GET', path: '/bots', body: '' }, Date.now())
    expect(await statusOf('/bots?', headers)).toBe(401)
  })

  describe('a captured request cannot be altered: 401, and nothing happens', () => {
    const HANDLE = () => JSON.stringify({ handle: `mine_${accounts}` })

    async function tamper(change: {
      method?: string
      path?: string
      body?: string
      headers?: (own: Record<string, string>) => Headers
    }) {
      const signer = await newSigner(['account.read', 'account.write', 'keys.read', 'keys.write', 'bots.read'])
      const request = { method: 'POST', path: '/me/handle', body: HANDLE() }
      const own = signRequest(signer.privateKey, signer.keyId, request, Date.now())
      const method = change.method ?? request.method
      const response = await service.fetch(change.path ?? request.path, {
        method,
        headers: { 'content-type': 'application/json', ...own, ...change.headers?.(own) },
        ...(method !== 'GET' && { body: change.body ?? request.body }),
      })
      const problem = await expectProblem(response, 'authentication-required')
      expect(response.headers.get('www-authenticate')).toContain('Bearer realm="arena"')
      const { id } = await service.context.accounts.findOrCreate(email)
      expect((await service.context.accounts.find(id))!.name).toBe('')
      return problem
    }

    const flip = (base64: string, bit: number) => {
      const bytes = Buffer.from(base64, 'base64')
      bytes[bit >> 3]! ^= 1 << (bit & 7)
      return bytes.toString('base64')
    }

    test('another body', async () => {
      await tamper({ body: JSON.stringify({ handle: `other_${accounts}` }) })
      await tamper({ body: `${HANDLE()} ` })
      await tamper({ body: '' })
    })

    test('another path, or another query', async () => {
      await tamper({ path: '/keys' })
      await tamper({ path: '/me/handle?x=1' })
      await tamper({ path: '/me/h%61ndle' })
    })

    test('another method', async () => {
      await tamper({ method: 'GET', path: '/me' })
      await tamper({ method: 'DELETE', path: '/keys/key_01k9y3wa4ff3st9v6x1r8c2jgm' })
    })

    test('another timestamp', async () => {
      await tamper({ headers: (own) => ({ 'x-arena-timestamp': String(Number(own['x-arena-timestamp']) + 1) }) })
      await tamper({ headers: (own) => ({ 'x-arena-timestamp': `${own['x-arena-timestamp']}.0` }) })
      await tamper({ headers: (own) => ({ 'x-arena-timestamp': `+${own['x-arena-timestamp']}` }) })
      await tamper({ headers: () => ({ 'x-arena-timestamp': 'now' }) })
    })

    test('another signature: any bit turned, cut, longer, spelt differently', async () => {
      for (const bit of [0, 7, 200, 255, 256, 400, 511]) {
        await tamper({ headers: (own) => ({ 'x-arena-signature': flip(own['x-arena-signature']!, bit) }) })
      }
      await tamper({ headers: (own) => ({ 'x-arena-signature': own['x-arena-signature']!.slice(0, -4) }) })
      await tamper({ headers: (own) => ({ 'x-arena-signature': own['x-arena-signature']!.replace(/=+$/, '') }) })
      await tamper({
        headers: (own) => ({ 'x-arena-signature': Buffer.from(own['x-arena-signature']!, 'base64').toString('hex') }),
      })
      await tamper({ headers: () => ({ 'x-arena-signature': '' }) })
      await tamper({ headers: () => ({ 'x-arena-signature': Buffer.alloc(64).toString('base64') }) })
    })

    test('the same signature with the group order added to its second half, which lax verifiers take', async () => {
      const order = (1n << 252n) + 27742317777372353535851937790883648493n
      await tamper({
        headers: (own) => {
          const bytes = Buffer.from(own['x-arena-signature']!, 'base64')
          const half = BigInt(`0x${Buffer.from(bytes.subarray(32)).reverse().toString('hex')}`) + order
          const malleable = Buffer.from(half.toString(16).padStart(64, '0'), 'hex').reverse()
          return { 'x-arena-signature': Buffer.concat([bytes.subarray(0, 32), malleable]).toString('base64') }
        },
      })
    })

    test('another key: of the same account, unknown, of another kind', async () => {
      const second = await newSigner(['account.write'])
      await tamper({ headers: () => ({ 'x-arena-key': second.keyId }) })
      await tamper({ headers: () => ({ 'x-arena-key': 'key_01k9y3wa4ff3st9v6x1r8c2jgm' }) })
      await tamper({ headers: () => ({ 'x-arena-key': "' or 1=1 --" }) })
      await service.bearer(email, ['account.write'])
      const { id } = await service.context.accounts.findOrCreate(email)
      const bearer = (await service.context.keys.list(id)).find(({ kind }) => kind === 'bearer')!
      await tamper({ headers: () => ({ 'x-arena-key': bearer.id }) })
    })
  })

  test('`x-arena-timestamp` MUST be within 5 minutes of the service’s clock, either side', async () => {
    const signer = await newSigner(['account.read'])
    const at = (ms: number) => {
      const headers = signRequest(signer.privateKey, signer.keyId, { method: 'GET', path: '/me', body: '' }, ms)
      return service.fetch('/me', { headers })
    }
    const MINUTES = 60_000
    await expectPrivate(await at(Date.now() - 4.9 * MINUTES), User)
    await expectPrivate(await at(Date.now() + 4.9 * MINUTES), User)
    for (const ms of [Date.now() - 5 * MINUTES - 1, Date.now() + 5.1 * MINUTES, 0]) {
      expect((await expectProblem(await at(ms), 'authentication-required')).detail).toContain('within 5 minutes')
    }
  })

  test('there is no nonce: a captured request can be replayed as-is within the window', async () => {
    const signer = await newSigner(['account.read'])
    const headers = signRequest(signer.privateKey, signer.keyId, { method: 'GET', path: '/me', body: '' }, Date.now())
    for (let n = 0; n < 3; n++) await expectPrivate(await service.fetch('/me', { headers }), User)
  })

  test('Each request carries three headers: 401 says so when one is missing, even with a valid session', async () => {
    const signer = await newSigner(['account.read'])
    const headers = signRequest(signer.privateKey, signer.keyId, { method: 'GET', path: '/me', body: '' }, Date.now())
    const owner = await session()
    for (const name of ['x-arena-key', 'x-arena-timestamp', 'x-arena-signature'] as const) {
      const { [name]: _left, ...rest } = headers
      const answer = await service.fetch('/me', { headers: { ...rest, ...owner } })
      expect(await expectProblem(answer, 'authentication-required')).toMatchObject({
        detail: 'A signed request carries x-arena-key, x-arena-timestamp and x-arena-signature, each once.',
      })
    }
  })

  test('401 comes before the body is judged, and an invalid body is reported only to its signer', async () => {
    const signer = await newSigner(['account.write'])
    const broken = '{"handle":'
    await expectProblem(await signer.fetch('POST', '/me/handle', broken), 'invalid-request')
    await expectProblem(
      await signer.fetch('POST', '/me/handle', broken, { 'x-arena-key': 'key_01k9y3wa4ff3st9v6x1r8c2jgm' }),
      'authentication-required',
    )
  })

  test('a signed body over the limit is refused, whether its length is declared or not', async () => {
    const signer = await newSigner(['account.write'])
    await expectProblem(await signer.fetch('POST', '/me/handle', `"${'x'.repeat(70_000)}"`), 'body-too-large')
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
    socket.write(
      `POST /me/handle HTTP/1.1\r\nhost: x\r\nx-arena-key: ${signer.keyId}\r\ncontent-type: application/json\r\n` +
        'transfer-encoding: chunked\r\n\r\n',
    )
    for (let n = 0; n < 10; n++) socket.write(`4000\r\n${'x'.repeat(0x4000)}\r\n`)
    const answer = await text(socket)
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    expect(answer.toLowerCase()).toContain('connection: close')
  })
})

describe('each endpoint requires one scope, and any of the five others together do not help', () => {
  test.each([
    ['GET', '/bots', 'bots.read'],
    ['POST', '/bots', 'bots.write'],
    ['GET', '/bots/bot_x', 'bots.read'],
    ['PATCH', '/bots/bot_x', 'bots.write'],
    ['DELETE', '/bots/bot_x', 'bots.write'],
    ['GET', '/keys', 'keys.read'],
    ['POST', '/keys', 'keys.write'],
    ['DELETE', '/keys/key_x', 'keys.write'],
    ['GET', '/me', 'account.read'],
    ['POST', '/me/handle', 'account.write'],
  ] as const)('%s %s: %s', async (method, path, scope) => {
    const others = await newSigner(KeyScope.options.filter((other) => other !== scope))
    expect(await expectProblem(await others.fetch(method, path), 'missing-scope')).toMatchObject({ scope })
    const own = await newSigner([scope])
    expect([401, 403]).not.toContain((await own.fetch(method, path)).status)
  })
})
