/**
 * `/openapi.json`: the interface as an OpenAPI 3.1 document, derived from the schemas that the routes themselves use
 * and from what they say in `config`. A route appears unless its schema says `hide`.
 */
import { isDeepStrictEqual } from 'node:util'
import swagger from '@fastify/swagger'
import { DeployReport, HEADER, Problem, problemBody, PROBLEMS } from '@arena/protocol'
import type { ProblemCode, ProblemExtra } from '@arena/protocol'
import type { FastifySchema, RouteOptions } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { BOT_SIDE } from './bot-side.ts'
import { operationProblems } from './operation-problems.ts'
import type { App } from './app-type.ts'
import { PROBLEM_TYPE } from './problems.ts'
import { limitOf } from './rate-limits.ts'
import type { LimitClass } from './rate-limits.ts'
import { readBody } from './pages.ts'
import { keepReferenced, mergeInputTwins } from './schema-components.ts'
import type { Document } from './schema-components.ts'
import { nameOfCookie } from './session-cookie.ts'

/** Headers of an answer, in JSON Schema. */
type AnswerHeaders = Readonly<Record<string, { type: 'string' | 'integer'; minimum?: number; description: string }>>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a success of the route carries in headers, beyond what follows from its shape. */
    headers?: AnswerHeaders
  }
  interface FastifySchema {
    /** The class or classes of rate limit that the operation counts as. */
    'x-rate-limit'?: readonly LimitClass[]
  }
}

const INTERFACE_VERSION = '1'

const INTRODUCTION = `A competitive arena for bots that play a 1v1 platform fighter. The owner of a bot hosts it as an HTTP server and
registers its URL. The arena matches active bots by rating, runs each game on its own engine, opens one WebSocket to each
bot for a match, streams the game to it as raw \`.slp\` events and reads back its controller state frame by frame. Bots
never run the game.

Every error is \`application/problem+json\` (RFC 9457) with a stable \`code\`. Success is always 200. Bodies contain only
documented members; later versions may add members to answers.

Per minute and account (or IP address, when anonymous): 10 registrations, changes of a bot's URL and settings or
tests of a webhook, 30 other writes, 120
match reads (\`/matches\`, match records, replays, streams of running matches), 600
other requests. Beyond that, 429 with \`Retry-After\` in seconds;
refused requests are not counted. \`x-rate-limit\` names the class of an operation. Public endpoints need no credentials.
With valid credentials a request counts for the account, otherwise for its address.

The tags “game rules” and “play protocol” contain these documents.`

const TRY_AGAIN: AnswerHeaders = {
  'Retry-After': { type: 'integer', minimum: 1, description: 'Seconds after which to try again.' },
}

/** What a problem says in a header. */
const PROBLEM_HEADERS: Partial<Record<ProblemCode, AnswerHeaders>> = {
  'authentication-required': { 'WWW-Authenticate': { type: 'string', description: 'What is accepted.' } },
  'missing-scope': { 'WWW-Authenticate': { type: 'string', description: 'The scope that is needed.' } },
  'rate-limited': {
    'Retry-After': { type: 'integer', minimum: 1, description: 'Seconds after which the request succeeds.' },
  },
  'range-not-satisfiable': {
    'Content-Range': { type: 'string', description: '`bytes */` and the length of the file.' },
  },
  'too-many-streams': {
    'Retry-After': { type: 'integer', minimum: 1, description: 'Seconds after which a stream has ended.' },
  },
  'database-unavailable': TRY_AGAIN,
  'replay-storage-unavailable': TRY_AGAIN,
  'no-stream-free': TRY_AGAIN,
  'not-ready': TRY_AGAIN,
  maintenance: TRY_AGAIN,
  draining: TRY_AGAIN,
}

const ETAG: AnswerHeaders = {
  ETag: { type: 'string', description: 'Names these bytes: send it as `If-None-Match` when asking again.' },
}

const REQUEST_ID = '0b6f0f0e-6f0a-4c1b-9a53-6f3c2f1d7e11'

