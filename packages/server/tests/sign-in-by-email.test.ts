/** Sign-in by e-mail over HTTP, from the mail that is asked for to the session that ends. */
import { join } from 'node:path'
import { Empty, KeyScope, User } from '@arena/protocol'
import type { ProblemBody, ProblemCode } from '@arena/protocol'
import { SMTPServer } from 'smtp-server'
import { describe, expect, test, vi } from 'vitest'
import { keepPurged } from '../src/accounts/purge.ts'
import { hashToken, MAILS_PER_ADDRESS, MAILS_PER_CLIENT } from '../src/accounts/sign-in-store.ts'
import { expectPrivate, expectProblem as expectRefusal } from './answers.ts'
import { startService } from './http-service.ts'
import { readOutbox, signInOf } from './mailbox.ts'
import { sharedService } from './begun-once.ts'
import { recordStatements } from './statements.ts'

const MINUTE_MS = 60_000

/** The service that the world reaches by https. */
const https = sharedService({ ARENA_BASE_URL: 'https://arena.example.org' })
// Each test comes from an address of its own, so that none uses up what another is allowed.
const service = sharedService({ ARENA_TRUST_PROXY: '127.0.0.1' })

let clients = 0
const newClient = () => `203.0.${113 + Math.floor(++clients / 250)}.${clients % 250}`

type Headers = Readonly<Record<string, string>>

