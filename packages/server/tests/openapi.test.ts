/** `/openapi.json`, the copy of it in `docs/`, and that answers are really held against it. */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { MODES, PROBLEMS } from '@arena/protocol'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { beforeAll, describe, expect, test } from 'vitest'
import { Conformance } from './conformance.ts'
import { sharedService } from './begun-once.ts'

interface OpenApi {
  readonly openapi: string
  readonly info: { readonly description: string }
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly webhooks: Readonly<Record<string, { readonly $ref: string }>>
  readonly components: {
    readonly pathItems: Readonly<Record<string, Readonly<Record<string, Operation>>>>
    readonly schemas: Readonly<Record<string, Schema>>
    readonly securitySchemes: Readonly<Record<string, unknown>>
  }
}

interface Schema {
  readonly type?: string
  readonly examples?: readonly unknown[]
  readonly properties?: Readonly<Record<string, { readonly description?: string; readonly $ref?: string }>>
}

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly Parameter[]
  readonly responses: Readonly<Record<string, Answer>>
}

interface Answer {
  readonly headers?: Readonly<Record<string, { readonly required?: boolean }>>
  readonly content?: Readonly<Record<string, Media>>
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly description?: string
  readonly schema: object
}

interface Media {
  readonly schema: unknown
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}

const OPENAPI_FILE = fileURLToPath(new URL('../../../docs/openapi.json', import.meta.url))

const service = sharedService()
let document: OpenApi

beforeAll(async () => {
  document = (await (await service.fetch('/openapi.json')).json()) as OpenApi
})

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

