/** What any client of the web may expect: compression, parts of files, other origins, pages that say what is wrong. */
import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { packReplays } from '../src/replays/packing.ts'
import { sharedService } from './begun-once.ts'
import { endMatch, seatMatch } from './stored-match.ts'

const service = sharedService({ ARENA_TRUST_PROXY: '127.0.0.1' })
let replayId: string
/** Not all alike, not all random: what compresses as a replay does. */
const REPLAY = Buffer.concat(
  Array.from({ length: 400 }, (_, i) => Buffer.concat([randomBytes(16), Buffer.alloc(300, i)])),
)

beforeAll(async () => {
  replayId = (await seatMatch(service.context)).matchId
  await mkdir(service.context.replayDir, { recursive: true })
  await writeFile(join(service.context.replayDir, `${replayId}.slp`), REPLAY)
  await endMatch(service.context, replayId, { replayBytes: REPLAY.length })
})
afterEach(() => void vi.restoreAllMocks())

/** Bytes and headers as they are on the wire: `fetch` decodes what it is sent. */
async function raw(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const sent = request(service.url + path, { method, headers, agent: false })
  sent.end()
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve)
    sent.once('error', reject)
  })
  return { status: response.statusCode!, headers: response.headers, body: await buffer(response) }
}

const replay = () => `/matches/${replayId}/replay.slp`
const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync } as const

describe('compressed and plain answers are equal after decoding', () => {
  const PATHS = ['/openapi.json', '/docs', '/docs/rules', '/changelog', 'replay', '/matches?limit=200'] as const

  test.each(PATHS.flatMap((path) => (['br', 'gzip'] as const).map((coding) => [path, coding] as const)))(
    '%s as %s',
    async (path, coding) => {
      for (let i = 0; i < 3; i++) await seatMatch(service.context)
      const at = path === 'replay' ? replay() : path
      const plain = await raw(at)
      const packed = await raw(at, { 'accept-encoding': coding })
      expect([plain.headers['content-encoding'], packed.headers['content-encoding']]).toEqual([undefined, coding])
      expect(packed.body.length).toBeLessThan(plain.body.length)
      expect(DECODERS[coding](packed.body).equals(plain.body)).toBe(true)
      expect([plain, packed].map(({ headers }) => headers.vary?.includes('accept-encoding'))).toEqual([true, true])
    },
  )

  test.each(['/matches?limit=200', 'replay'])(
    '%s compressed is another representation, with a tag of its own',
    async (path) => {
      const at = path === 'replay' ? replay() : path
      const plain = (await raw(at)).headers.etag!
      const packed = (await raw(at, { 'accept-encoding': 'br' })).headers.etag!
      const opaque = plain.slice(1, -1)
      expect([plain, packed]).toEqual([`"${opaque}"`, `W/"${opaque}-br"`])
      const answers = [
        { 'accept-encoding': 'br', 'if-none-match': packed },
        { 'if-none-match': plain },
        // What the client holds is not what it would be sent: parts of the one are no parts of the other.
        { 'accept-encoding': 'br', 'if-none-match': plain },
        { 'if-none-match': packed },
        { range: 'bytes=0-', 'accept-encoding': 'br', 'if-none-match': packed },
      ].map(async (headers) => (await raw(at, headers)).status)
      expect(await Promise.all(answers)).toEqual([304, 304, 200, 200, path === 'replay' ? 206 : 200])
    },
  )
})

describe('parts of a replay', () => {
  test.each([
    ['bytes=0-99', 0, 100],
    ['bytes=100-', 100, REPLAY.length],
    ['bytes=-100', REPLAY.length - 100, REPLAY.length],
  ])('Range: %s', async (range, from, to) => {
    // Also where the client could decode: a part is a part of the file.
    const answer = await raw(replay(), { range, 'accept-encoding': 'br' })
    expect(answer.status).toBe(206)
    expect(answer.headers).toMatchObject({
      'content-range': `bytes ${from}-${to - 1}/${REPLAY.length}`,
      'content-length': String(to - from),
      'accept-ranges': 'bytes',
    })
    expect(answer.headers['content-encoding']).toBeUndefined()
    expect(answer.body.equals(REPLAY.subarray(from, to))).toBe(true)
  })

  test.each(['bytes=0-1,4-5', 'frames=0-1', 'nonsense'])('%s is answered with the whole', async (range) => {
    const answer = await raw(replay(), { range })
    expect([answer.status, answer.body.equals(REPLAY)]).toEqual([200, true])
  })

  test('If-Range names the file, or the whole is sent', async () => {
    const { etag } = (await raw(replay())).headers
    expect((await raw(replay(), { range: 'bytes=0-1', 'if-range': etag! })).status).toBe(206)
    expect((await raw(replay(), { range: 'bytes=0-1', 'if-range': '"another"' })).status).toBe(200)
  })
})