function post(path: string, body?: unknown, headers: Headers = {}): Promise<Response> {
  return service.fetch(path, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'x-forwarded-for': newClient(),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

/** Whatever is refused, no session comes with it. */
function expectProblem(response: Response, code: ProblemCode): Promise<ProblemBody> {
  expect(response.headers.get('set-cookie')).toBeNull()
  return expectRefusal(response, code)
}

async function mailsTo(email: string) {
  await service.context.mailer.settled()
  return readOutbox(join(service.context.config.dataDir, 'outbox'), email)
}

/** Asks for a mail and opens it. */
async function ask(email: string) {
  expect(await expectPrivate(await post('/auth/email', { email }), Empty)).toEqual({})
  return signInOf((await mailsTo(email.toLowerCase())).at(-1)!)
}

/** The `name=value` that a browser sends back. */
function cookieOf(response: Response): string {
  return response.headers.get('set-cookie')!.split(';', 1)[0]!
}

async function signIn(email: string): Promise<string> {
  const { token } = await ask(email)
  const response = await post('/auth/email/verify', { token })
  await expectPrivate(response, User)
  return cookieOf(response)
}

const me = (cookie: string) => service.fetch('/me', { headers: { cookie } })

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

async function age(email: string, ms: number): Promise<void> {
  const { db } = service.context
  const rows = await db.selectFrom('sign_ins').selectAll().where('email', '=', email).execute()
  for (const { token_hash, at } of rows) {
    const older = new Date(at.getTime() - ms)
    await db.updateTable('sign_ins').set({ at: older }).where('token_hash', '=', token_hash).execute()
  }
}

describe('POST /auth/email', () => {
  test('always answers 200 {}; the mail holds a link and a six-digit code', async () => {
    const { link, token, code } = await ask('ada@example.org')
    expect(link).toBe(`${service.url}/sign-in?token=${token}`)
    expect(code).toMatch(/^\d{6}$/)
    const [mail] = await mailsTo('ada@example.org')
    expect(mail).toMatchObject({ subject: 'Sign in to the bot arena', to: [{ address: 'ada@example.org' }] })
    expect(mail!.html).toContain(link)
  })

  test('answers an address with an account exactly as one without', async () => {
    await signIn('known@example.org')
    const shape = async (email: string) => {
      const response = await post('/auth/email', { email })
      const { date: _date, 'x-request-id': _id, ...headers } = Object.fromEntries(response.headers)
      return { status: response.status, headers, body: await response.text() }
    }
    expect(await shape('known@example.org')).toEqual(await shape('unknown@example.org'))
    const [known, unknown] = [(await mailsTo('known@example.org')).at(-1)!, (await mailsTo('unknown@example.org'))[0]!]
    const bare = (mail: typeof known) => mail.text!.replaceAll(/[0-9a-f]{32}|\d{6}/g, '')
    expect(bare(known)).toBe(bare(unknown))
  })

  test('every address is answered before anything is done for it, after the same work: with an account, without, or with its mails of the hour', async () => {
    await signIn('has-account@example.org')
    for (let n = 0; n < MAILS_PER_ADDRESS.limit; n++) await ask('has-its-mails@example.org')
    const held: (() => void)[] = []
    const { signIns } = service.context
    const open = signIns.open.bind(signIns)
    const spy = vi.spyOn(signIns, 'open').mockImplementation(async (...opened) => {
      await new Promise<void>((resolve) => held.push(resolve))
      return open(...opened)
    })
    const work = []
    for (const email of ['has-account@example.org', 'is-new@example.org', 'has-its-mails@example.org']) {
      const { stop } = recordStatements()
      expect(await expectPrivate(await post('/auth/email', { email }), Empty)).toEqual({})
      const asked = stop()
      expect(JSON.stringify(asked.map(({ parameters }) => parameters))).not.toContain('example.org')
      work.push(asked.map(({ sql }) => sql))
    }
    expect(work[0]!.length).toBeGreaterThan(0)
    expect(work[1]).toEqual(work[0])
    expect(work[2]).toEqual(work[0])

    expect(held).toHaveLength(3)
    for (const go of held) go()
    spy.mockRestore()
    expect(await mailsTo('is-new@example.org')).toHaveLength(1)
    expect(await mailsTo('has-its-mails@example.org')).toHaveLength(MAILS_PER_ADDRESS.limit)
  })

  test('asking makes no account: signing in does', async () => {
    await ask('curious@example.org')
    const { db } = service.context
    const users = () => db.selectFrom('users').select('id').where('email', '=', 'curious@example.org').execute()
    expect(await users()).toEqual([])
    await signIn('curious@example.org')
    expect(await users()).toHaveLength(1)
  })

  test('429 for a client that asks for too many mails, with a `Retry-After` in seconds; nothing is mailed', async () => {
    const client = newClient()
    const rows = Array.from({ length: MAILS_PER_CLIENT.limit }, (_, n) => ({
      token_hash: hashToken(`${client} ${n}`),
      email: `bulk${n}@example.org`,
      client,
      at: new Date(Date.now() - 59 * MINUTE_MS),
    }))
    await service.context.db.insertInto('sign_ins').values(rows).execute()
    const refused = await post('/auth/email', { email: 'victim@example.org' }, { 'x-forwarded-for': client })
    await expectProblem(refused, 'rate-limited')
    expect(refused.headers.get('retry-after')).toMatch(/^([1-9]|[1-5]\d|60)$/)
    expect(await mailsTo('victim@example.org')).toEqual([])
  })

  test.each([
    'ada',
    'ada@example.org\r\nBcc: eve@example.org',
    'ada@example.org\nBcc:eve@example.org',
    'ada@example.org,eve@example.org',
    '"ada@example.org" <eve@example.org>',
    ' ada@example.org',
    'ada@example.org\0',
    `${'a'.repeat(250)}@example.org`,
    '',
  ])('400 for %j, and nothing is mailed', async (email) => {
    const problem = await expectProblem(await post('/auth/email', { email }), 'invalid-request')
    expect(problem.errors?.[0]?.path ?? 'email').toBe('email')
    await service.context.mailer.settled()
    expect(service.logged()).not.toContain('eve@example.org')
  })

  test('the link begins with the base URL, whatever `Host` a caller sends', async () => {
    await https.app.inject({
      method: 'POST',
      url: '/auth/email',
      headers: { host: 'evil.example' },
      payload: { email: 'linked@example.org' },
    })
    await https.context.mailer.settled()
    const [mail] = await readOutbox(join(https.context.config.dataDir, 'outbox'), 'linked@example.org')
    expect(signInOf(mail!).link).toMatch(/^https:\/\/arena\.example\.org\/sign-in\?token=/)
  })
})

describe('POST /auth/email when mail cannot be sent', () => {
  test('the answer is the same, the failure is in the log, and the attempt does not count for the address', async () => {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_address, _session, done) => done(Object.assign(new Error('no such user'), { responseCode: 550 })),
    })
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    const { port } = server.server.address() as { port: number }
    try {
      await using failing = await startService({ ARENA_MAIL: `smtp://127.0.0.1:${port}` })
      const response = await failing.fetch('/auth/email', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"email":"nobody@example.org"}',
      })
      expect([response.status, await response.text()]).toEqual([200, '{}'])
      await failing.context.mailer.settled()
      expect(failing.logged()).toContain('a mail could not be sent')
      expect(failing.logged()).toContain('no such user')
      expect(await failing.context.db.selectFrom('sign_ins').select(['email', 'code_hash']).execute()).toEqual([
        { email: null, code_hash: null },
      ])
    } finally {
      await new Promise<void>((resolve) => server.close(() => resolve()))
    }
  })
})

