/**
 * Rate limits over HTTP: which class each route counts as, the subject that a request counts against, and what a
 * refusal says.
 */
import { createKeyPair, ProblemBody, signRequest } from '@arena/protocol'
import type { KeyScope } from '@arena/protocol'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ServingParts } from '../src/machine/serving.ts'
import { announceChange } from '../src/db/changes.ts'
import { MemoryRateLimiter } from '../src/http/memory-rate-limiter.ts'
import { LIMITS } from '../src/http/rate-limits.ts'
import type { LimitClass } from '../src/http/rate-limits.ts'
import { sharedBot, sharedService } from './begun-once.ts'
import { recordStatements } from './statements.ts'

let context: ServingParts
let url: string
let now = 0
let clients = 0

// Requests come from whatever address they say: the test stands where a proxy would.
const service = sharedService({ ARENA_RATE_LIMITS: 'on', ARENA_TRUST_PROXY: '127.0.0.1' }, () => ({
  rateLimiter: new MemoryRateLimiter(LIMITS, () => now),
}))
const bot = sharedBot()
beforeAll(() => void ({ context, url } = service))

beforeEach(() => {
  now += 60_000
})

interface Ask {
  readonly method?: string
  readonly from?: string
  readonly secret?: string
  readonly body?: unknown
}

async function ask(path: string, { method = 'GET', from = newAddress(), secret, body }: Ask = {}): Promise<Response> {
  const headers: Record<string, string> = { 'x-forwarded-for': from }
  if (secret !== undefined) headers['authorization'] = `Bearer ${secret}`
  if (body !== undefined) headers['content-type'] = 'application/json'
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const response = await fetch(url + path, { method, headers, ...sent })
  // Whole, whoever asks for it: a connection serves the next request once its answer has been read.
  return new Response(await response.text(), response)
}

function newAddress(): string {
  clients++
  return `198.51.${clients >> 8}.${clients & 255}`
}

function bearer(scopes: readonly KeyScope[]): Promise<string> {
  return service.bearer(`user${++clients}@example.org`, scopes)
}

/** Asks as often as allowed; the next answer is the refusal. */
async function exhaust(limit: LimitClass, path: string, options: Ask): Promise<Response> {
  for (let i = 0; i < LIMITS[limit]; i++) {
    const { status } = await ask(path, options)
    expect(status, `request ${i + 1} of ${LIMITS[limit]}`).not.toBe(429)
  }
  return ask(path, options)
}

async function expectRefused(response: Response): Promise<number> {
  expect(response.status).toBe(429)
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  expect(ProblemBody.parse(await response.json()).code).toBe('rate-limited')
  const seconds = response.headers.get('retry-after')
  expect(seconds).toMatch(/^[1-9]\d*$/)
  return Number(seconds)
}

/** Every operation of the document with the class it counts as. */
function declared(): Record<string, string> {
  const { paths = {} } = service.app.swagger() as unknown as {
    paths?: Record<string, Record<string, Record<string, unknown>>>
  }
  return Object.fromEntries(
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => [
        `${method.toUpperCase()} ${path}`,
        (operation['x-rate-limit'] as string[]).join(' or '),
      ]),
    ),
  )
}

test('every route counts as one of the four classes', () => {
  const all = Object.entries(declared())
  const routes = (limit: string) =>
    all
      .filter(([, each]) => each === limit)
      .map(([route]) => route)
      .sort()
  expect([...new Set(all.map(([, limit]) => limit))].sort()).toEqual([
    'match-reads',
    'other',
    'registrations',
    'registrations or writes',
    'writes',
  ])
  expect(routes('registrations')).toEqual(['POST /bots', 'POST /me/webhook', 'POST /me/webhook/test'])
  expect(routes('registrations or writes')).toEqual(['PATCH /bots/{id}'])
  expect(routes('writes')).toEqual([
    'DELETE /bots/{id}',
    'DELETE /bots/{id}/rehearsal',
    'DELETE /keys/{id}',
    'DELETE /me',
    'DELETE /me/webhook',
    'GET /relay',
    'PATCH /me/notices',
    'POST /auth/email',
    'POST /auth/email/verify',
    'POST /auth/sign-out',
    'POST /bots/{id}/rehearsal',
    'POST /keys',
    'POST /me/handle',
    'POST /me/webhook/secret',
  ])
  expect(routes('match-reads')).toEqual([
    'GET /bots/{id}/rehearsal/replay.slp',
    'GET /kit/{file}',
    'GET /kit/{id}/{file}',
    'GET /live/{id}.slp',
    'GET /matches',
    'GET /matches/{id}',
    'GET /matches/{id}/receipt',
    'GET /matches/{id}/replay.slp',
    'GET /matches/{id}/result.txt',
  ])
  expect(routes('other').every((route) => route.startsWith('GET '))).toBe(true)
  expect(routes('other')).toEqual(expect.arrayContaining(['GET /bots', 'GET /health', 'GET /leaderboard', 'GET /live']))
})

