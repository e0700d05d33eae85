/**
 * Every answer that the OpenAPI document lists, over a socket: each success and each problem of each operation is
 * brought about once. An answer that is added to the document fails here until it is, too. That no other is given,
 * every test watches (`watch-answers.ts`).
 */
import { readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buffer } from 'node:stream/consumers'
import { KeyScope, Kit, MAX_KEYS, Problem, ProblemBody } from '@arena/protocol'
import { writeDay } from '@arena/protocol/archive'
import type { ProblemCode } from '@arena/protocol'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { LimitClass } from '../src/http/rate-limits.ts'
import { STREAMS_IN_ALL, STREAMS_PER_CLIENT } from '../src/live/spectators.ts'
import type { Watching } from '../src/live/spectators.ts'
import { openLog } from '../src/machine/serving.ts'
import { nextNumber } from '../src/public-log/days.ts'
import { numbers } from '../../../scripts/tests/series.ts'
import type { Service } from './http-service.ts'
import { createKitFolder } from './kit-folder.ts'
import { readOutbox, signInOf } from './mailbox.ts'
import { receiptFacts } from './receipt-facts.ts'
import { sharedBot, sharedService } from './begun-once.ts'
import { endMatch, seatMatch } from './stored-match.ts'
import { haveSyntheticMonth, MONTH } from './synthetic-month.ts'
import { TestConnector } from './relay/connector.ts'

interface Operation {
  readonly operationId: string
  readonly 'x-rate-limit': readonly LimitClass[]
  readonly security: readonly { readonly bearer?: readonly [KeyScope] }[]
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>
}

interface Media {
  readonly examples?: Readonly<Partial<Record<ProblemCode, unknown>>>
}

interface Ask {
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

const FILE = new URL('../../../docs/openapi.json', import.meta.url)
const document = JSON.parse(readFileSync(FILE, 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

const OPERATIONS = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
)
const SUCCESSES = OPERATIONS.flatMap(({ path, method, operation }) =>
  Object.keys(operation.responses)
    .filter((status) => Number(status) < 400)
    .map((status) => [`${method} ${path}: ${status}`, { method, operation, status: Number(status) }] as const),
)
const REFUSALS = OPERATIONS.flatMap(({ path, method, operation }) =>
  Object.entries(operation.responses).flatMap(([status, { content }]) =>
    (Object.keys(content?.['application/problem+json']?.examples ?? {}) as ProblemCode[]).map(
      (code) => [`${method} ${path}: ${status} ${code}`, { method, operation, status: Number(status), code }] as const,
    ),
  ),
)

const { url: kitFolder } = createKitFolder()

const service = sharedService({ ARENA_RATE_LIMITS: 'on', ARENA_TRUST_PROXY: '127.0.0.1' }, () => ({ kitFolder }))
/** On its way down, and without the kit. */
const ending = sharedService({}, () => ({ kitFolder: new URL('file:///nowhere/') }))
const bot = sharedBot()
const wrongBot = sharedBot({ answer: 'ping' })
beforeAll(() => ending.drain())

let subjects = 0

/** A caller with an account and an address of its own, so that no caller uses up the limit of another. */
class Subject {
  readonly address = `198.18.${++subjects >> 8}.${subjects & 255}`
  readonly email = `subject${subjects}@example.org`

  async userId(): Promise<string> {
    return (await service.context.accounts.findOrCreate(this.email)).id
  }

  async bearer(scopes: readonly KeyScope[] = KeyScope.options): Promise<Record<string, string>> {
    return { authorization: `Bearer ${await service.bearer(this.email, scopes)}` }
  }

  async session(): Promise<Record<string, string>> {
    return { cookie: `arena=${await service.context.sessions.open(await this.userId())}` }
  }

  async botId(): Promise<string> {
    return (await service.context.bots.register(await this.userId(), { name: 'A', mode: 'live', url: bot.url })).id
  }

  async keyId(): Promise<string> {
    const key = await service.context.keys.create(await this.userId(), {
      kind: 'bearer',
      name: 'a',
      scopes: ['bots.read'],
    })
    if (key === 'key-limit-reached') throw new Error('not on a new account')
    return key.id
  }

  async token(): Promise<string> {
    await this.send(service, 'POST', { path: '/auth/email', body: { email: this.email } })
    await service.context.mailer.settled()
    const [mail] = await readOutbox(join(service.context.config.dataDir, 'outbox'), this.email)
    return signInOf(mail!).token
  }

  /** With any method and any body, which `fetch` would not send. */
  async send({ url }: Service, method: string, { path, headers, body }: Ask) {
    const bytes = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body)
    const sent = request(url + path, {
      method,
      headers: {
        'x-forwarded-for': this.address,
        ...(bytes !== null && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(bytes) }),
        ...headers,
      },
      agent: false,
    })
    sent.end(bytes)
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      sent.once('response', resolve)
      sent.once('error', reject)
    })
    return { status: response.statusCode!, headers: response.headers, body: await buffer(response) }
  }
}