describe('POST /auth/email/verify', () => {
  test('the token of the link signs in, once', async () => {
    const { token } = await ask('link@example.org')
    const response = await post('/auth/email/verify', { token })
    const user = await expectPrivate(response, User)
    expect(user).toEqual({ id: expect.stringMatching(/^user_/), name: '', email: 'link@example.org' })
    expect(await expectPrivate(await me(cookieOf(response)), User)).toEqual(user)
    await expectProblem(await post('/auth/email/verify', { token }), 'sign-in-failed')
  })

  test('address and code sign in, once, and spend the link with it', async () => {
    const { token, code } = await ask('code@example.org')
    const response = await post('/auth/email/verify', { email: 'Code@Example.org', code })
    expect(await expectPrivate(response, User)).toMatchObject({ email: 'code@example.org' })
    await expectProblem(await post('/auth/email/verify', { email: 'code@example.org', code }), 'sign-in-failed')
    await expectProblem(await post('/auth/email/verify', { token }), 'sign-in-failed')
  })

  test('a code can be tried five times; then not even the right one helps, but the link does', async () => {
    const email = 'guessed@example.org'
    const { token, code } = await ask(email)
    const details = new Set<string>()
    for (let n = 0; n < 5; n++) {
      details.add(
        (await expectProblem(await post('/auth/email/verify', { email, code: wrong(code) }), 'sign-in-failed')).detail,
      )
    }
    details.add((await expectProblem(await post('/auth/email/verify', { email, code }), 'sign-in-failed')).detail)
    // A refusal does not give its reason: not that the code was right, nor that there is one.
    const nobody = await post('/auth/email/verify', { email: 'nobody@example.org', code })
    details.add((await expectProblem(nobody, 'sign-in-failed')).detail)
    expect(details.size).toBe(1)
    await expectPrivate(await post('/auth/email/verify', { token }), User)
  })

  test('429 for a client that tries too many codes, for whatever addresses', async () => {
    const client = newClient()
    const { db } = service.context
    const rows = Array.from({ length: 30 }, () => ({ email: null, client, at: new Date() }))
    await db.insertInto('code_attempts').values(rows).execute()
    const { code } = await ask('sprayed@example.org')
    const body = { email: 'sprayed@example.org', code }
    const refused = await post('/auth/email/verify', body, { 'x-forwarded-for': client })
    await expectProblem(refused, 'rate-limited')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500)
    await expectPrivate(await post('/auth/email/verify', body), User)
  })

  test.each([
    [{}],
    [{ token: '' }],
    [{ token: 'x'.repeat(257) }],
    [{ email: 'ada@example.org' }],
    [{ email: 'ada@example.org', code: '12345' }],
    [{ email: 'ada@example.org', code: '1234567' }],
    [{ email: 'ada@example.org', code: '١٢٣٤٥٦' }],
    [{ email: 'ada@example.org', code: 123456 }],
    [{ email: 'ada', code: '123456' }],
  ])('400 for %j', async (body) => {
    await expectProblem(await post('/auth/email/verify', body), 'invalid-request')
  })
})