/** What the members that only some problems carry look like. */
const PROBLEM_EXAMPLES: Partial<Record<ProblemCode, ProblemExtra>> = {
  'invalid-request': { errors: [{ path: 'name', message: 'At least 1 character.' }] },
  'missing-scope': { scope: 'bots.write' },
  'deploy-check-failed': { report: (DeployReport.meta()!.examples as [DeployReport])[0] },
}

type ToJsonSchema = NonNullable<Parameters<typeof createJsonSchemaTransform>[0]['zodToJsonConfig']>
type Override = NonNullable<ToJsonSchema['override']>

/**
 * Says what zod says in words that every generator of clients reads. Answers may gain members, so they are not closed;
 * bodies are, where the schema is strict. Closed or not, zod drops members that an answer's schema does not name.
 */
const IN_PLAIN_WORDS: ToJsonSchema = { override: (place) => PLAINER[place.zodSchema._zod.def.type]?.(place) }

const PLAINER: Readonly<Partial<Record<Parameters<Override>[0]['zodSchema']['_zod']['def']['type'], Override>>> = {
  object: ({ zodSchema, jsonSchema }) => {
    if ((zodSchema as z.core.$ZodObject)._zod.def.catchall === undefined) delete jsonSchema.additionalProperties
  },
  // A tuple is an array of the length that `minItems` and `maxItems` say, all of one kind.
  tuple: ({ jsonSchema }) => {
    const [first, ...others] = jsonSchema.prefixItems!
    if (!others.every((item) => isDeepStrictEqual(item, first))) throw new TypeError('a tuple of several kinds')
    delete jsonSchema.prefixItems
    jsonSchema.items = first!
  },
  literal: ({ zodSchema, jsonSchema }) => {
    if (!(zodSchema as z.core.$ZodLiteral)._zod.def.values.every(Number.isInteger)) return
    if ('$ref' in jsonSchema) delete jsonSchema.type
    else jsonSchema.type = 'integer'
  },
  // The format says it; the pattern would be held against what a client has made of it, such as a date.
  string: ({ jsonSchema }) => {
    if (jsonSchema.format === 'date-time' || jsonSchema.format === 'date') delete jsonSchema.pattern
  },
}

type Transform = ReturnType<typeof createJsonSchemaTransform>
type RouteDocument = Parameters<Transform>[0]

interface Parts {
  readonly config: Pick<Config, 'baseUrl' | 'basePath'>
}

export async function registerOpenApi(app: App, { config }: Parts): Promise<void> {
  const toJsonSchema = createJsonSchemaTransform({ zodToJsonConfig: IN_PLAIN_WORDS })
  const addComponents = createJsonSchemaTransformObject({ zodToJsonConfig: IN_PLAIN_WORDS })
  const meanings = new Map<string, Meaning>()
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Bot Arena',
        version: INTERFACE_VERSION,
        description: INTRODUCTION,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: config.baseUrl ?? '/' }],
      tags: [
        { name: 'matches', description: 'Match records, replays and the matches that are being played. Public.' },
        { name: 'leaderboard', description: 'The ranking of a mode. Public.' },
        { name: 'log', description: 'Signed results, and the public log that holds them. Public.' },
        { name: 'archive', description: 'What all matches are played again from, a file a day. Public.' },
        { name: 'open data', description: 'What was played, as tables in Parquet. Public.' },
        { name: 'bots', description: 'The bots of an account.' },
        { name: 'rehearsals', description: 'Games of a paused bot that do not count, for its owner.' },
        { name: 'keys', description: 'API keys, with which programs act for an account.' },
        { name: 'account', description: 'The account itself.' },
        { name: 'notices', description: 'What the account is told without asking: by mail, and at its webhook.' },
        { name: 'sign-in', description: 'Sign-in by e-mail, for the dashboard.' },
        { name: 'service', description: 'Health, readiness and documents of the service.' },
        { name: 'bot side', description: 'What a bot’s own server answers; the arena is the client.' },
        { name: 'game rules', description: await readBody('rules') },
        { name: 'play protocol', description: await readBody('play-protocol') },
      ],
      components: { securitySchemes: securitySchemes(nameOfCookie(config)) },
    },
    transform: (document) => {
      for (const [place, meaning] of meaningsOf(document.schema)) meanings.set(place, meaning)
      const { schema, url } = toJsonSchema(inlineQuery(document))
      return { schema: completeOperation(schema, document.route), url }
    },
    transformObject: (document) => {
      const told = giveMeanings(tidyHeaders(addComponents(document)) as unknown as Documented, meanings)
      const whole = { ...told, ...botSide(told.components) } as unknown as Document
      return keepReferenced(mergeInputTwins(whole)) as unknown as ReturnType<typeof addComponents>
    },
  })

  let text: string | undefined
  app.get(
    '/openapi.json',
    {
      schema: {
        operationId: 'getOpenApi',
        summary: 'This document',
        description: 'The whole interface as an OpenAPI 3.1 document, with the game rules and the play protocol.',
        tags: ['service'],
        response: { 200: z.looseObject({ openapi: z.string() }).meta({ description: 'The document.' }) },
      },
    },
    async (_request, reply) => {
      text ??= JSON.stringify(app.swagger())
      return reply
        .type('application/json; charset=utf-8')
        .header('cache-control', 'public, max-age=300')
        .serializer((body: unknown) => body as string)
        .send(text as never)
    },
  )
}