describe('GET /openapi.json', () => {
  test('docs/openapi.json is what the service answers; `npm run openapi` writes it', async () => {
    expect(JSON.parse(await readFile(OPENAPI_FILE, 'utf8'))).toEqual(document)
  })

  test('a linter finds nothing to say', async () => {
    const redocly = fileURLToPath(new URL('../../../node_modules/@redocly/cli/bin/cli.js', import.meta.url))
    const root = fileURLToPath(new URL('../../..', import.meta.url))
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
    const lint = promisify(execFile)(process.execPath, [redocly, 'lint', OPENAPI_FILE], { cwd: root, env })
    await expect(lint).resolves.toMatchObject({ stderr: expect.stringContaining('valid') as string })
  })

  test('OpenAPI 3.1, interface version 1: every endpoint of the interface is there, by a name of its own', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '1' } })
    const names = operations().map(({ operation }) => operation.operationId)
    expect(new Set(names).size).toBe(names.length)
    expect(operations().map(({ method, path }) => `${method.toUpperCase()} ${path}`)).toEqual(
      expect.arrayContaining([
        'GET /health',
        'GET /me',
        'POST /me/handle',
        'GET /keys',
        'POST /keys',
        'DELETE /keys/{id}',
        'GET /matches',
        'GET /matches/{id}',
        'GET /matches/{id}/replay.slp',
        'GET /.well-known/arena.json',
        'GET /bots',
        'POST /bots',
        'GET /bots/{id}',
        'PATCH /bots/{id}',
        'DELETE /bots/{id}',
        'GET /live',
        'GET /leaderboard',
        'POST /auth/email',
        'POST /auth/email/verify',
        'POST /auth/sign-out',
        'GET /openapi.json',
        'GET /llms.txt',
        'GET /changelog',
      ]),
    )
  })

  test('generators can read it: no `items: false` beside `prefixItems`, and no patterns of one dialect', () => {
    const patterns: string[] = []
    const visit = (part: unknown): void => {
      if (typeof part !== 'object' || part === null) return
      for (const [key, value] of Object.entries(part)) {
        if (key === 'pattern' && typeof value === 'string') patterns.push(value)
        if (key === 'items') expect(value).toBeTypeOf('object')
        expect(key).not.toBe('prefixItems')
        visit(value)
      }
    }
    visit([document.paths, document.components])
    expect(patterns.length).toBeGreaterThan(5)
    // Properties of characters, look-around, back-references and named groups: RE2, Java, Python and Rust differ there.
    for (const pattern of patterns) expect(pattern).not.toMatch(/\\[pPkKuU1-9]|\(\?[^:]/)
  })

  test('generators can tell the members of a union: objects, or one kind beside null', () => {
    const kindOf = (schema: { $ref?: string; type?: string }): string | undefined =>
      schema.$ref === undefined ? schema.type : document.components.schemas[schema.$ref.split('/').at(-1)!]!.type
    const unions: (string | undefined)[][] = []
    const visit = (part: unknown): void => {
      if (typeof part !== 'object' || part === null) return
      for (const [key, value] of Object.entries(part)) {
        if (key === 'anyOf' || key === 'oneOf') unions.push((value as object[]).map(kindOf))
        visit(value)
      }
    }
    visit([document.paths, document.components])
    expect(unions.length).toBeGreaterThan(5)
    for (const kinds of unions) {
      if (!kinds.every((kind) => kind === 'object')) expect(kinds).toEqual([expect.any(String), 'null'])
    }
  })

  test('Limits: `limit` of `GET /matches` is 1..200, default 20; other defaults are documented too', () => {
    const defaults = (path: string) =>
      Object.fromEntries(
        document.paths[path]!['get']!.parameters!.map(({ name, schema }) => [
          name,
          (schema as { default?: unknown }).default,
        ]),
      )
    const { schema } = document.paths['/matches']!['get']!.parameters!.find(({ name }) => name === 'limit')!
    expect(schema).toEqual({ type: 'integer', minimum: 1, maximum: 200, default: 20 })
    expect(defaults('/matches')).toEqual({ mode: undefined, botId: undefined, limit: 20, before: undefined })
    expect(defaults('/leaderboard')).toEqual({ mode: 'live', limit: 100, offset: 0 })
  })

  test('every parameter says what it means', () => {
    for (const { operation } of operations()) {
      for (const { name, description } of operation.parameters ?? []) {
        expect(description, `${operation.operationId} ${name}`).toMatch(/^[A-Z].+\.$|unless given\.$/)
      }
    }
  })

  test('every member of a schema says what it means, or is a schema that does', () => {
    for (const [name, { properties = {} }] of Object.entries(document.components.schemas)) {
      for (const [member, { description, $ref }] of Object.entries(properties)) {
        if ($ref === undefined) expect(description, `${name}.${member}`).toMatch(/./)
      }
    }
  })

  test('an endpoint that requires a scope takes both kinds of key, or a session', () => {
    expect(Object.keys(document.components.securitySchemes).sort()).toEqual([
      'bearer',
      'key',
      'session',
      'signature',
      'timestamp',
    ])
    const of = (path: string, method: string) => document.paths[path]![method]!
    expect(of('/matches', 'get').security).toEqual([])
    expect(of('/keys', 'post').security).toEqual([
      { bearer: ['keys.write'] },
      { key: ['keys.write'], timestamp: [], signature: [] },
      { session: [] },
    ])
    for (const { operation } of operations()) {
      expect('401' in operation.responses, operation.operationId).toBe(operation.security.length > 0)
    }
  })

  test('every problem of the catalogue is at some endpoint, save the one of a method that no endpoint has', () => {
    const told = operations().flatMap(({ operation }) =>
      Object.values(operation.responses).flatMap(({ content }) =>
        Object.keys(content?.['application/problem+json']?.examples ?? {}),
      ),
    )
    expect([...new Set(told), 'method-not-allowed'].sort()).toEqual(Object.keys(PROBLEMS).sort())
  })

  test('Errors: every 429 and every 503 has a `Retry-After` header', () => {
    for (const { operation } of operations()) {
      for (const status of ['429', '503'].filter((each) => each in operation.responses)) {
        const { headers } = operation.responses[status]!
        expect(headers, `${operation.operationId} ${status}`).toMatchObject({ 'Retry-After': { required: true } })
      }
    }
  })

  test('every example is valid against its schema', () => {
    const ajv = new Ajv2020({ strictTuples: false, strictSchema: false })
    addFormats.default(ajv)
    ajv.addSchema(document, 'openapi')
    const judge = (ref: string, examples: readonly unknown[]) => {
      for (const example of examples)
        expect(ajv.validate({ $ref: ref }, example), `${ref} ${ajv.errorsText()}`).toBe(true)
    }
    for (const [name, { examples }] of Object.entries(document.components.schemas)) {
      expect(examples?.length, name).toBeGreaterThan(0)
      judge(`openapi#/components/schemas/${name}`, examples!)
    }
    for (const { path, method, operation } of operations()) {
      for (const [status, { content = {} }] of Object.entries(operation.responses)) {
        for (const [type, { examples = {} }] of Object.entries(content)) {
          const pointer = ['paths', path, method, 'responses', status, 'content', type, 'schema']
          const parts = pointer.map((part) => encodeURIComponent(part.replaceAll('/', '~1')))
          judge(
            `openapi#/${parts.join('/')}`,
            Object.values(examples).map(({ value }) => value),
          )
        }
      }
    }
  })

  test('there are no duplicate schemas, and no unused ones', () => {
    const text = JSON.stringify(document)
    const names = Object.keys(document.components.schemas)
    expect(names.filter((name) => name.endsWith('Input'))).toEqual([])
    expect(names.filter((name) => !text.includes(`"#/components/schemas/${name}"`))).toEqual([])
    const refs = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name!)
    expect(refs.filter((name) => !names.includes(name))).toEqual([])
  })

  test('the bot’s side is there as webhooks: the ping, and the upgrade with its headers', () => {
    expect(document.webhooks).toEqual({
      ping: { $ref: '#/components/pathItems/ping' },
      match: { $ref: '#/components/pathItems/match' },
    })
    const { ping, match } = document.components.pathItems
    expect(ping!['get']!.responses['200']!.content).toHaveProperty('text/plain')
    expect(match!['get']!.parameters!.map(({ name }) => name)).toEqual([
      'x-arena-match',
      'x-arena-timestamp',
      'x-arena-signature',
      'upgrade',
    ])
    expect(Object.keys(match!['get']!.responses)).toEqual(['101', '401'])
  })

  test('the rules and the play protocol are part of it, with the figures that the code has', async () => {
    const told = (name: string) => document.tags.find((tag) => tag.name === name)!.description
    const [rules, play] = [told('game rules'), told('play protocol')]
    const { live } = MODES
    expect(rules).toContain(`${live.forfeitPolls} consecutive polls`)
    expect(rules).toMatch(
      new RegExp(
        `\`live\` \\| ${live.frameMs.toFixed(1)} ms +\\| ${live.inputDelayFrames} frames .*${live.restMs / 60_000} min .*${live.wallClockMs / 60_000} min`,
      ),
    )
    expect(play).toContain(`up to ${live.padWindow} frames past the last poll`)
    expect(play).toContain(`"deadlineMs": ${live.pickMs}`)
    expect(play).toContain(`"inputDelayFrames": ${live.inputDelayFrames}`)
    for (const text of [rules, play]) expect(text).not.toMatch(/^# /m)
  })
})

