/**
 * Every number, date and text from outside is bounded by what stores or compares it: each schema of each route, and each term of a
 * search, is driven to its ends and one step beyond, over a socket, against a real database. The schemas are those that the routes
 * are registered with, so that a new route is among them.
 */
import { KeyScope } from '@arena/protocol'
import * as fc from 'fast-check'
import type { RouteOptions } from 'fastify'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { IS_LONG, some } from '../../../scripts/tests/series.ts'
import { AllowedMethods } from '../src/http/allowed-methods.ts'
import { parseSearch } from '../src/history/search/parse-search.ts'
import { printSearch } from '../src/history/search/print-search.ts'
import { MOST_NAME, MOST_TERMS, MOST_TEXT } from '../src/history/search/search.ts'
import { Operator } from '../src/operators/operator.ts'
import { OperatorFailure } from '../src/operators/outcome.ts'
import { Act, Read, Reason } from '../src/operators/requests.ts'
import { nameable } from '../src/page/bot-names.ts'
import { sharedBot, sharedService } from './begun-once.ts'
import { endMatch, RESULT, seatMatch } from './stored-match.ts'

interface Route extends RouteOptions {
  readonly schema?: { readonly params?: z.ZodType; readonly querystring?: z.ZodType; readonly body?: z.ZodType }
}

const routes: Route[] = []
// As the service registers them.
beforeAll(() => {
  vi.spyOn(AllowedMethods.prototype, 'add').mockImplementation((route) => void routes.push(route as Route))
})
const service = sharedService()
const bot = sharedBot()
/** An id of each kind, by the name of the path that it stands in. */
let ids: Readonly<Record<string, string>>
let authorization: string
let session: string

beforeAll(async () => {
  vi.restoreAllMocks()
  const { context } = service
  const order = await seatMatch(context)
  await endMatch(context, order.matchId, RESULT)
  await seatMatch(context, { names: ['Green', 'Grey'] })
  authorization = `Bearer ${await service.bearer('Red@example.org', KeyScope.options)}`
  const owner = await context.accounts.findOrCreate('Red@example.org')
  session = await context.sessions.open(owner.id)
  const [key] = await context.keys.list(owner.id)
  ids = { matches: order.matchId, watch: order.matchId, live: order.matchId, keys: key!.id, b: order.bots[0].botId }
})

/** What columns and programs count with: 16, 32, 53 and 64 bits, and what a double still holds. */
const POWERS = [2 ** 15, 2 ** 31, 2 ** 32, 2 ** 53, 2 ** 63, 1e21, 1e308].flatMap((end) => [
  end,
  end - 1,
  -end,
  -end - 1,
])
const NUMBERS = [...new Set([...POWERS, 0, -0, 1, -1, 0.5])]
/** As a query or a search writes them. */
const DIGITS = [1, 2, 4, 5, 9, 10, 11, 15, 16, 19, 20, 40, 300].map((length) => '9'.repeat(length))
const DATES = [
  '0000-01-01',
  '0001-01-01',
  '1999-12-31',
  '2000-01-01',
  '2024-02-29',
  '2025-02-29',
  '2999-12-31',
  '3000-01-01',
]
const LATE = [
  '9999-12-31',
  '+275760-09-13',
  '-271821-04-20',
  '2026-11-28T24:00:00Z',
  'infinity',
  '-infinity',
  'now',
  'epoch',
]
/** A pair of surrogates, one alone, what joins, what is empty to look at, what means something to a pattern or a path. */
const TEXTS = [
  '',
  ' ',
  '\u{1f98a}',
  '\ud800',
  '\0',
  '\u202e',
  'e\u0301',
  '\ufeff',
  '\uffff',
  '%',
  '_',
  '\\',
  "'",
  '../..',
]

interface JsonSchema {
  readonly type?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly default?: unknown
  readonly examples?: readonly unknown[]
}

/** By what comes out: a number in a query is text on its way in. With each part in its place. */
function shapeOf(schema: z.ZodType): JsonSchema {
  const { $defs = {}, ...whole } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })
  const inlined = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return part
    if (Array.isArray(part)) return part.map(inlined)
    const { $ref, ...rest } = part as { readonly $ref?: string }
    const named = $ref === undefined ? {} : $defs[$ref.split('/').at(-1)!]
    return Object.fromEntries(Object.entries({ ...named, ...rest }).map(([name, value]) => [name, inlined(value)]))
  }
  return inlined(whole) as JsonSchema
}

