/** The HTTP interface: every endpoint with every status that it can give, over a real socket. */
import { once } from 'node:events'
import { mkdir, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import {
  Bot,
  BotList,
  DeployEvent,
  Health,
  Leaderboard,
  LiveList,
  Match,
  MatchList,
  PlatformKey,
  ProblemBody,
} from '@arena/protocol'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import { newId } from '../src/db/ids.ts'
import type { MatchOrder, MatchResult } from '../../host/src/order.ts'
import { expectOk, expectProblem } from './answers.ts'
import { startBot, startService } from './http-service.ts'
import type { Service, TestBot } from './http-service.ts'
import { endMatch, PICKS, RESULT, seatMatch } from './stored-match.ts'

let service: Service
let bot: TestBot
let secret: string

beforeAll(async () => {
  service = await startService()
  bot = await startBot()
  secret = await service.bearer('ada@example.org', ['bots.read', 'bots.write'])
})

afterAll(async () => {
  await bot[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
})

const json = (body: unknown, method = 'POST') => ({
  method,
  headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

let ticks = 0

/** Each match starts one tick after the one before. */
const seat = () => seatMatch(service.context, { url: bot.url, startedAt: Date.UTC(2026, 0, 1) + ticks++ * 5000 })

async function playMatch(result: Partial<MatchResult> = {}): Promise<string> {
  const { matchId } = await seat()
  await endMatch(service.context, matchId, result, Date.UTC(2026, 0, 2))
  return matchId
}

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

  test('bytes that are not HTTP are answered with a problem too', async () => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
    socket.write('GARBAGE\r\n\r\n')
    const answer = await text(socket)
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\ncontent-type: application\/problem\+json\r\n/)
    expect(ProblemBody.parse(JSON.parse(answer.split('\r\n\r\n')[1]!)).code).toBe('invalid-request')
  })

  test('a URL or headers of more than 16 KiB are refused with the reason', async () => {
    const problem = await expectProblem(await service.fetch(`/matches?${'x'.repeat(20_000)}`), 'invalid-request')
    expect(problem.detail).toBe('Request line and headers are at most 16384 bytes together.')
  })

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

  test('an empty body is a problem where one is needed', async () => {
    const problem = await expectProblem(await service.fetch('/bots', { ...json(null), body: '' }), 'invalid-request')
    expect(problem.errors).toEqual([{ path: '', message: expect.any(String) }])
  })

  test('a body over the limit is refused', async () => {
    const body = JSON.stringify({ name: 'x'.repeat(70_000) })
    await expectProblem(await service.fetch('/bots', { ...json(null), body }), 'body-too-large')
  })

  test.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded'])('%s is refused', async (type) => {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': type }
    await expectProblem(await service.fetch('/bots', { method: 'POST', headers, body: 'x' }), 'unsupported-media-type')
  })
})

describe('GET /health', () => {
  test('answers ok', async () => {
    expect(await expectOk(await service.fetch('/health'), Health)).toEqual({ status: 'ok' })
  })
})

describe('GET /.well-known/arena.json', () => {
  test('answers the public half of the platform key', async () => {
    const body = await expectOk(await service.fetch('/.well-known/arena.json'), PlatformKey)
    expect(body).toEqual({ publicKey: service.context.platformKey.publicKey })
  })
})