describe('holding answers against the document', () => {
  const match = 'match_01k9y40r6yes3v1c5hzq8p2n7t'
  const problem = (code: keyof typeof PROBLEMS, change: object = {}) =>
    JSON.stringify({
      type: `/problems/${code}`,
      title: 'x',
      status: PROBLEMS[code].status,
      detail: 'x',
      code,
      requestId: 'x',
      ...change,
    })
  type Headers = Readonly<Record<string, string>>
  function complain(
    method: string,
    url: string,
    status: number,
    type: string | null,
    body: string | null,
    more: Headers = {},
  ) {
    const headers = (name: string) => (name === 'content-type' ? type : (more[name] ?? null))
    return new Conformance(document).complaints({ method, url, status, headers, body })
  }
  const JSON_TYPE = 'application/json; charset=utf-8'
  const PROBLEM_TYPE = 'application/problem+json'

  test('takes what is declared', () => {
    expect(complain('GET', '/health', 200, JSON_TYPE, '{"status":"ok"}')).toEqual([])
    expect(complain('HEAD', '/health', 200, JSON_TYPE, '')).toEqual([])
    expect(complain('GET', '/live?mode=x', 400, PROBLEM_TYPE, problem('invalid-request'))).toEqual([])
    expect(complain('GET', `/matches/${match}/replay.slp`, 304, null, '', { etag: '"x"' })).toEqual([])
    expect(complain('GET', '/no/such', 404, PROBLEM_TYPE, problem('not-found'))).toEqual([])
    expect(complain('PUT', '/bots', 405, PROBLEM_TYPE, problem('method-not-allowed'), { allow: 'GET' })).toEqual([])
    const later = { 'retry-after': '7' }
    expect(complain('GET', '/health', 429, PROBLEM_TYPE, problem('rate-limited'), later)).toEqual([])
    expect(complain('POST', '/bots', 403, PROBLEM_TYPE, problem('cross-site-request'))).toEqual([])
  })

  test.each([
    ['a status', 'GET', '/health', 201, JSON_TYPE, '{"status":"ok"}'],
    ['a content type', 'GET', '/health', 200, 'text/plain', '{"status":"ok"}'],
    ['no content type', 'GET', '/health', 200, null, '{"status":"ok"}'],
    ['a value', 'GET', '/health', 200, JSON_TYPE, '{"status":"fine"}'],
    ['a missing member', 'GET', '/live', 200, JSON_TYPE, '{}', { etag: '"x"' }],
    ['a new member', 'GET', '/live', 200, JSON_TYPE, '{"matches":[],"more":true}', { etag: '"x"' }],
    ['a format', 'GET', '/.well-known/arena.json', 200, JSON_TYPE, '{"publicKey":"abc"}'],
    ['a body that is no JSON', 'GET', '/health', 200, JSON_TYPE, 'ok'],
    ['a body of 304', 'GET', `/matches/${match}/replay.slp`, 304, null, 'x', { etag: '"x"' }],
    ['no ETag', 'GET', '/live', 200, JSON_TYPE, '{"matches":[]}'],
    ['no cookie', 'POST', '/auth/sign-out', 200, JSON_TYPE, '{}'],
    ['no WWW-Authenticate', 'GET', '/bots', 401, PROBLEM_TYPE, problem('authentication-required')],
    ['no Retry-After', 'GET', '/health', 429, PROBLEM_TYPE, problem('rate-limited')],
    ['a date', 'GET', '/health', 429, PROBLEM_TYPE, problem('rate-limited'), { 'retry-after': 'Sat, 1 Jan 2028' }],
    ['no time at all', 'GET', '/health', 503, PROBLEM_TYPE, problem('draining'), { 'retry-after': '0' }],
    ['no Allow', 'PUT', '/bots', 405, PROBLEM_TYPE, problem('method-not-allowed')],
    ['a problem of other endpoints', 'GET', '/health', 400, PROBLEM_TYPE, problem('sign-in-failed')],
    ['a problem with another status', 'GET', '/health', 400, PROBLEM_TYPE, problem('not-found')],
    ['a problem with a new member', 'GET', '/health', 400, PROBLEM_TYPE, problem('invalid-request', { stack: '' })],
    ['an unknown path that fails otherwise', 'GET', '/no/such', 404, JSON_TYPE, '{}'],
    ['an operation that is not documented', 'PUT', '/bots', 200, JSON_TYPE, '{}'],
    ['a stack trace', 'GET', '/', 500, PROBLEM_TYPE, problem('internal', { detail: 'at f (/srv/app.js:10:3)' })],
  ] as [string, string, string, number, string | null, string, Headers?][])(
    'complains of %s that is not declared',
    (_name, method, url, status, type, body, more?: Headers) => {
      expect(complain(method, url, status, type, body, more)).toHaveLength(1)
    },
  )
})