/** One value at each end, and one beyond. */
function endsOf(schema: JsonSchema): unknown[] {
  const { minimum = 0, maximum = 0, minLength = 0, maxLength = 0 } = schema
  const options = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (options !== undefined) return options.flatMap(endsOf)
  if (schema.enum !== undefined) return [...schema.enum, 'x', '', null]
  if (schema.const !== undefined) return [schema.const, 'x', null]
  switch (schema.type) {
    case 'integer':
    case 'number':
      return [minimum - 1, minimum, maximum, maximum + 1, ...NUMBERS, ...DIGITS]
    case 'boolean':
      return [true, false, 'true', 0]
    case 'array':
      return [[], ...endsOf(schema.items ?? {}).map((item) => [item]), Array.from({ length: 300 }, () => 'bots.read')]
    case 'object':
      return [
        {},
        [],
        null,
        ...Object.entries(schema.properties ?? {}).flatMap(([name, of]) => endsOf(of).map((end) => ({ [name]: end }))),
      ]
    default: {
      const lengths = [minLength - 1, minLength, maxLength, maxLength + 1, 256, 257, 5_000].filter(
        (length) => length >= 0,
      )
      const long = lengths.flatMap((length) => ['a', '\u{1f98a}', '%'].map((character) => character.repeat(length)))
      return [...TEXTS, ...long, ...DIGITS, ...DATES, ...LATE]
    }
  }
}

/** One that a route accepts, as far as its schema tells. */
function fittingOf(schema: JsonSchema): unknown {
  const options = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (schema.examples?.[0] !== undefined) return schema.examples[0]
  if (schema.default !== undefined) return schema.default
  if (options !== undefined) return fittingOf(options[0]!)
  if (schema.enum !== undefined) return schema.enum[0]
  if (schema.const !== undefined) return schema.const
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1
  if (schema.type === 'array') return [fittingOf(schema.items ?? {})]
  if (schema.type !== 'object') return 'a'
  return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, of]) => [name, fittingOf(of)]))
}

/** The variants of a body, each with one member at an end and the others as they should be. */
function bodiesOf(schema: JsonSchema): unknown[] {
  const options = schema.anyOf ?? schema.oneOf
  if (options !== undefined) return options.flatMap(bodiesOf)
  const whole = { ...(fittingOf(schema) as object), ...('url' in (schema.properties ?? {}) && { url: bot.url }) }
  return Object.entries(schema.properties ?? {}).flatMap(([name, of]) =>
    endsOf(of).map((end) => ({ ...whole, [name]: end })),
  )
}

/** As a URL can carry it: a lone surrogate in the bytes that it would have. */
function inUrl(value: unknown): string {
  const text = typeof value === 'string' ? value : typeof value === 'number' ? plain(value) : JSON.stringify(value)
  return /\p{Cs}/u.test(text) ? '%ED%A0%80' : encodeURIComponent(text)
}

/** Digits and no exponent. */
const plain = (number: number) => (Number.isInteger(number) ? BigInt(number).toString() : String(number))

interface Ask {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly isForm?: boolean
  /** What is sent in the place of the body. */
  readonly bytes?: Uint8Array<ArrayBuffer>
}

/** Null of an answer that is not the arena's fault. */
async function fault({ method, path, body, isForm = false, bytes }: Ask): Promise<string | null> {
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  const text = isForm ? new URLSearchParams(body as Record<string, string>).toString() : JSON.stringify(body)
  const response = await service.fetch(path, {
    method,
    redirect: 'manual',
    headers: {
      ...(isForm ? { cookie: `arena=${session}` } : { authorization }),
      ...(body !== undefined && { 'content-type': type }),
    },
    ...(body !== undefined && { body: bytes ?? text }),
  })
  const answer = await response.text()
  return response.status < 500
    ? null
    : `${method} ${path.slice(0, 300)} ${text?.slice(0, 300)}: ${response.status} ${answer.slice(0, 200)}`
}