test('GET /matches rules 4 and replay.slp rules 3: Match reads (`/matches`, match records, replays): 120 per minute, together', async () => {
  const from = newAddress()
  for (let i = 0; i < 40; i++) {
    expect((await ask('/matches', { from })).status).toBe(200)
    expect((await ask('/matches/match_01k9y40r6yes3v1c5hzq8p2n7t', { from })).status).toBe(404)
    expect((await ask('/matches/match_01k9y40r6yes3v1c5hzq8p2n7t/replay.slp', { from })).status).toBe(404)
  }
  for (const path of ['/matches', '/matches/match_x', '/matches/match_x/replay.slp']) {
    await expectRefused(await ask(path, { from }))
  }
  // Another class is not touched, nor is another address.
  expect((await ask('/leaderboard', { from })).status).toBe(200)
  expect((await ask('/matches')).status).toBe(200)
})

test('Everything else: 600 per minute; what does not exist counts too', async () => {
  await expectRefused(await exhaust('other', '/no/such/path', { from: '198.51.100.250' }))
  await expectRefused(await ask('/health', { from: '198.51.100.250' }))
})

test('Registering a bot or changing its URL: 10 per minute; renaming and pausing are other writes', async () => {
  const secret = await bearer(['bots.write'])
  const body = { name: 'Waveland', mode: 'live', url: bot.url }
  const registered = await ask('/bots', { method: 'POST', secret, body })
  const path = `/bots/${((await registered.json()) as { id: string }).id}`
  for (let i = 0; i < 9; i++) {
    const changed = await ask(path, { method: 'PATCH', secret, body: { url: `${bot.url}/${i}` } })
    expect(changed.status).toBe(200)
  }
  await expectRefused(await ask(path, { method: 'PATCH', secret, body: { url: bot.url } }))
  await expectRefused(await ask('/bots', { method: 'POST', secret, body }))
  for (let i = 0; i < 30; i++) {
    const status = i % 2 === 0 ? 'paused' : 'active'
    expect((await ask(path, { method: 'PATCH', secret, body: { status } })).status).toBe(200)
  }
  await expectRefused(await ask(path, { method: 'PATCH', secret, body: { name: 'Wave' } }))
})

test('Other writes: 30 per minute, those whose body cannot be read among them', async () => {
  const secret = await bearer(['bots.write'])
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
  const unreadable = () => fetch(`${url}/bots/bot_x`, { method: 'PATCH', headers, body: '{"name":' })
  for (let i = 0; i < 30; i++) expect((await unreadable()).status).toBe(400)
  await expectRefused(await unreadable())
  await expectRefused(await ask('/bots/bot_x', { method: 'DELETE', secret }))
})

test('the subject is the account, wherever it asks from and whichever key it uses', async () => {
  const key = () => service.bearer('two-keys@example.org', ['bots.write'])
  await expectRefused(await exhaust('registrations', '/bots', { method: 'POST', secret: await key(), body: {} }))
  await expectRefused(await ask('/bots', { method: 'POST', secret: await key(), body: {} }))
  const other = await bearer(['bots.write'])
  expect((await ask('/bots', { method: 'POST', secret: other, body: {} })).status).toBe(400)
})

test('failed authentications count against the address, and do not keep out an account that asks from there', async () => {
  const from = newAddress()
  const wrong = 'arn_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
  await expectRefused(await exhaust('registrations', '/bots', { method: 'POST', from, secret: wrong, body: {} }))
  await expectRefused(await ask('/bots', { method: 'POST', from, body: {} }))
  const secret = await bearer(['bots.write'])
  expect((await ask('/bots', { method: 'POST', from, secret, body: {} })).status).toBe(400)
})

test('an address that only the caller speaks of is not believed', async () => {
  // Beyond the proxy that is trusted, everything is the caller's invention.
  for (let i = 0; i < 120; i++) await ask('/matches', { from: `192.0.2.${i}, 198.51.100.251` })
  await expectRefused(await ask('/matches', { from: '192.0.2.200, 198.51.100.251' }))
  expect((await ask('/matches', { from: '198.51.100.251, 198.51.100.252' })).status).toBe(200)
})

test('Rate-limit subject: the account, on public reads as well when a key is sent; the IP address when anonymous', async () => {
  const [secret, other] = [await bearer(['bots.read']), await bearer(['bots.read'])]
  await expectRefused(await exhaust('match-reads', '/matches', { secret }))
  const from = newAddress()
  expect((await ask('/matches', { secret: other, from })).status).toBe(200)
  await expectRefused(await exhaust('match-reads', '/matches', { from }))
  expect((await ask('/matches', { secret: other, from })).status).toBe(200)
})

test('a public read with a key that does not hold is anonymous, not refused', async () => {
  expect((await ask('/matches', { secret: 'arn_unknown' })).status).toBe(200)
  const from = newAddress()
  await exhaust('match-reads', '/matches', { secret: 'arn_unknown', from })
  await expectRefused(await ask('/matches', { from }))
})