describe('a replay that is stored packed', () => {
  const client = { 'accept-encoding': 'gzip, deflate, br' }

  test('is packed once its match has been over for ten minutes, and stays the same to every client', async () => {
    const { replays, matches } = service.context
    const packed = async () => (await replays.open(replayId))!
    const before = [await raw(replay()), await raw(replay(), { 'accept-encoding': 'br' })]
    const endedAt = Date.parse((await matches.find(replayId))!.endedAt!)
    await packReplays(service.context, endedAt + 599_999)
    await packed().then(async (file) => [expect(file.packedBytes).toBeNull(), await file.close()])
    await packReplays(service.context, endedAt + 600_000)
    await packed().then(async (file) => [expect(file.packedBytes).toBeLessThan(REPLAY.length), await file.close()])
    const after = [await raw(replay()), await raw(replay(), { 'accept-encoding': 'br' })]
    for (const [index, { status, headers, body }] of after.entries()) {
      expect([status, headers.etag]).toEqual([200, before[index]!.headers.etag])
      expect(body.equals(before[index]!.body)).toBe(true)
    }
    expect(after[0]!.headers['content-length']).toBe(String(REPLAY.length))
  })

  test('goes as it is to clients that read gzip, with its length and a tag of its own', async () => {
    const { status, headers, body } = await raw(replay(), client)
    expect([status, headers['content-encoding'], headers['content-length']]).toEqual([200, 'gzip', String(body.length)])
    expect(gunzipSync(body).equals(REPLAY)).toBe(true)
    expect([headers['accept-ranges'], headers.vary?.includes('accept-encoding')]).toEqual([undefined, true])
    expect(headers.etag).toMatch(/^W\/".*-gzip"$/)
    const again = await raw(replay(), { ...client, 'if-none-match': headers.etag! })
    expect([again.status, again.body.length]).toEqual([304, 0])
    const head = await raw(replay(), client, 'HEAD')
    expect([head.headers['content-length'], head.body.length]).toEqual([headers['content-length'], 0])
  })
})

describe('public reads are for pages of any origin, without credentials', () => {
  const origin = 'https://viewer.example'

  test('and so is every read of the interface that takes no credentials', async () => {
    const { paths } = JSON.parse((await raw('/openapi.json')).body.toString()) as {
      paths: Record<string, { get?: { security: unknown[] } }>
    }
    const open = Object.keys(paths).filter((path) => paths[path]!.get?.security.length === 0)
    const closed: string[] = []
    for (const path of open) {
      const { headers } = await raw(path.replace(/\{\w+\}/g, 'x'), { origin })
      if (headers['access-control-allow-origin'] !== '*') closed.push(path)
    }
    expect(closed).toEqual([])
  })

  test.each(['/me', '/bots', '/keys', '/dev/keys', '/metrics', '/', '/sign-in', '/nothing', '/matchesx', '/botsdocs'])(
    'not %s',
    async (path) => {
      expect((await raw(path, { origin })).headers['access-control-allow-origin']).toBeUndefined()
    },
  )

  test('a preflight request answers what may be sent', async () => {
    const ask = { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'if-none-match' }
    const answer = await raw('/live', ask, 'OPTIONS')
    expect(answer.status).toBe(204)
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': expect.stringContaining('if-none-match') as string,
    })
    expect((await raw('/bots', ask, 'OPTIONS')).status).toBe(405)
  })
})

describe('a person with a browser', () => {
  const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

  describe.each(['/sign-in', '/account/sign-in', '/account/sign-out'])('who sends the form of %s', (path) => {
    const send = (headers: Record<string, string>) =>
      service.fetch(path, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: new URLSearchParams({ token: 'x', email: 'ada@example.org', account: '' }).toString(),
      })
    async function expectPage(response: Response, status: number, retryAfter: string | null, words: string) {
      expect([response.status, response.headers.get('retry-after'), response.headers.get('content-type')]).toEqual([
        status,
        retryAfter,
        'text/html; charset=utf-8',
      ])
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(await response.text()).toContain(words)
    }
    afterEach(() => service.context.maintenance.know(null))

    test('in maintenance gets a page that says so, with Retry-After', async () => {
      service.context.maintenance.know({ text: 'A new disk.', startsAt: 0, endsAt: Date.now() + 3_600_000 })
      vi.spyOn(service.context.maintenance, 'retryAfterS').mockReturnValue(3_600)
      await expectPage(await send({ accept }), 503, '3600', 'The arena is under maintenance: A new disk.')
    })

    test('too often gets a page that says so, with Retry-After', async () => {
      vi.spyOn(service.context.rateLimiter, 'take').mockReturnValue(6_001)
      await expectPage(await send({ accept }), 429, '7', 'Try again in 7 s.')
    })

    test('from another site gets a page that says so', async () => {
      const response = await send({ accept, origin: 'https://evil.example' })
      await expectPage(response, 403, null, 'Another site made this request.')
    })

    test('as a program gets problem details', async () => {
      vi.spyOn(service.context.rateLimiter, 'take').mockReturnValue(7_000)
      for (const headers of [{}, { accept: 'application/json' }, { accept: '*/*' }]) {
        const response = await send(headers)
        expect([response.status, response.headers.get('content-type')]).toEqual([429, 'application/problem+json'])
      }
    })
  })

  test('at an address of the interface gets problem details', async () => {
    const response = await service.fetch('/auth/email', { method: 'POST', headers: { accept } })
    expect([response.status, response.headers.get('content-type')]).toEqual([400, 'application/problem+json'])
  })
})

test.each(['unknown', '203.0.113.7:4711', '[2001:db8::1]:443', 'fe80::1%eth0', '_x', ',', '%00', '"'])(
  'X-Forwarded-For %j is answered',
  async (forwarded) => {
    expect((await raw('/matches', { 'x-forwarded-for': forwarded })).status).toBe(200)
  },
)
