/** The HTTP interface over a real socket: what holds on every path, request bodies, keys, draining. */
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { Bot, LiveList, MatchList, ProblemBody } from '@arena/protocol'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { expectOk, expectProblem } from './answers.ts'
import { rawAsk } from './raw-request.ts'
import { jsonRequest, startService } from './http-service.ts'
import { sharedBot, sharedService } from './begun-once.ts'

const service = sharedService()
const bot = sharedBot()
let secret: string

beforeAll(async () => {
  secret = await service.bearer('ada@example.org', ['bots.read', 'bots.write'])
})

const json = (body: unknown, method?: string) => jsonRequest(secret, body, method)

describe('every path', () => {
  test('an unknown path is a problem', async () => {
    const problem = await expectProblem(await service.fetch('/no/such?path=1'), 'not-found')
    expect(problem.detail).toBe('There is nothing at /no/such.')
  })

  test.each([
    ['POST', '/health', 'GET, HEAD'],
    ['DELETE', '/matches', 'GET, HEAD'],
    ['PUT', '/matches/match_x/replay.slp', 'GET, HEAD'],
    ['OPTIONS', '/bots', 'GET, HEAD, POST'],
    ['PUT', '/bots/bot_x', 'DELETE, GET, HEAD, PATCH'],
    ['PROPFIND', '/live', 'GET, HEAD'],
    ['QUERY', '/matches?limit=1', 'GET, HEAD'],
    ['QUERY', '/bots/bot_x', 'DELETE, GET, HEAD, PATCH'],
  ])('%s %s is refused and the answer lists what is allowed', async (method, path, allow) => {
    const response = await service.fetch(path, { method })
    await expectProblem(response, 'method-not-allowed')
    expect(response.headers.get('allow')).toBe(allow)
  })

  test('a method on a known path is refused before its body is read', async () => {
    for (const method of ['PUT', 'QUERY']) {
      const headers = { 'content-type': 'application/json' }
      await expectProblem(await service.fetch('/matches', { method, headers, body: '{' }), 'method-not-allowed')
    }
  })

  test.each([
    ['BREW', '/live?mode=live', 405, 'GET, HEAD'],
    ['query', '/bots', 405, 'GET, HEAD, POST'],
    ['BREW', '/coffee', 404, undefined],
  ])('%s, a method that Node does not know, is %s %i all the same', async (method, path, status, allow) => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
    socket.write(`${method} ${path} HTTP/1.1\r\nHost: arena.example\r\n\r\n`)
    const [head, body] = (await text(socket)).split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(/^allow: (.*)$/m.exec(head!)?.[1]).toBe(allow)
    expect(ProblemBody.parse(JSON.parse(body!))).toMatchObject({ status })
  })

  test.each(['/%zz', '/matches/%c3%28', '/matches/a%00b', '/matches?botId=%00'])(
    'the malformed path %s is a problem',
    async (path) => {
      await expectProblem(await service.fetch(path), 'invalid-request')
    },
  )

  test('every response forbids browsers to run foreign code and to guess types', async () => {
    for (const path of ['/', '/health', '/no/such']) {
      const { headers } = await service.fetch(path)
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(headers.get('content-security-policy')).not.toContain('unsafe')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('same-origin')
    }
  })

  test('a failure inside is reported to the log and not to the caller', async () => {
    const { context } = service
    const failing = vi.spyOn(context.matches, 'list').mockRejectedValue(new Error('the disk is on fire'))
    const response = await service.fetch('/matches')
    failing.mockRestore()
    const problem = await expectProblem(response, 'internal')
    expect(JSON.stringify(problem)).not.toContain('fire')
    expect(service.logged()).toContain('the disk is on fire')
    expect(service.logged()).toContain(problem.requestId)
  })
})

