/** Webhooks and the way out of mails over HTTP: what is refused, what comes back, and what never leaves. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { NoticeDelivery, NoticeSettings, WebhookWithSecret } from '@arena/protocol'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createMailTransport } from '../src/mail/create.ts'
import { note } from '../src/note.ts'
import { NoticeSender } from '../src/notices/sender.ts'
import { webhookMessage } from '../src/notices/webhook-message.ts'
import { wordsOf } from '../src/notices/words.ts'
import { expectPrivate, expectProblem } from './answers.ts'
import { sharedService } from './begun-once.ts'
import { jsonRequest } from './http-service.ts'
import { readOutbox } from './mailbox.ts'

const service = sharedService({})
/** As in production: public addresses and https alone. */
const strict = sharedService({}, () => ({
  webhookReach: { policy: { allowPrivate: false }, resolve: async (host) => NAMES[host] ?? [] },
}))
const NAMES: Record<string, string[]> = {
  'inside.example.org': ['8.8.8.8', '10.0.0.1'],
  'fine.example.org': ['8.8.8.8'],
}

async function account(of = service, email = `ada${Math.random()}@example.org`) {
  const user = await of.context.accounts.findOrCreate(email)
  const secret = await of.bearer(email, ['account.read', 'account.write'])
  const read = async () =>
    NoticeSettings.parse(await (await of.fetch('/me/notices', jsonRequest(secret, undefined, 'GET'))).json())
  return { email, user, read, ask: (path: string, body?: unknown) => of.fetch(path, jsonRequest(secret, body)) }
}

/** Spellings of addresses that are not public ones, as a URL can hold them. */
const PRIVATE: readonly string[] = [
  // Loopback and "this network", in every notation of IPv4.
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0x7f.1',
  '0177.0.0.1',
  '0177.1',
  '017700000001',
  '127.255.255.254',
  '127.0.0.1.',
  '0.0.0.0',
  '0',
  '0x0',
  '00',
  '0.1.2.3',
  '%31%32%37.0.0.1',
  '１２７.０.０.１',
  '127。0。0。1',
  '①②⑦.⓪.⓪.①',
  // Private, shared, link-local and metadata.
  '10.0.0.1',
  '10.1',
  '167772161',
  '0xa000001',
  '012.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '0xac.0x10.0.1',
  '192.168.1.1',
  '192.168.257',
  '3232235777',
  '0300.0250.1.1',
  '100.64.0.1',
  '100.127.255.255',
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  // Multicast, broadcast, documentation, benchmarks, reserved.
  '224.0.0.1',
  '239.255.255.255',
  '255.255.255.255',
  '4294967295',
  '240.0.0.1',
  '192.0.0.1',
  '192.0.2.1',
  '198.51.100.1',
  '203.0.113.1',
  '198.18.0.1',
  '192.88.99.1',
  // IPv6, and IPv4 inside of it.
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[0000::0001]',
  '[::]',
  '[::127.0.0.1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:10.0.0.1]',
  '[::ffff:8.8.8.8]',
  '[0:0:0:0:0:ffff:a9fe:a9fe]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::1]',
  '[2002:7f00:1::]',
  '[2001::1]',
  '[fc00::1]',
  '[fd12:3456::1]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
  '[2001:db8::1]',
  '[3fff::1]',
  '[100::1]',
  '[5f00::1]',
  '[4000::1]',
]