/** Each part of each route at each of its ends. */
function asksOf({ method, url, schema }: Route): Ask[] {
  const [part = '', named = ''] = url.split('/').slice(1)
  const id = ids[part] ?? (part === 'bots' ? ids['b']! : 'x')
  const path = url.replace(/:\w+/, id).replace('*', named)
  return [method].flat().flatMap((each): Ask[] => {
    // Streams that last, and what takes the account away from all others, have tests of their own.
    if (each === 'HEAD' || url.includes('.slp') || (each === 'DELETE' && url === '/me')) return []
    const { params, querystring, body } = schema ?? {}
    const fields = (of: z.ZodType | undefined) => Object.entries(of === undefined ? {} : (shapeOf(of).properties ?? {}))
    return [
      ...fields(params).flatMap(([name, of]) =>
        endsOf(of).map((end) => ({ method: each, path: url.replace(`:${name}`, inUrl(end)) })),
      ),
      ...fields(querystring).flatMap(([name, of]) =>
        endsOf(of).flatMap((end) => [
          { method: each, path: `${path}?${name}=${inUrl(end)}` },
          { method: each, path: `${path}?${name}=${inUrl(end)}&${name}=${inUrl(end)}` },
        ]),
      ),
      ...(body === undefined
        ? []
        : bodiesOf(shapeOf(body)).map((value) => ({ method: each, path, body: value, isForm: isFormOf(url) }))),
    ]
  })
}

const isFormOf = (url: string) => url === '/sign-in' || url.startsWith('/account/')

const STEP = 12

test(
  'each part of each route at each of its ends finds an answer, never a 5xx',
  async () => {
    const asks = routes.flatMap(asksOf)
    const asked = new Set(asks.map(({ method, path }) => `${method} ${path.split('?', 1)[0]!.split('/')[1]}`))
    for (const each of ['GET matches', 'GET results', 'GET ranking', 'PATCH bots', 'POST keys', 'POST account']) {
      expect(asked).toContain(each)
    }
    const faults = []
    for (const ask of some(asks, STEP)) faults.push(await fault(ask))
    expect(faults.filter((each) => each !== null)).toEqual([])
  },
  IS_LONG ? 600_000 : 60_000,
)

const bytesOf = (text: string, encoding: BufferEncoding = 'utf8') => Uint8Array.from(Buffer.from(text, encoding))
const MANGLED: readonly ((text: string) => Uint8Array<ArrayBuffer>)[] = [
  (text) => bytesOf(text.slice(0, text.length / 2)),
  (text) => bytesOf(text, 'utf16le'),
  (text) => bytesOf(`\ufeff${text}`),
  (text) => bytesOf(text.replaceAll('a', '\\u0000')),
  () => bytesOf('\xff\xfe', 'latin1'),
  () => bytesOf('['.repeat(60_000)),
  () => bytesOf('['.repeat(70_000)),
  () => bytesOf('{"__proto__":{"a":1}}'),
  () => bytesOf('{"constructor":{"prototype":{}}}'),
]

test('a body that is cut off, of another encoding, deep, too large or after prototypes finds an answer, never a 5xx', async () => {
  const asks = new Map(routes.flatMap(asksOf).map((ask) => [`${ask.method} ${ask.path.split('?', 1)[0]!}`, ask]))
  const written = [...asks.values()].filter(({ body }) => body !== undefined)
  expect(written.length).toBeGreaterThan(5)
  const faults = []
  for (const ask of written)
    for (const mangle of MANGLED) faults.push(await fault({ ...ask, bytes: mangle(JSON.stringify(ask.body)) }))
  expect(faults.filter((each) => each !== null)).toEqual([])
})

/** Numbers of as many digits as a unit takes, and one more. */
const Count = fc.oneof(fc.constantFrom(...DIGITS.slice(0, 8), '0', '1', '00'), fc.nat().map(String))
const Duration = fc
  .tuple(fc.constantFrom('', '>', '>=', '<', '<='), fc.subarray(['h', 'm', 's', 'f'], { minLength: 1 }), Count)
  .chain(([is, units, first]) =>
    fc
      .tuple(...units.map(() => Count))
      .map((counts) => is + units.map((unit, i) => (i === 0 ? first : counts[i]) + unit).join('')),
  )