async function matchWithReplay(): Promise<string> {
  const { matchId } = await seatMatch(service.context)
  await mkdir(service.context.replayDir, { recursive: true })
  await writeFile(join(service.context.replayDir, `${matchId}.slp`), 'a replay')
  await endMatch(service.context, matchId, { replayBytes: 8 })
  return matchId
}

/** Signed, and in the public log. */
async function matchWithResult(): Promise<string> {
  const { db } = service.context
  await openLog(service.context, service.context)
  const { matchId } = await seatMatch(service.context)
  const { day, number } = (await db.transaction().execute((trx) => nextNumber(trx, Date.now())))!
  await db.updateTable('matches').set({ day, number }).where('id', '=', matchId).execute()
  await endMatch(service.context, matchId)
  return matchId
}

/** A day that is over, whose file holds no match. */
async function archivedDay(): Promise<string> {
  const { db, keptFiles, machineId } = service.context
  const day = '2026-01-02'
  const name = `archive/${day}.parquet`
  await writeFile(await keptFiles.draft(name), writeDay(day, []))
  const file = await keptFiles.keep(name)
  const days = db.insertInto('days').values({ day, secret: '5f'.repeat(32) })
  await days.onConflict((conflict) => conflict.doNothing()).execute()
  const archived = db.insertInto('archive_days').values({ ...file, day, machine_id: machineId, matches: 1 })
  await archived.onConflict((conflict) => conflict.doNothing()).execute()
  return day
}

/** With a receipt for the subject. */
async function matchOf(subject: Subject): Promise<string> {
  const own = { botId: await subject.botId(), name: 'A', url: bot.url }
  const other = await new Subject().botId()
  const { matchId } = await seatMatch(service.context, { bots: [own, { ...own, botId: other }] })
  await endMatch(service.context, matchId, { receipts: [receiptFacts(), receiptFacts()] })
  return matchId
}

async function pausedBotOf(subject: Subject): Promise<string> {
  const id = await subject.botId()
  await service.context.bots.update(await subject.userId(), id, { status: 'paused' })
  return id
}

async function rehearsingBotOf(subject: Subject): Promise<string> {
  const id = await pausedBotOf(subject)
  await service.context.rehearsals.request(await subject.userId(), id)
  return id
}

async function rehearsedBotOf(subject: Subject): Promise<string> {
  const id = await rehearsingBotOf(subject)
  const { db, rehearsals } = service.context
  const replay = { rehearsal_id: (await rehearsals.find(await subject.userId(), id))!.id, bytes: 8 }
  await db
    .insertInto('rehearsal_replays')
    .values({ ...replay, packed: gzipSync('a replay') })
    .execute()
  return id
}

/** A match that has just ended, so that it can be watched to its end. */
async function matchToWatch(): Promise<string> {
  const order = await seatMatch(service.context)
  await mkdir(service.context.replayDir, { recursive: true })
  await writeFile(join(service.context.replayDir, `${order.matchId}.slp`), 'a replay of 25 bytes head')
  service.context.live.seated(order)
  return order.matchId
}

/** Opens a number of streams of a match. */
function watch(path: string, count: number, client: (i: number) => string): void {
  const match = service.context.live.find(/match_[0-9a-z]{26}/.exec(path)![0])!
  for (let i = 0; i < count; i++) {
    const admission = service.context.spectators.admit(match, client(i))
    if (admission.kind !== 'admitted') throw new Error(admission.kind)
    watching.push(admission.watching)
  }
}

/** Nothing to add to the path: an account has one. */
async function webhookOf(subject: Subject): Promise<''> {
  await service.context.notices.setWebhook(await subject.userId(), { url: bot.url, format: 'standard' })
  return ''
}

const watching: Watching[] = []