describe('request bodies', () => {
  test('malformed JSON is a problem', async () => {
    await expectProblem(await service.fetch('/bots', { ...json(null), body: '{"name":' }), 'invalid-request')
  })

  test('a body that poisons prototypes is a problem', async () => {
    const body = '{"name":"a","mode":"live","url":"http://a","__proto__":{"x":1}}'
    await expectProblem(await service.fetch('/bots', { ...json(null), body }), 'invalid-request')
  })

  test('a NUL character, which the database cannot hold, is a problem', async () => {
    const body = { name: 'a\0b', mode: 'live', url: bot.url }
    await expectProblem(await service.fetch('/bots', json(body)), 'invalid-request')
  })

  test.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded'])('%s is refused', async (type) => {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': type }
    await expectProblem(await service.fetch('/bots', { method: 'POST', headers, body: 'x' }), 'unsupported-media-type')
  })
})

describe('authentication', () => {
  test.each([
    ['no credentials', undefined],
    ['another scheme', 'Basic YTpi'],
    ['an unknown key', 'Bearer arn_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
    ['a token that is no key', 'Bearer hello'],
    ['an empty token', 'Bearer '],
  ])('401 with %s, and the answer says how to authenticate', async (_name, authorization) => {
    const headers = authorization === undefined ? {} : { authorization }
    const response = await service.fetch('/bots', { headers })
    await expectProblem(response, 'authentication-required')
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer realm="arena"/)
  })

  test('401 comes before anything of the request is judged', async () => {
    await expectProblem(await service.fetch('/bots', { method: 'POST', body: 'x' }), 'authentication-required')
  })

  test('secrets never reach the log', async () => {
    await service.fetch('/bots?token=hunter2', { headers: { authorization: `Bearer ${secret}`, cookie: 'a=hunter3' } })
    expect(service.logged()).toContain('"path":"/bots"')
    expect(service.logged()).not.toMatch(/hunter[23]/)
    expect(service.logged()).not.toContain(secret)
  })
})

describe('POST /dev/keys', () => {
  const ask = (email: string, name?: string) =>
    service.fetch('/dev/keys', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, name }),
    })

  test('Default scopes of a bot-deploy key are `bots.read` and `bots.write`: with it a bot can be registered', async () => {
    const answer = (await (await ask('Grace.Hopper@example.org')).json()) as {
      secret: string
      user: object
      scopes: string[]
    }
    expect(answer.scopes).toEqual(['bots.read', 'bots.write'])
    expect(answer.user).toMatchObject({ email: 'grace.hopper@example.org', name: 'grace_hopper' })
    const init = json({ name: 'Cobol', mode: 'live', url: bot.url })
    const headers = { ...init.headers, authorization: `Bearer ${answer.secret}` }
    await expectOk(await service.fetch('/bots', { ...init, headers }), Bot)
  })

  test('the handle stays empty where another account has it', async () => {
    await ask('same@example.org')
    expect(await (await ask('same@example.com')).json()).toMatchObject({ user: { name: '' } })
  })

  test.each([
    ['a page of another site', { origin: 'https://evil.example' }],
    ['a name that was rebound to this machine', { host: 'evil.example' }],
  ])('404 for %s', async (_who, headers) => {
    const all = { host: 'localhost', 'content-type': 'application/json', ...headers }
    const body = '{"email":"ada@example.org"}'
    const asked = rawAsk(`${service.url}/dev/keys`, { method: 'POST', lines: Object.entries(all), body })
    await expectProblem(await asked, 'not-found')
  })
})

test('POST /dev/keys does not exist in production', async () => {
  await using production = await startService({
    NODE_ENV: 'production',
    ARENA_RATE_LIMITS: 'on',
    ARENA_BASE_URL: 'https://arena.example.org',
    ARENA_MAIL: 'smtp://mail.example.org',
    ARENA_MAIL_FROM: 'arena@example.org',
  })
  await expectProblem(await production.fetch('/dev/keys', { method: 'POST' }), 'not-found')
  expect((await production.fetch('/health')).headers.get('strict-transport-security')).toContain('max-age=')
})

// Last: there is no way back.
test('while draining, reads are answered; writes and the health check are 503', async () => {
  service.drain()
  await expectOk(await service.fetch('/matches'), MatchList)
  await expectOk(await service.fetch('/live'), LiveList)
  for (const init of [{ path: '/health' }, { path: '/bots', method: 'POST' }]) {
    const response = await service.fetch(init.path, init)
    await expectProblem(response, 'draining')
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  }
})