describe('GET /matches and /matches/{id}', () => {
  test('`stage` is null until the game starts; `seed` is null while the match runs; public once it ends', async () => {
    const order = await seat()
    const path = `/matches/${order.matchId}`
    const picking = await expectOk(await service.fetch(path), Match)
    expect(picking).toMatchObject({ status: 'running', stage: null, seed: null, summary: null, endedAt: null })
    expect(picking.players.map(({ character, costume }) => [character, costume])).toEqual([
      [null, null],
      [null, null],
    ])

    await service.context.matches.start({ matchId: order.matchId, stage: 31, picks: PICKS })
    const playing = await expectOk(await service.fetch(path), Match)
    expect(playing).toMatchObject({ status: 'running', stage: 31, seed: null })
    expect(playing.players).toMatchObject(PICKS)

    await endMatch(service.context, order.matchId)
    const ended = await expectOk(await service.fetch(path), Match)
    expect(ended).toMatchObject({ status: 'completed', seed: order.seed, summary: RESULT.summary })
    expect(ended.players).toMatchObject([
      { placement: 1, score: 3 },
      { placement: 2, score: 0 },
    ])
  })

  test('no list and no record shows where a bot lives', async () => {
    const id = await playMatch()
    const bodies = await Promise.all([
      service.fetch('/matches').then((response) => response.text()),
      service.fetch(`/matches/${id}`).then((response) => response.text()),
      service.fetch('/live').then((response) => response.text()),
      service.fetch('/leaderboard').then((response) => response.text()),
    ])
    for (const body of bodies) expect(body).not.toContain(new URL(bot.url).host)
  })

  test('GET /matches rules 1, 2: newest first, and the last id of a page is passed to get the next page', async () => {
    const ids = [await playMatch(), await playMatch(), await playMatch()]
    const first = await expectOk(await service.fetch('/matches?limit=2'), MatchList)
    expect(first.matches.map(({ id }) => id)).toEqual([ids[2], ids[1]])
    expect(first.matches[0]).not.toHaveProperty('seed')
    const next = await expectOk(await service.fetch(`/matches?mode=live&limit=1&before=${ids[1]}`), MatchList)
    expect(next.matches.map(({ id }) => id)).toEqual([ids[0]])
  })

  test('GET /matches: 20 unless `limit` says otherwise, up to 200; of `mode` live are all', async () => {
    for (let i = 0; i < 21; i++) await seat()
    const list = async (query: string) => (await expectOk(await service.fetch(`/matches${query}`), MatchList)).matches
    const all = await list('?limit=200')
    expect(all.length).toBeGreaterThan(20)
    expect(await list('')).toEqual(all.slice(0, 20))
    expect(await list('?mode=live')).toEqual(all.slice(0, 20))
    expect(await list('?limit=1')).toEqual(all.slice(0, 1))
  })

  test('matches of one bot', async () => {
    const { matchId, bots } = await seat()
    const { matches } = await expectOk(await service.fetch(`/matches?botId=${bots[0].botId}`), MatchList)
    expect(matches.map(({ id }) => id)).toEqual([matchId])
    expect(await expectOk(await service.fetch('/matches?botId=nobody'), MatchList)).toEqual({ matches: [] })
  })

  test.each([
    ['limit=0', 'limit'],
    ['limit=201', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=1&limit=2', 'limit'],
    ['mode=turbo', 'mode'],
    ['before=match_unknown', 'before'],
  ])('the query %s is a problem that names the place', async (query, path) => {
    const problem = await expectProblem(await service.fetch(`/matches?${query}`), 'invalid-request')
    expect(problem.errors).toEqual([{ path, message: expect.any(String) }])
  })

  test.each(['match_01k9y40r6yes3v1c5hzq8p2n7t', 'nonsense', 'x'.repeat(500)])(
    'the unknown id %s is 404',
    async (id) => {
      await expectProblem(await service.fetch(`/matches/${id}`), 'not-found')
    },
  )
})

describe('GET /matches/{id}/replay.slp rules', () => {
  const BYTES = Buffer.from('{U\x03raw[$U#l and the rest of a replay')

  async function playMatchWithReplay(): Promise<string> {
    const id = await playMatch({ replayBytes: BYTES.length })
    await mkdir(service.context.replayDir, { recursive: true })
    await writeFile(join(service.context.replayDir, `${id}.slp`), BYTES)
    return id
  }

  test('1: the `.slp` file as an attachment with filename `<id>.slp`, once the match completes', async () => {
    const id = await playMatchWithReplay()
    const response = await service.fetch(`/matches/${id}/replay.slp`, { headers: { 'accept-encoding': 'identity' } })
    expect(response.status).toBe(200)
    expect(Buffer.from(await response.arrayBuffer())).toEqual(BYTES)
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${id}.slp"`)
    expect(response.headers.get('content-length')).toBe(String(BYTES.length))
    expect(response.headers.get('cache-control')).toContain('immutable')
  })

  test('a client that asks for a replay and stops reading does not hold it open', async () => {
    const id = await playMatchWithReplay()
    // More than the buffers between the two take.
    await truncate(join(service.context.replayDir, `${id}.slp`), 64 * 1024 * 1024)
    const { server } = service.app
    expect(server.timeout).toBe(60_000)
    server.timeout = 100
    const connected = once(server, 'connection') as Promise<[Socket]>
    const client = connect(Number(new URL(service.url).port), '127.0.0.1')
    client.on('error', () => {})
    try {
      client.write(`GET /matches/${id}/replay.slp HTTP/1.1\r\nhost: arena\r\n\r\n`)
      const [ours] = await connected
      await once(ours, 'close')
      expect(ours.bytesWritten).toBeGreaterThan(0)
    } finally {
      server.timeout = 60_000
      client.destroy()
    }
  })

  test('a replay that the client has is not sent again', async () => {
    const path = `/matches/${await playMatchWithReplay()}/replay.slp`
    const etag = (await service.fetch(path, { method: 'HEAD' })).headers.get('etag')!
    const response = await service.fetch(path, { headers: { 'if-none-match': `"other", ${etag}` } })
    expect([response.status, await response.text()]).toEqual([304, ''])
    const other = await service.fetch(path, { headers: { 'if-none-match': '"other"' } })
    expect([other.status, (await other.arrayBuffer()).byteLength]).toEqual([200, BYTES.length])
  })

  test('2: 404 while the match runs', async () => {
    const { matchId } = await seat()
    const problem = await expectProblem(await service.fetch(`/matches/${matchId}/replay.slp`), 'replay-not-available')
    expect(problem.detail).toBe('The match is still running.')
  })

  test('2: 404 when no game was played (a forfeit before the first frame)', async () => {
    const id = await playMatch({ cause: 'absent', played: false, replayBytes: null })
    const problem = await expectProblem(await service.fetch(`/matches/${id}/replay.slp`), 'replay-not-available')
    expect(problem.detail).toBe('No game was played.')
  })

  test('404 after retention: the match record stays, and `replayBytes` becomes null', async () => {
    const id = await playMatchWithReplay()
    await service.context.localReplays.remove(id)
    await service.context.matches.forgetReplay(id)
    const problem = await expectProblem(await service.fetch(`/matches/${id}/replay.slp`), 'replay-not-available')
    expect(problem.detail).toBe('The replay was deleted after its retention.')
    expect(await expectOk(await service.fetch(`/matches/${id}`), Match)).toMatchObject({ replayBytes: null })
  })

  test('404 of an aborted match without a replay does not say that it was deleted', async () => {
    const id = await playMatch({ status: 'aborted', cause: 'replay-failed', replayBytes: null })
    const problem = await expectProblem(await service.fetch(`/matches/${id}/replay.slp`), 'replay-not-available')
    expect(problem.detail).toBe('The match was aborted: its replay was lost, or deleted after its retention.')
  })

  test('404 where the file is missing though the record knows of one', async () => {
    const id = await playMatchWithReplay()
    await rm(join(service.context.replayDir, `${id}.slp`))
    await expectProblem(await service.fetch(`/matches/${id}/replay.slp`), 'replay-not-available')
  })

  test('503 where the disk cannot read it: it is asked for again', async () => {
    const id = await playMatchWithReplay()
    const file = join(service.context.replayDir, `${id}.slp`)
    await rm(file)
    // Every read of it fails.
    await symlink(file, file)
    const response = await service.fetch(`/matches/${id}/replay.slp`)
    expect(response.headers.get('retry-after')).toBe('10')
    await expectProblem(response, 'replay-storage-unavailable')
    await rm(file)
  })

  test.each(['match_01k9y40r6yes3v1c5hzq8p2n7t', '..%2f..%2fplatform-key'])('404 for the unknown %s', async (id) => {
    await expectProblem(await service.fetch(`/matches/${id}/replay.slp`), 'not-found')
  })
})

describe('GET /live', () => {
  const order = (): MatchOrder => ({
    matchId: newId('match'),
    mode: 'live',
    seed: 'cd'.repeat(32),
    stage: 8,
    bots: [
      { botId: newId('bot'), name: 'Red', url: 'http://secret.example' },
      { botId: newId('bot'), name: 'Blue', url: 'http://secret.example' },
    ],
    startedAt: Date.UTC(2026, 5, 1),
  })

  test('a pick never shows before Game Start, and nothing that follows from the seed does', async () => {
    const { live } = service.context
    const match = order()
    live.seated(match)
    live.progress([{ matchId: match.matchId, frame: -123, players: [STANDING, STANDING] }])
    const { matches } = await expectOk(await service.fetch('/live?mode=live'), LiveList)
    expect(matches).toEqual([
      {
        id: match.matchId,
        mode: 'live',
        stage: null,
        frame: -123,
        startedAt: '2026-06-01T00:00:00.000Z',
        players: [0, 1].map((port) => ({
          port,
          botId: match.bots[port as 0 | 1].botId,
          botName: match.bots[port as 0 | 1].name,
          character: null,
          costume: null,
          ...STANDING,
        })),
      },
    ])
    live.finished(match.matchId)
  })

  test('while a match runs, `stage` is set and `frame` advances with the engine', async () => {
    const { live } = service.context
    const match = order()
    live.seated(match)
    const picks = [
      { character: 9, costume: 3 },
      { character: 0, costume: 0 },
    ] as const
    live.started({ matchId: match.matchId, stage: match.stage, picks })
    const players = [
      { stocks: 2, percent: 71, x: -12.5, y: 30.25 },
      { stocks: 1, percent: 3, x: 40, y: 0 },
    ] as const
    live.progress([{ matchId: match.matchId, frame: 600, players }])
    const body = await expectOk(await service.fetch('/live'), LiveList)
    expect(body.matches).toMatchObject([{ stage: 8, frame: 600, players }])
    expect(body.matches[0]!.players).toMatchObject(picks)
    live.finished(match.matchId)
    expect(await expectOk(await service.fetch('/live'), LiveList)).toEqual({ matches: [] })
  })

  test('reports of matches that are not known here change nothing', async () => {
    const { live } = service.context
    const { matchId, stage } = order()
    live.started({ matchId, stage, picks: [PICK, PICK] })
    live.progress([{ matchId, frame: 1, players: [STANDING, STANDING] }])
    expect(live.list()).toEqual([])
  })

  test('an unknown mode is a problem', async () => {
    await expectProblem(await service.fetch('/live?mode=turbo'), 'invalid-request')
  })

  const STANDING = { stocks: 4, percent: 0, x: 0, y: 0 }
  const PICK = { character: 1, costume: 1 }
})

describe('GET /leaderboard', () => {
  test('ranks every bot with at least one completed match', async () => {
    await playMatch()
    const { leaderboard } = await expectOk(await service.fetch('/leaderboard?mode=live&limit=200'), Leaderboard)
    expect(leaderboard.length).toBeGreaterThanOrEqual(2)
    expect(leaderboard.map(({ rank }) => rank)).toEqual(leaderboard.map((_row, index) => index + 1))
    expect(leaderboard[0]).toMatchObject({ rating: 3.4, gamesPlayed: 1, wins: 1 })
    const second = await expectOk(await service.fetch('/leaderboard?limit=1&offset=1'), Leaderboard)
    expect(second.leaderboard).toEqual([leaderboard[1]])
  })

  test.each(['mode=turbo', 'limit=0', 'limit=201', 'offset=-1', 'offset=x'])('%s is a problem', async (query) => {
    await expectProblem(await service.fetch(`/leaderboard?${query}`), 'invalid-request')
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

  test('a revoked key is refused at once', async () => {
    const { accounts, keys } = service.context
    const user = await accounts.findOrCreate('revoked@example.org')
    const key = await keys.create(user.id, { kind: 'bearer', name: 'gone', scopes: ['bots.read'] })
    if (key === 'key-limit-reached') throw new Error('not on a new account')
    const headers = { authorization: `Bearer ${key.secret}` }
    await expectOk(await service.fetch('/bots', { headers }), BotList)
    await keys.revoke(user.id, key.id)
    await expectProblem(await service.fetch('/bots', { headers }), 'authentication-required')
  })

  test.each([
    ['GET', '/bots', 'bots.read', ['bots.write']],
    ['GET', '/bots/bot_x', 'bots.read', ['bots.write', 'keys.read', 'keys.write']],
    ['POST', '/bots', 'bots.write', ['bots.read']],
    ['PATCH', '/bots/bot_x', 'bots.write', ['bots.read', 'account.read', 'account.write']],
    ['DELETE', '/bots/bot_x', 'bots.write', ['bots.read']],
  ] as const)('%s %s needs the scope %s, and 403 names it', async (method, path, scope, scopes) => {
    const other = await service.bearer('scopes@example.org', scopes)
    const response = await service.fetch(path, { method, headers: { authorization: `Bearer ${other}` } })
    expect(await expectProblem(response, 'missing-scope')).toMatchObject({ scope })
    expect(response.headers.get('www-authenticate')).toContain(`scope="${scope}"`)
  })

  test('a use of the key is remembered', async () => {
    const { accounts, keys } = service.context
    const used = await service.bearer('used@example.org', ['bots.read'])
    await expectOk(await service.fetch('/bots', { headers: { authorization: `Bearer ${used}` } }), BotList)
    const [key] = await keys.list((await accounts.findOrCreate('used@example.org')).id)
    expect(key!.lastUsedAt).not.toBeNull()
  })

  test('secrets never reach the log', async () => {
    await service.fetch('/bots?token=hunter2', { headers: { authorization: `Bearer ${secret}`, cookie: 'a=hunter3' } })
    expect(service.logged()).toContain('"path":"/bots"')
    expect(service.logged()).not.toMatch(/hunter[23]/)
    expect(service.logged()).not.toContain(secret)
  })
})

describe('bots', () => {
  test('POST /bots registers a bot whose deploy check passes; it can be listed, inspected, changed and removed', async () => {
    const body = { name: 'Waveland', mode: 'live', url: bot.url }
    const registered = await expectOk(await service.fetch('/bots', json(body)), Bot)
    expect(registered).toMatchObject({ ...body, status: 'active' })
    const path = `/bots/${registered.id}`
    const asOwner = { headers: { authorization: `Bearer ${secret}` } }

    expect(await expectOk(await service.fetch(path, asOwner), Bot)).toEqual(registered)
    const { bots } = await expectOk(await service.fetch('/bots', asOwner), BotList)
    expect(bots).toContainEqual(registered)

    const paused = await expectOk(await service.fetch(path, json({ status: 'paused', name: 'Wave' }, 'PATCH')), Bot)
    expect(paused).toEqual({ ...registered, status: 'paused', name: 'Wave' })
    expect(await expectOk(await service.fetch(path, json({ url: `${bot.url}/2` }, 'PATCH')), Bot)).toMatchObject({
      url: `${bot.url}/2`,
    })

    const removed = await service.fetch(path, { method: 'DELETE', ...asOwner })
    expect(await expectOk(removed, Bot)).toMatchObject({ id: registered.id })
    await expectProblem(await service.fetch(path, asOwner), 'not-found')
    await expectProblem(await service.fetch(path, { method: 'DELETE', ...asOwner }), 'not-found')
    await expectProblem(await service.fetch(path, json({ name: 'x' }, 'PATCH')), 'not-found')
  })

  test('Modes: a bot is in one mode for its lifetime: nothing else is registered, and no change moves it', async () => {
    const body = { name: 'Settled', mode: 'live', url: bot.url }
    await expectProblem(await service.fetch('/bots', json({ ...body, mode: 'another' })), 'invalid-request')
    const registered = await expectOk(await service.fetch('/bots', json(body)), Bot)
    expect(registered.mode).toBe('live')
    for (const mode of ['live', 'another']) {
      const change = json({ name: 'Moved', mode }, 'PATCH')
      await expectProblem(await service.fetch(`/bots/${registered.id}`, change), 'invalid-request')
    }
    const asOwner = { headers: { authorization: `Bearer ${secret}` } }
    expect(await expectOk(await service.fetch(`/bots/${registered.id}`, asOwner), Bot)).toEqual(registered)
  })

  test('a name from before a rule for names is read as it is, and stays while others are changed', async () => {
    const body = { name: 'Old', mode: 'live', url: bot.url }
    const { id } = await expectOk(await service.fetch('/bots', json(body)), Bot)
    const name = 'Two\u2028lines'
    await service.context.db.updateTable('bots').set({ name }).where('id', '=', id).execute()
    const asOwner = { headers: { authorization: `Bearer ${secret}` } }
    expect(await expectOk(await service.fetch(`/bots/${id}`, asOwner), Bot)).toMatchObject({ ...body, name })
    const paused = await service.fetch(`/bots/${id}`, json({ status: 'paused' }, 'PATCH'))
    expect(await expectOk(paused, Bot)).toMatchObject({ name, status: 'paused' })
  })

  test('DELETE accepts a content type without a body', async () => {
    const body = { name: 'Typed', mode: 'live', url: bot.url }
    const { id } = await expectOk(await service.fetch('/bots', json(body)), Bot)
    const { headers } = json(null)
    await expectOk(await service.fetch(`/bots/${id}`, { method: 'DELETE', headers }), Bot)
  })

  test('another account sees nothing of a bot', async () => {
    const { id } = await expectOk(await service.fetch('/bots', json({ name: 'Mine', mode: 'live', url: bot.url })), Bot)
    const headers = {
      authorization: `Bearer ${await service.bearer('eve@example.org', ['bots.read', 'bots.write'])}`,
      'content-type': 'application/json',
    }
    expect(await expectOk(await service.fetch('/bots', { headers }), BotList)).toEqual({ bots: [] })
    await expectProblem(await service.fetch(`/bots/${id}`, { headers }), 'not-found')
    const change = { method: 'PATCH', headers, body: '{"status":"paused"}' }
    await expectProblem(await service.fetch(`/bots/${id}`, change), 'not-found')
    await expectProblem(await service.fetch(`/bots/${id}`, { method: 'DELETE', headers }), 'not-found')
  })

  test('422 with the report when the deploy check fails, and nothing is stored', async () => {
    await using wrong = await startBot({ answer: 'ping' })
    const response = await service.fetch('/bots', json({ name: 'Wrong', mode: 'live', url: wrong.url }))
    const { report } = await expectProblem(response, 'deploy-check-failed')
    expect(report!.steps.map(({ name, ok }) => [name, ok])).toEqual([
      ['resolve', true],
      ['address', true],
      ['ping', false],
    ])
    const asOwner = { headers: { authorization: `Bearer ${secret}` } }
    const { bots } = await expectOk(await service.fetch('/bots', asOwner), BotList)
    expect(bots.map(({ name }) => name)).not.toContain('Wrong')
  })

  test('changing a bot’s URL triggers the check again, and a failed one keeps the old URL', async () => {
    await using wrong = await startBot({ answer: 'ping' })
    const body = { name: 'Mover', mode: 'live', url: bot.url }
    const { id } = await expectOk(await service.fetch('/bots', json(body)), Bot)
    const response = await service.fetch(`/bots/${id}`, json({ url: wrong.url, name: 'Moved' }, 'PATCH'))
    await expectProblem(response, 'deploy-check-failed')
    const asOwner = { headers: { authorization: `Bearer ${secret}` } }
    expect(await expectOk(await service.fetch(`/bots/${id}`, asOwner), Bot)).toMatchObject(body)
  })

  test.each([
    [{}, ['name', 'mode', 'url']],
    [{ name: '', mode: 'live', url: 'http://a' }, ['name']],
    [{ name: 'x'.repeat(65), mode: 'live', url: 'http://a' }, ['name']],
    [{ name: 'two\u2028lines', mode: 'live', url: 'http://a' }, ['name']],
    [{ name: 'a', mode: 'turbo', url: 'http://a' }, ['mode']],
    [{ name: 'a', mode: 'live', url: 'ftp://a' }, ['url']],
    [{ name: 'a', mode: 'live', url: 'http://user:pass@a/' }, ['url']],
    [[], ['']],
  ])('POST /bots with %o is a problem that names %o', async (body, paths) => {
    const problem = await expectProblem(await service.fetch('/bots', json(body)), 'invalid-request')
    expect(problem.errors!.map(({ path }) => path)).toEqual(paths)
  })

  test.each([{}, { mode: 'live' }, { status: 'gone' }, { name: '' }])(
    'PATCH /bots/{id} with %o is a problem',
    async (body) => {
      await expectProblem(await service.fetch(`/bots/${newId('bot')}`, json(body, 'PATCH')), 'invalid-request')
    },
  )
})

describe('the deploy check, line by line', () => {
  const asked = (body: unknown, method = 'POST') => {
    const { headers, ...rest } = json(body, method)
    return { ...rest, headers: { ...headers, accept: 'application/x-ndjson' } }
  }
  const newBot = (url: string) => ({ name: 'Waveland', mode: 'live', url })

  async function linesOf(response: Response): Promise<DeployEvent[]> {
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/x-ndjson'])
    const lines = (await response.text()).split('\n')
    expect(lines.pop()).toBe('')
    return lines.map((line) => DeployEvent.parse(JSON.parse(line)))
  }

  test('each step comes when it has been taken, and the bot comes last', async () => {
    const server = createServer()
    const sockets = new WebSocketServer({ server })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const pinged = new Promise<ServerResponse>((resolve) => {
      server.on('request', (_request, answer) => resolve(answer))
    })
    const response = await service.fetch('/bots', asked(newBot(url)))
    const reader = response.body!.getReader()
    const decoder = new TextDecoder()
    let heard = ''
    const hear = async (word: string) => {
      while (!heard.includes(word)) heard += decoder.decode((await reader.read()).value)
    }
    await hear('"address"')
    const ping = await pinged
    expect(heard.trim().split('\n')).toHaveLength(2)
    // Only now does the bot answer: what was heard was not held back.
    ping.end('pong')
    await hear('"bot":')
    const events = heard
      .trim()
      .split('\n')
      .map((line) => DeployEvent.parse(JSON.parse(line)))
    expect(events.map((event) => ('step' in event ? event.step.name : Object.keys(event)[0]))).toEqual([
      'resolve',
      'address',
      'ping',
      'upgrade',
      'bot',
    ])
    for (const socket of sockets.clients) socket.terminate()
    server.close()
  })

  test('the reason why nothing changed comes last, and one that precedes the check keeps its status', async () => {
    await using wrong = await startBot({ answer: 'ping' })
    const failed = await linesOf(await service.fetch('/bots', asked(newBot(wrong.url))))
    expect(failed).toMatchObject([
      { step: { name: 'resolve', ok: true } },
      { step: { name: 'address', ok: true } },
      { step: { name: 'ping', ok: false } },
      { problem: { code: 'deploy-check-failed', status: 422, report: { ok: false } } },
    ])
    const { errors } = await expectProblem(await service.fetch('/bots', asked(newBot('ftp://x/'))), 'invalid-request')
    expect(errors).toMatchObject([{ path: 'url' }])
    await expectProblem(await service.fetch(`/bots/${newId('bot')}`, asked({ url: bot.url }, 'PATCH')), 'not-found')
  })

  test('a bot that is moved is checked in the same way; without a new URL there is no step', async () => {
    const { id, url } = await expectOk(await service.fetch('/bots', json(newBot(bot.url))), Bot)
    const patch = async (body: unknown) => linesOf(await service.fetch(`/bots/${id}`, asked(body, 'PATCH')))
    expect(await patch({ url: `${url}2` })).toMatchObject([{}, {}, {}, {}, { bot: { id, url: `${url}2` } }])
    expect(await patch({ name: 'Moonwalk' })).toMatchObject([{ bot: { id, name: 'Moonwalk' } }])
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

  test('409 when the account already holds 20 unrevoked keys', async () => {
    for (let key = 0; key < 20; key++) expect((await ask('many@example.org')).status).toBe(200)
    await expectProblem(await ask('many@example.org'), 'key-limit-reached')
  })

  test.each([
    ['a page of another site', { origin: 'https://evil.example' }],
    ['a name that was rebound to this machine', { host: 'evil.example' }],
  ])('404 for %s', async (_who, headers) => {
    await expectProblem(await rawAsk(headers), 'not-found')
  })

  test('400 without an e-mail address', async () => {
    await expectProblem(await ask('nobody'), 'invalid-request')
  })

  test.each(['', 'x'.repeat(65), 'n\0'])(
    'API key `name`: 1..64 characters, as of any key: 400 for %j',
    async (name) => {
      await expectProblem(await ask('ada@example.org', name), 'invalid-request')
    },
  )

  /** `fetch` does not let a caller set `Host`. */
  async function rawAsk(headers: Record<string, string>): Promise<Response> {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
    const body = '{"email":"ada@example.org"}'
    const all = { host: 'localhost', 'content-type': 'application/json', 'content-length': body.length, ...headers }
    const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`POST /dev/keys HTTP/1.1\r\n${head.join('')}connection: close\r\n\r\n${body}`)
    const [top, answer] = (await text(socket)).split('\r\n\r\n') as [string, string]
    const [status, ...lines] = top.split('\r\n')
    const pairs = lines.map((line) => line.split(/: (.*)/s, 2) as [string, string])
    return new Response(answer, { status: Number(status!.split(' ')[1]), headers: pairs })
  }
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
