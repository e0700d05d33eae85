/** Contract of notices, for any database: which are written, to whom and how they go, and that each is heard, in order, over crashes. */
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { AnyNoticeKind } from '@arena/protocol'
import { exportAccount } from '../../src/operators/account-file.ts'
import { announce } from '../../src/operators/maintenance.ts'
import { MailRefusedError } from '../../src/mail/mail.ts'
import type { Mail } from '../../src/mail/mail.ts'
import { MAILS_AN_HOUR, NoticeQueue, WAITS_MS } from '../../src/notices/queue.ts'
import { NoticeSender } from '../../src/notices/sender.ts'
import { NoticeStore } from '../../src/notices/store.ts'
import { note } from '../../src/note.ts'
import { abortedOf, DAY, HOUR, MINUTE, resultOf, SECOND } from './fixture.ts'
import type { Fixture } from './fixture.ts'
import { hearing, missing } from './scheduler/kit.ts'

const ORIGIN = 'https://arena.example.org'
const REACH = { policy: { allowPrivate: true } }
const FAILED_CHECK = {
  url: 'https://bot.example.org/new',
  report: { ok: false, steps: [{ name: 'ping', ok: false, ms: 5, expected: 'pong', received: 'connection refused' }] },
} as never

interface Request {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A webhook on loopback that keeps what it gets. */
async function receiver(answer: (request: Request, count: number) => number | 'never' | 'reset' = () => 200) {
  const requests: Request[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const got = { headers: request.headers, body }
      requests.push(got)
      const status = answer(got, requests.length)
      if (status === 'reset') request.socket.destroy()
      else if (status !== 'never') response.writeHead(status).end('x'.repeat(5_000))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const ids = () => requests.map(({ headers }) => String(headers['webhook-id']))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?token=1`, requests, ids }
}

/** Resolves never: whoever called it is dead. */
const dead = () => new Promise<never>(() => {})

export function noticesContract(f: Fixture): void {
  const { scheduler } = hearing(f)
  const store = () => new NoticeStore(f.db, f.clock)

  async function written(): Promise<string[]> {
    const rows = await f.db.selectFrom('notices').select('kind').orderBy('number').execute()
    return rows.map(({ kind }) => kind)
  }
  const ownerOf = async (bot: { botId: string }) =>
    (await f.db.selectFrom('bots').select('owner_id').where('id', '=', bot.botId).executeTakeFirstOrThrow()).owner_id

  interface Ends {
    /** What of it dies, and in which of its calls. */
    readonly queue?: (queue: NoticeQueue) => NoticeQueue
    readonly send?: (mail: Mail) => Promise<void>
  }

  function newSender({ queue: wrap = (queue) => queue, send }: Ends = {}) {
    const mails: Mail[] = []
    const queue = new NoticeQueue({ db: f.db, now: f.clock, random: () => 0.5 })
    const sender = new NoticeSender({
      queue: wrap(queue),
      transport: { send: send ?? (async (mail) => void mails.push(mail)) },
      reach: REACH,
      origin: ORIGIN,
      revision: () => null,
      log: pino({ level: 'silent' }),
      now: f.clock,
    })
    const work = async () => {
      await sender.round()
      await sender.settled()
    }
    return { sender, mails, work }
  }

  const write = (kind: AnyNoticeKind, ownerId: string | null, facts = {}) =>
    note(f.db, [{ kind, ownerId, facts: { name: 'Gale', ...facts } }], new Date(f.now))

  const waysOf = async (ownerId: string) => {
    const rows = await f.db
      .selectFrom('notice_deliveries')
      .innerJoin('notices', 'notices.id', 'notice_deliveries.notice_id')
      .select(['kind', 'way', 'state'])
      .where('notice_deliveries.owner_id', '=', ownerId)
      .orderBy('notice_deliveries.number')
      .execute()
    return rows.map(({ kind, way, state }) => `${kind} ${way} ${state}`)
  }

  describe('a notice is written in the transaction of its cause', () => {
    test('of a match lost by forfeit, the third miss in a row, and the tenth; and of a result that is written again none', async () => {
      const [a, b] = await f.newBots(2)
      const { matchId } = await f.seat(a, b)
      const result = resultOf(matchId, { endReason: 'forfeit', winner: 1 })
      await f.finish(result)
      await f.finish(result)
      expect(await written()).toEqual(['forfeit'])
      const row = await f.db.selectFrom('notices').selectAll().executeTakeFirstOrThrow()
      expect(row).toMatchObject({ owner_id: await ownerOf(a), bot_id: a.botId, facts: { name: a.name, matchId } })
      await f.db.deleteFrom('notices').execute()
      for (let misses = 1; misses <= 11; misses++) {
        await f.abort(a, b, { answered: [false, true] })
        f.now += MINUTE
      }
      expect(await written()).toEqual(['missed', 'reduced'])
    })

    test('of a double forfeit both owners hear, and of a match that the arena cut short nobody', async () => {
      const [a, b] = await f.newBots(2)
      const { matchId } = await f.seat(a, b)
      await f.finish(abortedOf(matchId, { cause: 'host-lost', answered: [false, false] }))
      expect(await written()).toEqual([])
      const next = await f.seat(a, b)
      await f.finish(resultOf(next.matchId, { endReason: 'forfeit', winner: null }))
      expect(await written()).toEqual(['forfeit', 'forfeit'])
    })

    test('none is written for an account that was deleted while its bot played', async () => {
      const owner = await f.account()
      const { matchId } = await f.seat(await f.bot({ owner }), await f.bot())
      await f.accounts.delete(owner)
      await f.finish(resultOf(matchId, { endReason: 'forfeit', winner: 1 }))
      expect(await written()).toEqual([])
    })

    test('a day before the scheduler pauses a bot, once for each streak, and when it does', async () => {
      const [a] = await missing(f, 1)
      const first = f.now
      const one = scheduler({ maxMatches: 0 })
      f.now = first + 6 * DAY - 1
      await one.tick()
      expect(await written()).toEqual([])
      f.now = first + 6 * DAY
      await one.tick()
      await one.tick()
      expect(await written()).toEqual(['pausing', 'pausing'])
      f.now = first + 7 * DAY
      await one.tick()
      await one.tick()
      expect(await written()).toEqual(['pausing', 'pausing', 'paused', 'paused'])
      await f.bots.update(await ownerOf(a), a.botId, { status: 'active' })
      await f.db
        .updateTable('bots')
        .set({ misses: 1, missing_since: new Date(f.now) })
        .where('id', '=', a.botId)
        .execute()
      f.now += 6 * DAY
      await one.tick()
      expect((await written()).at(-1)).toBe('pausing')
    })

    test('of a deploy check that failed, of a bot that is there and of one that is not', async () => {
      const owner = await f.account()
      const bot = await f.bot({ owner })
      await f.bots.noteFailedCheck(bot.botId, FAILED_CHECK)
      await f.bots.noteRefusal(owner, 'Newcomer', FAILED_CHECK)
      const rows = await f.db.selectFrom('notices').select(['bot_id', 'facts']).orderBy('number').execute()
      expect(rows).toEqual([
        { bot_id: bot.botId, facts: expect.objectContaining({ name: bot.name, step: 'ping' }) },
        { bot_id: null, facts: expect.objectContaining({ name: 'Newcomer', received: 'connection refused' }) },
      ])
    })

    test('of maintenance one for all, which owners of active bots hear of who have chosen to', async () => {
      const [ada, bob, eve] = [await f.account(), await f.account(), await f.account()]
      await f.bot({ owner: ada })
      await f.bot({ owner: bob })
      for (const owner of [ada, eve]) await store().choose(owner, { choices: { maintenance: { mail: true } } })
      await announce(f.db, { text: 'A new disk.', startsAt: f.now + HOUR, endsAt: f.now + 2 * HOUR }, f.now)
      const { work, mails } = newSender()
      await work()
      expect(mails.map(({ subject, text }) => [subject, text.includes('A new disk.')])).toEqual([
        ['Maintenance of the arena', true],
      ])
      expect(await waysOf(ada)).toEqual(['maintenance mail sent'])
      expect(await waysOf(eve)).toEqual([])
    })
  })

  describe('an owner chooses for each kind', () => {
    test('mail, webhook, both or nothing; by default mails before and when a bot is paused, and when it is seated seldom', async () => {
      const owner = await f.account()
      const { url, requests } = await receiver()
      await store().setWebhook(owner, { url, format: 'standard' })
      const { choices } = await store().settings(owner)
      expect(choices.filter(({ mail }) => mail).map(({ kind }) => kind)).toEqual(['pausing', 'paused', 'reduced'])
      expect(choices.filter(({ webhook }) => webhook)).toEqual([])
      const { choices: chosen } = await store().choose(owner, {
        choices: { paused: { webhook: true }, reduced: { mail: false }, forfeit: { webhook: true } },
      })
      expect(chosen.find(({ kind }) => kind === 'paused')).toMatchObject({ mail: true, webhook: true })
      for (const kind of ['forfeit', 'reduced', 'paused', 'missed'] as const) await write(kind, owner)
      const { work, mails } = newSender()
      await work()
      expect(await waysOf(owner)).toEqual(['forfeit webhook sent', 'paused mail sent', 'paused webhook sent'])
      expect(mails.map(({ subject }) => subject)).toEqual(['Gale was paused'])
      expect(requests).toHaveLength(2)
    })

    test('house bots, whose accounts have no mailbox, get none', async () => {
      const { id } = await f.accounts.findOrCreate('house-red@arena.invalid')
      await write('paused', id)
      const { work, mails } = newSender()
      await work()
      expect(mails).toEqual([])
    })

    test('a click in a mail ends all of them, and choosing one kind again brings that one', async () => {
      const owner = await f.account()
      await write('paused', owner)
      const { work, mails } = newSender()
      await work()
      const token = new URL(mails[0]!.unsubscribe!).searchParams.get('token')!
      expect(await store().unsubscribe(`${token.slice(0, -1)}_`)).toBe(false)
      expect(await store().unsubscribe('user_none.x')).toBe(false)
      await write('paused', owner)
      await newSender().sender.round()
      expect(await store().unsubscribe(token)).toBe(true)
      expect(await store().unsubscribe(token)).toBe(true)
      await write('reduced', owner)
      await write('webhook-disabled', owner, { url: 'x', text: 'y' })
      const next = newSender()
      await next.work()
      expect(next.mails).toEqual([])
      await store().choose(owner, { choices: { paused: { mail: true } } })
      await write('paused', owner)
      await write('reduced', owner)
      await next.work()
      expect(next.mails.map(({ subject }) => subject)).toEqual(['Gale was paused'])
    })
  })

  describe('mails', () => {
    test('an address gets a few an hour; the rest waits, and goes in one, in order', async () => {
      const owner = await f.account()
      await store().choose(owner, { choices: { forfeit: { mail: true } } })
      const { work, mails } = newSender()
      for (let i = 0; i < MAILS_AN_HOUR + 3; i++) {
        await write('forfeit', owner, { name: `bot ${i}` })
        await work()
        f.now += SECOND
      }
      expect(mails).toHaveLength(MAILS_AN_HOUR)
      f.now += HOUR
      await work()
      expect(mails.slice(MAILS_AN_HOUR).map(({ subject }) => subject)).toEqual(['3 notices about bot 5, bot 6, bot 7'])
      expect(mails.at(-1)!.text).toMatch(/bot 5 lost[^]+bot 6 lost[^]+bot 7 lost/)
      expect((await waysOf(owner)).filter((each) => !each.endsWith('sent'))).toEqual([])
    })

    test('what the mail server refuses for good is given up, and what it refuses for now is sent again', async () => {
      const owner = await f.account()
      await write('paused', owner)
      await newSender({ send: () => Promise.reject(new Error('greylisted')) }).work()
      expect(await waysOf(owner)).toEqual(['paused mail waiting'])
      f.now += WAITS_MS[0]!
      await newSender({ send: () => Promise.reject(new MailRefusedError('no such mailbox')) }).work()
      expect(await waysOf(owner)).toEqual(['paused mail dropped'])
    })
  })

  describe('a webhook', () => {
    async function hooked(answer?: Parameters<typeof receiver>[0], kinds: readonly AnyNoticeKind[] = ['forfeit']) {
      const owner = await f.account()
      const hook = await receiver(answer)
      const { secret } = await store().setWebhook(owner, { url: hook.url, format: 'standard' })
      await store().choose(owner, { choices: Object.fromEntries(kinds.map((kind) => [kind, { webhook: true }])) })
      return { owner, secret: secret!, ...hook }
    }

    test('is signed as Standard Webhooks are, by the former secret as well for a day', async () => {
      const { owner, secret, requests } = await hooked()
      const renewed = (await store().renewSecret(owner))!.secret!
      await write('forfeit', owner)
      const { work } = newSender()
      await work()
      f.now += DAY
      await write('forfeit', owner)
      await work()
      const signed = ({ headers, body }: Request, by: string) =>
        `v1,${createHmac('sha256', Buffer.from(by.slice('whsec_'.length), 'base64'))
          .update(`${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`)
          .digest('base64')}`
      const [first, second] = requests
      expect(first!.headers['webhook-signature']).toBe(`${signed(first!, renewed)} ${signed(first!, secret)}`)
      expect(second!.headers['webhook-signature']).toBe(signed(second!, renewed))
      expect(first!.headers['webhook-timestamp']).toBe(String((f.now - DAY) / 1000))
      expect(JSON.parse(first!.body)).toMatchObject({
        type: 'forfeit',
        timestamp: new Date(f.now - DAY).toISOString(),
        data: { bot: { name: 'Gale' }, title: 'Gale lost by forfeit' },
      })
    })

    test('is tried for a day with growing waits, by the same id, while what comes later waits; then it is disabled, with a mail', async () => {
      const { owner, ids, requests } = await hooked(() => 500, ['forfeit', 'missed'])
      const { work, mails } = newSender()
      const begun = f.now
      await write('forfeit', owner)
      await write('missed', owner)
      await work()
      for (const waitMs of WAITS_MS) {
        const count = requests.length
        f.now += 0.9 * waitMs - 1
        await work()
        expect(requests).toHaveLength(count)
        f.now += 1
        await work()
        expect(requests).toHaveLength(count + 1)
      }
      expect(f.now - begun).toBeLessThan(DAY)
      expect(new Set(ids()).size).toBe(1)
      await work()
      expect(await waysOf(owner)).toEqual([
        'forfeit webhook dropped',
        'missed webhook dropped',
        'webhook-disabled mail sent',
      ])
      expect(mails.map(({ subject }) => subject)).toEqual(['Your webhook was disabled'])
      expect(mails[0]!.text).not.toContain('token=1')
      const { webhook, deliveries } = await store().settings(owner)
      expect(webhook).toMatchObject({ disabledWhy: 'It took nothing for a day. It answered 500.' })
      expect(deliveries[1]).toMatchObject({ state: 'dropped', attempts: WAITS_MS.length + 1, status: 500 })
      expect(deliveries[1]!.answer).toHaveLength(1_000)
      await write('forfeit', owner)
      await work()
      expect(requests).toHaveLength(WAITS_MS.length + 1)
    })

    test('that answers 410 is disabled at once, and setting it again enables it', async () => {
      const { owner, url, requests } = await hooked((_request, count) => (count === 1 ? 410 : 200))
      const { work, mails } = newSender()
      await write('forfeit', owner)
      await work()
      await work()
      expect(mails.map(({ subject }) => subject)).toEqual(['Your webhook was disabled'])
      expect((await store().setWebhook(owner, { url, format: 'standard' })).secret).toBeUndefined()
      await write('forfeit', owner)
      await work()
      expect(requests).toHaveLength(2)
    })

    test('that does not answer holds up no other, and one that is called off is sent again', async () => {
      const slow = await Promise.all(Array.from({ length: 3 }, () => hooked(() => 'never')))
      const { owner, requests } = await hooked()
      for (const each of slow) await write('forfeit', each.owner)
      await write('forfeit', owner)
      const { sender } = newSender()
      await sender.round()
      await expect.poll(() => requests.length).toBe(1)
      await sender.stop()
      expect(await waysOf(slow[0]!.owner)).toEqual(['forfeit webhook waiting'])
      await newSender().sender.round()
      await expect.poll(() => slow[0]!.requests.length).toBe(2)
    })

    test('what is older than a day when the arena comes back is not sent: its data may be of a backup', async () => {
      const { owner, requests } = await hooked()
      await write('forfeit', owner)
      await write('paused', owner)
      f.now += DAY + HOUR + 1
      const { work, mails } = newSender()
      await work()
      await work()
      expect([requests, mails]).toEqual([[], []])
      await write('forfeit', owner)
      await work()
      expect(requests).toHaveLength(1)
    })

    type Method = 'shareOut' | 'takeForWebhooks' | 'takeForMails' | 'sent' | 'failed'
    const DEATHS: readonly (readonly [point: string, method: Method | 'mail' | 'answer', when: 'before' | 'after'])[] =
      [
        ['before it has shared out', 'shareOut', 'before'],
        ['after it has shared out', 'shareOut', 'after'],
        ['before it has taken any for webhooks', 'takeForWebhooks', 'before'],
        ['after it has taken some for webhooks', 'takeForWebhooks', 'after'],
        ['while a webhook has its message, and has not answered', 'answer', 'before'],
        ['after the answer of a webhook, before that is on record', 'sent', 'before'],
        ['after it is on record that a webhook took it', 'sent', 'after'],
        ['before it is on record that a webhook did not take it', 'failed', 'before'],
        ['after it is on record that a webhook did not take it', 'failed', 'after'],
        ['before it has taken any for mails', 'takeForMails', 'before'],
        ['after it has taken some for mails', 'takeForMails', 'after'],
        ['before a mail is handed over', 'mail', 'before'],
        ['after a mail is handed over, before that is on record', 'mail', 'after'],
      ]

    /** A sender that dies: from then on it begins nothing, and what the database was asked before is answered. */
    class Death {
      isDead = false
      #underWay = 0

      now(): Promise<never> {
        this.isDead = true
        return dead()
      }

      /** Resolves once the sender is dead and the database has answered it. */
      async isOver(): Promise<void> {
        await expect.poll(() => this.isDead && this.#underWay === 0).toBe(true)
      }

      of(queue: NoticeQueue, method: string, when: 'before' | 'after'): NoticeQueue {
        return new Proxy(queue, {
          get: (target, name) => {
            const own = target[name as keyof NoticeQueue] as unknown
            if (typeof own !== 'function') return own
            return async (...args: unknown[]) => {
              if (this.isDead) return dead()
              // What became of a mail has no outcome of a webhook.
              const isIt = name === method && (method !== 'sent' || args.length === 3)
              if (isIt && when === 'before') return this.now()
              this.#underWay++
              const answer = await (own as (...all: unknown[]) => Promise<unknown>)
                .apply(target, args)
                .finally(() => this.#underWay--)
              if (isIt) return this.now()
              return this.isDead ? dead() : answer
            }
          },
        })
      }
    }

    test.each(DEATHS)(
      'a sender that dies %s: each notice is heard, in order, by one id',
      async (_point, method, when) => {
        const death = new Death()
        let hasFailed = method !== 'failed'
        const hook = await hooked(() => {
          if (method === 'answer' && !death.isDead) {
            void death.now()
            return 'never'
          }
          if (hasFailed) return 200
          hasFailed = true
          return 503
        }, ['forfeit', 'missed', 'reduced', 'paused'])
        const { owner, requests, ids } = hook
        const kinds = ['forfeit', 'missed', 'reduced', 'paused'] as const
        for (const kind of kinds.slice(0, 3)) await write(kind, owner)
        const mailed: string[] = []
        const keep = ({ subject, text }: Mail) =>
          void mailed.push(...[...`${subject}\n${text}`.matchAll(/Gale (?:was paused|is now seated)/g)].map(String))
        const first = newSender({
          queue: (queue) => death.of(queue, method, when),
          send: async (mail) => {
            if (death.isDead || (method === 'mail' && when === 'before')) return death.now()
            keep(mail)
            if (method === 'mail') return death.now()
          },
        })
        void first.sender.round()
        await death.isOver()
        await write('paused', owner)
        const next = newSender({ send: async (mail) => keep(mail) })
        // Leases end, and then waits.
        for (const ms of [0, 3 * MINUTE, MINUTE]) {
          f.now += ms
          await next.work()
        }
        const heard = requests.map(({ body }) => (JSON.parse(body) as { type: string }).type)
        const distinct = heard.filter((kind, i) => kind !== heard[i - 1])
        expect(distinct).toEqual(kinds)
        expect(new Set(ids()).size).toBe(kinds.length)
        expect(heard.length).toBeLessThanOrEqual(kinds.length + 1)
        // A mail that was handed over and not put on record comes a second time, and no other does.
        expect(mailed.filter((each, n) => each !== mailed[n - 1])).toEqual(['Gale is now seated', 'Gale was paused'])
        const isBefore = method === 'shareOut' || method === 'takeForMails' || (method === 'mail' && when === 'before')
        expect(mailed.length).toBeLessThanOrEqual(isBefore ? 2 : 3)
        if (method === 'mail' && when === 'after') expect(mailed).toHaveLength(3)
        expect((await waysOf(owner)).filter((each) => !each.endsWith('sent'))).toEqual([])
      },
    )
  })

  describe('what is kept', () => {
    test('goes with its account at once, and by itself after 30 days', async () => {
      const [ada, bob] = [await f.account(), await f.account()]
      for (const owner of [ada, bob]) {
        await store().setWebhook(owner, { url: 'https://hook.example.org/', format: 'slack' })
        await store().choose(owner, { choices: { forfeit: { mail: true, webhook: true } } })
        await write('forfeit', owner)
      }
      const queue = new NoticeQueue({ db: f.db, now: f.clock })
      await queue.shareOut()
      await f.accounts.delete(ada)
      for (const table of ['notices', 'notice_deliveries', 'notice_settings', 'webhooks'] as const) {
        const rows = await f.db.selectFrom(table).select('owner_id').execute()
        expect(new Set(rows.map(({ owner_id }) => owner_id)), table).toEqual(new Set([bob]))
      }
      f.now += 30 * DAY
      expect(await queue.purge()).toBe(0)
      f.now += 1
      expect(await queue.purge()).toBe(1)
      expect(await waysOf(bob)).toEqual([])
    })

    test('an account file has choices, webhook and notices, and no secret', async () => {
      const owner = await f.account()
      await store().setWebhook(owner, { url: 'https://hook.example.org/', format: 'standard' })
      await store().choose(owner, { choices: { forfeit: { mail: true } } })
      await write('forfeit', owner)
      await new NoticeQueue({ db: f.db, now: f.clock }).shareOut()
      const file = JSON.stringify(await exportAccount(f.db, owner))
      expect(JSON.parse(file)).toMatchObject({
        webhook: { url: 'https://hook.example.org/' },
        noticeChoices: { forfeit: { mail: true } },
        notices: [{ kind: 'forfeit' }],
      })
      expect(file).not.toContain('whsec_')
    })
  })
}