describe('refused callers cost no database query', () => {
  const sessionOf = async (email: string) => {
    const user = await context.accounts.findOrCreate(email)
    return { cookie: `arena=${await context.sessions.open(user.id)}` }
  }

  async function signerOf(email: string): Promise<(method: string, path: string) => Record<string, string>> {
    const pair = createKeyPair()
    const user = await context.accounts.findOrCreate(email)
    const { publicKey } = pair
    const key = await context.keys.create(user.id, {
      kind: 'signature',
      name: 'test',
      publicKey,
      scopes: ['bots.read'],
    })
    if (key === 'key-limit-reached') throw new Error('not on a new account')
    return (method, path) => ({ ...signRequest(pair.privateKey, key.id, { method, path, body: '' }, Date.now()) })
  }

  const present = (path: string, from: string, headers: Record<string, string>) =>
    fetch(url + path, { headers: { 'x-forwarded-for': from, ...headers } })

  /** What the database is asked while it is done. */
  async function statementsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
    const { stop } = recordStatements()
    await work()
    return stop().map(({ sql }) => sql)
  }

  function fill(limit: LimitClass, subject: string): void {
    while (context.rateLimiter.take(limit, subject) === 0);
  }

  test('what does not hold is asked about once, and refused from memory from then on', async () => {
    const [from, sign] = [newAddress(), await signerOf(`user${++clients}@example.org`)]
    expect((await present('/bots', from, sign('GET', '/bots'))).status).toBe(200)
    const wrong: Record<string, string>[] = [
      { authorization: `Bearer arn_${'B'.repeat(40)}` },
      { cookie: `arena=${'c'.repeat(43)}` },
      { ...sign('GET', '/bots'), 'x-arena-key': 'key_01k9y40r6yes3v1c5hzq8p2n7t' },
    ]
    for (const headers of wrong) {
      const twice = async () => {
        for (let i = 0; i < 2; i++) expect((await present('/bots', from, headers)).status).toBe(401)
      }
      expect(await statementsOf(twice)).toHaveLength(1)
    }
    // An operator's act may have brought keys from elsewhere.
    await announceChange(context.db, 'operators')
    const again = async () => expect((await present('/bots', from, wrong[0]!)).status).toBe(401)
    expect(await statementsOf(again)).toHaveLength(1)
    expect(await statementsOf(again)).toEqual([])
    // A signature by a known key is judged without a question: it may be anyone's.
    const forged = { ...sign('GET', '/bots'), 'x-arena-signature': sign('GET', '/keys')['x-arena-signature']! }
    const forge = async () => expect((await present('/bots', from, forged)).status).toBe(401)
    expect(await statementsOf(forge)).toEqual([])
    // Without anything to look up there never was one.
    for (const headers of [{}, { authorization: 'Basic YWRhOmFkYQ==' }, { authorization: 'Bearer nonsense' }]) {
      expect(await statementsOf(() => present('/bots', from, headers))).toEqual([])
    }
  })

  test.each(['/bots', '/matches'])(
    'an account over its limit is refused at once on %s, whatever it presents',
    async (path) => {
      const email = `over${++clients}@example.org`
      const { id } = await context.accounts.findOrCreate(email)
      const secret = await service.bearer(email, ['bots.read'])
      const [cookie, sign, from] = [await sessionOf(email), await signerOf(email), newAddress()]
      const each = () => [{ authorization: `Bearer ${secret}` }, cookie, sign('GET', path)]
      for (const headers of each()) expect((await present(path, from, headers)).status).toBe(200)

      fill(path === '/bots' ? 'other' : 'match-reads', id)
      const refused = async () => {
        for (const headers of each()) await expectRefused(await present(path, from, headers))
      }
      expect(await statementsOf(refused)).toEqual([])
      // Somebody else's signature does not tell how it stands with the account.
      const forged = { ...sign('GET', '/bots'), 'x-arena-signature': sign('GET', '/keys')['x-arena-signature']! }
      expect((await present(path, from, forged)).status).toBe(path === '/bots' ? 401 : 200)
    },
  )

  test('an address over its limit is refused from memory; an account that asks from there for the first time is accepted', async () => {
    const [from, wrong] = [newAddress(), { authorization: `Bearer arn_${'D'.repeat(40)}` }]
    expect((await present('/bots', from, wrong)).status).toBe(401)
    fill('other', from)
    const flood = async () => {
      for (let i = 0; i < 20; i++) await expectRefused(await present('/bots', from, wrong))
    }
    expect(await statementsOf(flood)).toEqual([])
    for (let i = 0; i < 20; i++) {
      await expectRefused(await present('/bots', from, { authorization: `Bearer arn_${String(i).padStart(40, '0')}` }))
    }
    const first = { authorization: `Bearer ${await bearer(['bots.read'])}` }
    expect((await present('/bots', from, first)).status).toBe(200)
  })
})