const NEW_BOT = () => ({ name: 'A', mode: 'live', url: bot.url })
const NEW_KEY = { kind: 'bearer', name: 'a', scopes: ['bots.read'] }

/** A request of each operation that succeeds; one that needs a scope has a key with all of them. */
const GOOD: Readonly<Record<string, (subject: Subject) => Ask | Promise<Ask>>> = {
  getOpenApi: () => ({ path: '/openapi.json' }),
  getHealth: () => ({ path: '/health' }),
  getReadiness: () => ({ path: '/ready' }),
  getPlatformKey: () => ({ path: '/.well-known/arena.json' }),
  getKit: () => ({ path: '/kit' }),
  getKitFile: () => ({ path: '/kit/arena-kit.tgz' }),
  getKitVersion: async () => ({ path: Kit.parse(await (await service.fetch('/kit')).json()).sdk.path }),
  getMap: () => ({ path: '/llms.txt' }),
  getChangelog: () => ({ path: '/changelog' }),
  listMatches: () => ({ path: '/matches' }),
  getMatch: async () => ({ path: `/matches/${await matchWithReplay()}` }),
  getReceipt: async (subject) => ({ path: `/matches/${await matchOf(subject)}/receipt` }),
  getReplay: async () => ({ path: `/matches/${await matchWithReplay()}/replay.slp` }),
  listLiveMatches: () => ({ path: '/live' }),
  watchMatch: async () => ({ path: `/live/${await matchToWatch()}.slp` }),
  getLeaderboard: () => ({ path: '/leaderboard' }),
  getRatingList: () => ({ path: '/ratings.json' }),
  getOpenData: () => ({ path: '/data' }),
  getOpenDataFile: async () => {
    await haveSyntheticMonth(service.context, 10)
    return { path: `/data/matches-${MONTH}.parquet` }
  },
  getArchive: () => ({ path: '/archive' }),
  getArchivedDay: async () => ({ path: `/archive/${await archivedDay()}.parquet` }),
  getPublicLogs: () => ({ path: '/log' }),
  getCheckpoint: async () => {
    await openLog(service.context, service.context)
    return { path: '/log/1/checkpoint' }
  },
  getResult: async () => ({ path: `/matches/${await matchWithResult()}/result.txt` }),
  listBots: () => ({ path: '/bots' }),
  registerBot: () => ({ path: '/bots', body: NEW_BOT() }),
  getBot: async (subject) => ({ path: `/bots/${await subject.botId()}` }),
  updateBot: async (subject) => ({ path: `/bots/${await subject.botId()}`, body: { status: 'paused' } }),
  removeBot: async (subject) => ({ path: `/bots/${await subject.botId()}` }),
  openRelay: () => ({ path: '/relay' }),
  rehearseBot: async (subject) => ({ path: `/bots/${await pausedBotOf(subject)}/rehearsal` }),
  getRehearsal: async (subject) => ({ path: `/bots/${await rehearsingBotOf(subject)}/rehearsal` }),
  callOffRehearsal: async (subject) => ({ path: `/bots/${await rehearsingBotOf(subject)}/rehearsal` }),
  getRehearsalReplay: async (subject) => ({ path: `/bots/${await rehearsedBotOf(subject)}/rehearsal/replay.slp` }),
  listKeys: () => ({ path: '/keys' }),
  createKey: () => ({ path: '/keys', body: NEW_KEY }),
  revokeKey: async (subject) => ({ path: `/keys/${await subject.keyId()}` }),
  requestSignIn: ({ email }) => ({ path: '/auth/email', body: { email } }),
  verifySignIn: async (subject) => ({ path: '/auth/email/verify', body: { token: await subject.token() } }),
  signOut: async (subject) => ({ path: '/auth/sign-out', headers: await subject.session() }),
  getAccount: () => ({ path: '/me' }),
  deleteAccount: async (subject) => ({ path: '/me', headers: await subject.session() }),
  getNotices: () => ({ path: '/me/notices' }),
  chooseNotices: () => ({ path: '/me/notices', body: { choices: { forfeit: { mail: true } } } }),
  setWebhook: () => ({ path: '/me/webhook', body: { url: bot.url } }),
  renewWebhookSecret: async (subject) => ({ path: `/me/webhook${await webhookOf(subject)}/secret` }),
  testWebhook: async (subject) => ({ path: `/me/webhook${await webhookOf(subject)}/test` }),
  removeWebhook: async (subject) => ({ path: `/me/webhook${await webhookOf(subject)}` }),
  setHandle: ({ email }) => ({ path: '/me/handle', body: { handle: email.split('@', 1)[0] } }),
}