const DateEnd = fc.oneof(
  fc.constantFrom(...DATES, ...LATE),
  fc
    .tuple(fc.constantFrom('2000', '2999', '3000', '9999'), fc.constantFrom('', '-01', '-12', '-13', '-00'))
    .map((each) => each.join('')),
)
const Dated = fc
  .tuple(fc.constantFrom('date:', 'date:>', 'date:<=', 'date:<', 'after:', 'since:', 'before:', 'until:'), DateEnd)
  .map((each) => each.join(''))
const Name = fc.oneof(
  fc.constantFrom(
    ...TEXTS,
    'Red',
    'red',
    ...[MOST_NAME - 1, MOST_NAME, MOST_NAME + 1].map((length) => 'n'.repeat(length)),
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
)
const Named = fc
  .tuple(fc.constantFrom('', 'bot:', 'winner:', 'loser:', '>bot:', 'fox>bot:'), Name, fc.boolean())
  .map(([key, name, isQuoted]) => key + (isQuoted ? `"${name.replaceAll('"', '""')}"` : name))
const OtherTerm = fc.constantFrom(
  'char:fox,marth',
  'fox>marth',
  'fox>',
  '>fox',
  'stage:bf,fd,dl,ys,fod,ps',
  'end:stocks,time,forfeit,aborted',
  'char:'.padEnd(90, 'fox,'),
)
const SearchTerm = fc
  .tuple(
    fc.boolean(),
    fc.oneof(
      Duration.map((each) => `duration:${each}`),
      Duration,
      Dated,
      Named,
      OtherTerm,
    ),
  )
  .map(([isNegated, term]) => (isNegated ? `-${term}` : term))

describe('a search', () => {
  test(
    'with terms at their ends is a page: of matches, or with the places that cannot be read',
    async () => {
      const Text = fc.array(SearchTerm, { minLength: 1, maxLength: MOST_TERMS + 1 }).map((terms) => terms.join(' '))
      const property = fc.asyncProperty(fc.oneof({ weight: 3, arbitrary: SearchTerm }, Text), async (text) => {
        const path = `/results?q=${inUrl(text.slice(0, MOST_TEXT))}`
        expect(await fault({ method: 'GET', path })).toBeNull()
        const { search, faults } = parseSearch(nameable(text))
        // A search that the page writes into its field and its links is read again as the same.
        if (faults.length === 0) expect(parseSearch(printSearch(search))).toEqual({ search, faults: [] })
        await service.context.matches.search(search, { limit: 5 })
      })
      await fc.assert(property, IS_LONG ? { numRuns: 3_000 } : { numRuns: 120, seed: 1 })
    },
    IS_LONG ? 600_000 : 60_000,
  )
})

test('what an operator asks for at its ends is done or refused in words', async () => {
  const operator = new Operator(service.context.db)
  const reason = { who: 'ada', why: 'a test' }
  const refused = (error: unknown) => error instanceof OperatorFailure || error instanceof z.ZodError
  const asked = async (work: () => Promise<unknown>): Promise<unknown> => {
    try {
      await work()
      return null
    } catch (error) {
      return refused(error) ? null : error
    }
  }
  const faults = []
  for (const value of some(bodiesOf(shapeOf(Read)), 3))
    faults.push(await asked(async () => operator.read(Read.parse(value))))
  for (const value of some(bodiesOf(shapeOf(Act)), 3))
    faults.push(await asked(async () => operator.act(Act.parse(value), reason)))
  for (const value of some(bodiesOf(shapeOf(Reason)), 3)) {
    faults.push(await asked(async () => operator.act({ act: 'maintenance.cancel' }, Reason.parse(value))))
  }
  for (const moment of NUMBERS) {
    const act = { act: 'maintenance.announce', text: 'a', from: moment, end: { afterMs: 1 } }
    faults.push(await asked(async () => operator.act(Act.parse(act), reason)))
    faults.push(await asked(async () => operator.act(Act.parse({ ...act, from: 0, end: { until: moment } }), reason)))
    faults.push(await asked(async () => operator.act(Act.parse({ ...act, from: 0, end: { afterMs: moment } }), reason)))
  }
  expect(faults.filter((each) => each !== null)).toEqual([])
})