/** By reference: what generates a client of the arena then leaves out what bots answer. */
function botSide(components: object): object {
  const names = Object.keys(BOT_SIDE)
  return {
    components: { ...components, pathItems: BOT_SIDE },
    webhooks: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/pathItems/${name}` }])),
  }
}

/** Query parameters are listed one by one, which a reference to a named schema prevents: a copy has no name. */
function inlineQuery(document: RouteDocument): RouteDocument {
  const query = document.schema?.querystring
  if (!(query instanceof z.ZodObject)) return document
  return { ...document, schema: { ...document.schema, querystring: z.object(query.shape) } }
}

/** What a schema says of a parameter, beyond what it takes. */
interface Meaning {
  readonly description: string
  readonly default?: unknown
}

/** The meaning of each path and query parameter, by its place and name. */
function meaningsOf(schema: FastifySchema | undefined): [place: string, meaning: Meaning][] {
  return [schema?.params, schema?.querystring].flatMap((part) =>
    part instanceof z.ZodObject
      ? Object.entries(part.shape as Readonly<Record<string, z.ZodType>>).map(([name, member]): [string, Meaning] => [
          `${schema!.operationId} ${name}`,
          {
            description: member.meta()?.description ?? '',
            ...(member instanceof z.ZodDefault && { default: member.def.defaultValue }),
          },
        ])
      : [],
  )
}

interface Documented {
  readonly components: object
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>
}

interface DocumentedOperation {
  readonly operationId: string
  readonly parameters?: { name: string; description?: string; schema: { default?: unknown } }[]
}

/** The plugin drops what is said beside a reference to a named schema, and zod the default of what it reads from text. */
function giveMeanings<T extends Documented>(document: T, meanings: ReadonlyMap<string, Meaning>): T {
  for (const { operationId, parameters = [] } of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    for (const parameter of parameters) {
      const meaning = meanings.get(`${operationId} ${parameter.name}`)!
      parameter.description ??= meaning.description
      if ('default' in meaning) parameter.schema.default = meaning.default
    }
  }
  return document
}

/** What an operation's scope and shape say about it. */
function completeOperation(schema: FastifySchema, route: RouteOptions): FastifySchema {
  if (schema.hide === true) return schema
  const { scope, sessionOnly } = route.config ?? {}
  const problems = operationProblems({
    method: String(route.method),
    url: route.url,
    config: route.config ?? {},
    hasParams: schema.params !== undefined,
  })
  const limit = limitOf(String(route.method), route.config?.limit)
  return {
    ...schema,
    'x-rate-limit': typeof limit === 'object' ? limit.classes : [limit],
    security: scope === undefined ? [] : sessionOnly === true ? [{ session: [] }] : securityFor(scope),
    response: {
      ...describeAnswers(schema.response, route.schema?.response, route.config?.headers),
      ...problemResponses(problems),
    },
  }
}

/** A plain schema becomes JSON with the description of the schema it was made from. */
function describeAnswers(answers: unknown, sources: unknown, more: AnswerHeaders = {}): Record<string, object> {
  const all = Object.entries((answers ?? {}) as Record<string, object>)
  const isTagged = all.some(([status]) => status === '304')
  const headers = required({ ...(isTagged && ETAG), ...more })
  return Object.fromEntries(
    all.map(([status, schema]) => {
      if ('content' in schema) {
        const isEmpty = Object.keys(schema.content as object).length === 0
        // In the plugin's words, an answer without a body.
        return [
          status,
          isEmpty ? { ...schema, headers: required(ETAG), content: undefined, type: 'null' } : { ...schema, headers },
        ]
      }
      const source = (sources as Record<string, unknown>)[status]
      const description = source instanceof z.ZodType ? source.meta()?.description : undefined
      return [status, { description: description ?? 'Success.', headers, content: { 'application/json': { schema } } }]
    }),
  )
}

function required(headers: AnswerHeaders): Record<string, object> {
  return Object.fromEntries(Object.entries(headers).map(([name, header]) => [name, { ...header, required: true }]))
}

/** The plugin takes all that is said of a header for its schema, and lists headers where there are none. */
function tidyHeaders<T extends object>(document: T): T {
  return JSON.parse(JSON.stringify(document), (key, value: { schema?: { required?: unknown } }) => {
    if (key === 'headers' && Object.keys(value).length === 0) return undefined
    if (value?.schema?.required !== true) return value
    const { required: isRequired, ...schema } = value.schema
    return { ...value, required: isRequired, schema }
  }) as T
}

/** Any one of these; in OpenAPI 3.1 the list holds the role that is needed. */
function securityFor(scope: string): Record<string, string[]>[] {
  return [{ bearer: [scope] }, { key: [scope], timestamp: [], signature: [] }, { session: [] }]
}

function securitySchemes(cookie: string) {
  const header = (name: string, description: string) => ({ type: 'apiKey', in: 'header', name, description }) as const
  return {
    bearer: {
      type: 'http',
      scheme: 'bearer',
      description: 'A bearer key: `Authorization: Bearer arn_…`. Scopes are fixed when the key is created.',
    },
    key: header(HEADER.key, 'The id of a signature key. The three signature headers go together.'),
    timestamp: header(HEADER.timestamp, 'Unix milliseconds, within 5 minutes of the service’s clock.'),
    signature: header(
      HEADER.signature,
      'Base64 of the Ed25519 signature over `{timestamp}.{METHOD}.{path}.{body}`: the method in upper case, the path ' +
        'with its query string, and the exact bytes of the body (nothing when there is none).',
    ),
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: cookie,
      description: 'The dashboard’s session. It carries every scope; writes with it must come from the same origin.',
    },
  } as const
}

function problemResponses(codes: ReadonlySet<ProblemCode>): Record<number, object> {
  const sorted = [...codes].sort()
  const statuses = new Set(sorted.map((code) => PROBLEMS[code].status))
  return Object.fromEntries(
    [...statuses].map((status) => [
      status,
      problemResponse(
        status,
        sorted.filter((code) => PROBLEMS[code].status === status),
      ),
    ]),
  )
}

function problemResponse(status: number, codes: readonly ProblemCode[]): object {
  const description = codes.map((code) => `\`${code}\`: ${PROBLEMS[code].meaning}`).join('\n\n')
  const schema = {
    allOf: [
      { $ref: '#/components/schemas/Problem' },
      { type: 'object', properties: { status: { const: status }, code: { enum: codes } } },
    ],
  }
  const example = (code: ProblemCode) => ({ value: problemBody(new Problem(code, PROBLEM_EXAMPLES[code]), REQUEST_ID) })
  const examples = Object.fromEntries(codes.map((code) => [code, example(code)]))
  const headers = Object.assign({}, ...codes.map((code) => PROBLEM_HEADERS[code])) as AnswerHeaders
  // A header that only some problems of the status carry may be missing.
  const isCertain = codes.every((code) => code in PROBLEM_HEADERS)
  return {
    description,
    headers: isCertain ? required(headers) : headers,
    content: { [PROBLEM_TYPE]: { schema, examples } },
  }
}