const scopeOf = ({ security }: Operation): KeyScope | undefined => security.find(({ bearer }) => bearer)?.bearer?.[0]

async function goodAsk(operation: Operation, subject: Subject): Promise<Ask> {
  const make = GOOD[operation.operationId]
  if (make === undefined) throw new Error(`there is no request that makes ${operation.operationId} succeed`)
  const ask = await make(subject)
  return scopeOf(operation) === undefined ? ask : { ...ask, headers: { ...ask.headers, ...(await subject.bearer()) } }
}

const anonymous = ({ path, body }: Ask): Ask => ({ path, body })

/** Changes that turn a request that succeeds into one that meets with the problem. */
const BAD: Readonly<
  Record<ProblemCode, ((ask: Ask, subject: Subject, operation: Operation) => Ask | Promise<Ask>) | undefined>
> = {
  'invalid-request': (ask) => ({ ...ask, path: `${ask.path}?%00` }),
  'headers-too-large': (ask) => ({
    ...ask,
    headers: { ...ask.headers, ...Object.fromEntries(numbers(500).map((i) => [`x-${i}`, ''])) },
  }),
  'sign-in-failed': (ask) => ({ ...ask, body: { token: 'A'.repeat(43) } }),
  'authentication-required': anonymous,
  'missing-scope': async (ask, subject, operation) => {
    const others = KeyScope.options.filter((scope) => scope !== scopeOf(operation))
    return { ...ask, headers: await subject.bearer(others) }
  },
  'cross-site-request': async (ask, subject) => ({
    ...ask,
    headers: { ...(await subject.session()), origin: 'https://elsewhere.example' },
  }),
  'not-found': async (ask, subject) => {
    await service.context.notices.removeWebhook(await subject.userId())
    return {
      ...ask,
      path: ask.path
        .replace(/_[0-9a-z]{26}/, '_01k9y40r6yes3v1c5hzq8p2n7t')
        .replace('/log/1/', '/log/9/')
        .replace('/archive/2026-01-02', '/archive/2026-01-03')
        .replace('/data/matches-', '/data/moments-')
        .replace(/^\/kit\/(?:[0-9a-f]{16}\/)?/, '/kit/0123456789abcdef/'),
    }
  },
  'replay-not-available': async (ask, _subject, { operationId }) => {
    if (operationId === 'getReplay')
      return { path: `/matches/${(await seatMatch(service.context)).matchId}/replay.slp` }
    await service.context.db.deleteFrom('rehearsal_replays').execute()
    return ask
  },
  'replay-storage-unavailable': async (ask, _subject, { operationId }) => {
    if (operationId === 'getArchivedDay') {
      await rm(join(service.context.config.dataDir, 'archive'), { recursive: true })
      return ask
    }
    const path = `/matches/${await matchWithReplay()}/replay.slp`
    const away = new Problem('replay-storage-unavailable', { headers: { 'retry-after': '10' } })
    vi.spyOn(service.context.replays, 'open').mockRejectedValueOnce(away)
    return { path }
  },
  'live-not-available': async () => ({ path: `/live/${(await seatMatch(service.context)).matchId}.slp` }),
  'too-many-streams': (ask, { address }) => {
    watch(ask.path, STREAMS_PER_CLIENT, () => address)
    return ask
  },
  'no-stream-free': (ask) => {
    watch(ask.path, STREAMS_IN_ALL, String)
    return ask
  },
  // No answer of an operation: the method is that of none.
  'method-not-allowed': undefined,
  'handle-taken': async (ask) => {
    const { accounts } = service.context
    await accounts.setHandle((await accounts.findOrCreate('first@example.org')).id, 'taken')
    return { ...ask, body: { handle: 'taken' } }
  },
  'key-limit-reached': async (ask, subject) => {
    for (let keys = 1; keys < MAX_KEYS; keys++) await subject.keyId()
    return ask
  },
  'body-too-large': (ask) => ({
    ...ask,
    // A signed request is read to its end, whatever its method.
    headers: { ...ask.headers, 'x-arena-signature': 'AAAA' },
    body: `"${'x'.repeat(70_000)}"`,
  }),
  'unsupported-media-type': (ask) => ({ ...ask, headers: { ...ask.headers, 'content-type': 'text/plain' }, body: 'x' }),
  'deploy-check-failed': (ask) => ({ ...ask, body: { ...(ask.body as object), status: undefined, url: wrongBot.url } }),
  'rate-limited': async (ask, subject, operation) => {
    const { rateLimiter } = service.context
    for (const limit of operation['x-rate-limit']) {
      for (const one of [await subject.userId(), subject.address]) while ((await rateLimiter.take(limit, one)) === 0);
    }
    return ask
  },
  internal: (ask) => {
    vi.spyOn(service.context.rateLimiter, 'take').mockImplementationOnce(() => {
      throw new Error('nobody can count')
    })
    return ask
  },
  'database-unavailable': (ask, _subject, { operationId }) => {
    const gone = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })
    vi.spyOn(service.context.db.getExecutor(), 'provideConnection').mockRejectedValue(gone)
    // This needs no answer: what runs is known.
    if (operationId === 'watchMatch') return { path: '/live/match_01k9y40r6yes3v1c5hzq8p2n7t.slp' }
    // Nor is what is kept ready to send asked for again.
    if (operationId === 'getRatingList') vi.spyOn(service.context.ratingLists, 'newest').mockRejectedValue(gone)
    return operationId.startsWith('list') || operationId === 'getLeaderboard'
      ? { ...ask, path: `${ask.path}?limit=199` }
      : ask
  },
  'not-ready': (ask) => {
    vi.spyOn(service.context.readiness, 'look').mockResolvedValue([
      { name: 'hosts', problem: 'No host process is up.' },
    ])
    return ask
  },
  'upgrade-required': (ask) => ask,
  'range-not-satisfiable': (ask) => ({ ...ask, headers: { range: 'bytes=100000-' } }),
  'account-disabled': async (ask, subject) => {
    const disabled = { disabled_at: new Date() }
    await service.context.db
      .updateTable('users')
      .set(disabled)
      .where('id', '=', await subject.userId())
      .execute()
    return ask
  },
  'bot-disabled': async (ask) => {
    const id = ask.path.split('/')[2]!
    const disabled = { disabled_at: new Date(), status: 'paused' } as const
    await service.context.db.updateTable('bots').set(disabled).where('id', '=', id).execute()
    return { ...ask, ...('body' in ask && { body: { status: 'active' } }) }
  },
  'bot-not-paused': async (ask, subject) => ({ ...ask, path: `/bots/${await subject.botId()}/rehearsal` }),
  'rehearsal-open': async (ask, subject) => {
    await rehearsingBotOf(subject)
    return ask
  },
  maintenance: (ask) => {
    service.context.maintenance.know({ text: 'A new disk.', startsAt: 0, endsAt: Date.now() + 60_000 })
    return ask
  },
  draining: (ask) => ask,
}

