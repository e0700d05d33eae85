/** What is concluded from a header that is absent, and that no caller can make one disappear which a proxy has added. */
import { BotList, Health } from '@arena/protocol'
import { beforeAll, describe, expect, test } from 'vitest'
import { numbers } from '../../../scripts/tests/series.ts'
import { expectOk, expectProblem } from './answers.ts'
import { startService } from './http-service.ts'
import { rawAsk } from './raw-request.ts'
import type { HeaderLines } from './raw-request.ts'
import { sharedService } from './begun-once.ts'

const OWN = [['host', 'localhost']] as const
const JSON_BODY = { method: 'POST', body: '{"email":"ada@example.org"}' }
const AS_JSON = [['content-type', 'application/json']] as const

/** As a proxy writes them that sorts by name: what the caller made up comes first. */
const padded = (lines: number, then: HeaderLines): HeaderLines => [
  ...numbers(lines).map(() => ['a', ''] as const),
  ...then,
]

const service = sharedService()
let session: string
beforeAll(async () => {
  const { accounts, sessions } = service.context
  session = await sessions.open((await accounts.findOrCreate('ada@example.org')).id)
})

describe('a header line that a proxy has added counts, however many come before it', () => {
  const ADDED: [string, string][] = [
    ['X-Forwarded-For', '198.51.100.7'],
    ['Via', '1.1 proxy'],
    ['Forwarded', 'for=198.51.100.7'],
    ['Origin', 'https://evil.example'],
  ]

  test.each([400, 1_100, 2_100, 3_500])('%i lines: nobody else is taken for this machine', async (lines) => {
    for (const added of ADDED) {
      const head = padded(lines, [...OWN, ...AS_JSON, added])
      const made = await rawAsk(`${service.url}/dev/keys`, { ...JSON_BODY, lines: head })
      const read = await rawAsk(`${service.url}/metrics`, { lines: head })
      const code = lines < 500 ? 'not-found' : 'headers-too-large'
      for (const answer of [made, read]) await expectProblem(answer, code)
    }
  })

  test.each([1_100, 2_100])('%i lines: no write of another site has the session of this one', async (lines) => {
    const head = padded(lines, [...OWN, ['cookie', `arena=${session}`], ['sec-fetch-site', 'cross-site']])
    const answer = await rawAsk(`${service.url}/auth/sign-out`, { method: 'POST', lines: head })
    await expectProblem(answer, 'headers-too-large')
    expect(await service.context.sessions.find(session)).not.toBeNull()
  })

  test('a request with 500 lines is served, one with 501 is 431 and says how many there may be', async () => {
    // Two are the name of the arena and the end of the connection.
    const ask = (lines: number) => rawAsk(`${service.url}/health`, { lines: padded(lines - 2, OWN) })
    await expectOk(await ask(500), Health)
    const { detail } = await expectProblem(await ask(501), 'headers-too-large')
    expect(detail).toBe('A request has at most 500 lines of headers.')
  })
})

describe('a program on this machine is one that no proxy and no page stands before', () => {
  test.each([
    ['x-real-ip', '198.51.100.7'],
    ['x-forwarded-proto', 'https'],
    ['x-original-forwarded-for', '198.51.100.7'],
    ['cf-connecting-ip', '198.51.100.7'],
    ['true-client-ip', '198.51.100.7'],
    ['cdn-loop', 'cloudflare'],
    ['via', ''],
    ['origin', ''],
    ['sec-fetch-site', 'cross-site'],
    ['sec-fetch-site', 'same-site'],
  ])('%s: %s is of another', async (name, value) => {
    await expectProblem(await rawAsk(`${service.url}/metrics`, { lines: [...OWN, [name, value]] }), 'not-found')
  })

  test('HTTP/1.0 is what a proxy speaks that adds nothing', async () => {
    await expectProblem(await rawAsk(`${service.url}/metrics`, { version: '1.0', lines: OWN }), 'not-found')
  })

  test('a person who opens an address of this machine in a browser is none', async () => {
    const opened = await rawAsk(`${service.url}/metrics`, { lines: [...OWN, ['sec-fetch-site', 'none']] })
    expect(opened.status).toBe(200)
  })
})

describe('a header that says two things says nothing', () => {
  test.each(['Host', 'Authorization', 'Content-Type'])('two lines of %s are refused', async (name) => {
    const given: Record<string, string> = {
      Host: 'localhost',
      Authorization: `Bearer ${await service.bearer('ada@example.org', ['bots.read'])}`,
      'Content-Type': 'application/json',
    }
    await expectOk(await rawAsk(`${service.url}/bots`, { lines: Object.entries(given) }), BotList)
    const twice = [...Object.entries(given), [name.toLowerCase(), given[name]!] as const]
    for (const path of ['/bots', '/matches', '/metrics']) {
      const { detail } = await expectProblem(await rawAsk(service.url + path, { lines: twice }), 'invalid-request')
      expect(detail).toBe(`The header ${name.toLowerCase()} comes more than once.`)
    }
  })

  test.each([
    [['cookie', `arena=${'c'.repeat(43)}; arena=SESSION`]],
    [['cookie', `arena=SESSION; arena=${'c'.repeat(43)}`]],
    [['cookie', 'arena=SESSION; arena=SESSION']],
    [
      ['cookie', 'arena=SESSION'],
      ['cookie', 'other=1; arena=SESSION'],
    ],
    [['cookie', 'arena=SESSION; arena=']],
  ] as HeaderLines[])('of two session cookies of one name none counts: %j, %j', async (...cookies) => {
    const lines = cookies.map(([name, value]) => [name, value.replaceAll('SESSION', session)] as const)
    const asked = (these: HeaderLines) => rawAsk(`${service.url}/bots`, { lines: [...OWN, ...these] })
    await expectProblem(await asked(lines), 'authentication-required')
    await expectOk(await asked([['cookie', `other=1; arena=${session}`]]), BotList)
  })
})

describe('no rate limit for those who watch over the arena', () => {
  const PRODUCTION = {
    NODE_ENV: 'production',
    ARENA_RATE_LIMITS: 'on',
    ARENA_BASE_URL: 'https://arena.example.org',
    ARENA_MAIL: 'smtp://mail.example.org',
    ARENA_MAIL_FROM: 'arena@example.org',
    ARENA_TRUST_PROXY: '127.0.0.1',
    ARENA_METRICS_TOKEN: 'correct-horse-battery',
  }
  const TOKEN = { authorization: 'Bearer correct-horse-battery' }

  test('this machine and the holder of the token ask as often as they like; a visitor 600 times a minute', async () => {
    await using production = await startService(PRODUCTION)
    const { rateLimiter } = production.context
    const from = { 'x-forwarded-for': '198.51.100.9' }
    for (const client of ['127.0.0.1', '198.51.100.9']) {
      while ((await rateLimiter.take('other', client)) === 0);
    }
    const status = async (path: string, headers: Record<string, string>) =>
      (await production.fetch(path, { headers })).status
    for (const path of ['/health', '/ready', '/metrics']) {
      expect([path, await status(path, from)]).toEqual([path, 429])
      expect([path, await status(path, { ...from, ...TOKEN })]).toEqual([path, 200])
      expect([path, await status(path, TOKEN)]).toEqual([path, 200])
    }
    expect(await status('/health', {})).toBe(200)
    expect(await status('/ready', {})).toBe(200)
    // A read that is meant for everyone is counted for everyone.
    expect(await status('/leaderboard', {})).toBe(429)
    expect(await status('/leaderboard', TOKEN)).toBe(429)
  })
})