describe('the session cookie', () => {
  test('on http: `arena`, HttpOnly, SameSite=Lax, 30 days, for the whole site', async () => {
    const { token } = await ask('cookie@example.org')
    const response = await post('/auth/email/verify', { token })
    expect(response.headers.get('set-cookie')).toMatch(
      /^arena=[A-Za-z0-9_-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
  })

  test('on https: `__Host-arena`, and Secure', async () => {
    const inject = (url: string, payload: object, headers: Headers = {}) =>
      https.app.inject({ method: 'POST', url, payload, headers })
    await inject('/auth/email', { email: 'ada@example.org' })
    await https.context.mailer.settled()
    const { token } = signInOf((await readOutbox(join(https.context.config.dataDir, 'outbox'), 'ada@example.org'))[0]!)
    const response = await inject('/auth/email/verify', { token })
    const setCookie = String(response.headers['set-cookie'])
    expect(setCookie).toMatch(
      /^__Host-arena=[A-Za-z0-9_-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    )
    const id = /=([^;]+)/.exec(setCookie)![1]!
    const read = (cookie: string) => https.app.inject({ url: '/me', headers: { cookie } })
    expect((await read(`other=1; __Host-arena=${id}`)).statusCode).toBe(200)
    // A name that a subdomain or plain http could have set counts for nothing.
    expect((await read(`arena=${id}`)).statusCode).toBe(401)

    const write = (headers: Headers) =>
      inject('/me/handle', { handle: 'ada' }, { cookie: `__Host-arena=${id}`, host: 'arena.example.org', ...headers })
    expect((await write({ origin: 'http://arena.example.org' })).statusCode).toBe(403)
    expect((await write({ origin: 'https://arena.example.org' })).statusCode).toBe(200)
  })

  test('the id is rotated at sign-in: the session that the browser had is over', async () => {
    const first = await signIn('rotate@example.org')
    const { token } = await ask('rotate@example.org')
    const response = await post('/auth/email/verify', { token }, { cookie: first })
    const second = cookieOf(response)
    expect(second).not.toBe(first)
    await expectPrivate(await me(second), User)
    await expectProblem(await me(first), 'authentication-required')
  })

  test('only hashes are stored, and neither token, code nor id is in a request’s log', async () => {
    const before = service.logged().length
    const { token, code } = await ask('hashed@example.org')
    await service.fetch(`/sign-in?token=${token}`)
    const response = await post('/auth/email/verify', { token })
    const id = cookieOf(response).split('=')[1]!
    const { db } = service.context
    const stored = JSON.stringify([
      await db.selectFrom('sessions').selectAll().execute(),
      await db.selectFrom('sign_ins').selectAll().where('email', '=', 'hashed@example.org').execute(),
    ])
    for (const secret of [token, id, `"${code}"`]) expect(stored).not.toContain(secret)
    const requests = service
      .logged()
      .slice(before)
      .split('\n')
      .filter((line) => !line.includes('mail to '))
      .join('\n')
    expect(requests).toContain('/auth/email/verify')
    for (const secret of [token, id]) expect(requests).not.toContain(secret)
  })

  test('expired sessions and old sign-ins are purged while the arena runs, and others stay', async () => {
    const cookie = await signIn('kept@example.org')
    await signIn('purged@example.org')
    await age('purged@example.org', 60 * MINUTE_MS)
    const { db } = service.context
    const { id } = await service.context.accounts.findOrCreate('purged@example.org')
    await db.updateTable('sessions').set({ expires_at: new Date() }).where('user_id', '=', id).execute()
    await keepPurged(service.context).stop()
    expect(await db.selectFrom('sessions').select('user_id').where('user_id', '=', id).execute()).toEqual([])
    const emails = (await db.selectFrom('sign_ins').select('email').execute()).map(({ email }) => email)
    expect(emails).not.toContain('purged@example.org')
    expect(emails).toContain('kept@example.org')
    await expectPrivate(await me(cookie), User)
  })
})

describe('POST /auth/sign-out', () => {
  test('ends the session and takes the cookie back; again changes nothing', async () => {
    const cookie = await signIn('leaving@example.org')
    const response = await post('/auth/sign-out', undefined, { cookie })
    expect(await expectPrivate(response, Empty)).toEqual({})
    expect(response.headers.get('set-cookie')).toBe('arena=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax')
    await expectProblem(await me(cookie), 'authentication-required')
    await expectPrivate(await post('/auth/sign-out', undefined, { cookie }), Empty)
    await expectPrivate(await post('/auth/sign-out'), Empty)
  })
})

describe('writes with a session cookie must be same-origin', () => {
  const cross: readonly (readonly [string, Headers])[] = [
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['another site, in an older browser', { origin: 'https://evil.example' }],
    ['a sandboxed page', { origin: 'null' }],
    ['a subdomain', { 'sec-fetch-site': 'same-site' }],
    ['another scheme of this host', { origin: 'https://127.0.0.1' }],
  ]

  test.each(cross)('403 from %s, for every write', async (_from, headers) => {
    const cookie = await signIn('target@example.org')
    await age('target@example.org', 60 * MINUTE_MS)
    for (const [path, body] of [
      ['/me/handle', { handle: 'stolen' }],
      ['/keys', { kind: 'bearer', name: 'stolen', scopes: ['bots.read'] }],
      ['/bots', { name: 'stolen', mode: 'live', url: 'http://127.0.0.1:1/' }],
      ['/auth/sign-out', undefined],
    ] as const) {
      await expectProblem(await post(path, body, { cookie, ...headers }), 'cross-site-request')
    }
    expect(await expectPrivate(await me(cookie), User)).toMatchObject({ name: '' })
  })

  test.each(cross)('nobody is signed in as someone else from %s', async (_from, headers) => {
    const { token } = await ask('attacker@example.org')
    await expectProblem(await post('/auth/email/verify', { token }, headers), 'cross-site-request')
    await expectProblem(await post('/sign-in', { token }, headers), 'cross-site-request')
    await expectProblem(await post('/auth/email', { email: 'victim2@example.org' }, headers), 'cross-site-request')
    await service.context.db.deleteFrom('sign_ins').where('email', '=', 'attacker@example.org').execute()
  })

  test('this site may, and so may a program that is no browser', async () => {
    const cookie = await signIn('same@example.org')
    const host = new URL(service.url).origin
    for (const [n, headers] of [{ origin: host, 'sec-fetch-site': 'same-origin' }, { origin: host }, {}].entries()) {
      const response = await post('/me/handle', { handle: `same_${n}` }, { cookie, ...(headers as Headers) })
      expect(await expectPrivate(response, User)).toMatchObject({ name: `same_${n}` })
    }
  })

  test('a request that names an account (x-arena-account) is refused where the session is that of another', async () => {
    const cookie = await signIn('second@example.org')
    const { id } = await expectPrivate(await me(cookie), User)
    const { id: other } = await service.context.accounts.findOrCreate('first@example.org')
    const meant = (account: string) => ({ cookie, 'x-arena-account': account })
    const refused = await post('/me/handle', { handle: 'second' }, meant(other))
    expect(await expectProblem(refused, 'authentication-required')).toMatchObject({
      detail: 'This browser is signed in to another account by now.',
    })
    for (const path of ['/bots', '/keys'])
      await expectProblem(await service.fetch(path, { headers: meant(other) }), 'authentication-required')
    await expectProblem(
      await service.fetch('/me', { method: 'DELETE', headers: meant(other) }),
      'authentication-required',
    )
    expect(await expectPrivate(await me(cookie), User)).toMatchObject({ id, name: '' })
    expect(await expectPrivate(await post('/me/handle', { handle: 'second' }, meant(id)), User)).toMatchObject({ id })
  })

  test('reads may come from anywhere: no other site can see the answer', async () => {
    const cookie = await signIn('reader@example.org')
    const response = await service.fetch('/me', { headers: { cookie, 'sec-fetch-site': 'cross-site' } })
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    await expectPrivate(response, User)
  })

  test('a key needs no origin: its use is deliberate', async () => {
    const secret = await service.bearer('keyed@example.org', ['account.write'])
    const headers = {
      authorization: `Bearer ${secret}`,
      origin: 'https://tool.example',
      'sec-fetch-site': 'cross-site',
    }
    await expectPrivate(await post('/me/handle', { handle: 'keyed' }, headers), User)
  })
})

describe('the link of the mail', () => {
  const form = (token: string, headers: Headers = {}) =>
    service.fetch('/sign-in', {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': newClient(), ...headers },
      body: new URLSearchParams({ token }).toString(),
    })

  test('opening it (GET) shows a page with a button and never spends the token, however often it is opened', async () => {
    const { link, token } = await ask('prefetched@example.org')
    const path = link.slice(service.url.length)
    for (let n = 0; n < 10; n++) {
      const response = await service.fetch(path)
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
      expect(response.headers.get('set-cookie')).toBeNull()
      expect(response.headers.get('cache-control')).toBe('no-store')
      const page = await response.text()
      expect(page).toContain('<form method="post" action="/sign-in">')
      expect(page).toContain(`value="${token}"`)
    }
    await service.fetch(path, { method: 'HEAD' })
    await expectPrivate(await post('/auth/email/verify', { token }), User)
  })

  test('says which address is signed in before the button is pressed, so that nobody is led into the account of another', async () => {
    const { link } = await ask('Named@example.org')
    const page = await (await service.fetch(link.slice(service.url.length))).text()
    expect(page).toContain('You sign in as <b>named@example.org</b>.')
    expect(page.indexOf('named@example.org')).toBeLessThan(page.indexOf('<button'))
  })

  test('the button signs in and leads to the dashboard, without a script', async () => {
    const { token } = await ask('button@example.org')
    const response = await form(token, { origin: service.url, 'sec-fetch-site': 'same-origin' })
    expect([response.status, response.headers.get('location')]).toEqual([303, '/account'])
    expect(await expectPrivate(await me(cookieOf(response)), User)).toMatchObject({ email: 'button@example.org' })
    expect(await (await service.fetch(`/sign-in?token=${token}`)).text()).toContain('no longer works')
    const again = await form(token)
    expect([again.status, again.headers.get('location'), again.headers.get('set-cookie')]).toEqual([
      303,
      '/sign-in',
      null,
    ])
  })

  test.each(['', '?token=', '?token=nonsense', '?token=%22%3E%3Cscript%3E', `?token=${'0'.repeat(32)}`])(
    '/sign-in%s says that it does not work, and shows nothing of what it was given',
    async (query) => {
      const page = await (await service.fetch(`/sign-in${query}`)).text()
      expect(page).toContain('This link no longer works')
      expect(page).not.toMatch(/nonsense|<script>|0000/)
    },
  )
})

describe('GET /me and POST /me/handle', () => {
  test.each(['a', 'x'.repeat(33), 'Ada', 'a b', 'ädä', 'a-b', '', 'ab\n', null, 7])(
    'Handle: 2..32 characters of lowercase letters, digits and underscores; 400 for %j',
    async (handle) => {
      const secret = await service.bearer('patterns@example.org', ['account.write'])
      const { keys, accounts } = service.context
      const user = await accounts.findOrCreate('patterns@example.org')
      const problem = await expectProblem(
        await post('/me/handle', { handle }, { authorization: `Bearer ${secret}` }),
        'invalid-request',
      )
      expect(problem.errors!.map(({ path }) => path)).toEqual(['handle'])
      for (const { id } of await keys.list(user.id)) await keys.revoke(user.id, id)
    },
  )

  test('a key that does not hold is refused, even beside a session that does', async () => {
    const cookie = await signIn('both@example.org')
    const headers = { cookie, authorization: 'Bearer arn_AAAA' }
    await expectProblem(await service.fetch('/me', { headers }), 'authentication-required')
  })
})

describe('DELETE /me', () => {
  const remove = (headers: Headers) => service.fetch('/me', { method: 'DELETE', headers })

  test('the account is gone, with every session of it; the address opens a new one', async () => {
    const [cookie, elsewhere] = [await signIn('leaves@example.org'), await signIn('leaves@example.org')]
    const { id } = await expectPrivate(await me(cookie), User)
    const response = await remove({ cookie })
    expect(response.headers.get('set-cookie')).toMatch(/^arena=; Max-Age=0; /)
    expect(await expectPrivate(response, Empty)).toEqual({})
    for (const each of [cookie, elsewhere]) await expectProblem(await me(each), 'authentication-required')
    const again = await expectPrivate(await me(await signIn('leaves@example.org')), User)
    expect(again).toMatchObject({ name: '', email: 'leaves@example.org' })
    expect(again.id).not.toBe(id)
  })

  test('no key may do it, whatever its scopes, and no other site', async () => {
    const cookie = await signIn('stays@example.org')
    const secret = await service.bearer('stays@example.org', KeyScope.options)
    await expectProblem(await remove({ authorization: `Bearer ${secret}` }), 'authentication-required')
    await expectProblem(await remove({ cookie, origin: 'https://elsewhere.example' }), 'cross-site-request')
    expect(await expectPrivate(await me(cookie), User)).toMatchObject({ email: 'stays@example.org' })
  })
})
