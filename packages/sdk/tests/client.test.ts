/** The client: what it sends and how it takes answers. That it fits the real service is tested there. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Bot, createKeyPair, verifyRequest } from '@arena/protocol'
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { ArenaClient, ArenaProblem, UnexpectedAnswer } from '../src/client.ts'
import { OPERATIONS } from '../src/operations.ts'
import type { Operation } from '../src/operations.ts'

interface Sent {
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string | string[] | undefined>
  readonly body: string
}

interface Reply {
  readonly status: number
  readonly headers?: Record<string, string>
  readonly body: string
}

const BOT = (Bot.meta()!.examples as [Bot])[0]
const ok = (body: unknown): Reply => ({ status: 200, body: JSON.stringify(body) })
const problem = (status: number, code: string, more: object = {}, headers: Record<string, string> = {}): Reply => ({
  status,
  headers,
  body: JSON.stringify({ type: `/problems/${code}`, title: 't', status, detail: 'd', code, requestId: 'r-1', ...more }),
})

let sent: Sent[] = []
let replies: Reply[] = []
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { method = '', url: path = '', headers } = request
    sent.push({ method, path, headers, body: Buffer.concat(chunks).toString() })
    const { status, headers: extra, body } = replies.shift() ?? ok({})
    response.writeHead(status, extra).end(body)
  })
})
let baseUrl: string

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

function answering(...given: Reply[]): void {
  sent = []
  replies = given
}

describe('the table of operations', () => {
  interface Documented {
    readonly operationId: string
    readonly parameters?: readonly { readonly name: string; readonly in: string }[]
    readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: { $ref: string } } } }
    readonly responses: { readonly 200: { readonly content: Record<string, { readonly schema: { $ref?: string } }> } }
  }
  const file = new URL('../../../docs/openapi.json', import.meta.url)
  const document = JSON.parse(readFileSync(file, 'utf8')) as { paths: Record<string, Record<string, Documented>> }
  const documented = Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
    )
    // What opens a socket is not asked for.
    .filter(({ responses }) => !('101' in responses))

  test('is that of the OpenAPI document, both ways', () => {
    expectTypeOf<keyof ArenaClient>().toEqualTypeOf<keyof typeof OPERATIONS>()
    expect(documented.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(OPERATIONS).sort())
    for (const { operationId, path, method } of documented) {
      expect(OPERATIONS[operationId as keyof typeof OPERATIONS]).toMatchObject({ path, method })
    }
  })

  test.each(documented.map((operation) => [operation.operationId, operation] as const))(
    '%s takes and answers what the document says',
    (name, { parameters = [], requestBody, responses }) => {
      const operation: Operation = OPERATIONS[name as keyof typeof OPERATIONS]
      const idOf = (schema: unknown) => (schema instanceof z.ZodType ? schema.meta()?.id : undefined)
      const named = ($ref: string | undefined) => $ref?.split('/').at(-1)
      expect(idOf(operation.body)).toBe(named(requestBody?.content['application/json'].schema.$ref))
      const query = operation.query instanceof z.ZodObject ? Object.keys(operation.query.shape) : []
      expect(query).toEqual(parameters.filter((each) => each.in === 'query').map((each) => each.name))
      if (operation.answer instanceof z.ZodType) {
        expect(idOf(operation.answer)).toBe(named(responses[200].content['application/json']?.schema.$ref))
      }
    },
  )
})

describe('requests', () => {
  test('names in the path, the query and the body come from one object', async () => {
    const arena = new ArenaClient({ baseUrl })
    answering(ok(BOT), ok({ matches: [] }), ok({ matches: [] }))
    expect(await arena.updateBot({ id: 'a/b', status: 'paused' })).toEqual(BOT)
    await arena.listMatches({ limit: 5, botId: 'x&y', before: undefined })
    await arena.listMatches()
    expect(sent.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['PATCH', '/bots/a%2Fb', '{"status":"paused"}'],
      ['GET', '/matches?limit=5&botId=x%26y', ''],
      ['GET', '/matches', ''],
    ])
  })

  test('Bearer key: the request carries the header `Authorization: Bearer arn_<TOKEN>`', async () => {
    answering(ok({ bots: [] }))
    await new ArenaClient({ baseUrl, auth: { bearer: 'arn_secret' } }).listBots()
    expect(sent[0]!.headers['authorization']).toBe('Bearer arn_secret')
  })

  test('Signature key: signed are the method, the path with its query, and the exact bytes', async () => {
    const { privateKey, publicKey } = createKeyPair()
    const now = 1_795_219_200_000
    const arena = new ArenaClient({ baseUrl, auth: { keyId: 'key_x', privateKey }, now: () => now })
    answering(ok(BOT), ok({ matches: [] }))
    await arena.registerBot({ name: 'Wäve 🦊', mode: 'live', url: 'https://bot.example.org' })
    await arena.listMatches({ botId: 'ü', limit: 1 })
    for (const { method, path, headers, body } of sent) {
      expect(headers['x-arena-key']).toBe('key_x')
      expect(verifyRequest(publicKey, headers, { method, path, body }, now)).toEqual({ ok: true })
    }
  })
})

describe('answers', () => {
  test('a replay is bytes, and a text is text', async () => {
    const arena = new ArenaClient({ baseUrl })
    answering({ status: 200, body: '{U' }, { status: 200, body: '# Bot Arena' })
    expect(await arena.getReplay({ id: 'match_x' })).toEqual(new Uint8Array([0x7b, 0x55]))
    expect(await arena.getMap()).toBe('# Bot Arena')
  })

  test('members that the client does not know yet are left out', async () => {
    answering(ok({ ...BOT, colour: 'red' }))
    expect(await new ArenaClient({ baseUrl }).getBot({ id: BOT.id })).toEqual(BOT)
  })

  test('a problem is thrown with its code and what belongs to it, known or not', async () => {
    const arena = new ArenaClient({ baseUrl })
    const errors = [{ path: 'handle', message: 'no' }]
    answering(problem(400, 'invalid-request', { errors }), problem(418, 'a-later-code', { more: 1 }))
    const first: unknown = await arena.setHandle({ handle: 'x' }).catch((error: unknown) => error)
    expect(first).toBeInstanceOf(ArenaProblem)
    expect(first).toMatchObject({ status: 400, code: 'invalid-request', requestId: 'r-1', errors })
    await expect(arena.getAccount()).rejects.toMatchObject({ status: 418, code: 'a-later-code', errors: [] })
  })

  test.each([
    [502, '<html>Bad gateway</html>'],
    [200, '{"matches":"many"}'],
    [200, 'no JSON'],
  ])('an answer from another server than the arena is recognised: %i %s', async (status, body) => {
    answering({ status, body })
    const error: unknown = await new ArenaClient({ baseUrl }).listMatches().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(UnexpectedAnswer)
    expect(error).toMatchObject({ status })
  })

  test('`Retry-After`: waiting that long makes the request succeed', async () => {
    const waits: number[] = []
    const sleep = async (ms: number) => void waits.push(ms)
    const limited = problem(429, 'rate-limited', {}, { 'retry-after': '7' })
    answering(limited, limited, ok({ matches: [] }))
    await new ArenaClient({ baseUrl, retries: 2, sleep }).listMatches()
    expect(waits).toEqual([7000, 7000])

    answering(limited, limited)
    const once = new ArenaClient({ baseUrl, retries: 1, sleep }).listMatches()
    await expect(once).rejects.toMatchObject({ code: 'rate-limited', retryAfterMs: 7000 })
    answering(limited)
    await expect(new ArenaClient({ baseUrl, sleep }).listMatches()).rejects.toBeInstanceOf(ArenaProblem)
    expect(waits).toHaveLength(3)
  })

  test('a problem that no waiting cures is not asked for twice', async () => {
    answering(problem(404, 'not-found'))
    await expect(new ArenaClient({ baseUrl, retries: 5 }).getMatch({ id: 'x' })).rejects.toMatchObject({ status: 404 })
    expect(sent).toHaveLength(1)
  })
})