describe('a webhook is reached by the guarded way out', () => {
  test('all spellings of private addresses are refused when it is set', async () => {
    const { ask, user } = await account(strict)
    expect(PRIVATE.length).toBeGreaterThanOrEqual(73)
    const accepted: string[] = []
    // Past the limit of requests, which this is not about.
    for (const host of PRIVATE) {
      const response = await ask('/me/webhook', { url: `https://${host}/hook` })
      if (response.status !== 400) accepted.push(host)
    }
    expect(accepted).toEqual([])
    expect(await strict.context.notices.webhook(user.id)).toBeNull()
  })

  test('and again whenever something is sent: its name may lead somewhere else by then', async () => {
    const { ask, user } = await account(strict)
    const sent: string[] = []
    for (const host of PRIVATE) {
      await strict.context.notices.setWebhook(user.id, { url: `https://${host}/hook`, format: 'standard' })
      const { answer, state, status } = await expectPrivate(await ask('/me/webhook/test'), NoticeDelivery)
      if (state !== 'dropped' || status !== null || !/not a public address|not an? http|resolve|name/.test(answer!)) {
        sent.push(`${host}: ${answer}`)
      }
    }
    expect(sent).toEqual([])
  })

  test.each([
    ['http', 'http://fine.example.org/', 'must be https (or wss)'],
    [
      'a name of which one address is private',
      'https://inside.example.org/',
      'cannot be used: not a public address (private)',
    ],
    ['a name without an address', 'https://nowhere.example.org/', 'cannot be used: the name has no address'],
    ['a user name', 'https://me@fine.example.org/', 'must not hold a user name or password'],
  ])('in production it may not be %s', async (_what, url, message) => {
    const { ask } = await account(strict)
    const { errors } = await expectProblem(await ask('/me/webhook', { url }), 'invalid-request')
    expect(errors).toEqual([{ path: 'url', message }])
  })

  test('a public one is taken, its secret shown once, and no log has it', async () => {
    const { ask, read } = await account(strict)
    const set = () => ask('/me/webhook', { url: 'https://fine.example.org/hook' })
    const { secret } = await expectPrivate(await set(), WebhookWithSecret)
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect((await expectPrivate(await set(), WebhookWithSecret)).secret).toBeUndefined()
    const shown = await read()
    expect(shown.webhook).toMatchObject({ url: 'https://fine.example.org/hook' })
    expect(JSON.stringify(shown) + strict.logged()).not.toContain(secret)
  })

  test('it is not led elsewhere by a redirect, and of a long answer the first kilobyte is shown', async () => {
    let asked = 0
    const server = createServer((request, response) => {
      asked++
      if (request.url === '/long') response.writeHead(202).end('a\0é'.repeat(100_000))
      else response.writeHead(302, { location: '/elsewhere' }).end('moved')
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { ask } = await account()
    await ask('/me/webhook', { url: `${base}/here` })
    const moved = await expectPrivate(await ask('/me/webhook/test'), NoticeDelivery)
    expect([moved.status, moved.state, moved.answer, asked]).toEqual([302, 'dropped', 'moved', 1])
    await ask('/me/webhook', { url: `${base}/long` })
    const long = await expectPrivate(await ask('/me/webhook/test'), NoticeDelivery)
    expect([long.status, long.state]).toEqual([202, 'sent'])
    expect(long.answer!.length).toBeLessThanOrEqual(1_000)
  })
})

describe('messages', () => {
  const told = {
    id: 'notice_01k9y40r6yes3v1c5hzq8p2n7t',
    kind: 'forfeit',
    botId: 'bot_01k9y3x5q7f0ktn2b8s4v6w9ed',
    at: new Date(0),
    facts: {
      name: '<!channel> @everyone **Gale** [x](http://x)',
      matchId: 'match_01k9y40r6yes3v1c5hzq8p2n7t',
      opponent: '&',
    },
  } as const
  const body = (format: 'discord' | 'slack') =>
    JSON.parse(webhookMessage(told, { format, secrets: [] }, 'https://arena.example.org', 0).body) as Record<
      string,
      unknown
    >

  test('to Discord and Slack say it in words with a link, and the name of a bot mentions nobody and formats nothing', () => {
    expect(body('discord')).toEqual({
      content: expect.stringContaining('@everyone \\*\\*Gale\\*\\* \\[x\\]\\(http://x\\) lost by forfeit'),
      allowed_mentions: { parse: [] },
    })
    const { text } = body('slack')
    expect(text).toContain('&lt;!channel&gt; @everyone')
    expect(text).toContain('<https://arena.example.org/watch/match_01k9y40r6yes3v1c5hzq8p2n7t>')
    expect(text).not.toContain('<!channel>')
  })

  test('of no kind show more of a URL than its host', () => {
    const facts = { name: 'Gale', url: 'https://bot.example.org/s3cret', step: 'ping', received: 'no answer in time' }
    const { says } = wordsOf({ kind: 'deploy-check-failed', botId: null, facts })
    expect(says).toBe('The check of bot.example.org failed at the step ping: no answer in time.')
  })
})

describe('a mail', () => {
  async function mailed() {
    const { context, url } = service
    const { user, email } = await account()
    const { botId } = {
      botId: (await context.bots.register(user.id, { name: 'Gale', mode: 'live', url: 'http://x.example/' })).id,
    }
    const facts = { name: 'Gale', misses: 12, missingSince: '2026-11-21T11:10:00.000Z' }
    await note(context.db, [{ kind: 'paused', ownerId: user.id, botId, facts }], new Date())
    const sender = new NoticeSender({
      queue: context.noticeQueue,
      transport: createMailTransport(context.config, pino({ level: 'silent' })),
      reach: context.webhookReach,
      origin: url,
      revision: () => null,
      log: pino({ level: 'silent' }),
      now: Date.now,
    })
    await sender.round()
    await sender.settled()
    const [mail] = await readOutbox(join(context.config.dataDir, 'outbox'), email)
    const header = (name: string) => mail!.headers.find(({ key }) => key === name)?.value
    return { mail: mail!, header, link: /^<(.*)>$/.exec(header('list-unsubscribe')!)![1]!, user, botId }
  }
  const mailsOf = async (userId: string) =>
    (await service.context.notices.settings(userId)).choices.filter(({ mail }) => mail).map(({ kind }) => kind)

  test('names the bot in its subject, says what to do with a link, and how to get no more', async () => {
    const { mail, header, link, botId } = await mailed()
    expect(mail.subject).toBe('Gale was paused')
    expect(mail.text).toContain('unpause it on the page of your account')
    expect(mail.text).toContain(`${service.url}/b/${botId}`)
    expect(mail.html).toContain(`href="${service.url}/b/${botId}"`)
    expect(mail.messageId).toMatch(/^<notice_[0-9a-z]{26}@/)
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(mail.text).toContain(link)
  })

  test.each([
    ['a form', 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'a form of parts',
      'multipart/form-data; boundary=b',
      '--b\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
    ],
  ])(
    'is ended by a mail program that posts %s, from anywhere and without a session (RFC 8058)',
    async (_what, type, body) => {
      const { link, user } = await mailed()
      const headers = { 'content-type': type, origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' }
      const opened = await fetch(link)
      expect([opened.status, await opened.text()]).toEqual([200, expect.stringContaining('<form method="post"')])
      expect(await mailsOf(user.id)).toEqual(['pausing', 'paused', 'reduced'])
      const response = await fetch(link, { method: 'POST', headers, body, redirect: 'error' })
      expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('no more mails')])
      expect(await mailsOf(user.id)).toEqual([])
    },
  )

  test('has a link that nobody makes up', async () => {
    const { link, user } = await mailed()
    const token = new URL(link).searchParams.get('token')!
    for (const wrong of [
      '',
      user.id,
      `${user.id}.`,
      `${token}x`,
      token.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A')),
    ]) {
      const response = await service.fetch(`/unsubscribe?token=${wrong}`, { method: 'POST' })
      expect(response.status, wrong).toBe(404)
    }
    expect(await mailsOf(user.id)).toEqual(['pausing', 'paused', 'reduced'])
  })

  test('that signs somebody in has no such link', async () => {
    const email = 'eve@example.org'
    await service.fetch('/auth/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    })
    await service.context.mailer.settled()
    const [mail] = await readOutbox(join(service.context.config.dataDir, 'outbox'), email)
    expect(mail!.headers.map(({ key }) => key).filter((key) => key.startsWith('list-'))).toEqual([])
  })
})