afterEach(() => {
  vi.restoreAllMocks()
  service.context.maintenance.know(null)
  for (const each of watching.splice(0)) each.leave()
})

describe('every success', () => {
  test.each(SUCCESSES)('%s', async (_name, { method, operation, status }) => {
    const subject = new Subject()
    if (status === 101) {
      const connector = await TestConnector.dial(service.url, await subject.bearer())
      return connector.end()
    }
    const ask = await goodAsk(operation, subject)
    const first = await subject.send(service, method, ask)
    expect([first.status, first.body.toString()]).toEqual([200, expect.any(String)])
    if (status === 200) return
    if (status === 206) {
      const part = await subject.send(service, method, { ...ask, headers: { range: 'bytes=2-4' } })
      expect([part.status, part.headers['content-range'], part.body]).toEqual([
        206,
        `bytes 2-4/${first.body.length}`,
        first.body.subarray(2, 5),
      ])
      return
    }
    expect(status).toBe(304)
    const again = await subject.send(service, method, { ...ask, headers: { 'if-none-match': first.headers.etag! } })
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, first.headers.etag])
  })
})

describe('every problem', () => {
  test.each(REFUSALS)('%s', async (_name, { method, operation, status, code }) => {
    const subject = new Subject()
    const spoil = BAD[code]!
    const ask = await spoil(await goodAsk(operation, subject), subject, operation)
    const isOfEnding = code === 'draining' || (code === 'not-found' && operation.operationId === 'getKit')
    const answer = await subject.send(isOfEnding ? ending : service, method, ask)
    expect(ProblemBody.parse(JSON.parse(answer.body.toString()))).toMatchObject({ status, code })
    expect(answer.status).toBe(status)
  })
})
