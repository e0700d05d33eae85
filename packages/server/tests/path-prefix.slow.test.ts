/** An arena below a path of its host, behind a proxy that takes the path off and behind one that does not. */
import { join } from 'node:path'
import { createKeyPair, signRequest } from '@arena/protocol'
import { ArenaClient } from '@arena/sdk'
import { beforeAll, describe, expect, test } from 'vitest'
import { withoutBase } from '../src/http/base-path.ts'
import { startService } from './http-service.ts'
import { readOutbox, signInOf } from './mailbox.ts'
import { PREFIX, startBehindProxy } from './prefix-proxy.ts'
import { shared } from './begun-once.ts'
import { endMatch, seatMatch } from './stored-match.ts'

const HTML = { accept: 'text/html' }
/** A name that would be a link, were it not text. */
const MARKUP = '" href="/evil" src="/evil'

describe.each([
  ['takes the path off', true],
  ['passes the path on', false],
])('behind a proxy that %s', (_, strips) => {
  const arena = shared(() => startBehindProxy({ strips }))
  let base: string
  let matchId: string

  beforeAll(async () => {
    base = arena.origin + PREFIX
    const order = await seatMatch(arena.service.context, { names: ['Waveland', MARKUP] })
    await endMatch(arena.service.context, order.matchId)
    matchId = order.matchId
  })

  test('every page, file and form that pages link to is below the path, and is there', async () => {
    const seen = new Set<string>()
    /** The targets of forms: most are there for a POST alone. */
    const posts = new Set<string>()
    const waiting = [`${base}/`, `${base}/no-such-page`, `${base}/sign-in`]
    for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
      if (seen.has(url)) continue
      seen.add(url)
      const response = await fetch(url, { headers: HTML })
      const isMissing = url.endsWith('/no-such-page')
      const isForPosts = response.status === 405 && posts.has(url)
      expect([url, response.status]).toEqual([url, isMissing ? 404 : isForPosts ? 405 : 200])
      const text = await response.text()
      if (isForPosts) continue
      if (!response.headers.get('content-type')!.startsWith('text/html')) continue
      for (const [form] of text.matchAll(/<form[^>]* method="post"[^>]*>/g)) {
        posts.add(new URL(/ action="([^"]*)"/.exec(form)![1]!, url).href)
      }
      for (const [, address] of text.matchAll(/<[^>]*?\s(?:href|src|srcset|action)="([^"]*)"/gi)) {
        const found = new URL(address!.replaceAll('&amp;', '&'), url)
        if (found.origin !== arena.origin) continue
        expect(`${found.pathname} on ${url}`).toMatch(/^\/arena(?:\/| )/)
        found.hash = ''
        waiting.push(found.href)
      }
    }
    const kinds = [
      '/assets/',
      '/drawn/',
      '/watch/',
      '/b/',
      '/ranking',
      '/ratings',
      '/fairness',
      '/results',
      '/compare',
      '/docs/rules',
      '/docs/style.css',
    ]
    for (const kind of kinds) expect([...seen].some((url) => url.startsWith(base + kind))).toBe(true)
    expect(seen.size).toBeGreaterThan(25)
  })

  test('addresses that others use are whole: canonical, social tags, alternate, OpenAPI, the index, documents', async () => {
    const html = await (await fetch(`${base}/watch/${matchId}`, { headers: HTML })).text()
    expect(html).toContain(`<link rel="canonical" href="${base}/watch/${matchId}"`)
    expect(html).toContain(`<meta property="og:url" content="${base}/watch/${matchId}"`)
    expect(html).toContain(`<meta property="og:image" content="${base}/watch/${matchId}/card.png"`)
    expect(html).toContain(`<link rel="alternate" type="application/json" href="${PREFIX}/matches/${matchId}"`)
    const document = (await (await fetch(`${base}/openapi.json`)).json()) as { servers: { url: string }[] }
    expect(document.servers).toEqual([{ url: base }])
    expect(JSON.stringify(document)).not.toMatch(/\]\(\/(?!arena\/)/)
    expect(await (await fetch(`${base}/llms.txt`)).text()).toContain(`${base}/docs/rules.md`)
    expect(await (await fetch(`${base}/docs/writing-a-bot.md`)).text()).toContain(`](${PREFIX}/docs/`)
    const problem = await fetch(`${base}/problems/not-found`, { redirect: 'manual' })
    expect(problem.headers.get('location')).toBe(`${PREFIX}/docs/problems#not-found`)
  })

  test('the link of a mail signs in: the form leads back to the arena, and the cookie names its path', async () => {
    const email = `walker${Number(strips)}@example.org`
    await fetch(`${base}/auth/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    })
    await arena.service.context.mailer.settled()
    const mails = await readOutbox(join(arena.service.context.config.dataDir, 'outbox'), email)
    const { link, token } = signInOf(mails.at(-1)!)
    expect(link).toBe(`${base}/sign-in?token=${token}`)
    const page = await (await fetch(link)).text()
    const [, action] = /<form method="post" action="([^"]*)"/.exec(page)!
    const done = await fetch(new URL(action!, link), {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: arena.origin },
      body: new URLSearchParams({ token }),
    })
    expect([done.status, done.headers.get('location')]).toEqual([303, `${PREFIX}/account`])
    const cookie = done.headers.get('set-cookie')!
    expect(cookie).toContain(`; Path=${PREFIX};`)
    const me = await fetch(`${base}/me`, { headers: { cookie: cookie.split(';', 1)[0]! } })
    expect(me.status).toBe(200)
  })

  test('a signed request is signed over the path that the client asks for; the SDK does so', async () => {
    const { keys, accounts } = arena.service.context
    const user = await accounts.findOrCreate(`signer${Number(strips)}@example.org`)
    const { publicKey, privateKey } = createKeyPair()
    const key = await keys.create(user.id, { kind: 'signature', name: 'k', publicKey, scopes: ['account.read'] })
    if (key === 'key-limit-reached') throw new Error('too many keys')
    const client = new ArenaClient({ baseUrl: `${base}/`, auth: { keyId: key.id, privateKey } })
    expect((await client.getAccount()).id).toBe(user.id)
    const status = async (path: string) => {
      const headers = signRequest(privateKey, key.id, { method: 'GET', path, body: '' }, Date.now())
      return (await fetch(`${base}/me`, { headers })).status
    }
    expect([await status(`${PREFIX}/me`), await status('/me')]).toEqual([200, 401])
  })
})

test('on https the cookie of an arena below a path is Secure, and is that of its path alone', async () => {
  await using https = await startService({ ARENA_BASE_URL: 'https://example.org/arena' })
  expect(https.context.sessionCookie.set('x', 1000)).toBe(
    '__Secure-arena=x; Max-Age=1; Path=/arena; HttpOnly; SameSite=Lax; Secure',
  )
})

test.each([
  ['/arena', '/'],
  ['/arena?x=1', '/?x=1'],
  ['/arena/', '/'],
  ['/arena/docs?x', '/docs?x'],
  ['/arena/arena/docs', '/arena/docs'],
  ['/arenas', '/arenas'],
  ['/docs', '/docs'],
])('%s is routed as %s', (url, routed) => {
  expect(withoutBase('/arena')({ url } as never)).toBe(routed)
})
