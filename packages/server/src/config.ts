/**
 * Configuration: environment variables -> zod -> one frozen `Config`. Every mistake is collected and reported at
 * once under the variable's name. Nothing else in the service reads `process.env`. `.env.example` documents the
 * same variables, and a test keeps the two together.
 */
import { availableParallelism, totalmem } from 'node:os'
import { resolve } from 'node:path'
import { MODES } from '@arena/protocol'
import { decodeBase64 } from '@arena/protocol/base64'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import type { BucketOptions } from './replays/bucket/bucket.ts'

type MailConfig = { readonly kind: 'log' } | { readonly kind: 'smtp'; readonly url: string }
/** Holds a secret: never log it. */
type ReplayConfig = { readonly kind: 'folder' } | ({ readonly kind: 'bucket' } & BucketOptions)
type EngineConfig = { readonly kind: 'builtin' } | { readonly kind: 'command'; readonly command: string }

/** What a machine does: both, or one of them where several share a database. */
export type Role = 'all' | 'web' | 'play'

/** Where a machine listens for the others of its arena. */
export interface InternalAddress {
  readonly host: string
  readonly port: number
}

export interface Config {
  readonly production: boolean
  /** `web` serves HTTP and runs the scheduler, `play` runs matches. */
  readonly role: Role
  /** Where the machine stands, for placement and for people. */
  readonly region: string
  readonly internal: InternalAddress
  readonly port: number
  readonly host: string
  /** What the platform keys in a shared database are sealed with, and requests between machines signed: never log it. */
  readonly secret: string | null
  /** Private halves of the platform keys, the one that signs first: never log them. */
  readonly platformKeys: readonly string[]
  /** Public address without a trailing slash; null follows the address that is listened on. */
  readonly baseUrl: string | null
  /** The path of `baseUrl` without a trailing slash; '' for an arena with a host of its own. */
  readonly basePath: string
  /** Absolute path. */
  readonly dataDir: string
  /** Holds a password: never log it. */
  readonly databaseUrl: string | null
  /** Holds a password: never log it. */
  readonly mail: MailConfig
  readonly mailFrom: string
  /** Whether bot URLs may be http and on private or loopback addresses. */
  readonly privateBots: boolean
  readonly maxMatches: number
  /** Simultaneous matches at the start: few in development, until the machine has shown that it plays more. */
  readonly firstMatches: number
  readonly engine: EngineConfig
  readonly hosts: number
  readonly houseBots: number
  /** Where finished replays end up. */
  readonly replays: ReplayConfig
  readonly replayDays: number
  /** Who holds it may read `/metrics` from anywhere: never log it. Null: only this machine. */
  readonly metricsToken: string | null
  /** Addresses and networks of proxies whose forwarded client address is believed. */
  readonly trustProxy: readonly string[]
  /** Whether requests are counted at all. */
  readonly rateLimits: boolean
  readonly tickMs: number
  readonly restMs: number
  readonly pickMs: number
}

export type Environment = Readonly<Record<string, string | undefined>>

/** What the machine offers, for the defaults that follow from it. */
export interface MachineSize {
  readonly cores: number
  readonly memoryBytes: number
}

/** All mistakes of an environment, one line each, in the order of the variables. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly mistakes: readonly string[]

  constructor(mistakes: readonly string[]) {
    super(
      `The configuration has ${mistakes.length === 1 ? 'a mistake' : `${mistakes.length} mistakes`}:\n${mistakes.map((line) => `  ${line}`).join('\n')}`,
    )
    this.mistakes = mistakes
  }
}

/** Spec "Matchmaking" 1: a fixed tick every 5 seconds. */
const TICK_MS = 5_000

const MIB = 1024 * 1024
const MATCHES_PER_CORE = 25
const MATCH_BYTES = 20 * MIB
const SERVICE_BYTES = 1024 * MIB
const MIN_MATCHES = 2
/** The first limit in development, where the machine may have other work. */
const FIRST_MATCHES_PER_CORE = 2

/**
 * Simultaneous matches a machine plays without falling behind: 25 a core, and 20 MiB of memory each after one GiB
 * for the service itself. A match with its engine process was measured at 1.9 % of a core and at 20 MB, of late at less
 * (docs/performance.md), so this leaves half of each core to the bots, the database and the operating system.
 */
export function defaultMaxMatches(machine: MachineSize): number {
  const byCores = MATCHES_PER_CORE * machine.cores
  const byMemory = Math.floor((machine.memoryBytes - SERVICE_BYTES) / MATCH_BYTES)
  return Math.max(MIN_MATCHES, Math.min(byCores, byMemory))
}

/** This machine, or the container's share of it. */
function thisMachine(): MachineSize {
  const limit = process.constrainedMemory()
  return { cores: availableParallelism(), memoryBytes: limit > 0 ? Math.min(limit, totalmem()) : totalmem() }
}

const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`))

const url = (schemes: readonly string[]) =>
  z.string().refine((text) => URL.canParse(text) && schemes.includes(new URL(text).protocol), {
    message: `must be a URL that begins with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`,
    // What follows takes it for a URL.
    abort: true,
  })

/** An address, or a network in CIDR notation. */
function isAddressOrNetwork(text: string): boolean {
  return ipaddr.isValid(text) || ipaddr.isValidCIDR(text)
}

const baseUrl = url(['http:', 'https:'])
  .refine((text) => /^(?:\/[\w.~-]+)*\/?$/.test(new URL(text).pathname) && !/[?#@]/.test(text), {
    message: 'must be an origin, and perhaps a path of letters, digits, - . _ ~ and /, with no query or user',
  })
  .transform((text) => new URL(text).href.replace(/\/$/, ''))

const mail = z.union(
  [
    z.literal('log:').transform((): MailConfig => ({ kind: 'log' })),
    url(['smtp:', 'smtps:']).transform((text): MailConfig => ({ kind: 'smtp', url: text })),
  ],
  { error: 'must be log:, smtp://… or smtps://…' },
)

const BUCKET = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w.-]+)*)\/?$/

const replays = z.union(
  [
    z.literal('folder').transform(() => null),
    z
      .string()
      .regex(BUCKET)
      // A name of dots alone is no name in a URL.
      .refine((text) => !text.split('/').some((part) => /^\.+$/.test(part)))
      .transform((text) => {
        const [, bucket, path] = BUCKET.exec(text)!
        return { bucket: bucket!, prefix: path === '' ? '' : `${path!.slice(1)}/` }
      }),
  ],
  { error: 'must be folder, or s3://bucket or s3://bucket/prefix with letters, digits, - . _ in the names' },
)

const endpoint = url(['http:', 'https:'])
  .refine((text) => !/[?#@]/.test(text) && new URL(text).pathname === '/', {
    message: 'must be an origin, with no path, query or user',
  })
  .transform((text) => new URL(text).origin)

const addresses = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(
    z.array(
      z.string().refine(isAddressOrNetwork, {
        error: (issue) =>
          `holds ${JSON.stringify(issue.input)}, which is neither an IP address nor a network such as 10.0.0.0/8`,
      }),
    ),
  )

const internalAddress = z
  .string()
  .regex(/^(?:\[[0-9a-fA-F:.]+\]|[\w.-]+):\d{1,5}$/, 'must be ADDRESS:PORT, such as 10.0.0.3:8090')
  .transform((text): InternalAddress => {
    const at = text.lastIndexOf(':')
    return { host: text.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(text.slice(at + 1)) }
  })
  .refine(({ port }) => port <= 65_535, 'has a port above 65535')

/** The texts are secrets: no message quotes them. */
const platformKeys = z
  .string()
  .transform((text) => text.split(',').map((key) => key.trim()))
  .refine((keys) => keys.every((key) => decodeBase64(key)?.length === 32), 'must be keys of 32 bytes as base64')

/** One schema per variable. A variable that is unset or empty takes its default, below in `readConfig`. */
const VARIABLES = {
  NODE_ENV: z.enum(['development', 'production', 'test'], { error: 'must be development, production or test' }),
  PORT: integer(0, 65_535),
  HOST: z.string(),
  ARENA_ROLE: z.enum(['all', 'web', 'play'], { error: 'must be all, web or play' }),
  ARENA_REGION: z.string().regex(/^[\w-]{1,32}$/, 'must be 1 to 32 letters, digits, _ or -'),
  ARENA_INTERNAL: internalAddress,
  ARENA_SECRET: z.string().regex(/^.{32,}$/, 'must be at least 32 characters'),
  ARENA_PLATFORM_KEY: platformKeys,
  ARENA_BASE_URL: baseUrl,
  ARENA_DATA_DIR: z.string().transform((path) => resolve(path)),
  DATABASE_URL: url(['postgres:', 'postgresql:']),
  ARENA_MAIL: mail,
  ARENA_MAIL_FROM: z.string().regex(/^[^\s<>@]+@[^\s<>@]+$/, 'must be an e-mail address'),
  ARENA_PRIVATE_BOTS: z.enum(['allow', 'refuse'], { error: 'must be allow or refuse' }),
  ARENA_MAX_MATCHES: integer(1, 10_000),
  ARENA_ENGINE: z.string(),
  ARENA_HOSTS: integer(1, 256),
  ARENA_HOUSE_BOTS: integer(0, 64),
  ARENA_REPLAY_DAYS: integer(1, 36_500),
  ARENA_REPLAYS: replays,
  ARENA_S3_ENDPOINT: endpoint,
  ARENA_S3_REGION: z.string().regex(/^[a-z0-9-]{1,64}$/, 'must be the name of a region, such as eu-central-1'),
  ARENA_S3_KEY_ID: z.string().regex(/^[\x21-\x2b\x2d-\x7e]{1,256}$/, 'must be the id of an access key, without spaces'),
  ARENA_S3_SECRET: z.string().regex(/^[\x21-\x7e]{1,1024}$/, 'must be the secret of the access key, without spaces'),
  ARENA_TRUST_PROXY: addresses,
  ARENA_METRICS_TOKEN: z.string().regex(/^[\x21-\x7e]{16,}$/, 'must be at least 16 characters, without spaces'),
  ARENA_RATE_LIMITS: z.enum(['on', 'off'], { error: 'must be on or off' }),
  ARENA_TICK_MS: integer(10, 3_600_000),
  ARENA_REST_MS: integer(0, 86_400_000),
  ARENA_PICK_MS: integer(10, 600_000),
} as const

type VariableName = keyof typeof VARIABLES
type Values = { readonly [Name in VariableName]?: z.output<(typeof VARIABLES)[Name]> }

export const VARIABLE_NAMES = Object.keys(VARIABLES) as readonly VariableName[]

/**
 * Reads and checks the whole environment.
 *
 * @throws {ConfigError} with every mistake, not just the first
 */
export function readConfig(env: Environment, machine: MachineSize = thisMachine()): Config {
  const mistakes: string[] = []
  const values = parseVariables(env, mistakes)
  refuseUnknown(env, mistakes)
  const production = values.NODE_ENV === 'production'
  const replayConfig = readReplays(values, mistakes)
  if (production) refuseUnsafe(values, mistakes)
  refuseMisfits(values, mistakes)
  if (mistakes.length > 0) throw new ConfigError(mistakes)

  const engine = values.ARENA_ENGINE ?? 'builtin'
  const maxMatches = values.ARENA_MAX_MATCHES ?? defaultMaxMatches(machine)
  const isChosen = production || values.ARENA_MAX_MATCHES !== undefined
  const role = values.ARENA_ROLE ?? 'all'
  const houseBots = role === 'all' && !production ? 4 : 0
  return deepFreeze({
    production,
    role,
    region: values.ARENA_REGION ?? '',
    internal: values.ARENA_INTERNAL ?? { host: '127.0.0.1', port: 0 },
    port: values.PORT ?? 8080,
    host: values.HOST ?? '127.0.0.1',
    secret: values.ARENA_SECRET ?? null,
    platformKeys: values.ARENA_PLATFORM_KEY ?? [],
    baseUrl: values.ARENA_BASE_URL ?? null,
    basePath: values.ARENA_BASE_URL === undefined ? '' : new URL(values.ARENA_BASE_URL).pathname.replace(/\/$/, ''),
    dataDir: values.ARENA_DATA_DIR ?? resolve('data'),
    databaseUrl: values.DATABASE_URL ?? null,
    mail: values.ARENA_MAIL ?? { kind: 'log' },
    mailFrom: values.ARENA_MAIL_FROM ?? 'arena@localhost',
    privateBots: (values.ARENA_PRIVATE_BOTS ?? (production ? 'refuse' : 'allow')) === 'allow',
    maxMatches,
    firstMatches: isChosen ? maxMatches : Math.min(maxMatches, FIRST_MATCHES_PER_CORE * machine.cores),
    engine: engine === 'builtin' ? { kind: 'builtin' } : { kind: 'command', command: engine },
    hosts: values.ARENA_HOSTS ?? machine.cores,
    houseBots: values.ARENA_HOUSE_BOTS ?? houseBots,
    replays: replayConfig,
    replayDays: values.ARENA_REPLAY_DAYS ?? 90,
    trustProxy: values.ARENA_TRUST_PROXY ?? [],
    metricsToken: values.ARENA_METRICS_TOKEN ?? null,
    rateLimits: (values.ARENA_RATE_LIMITS ?? 'on') === 'on',
    tickMs: values.ARENA_TICK_MS ?? TICK_MS,
    restMs: values.ARENA_REST_MS ?? MODES.live.restMs,
    pickMs: values.ARENA_PICK_MS ?? MODES.live.pickMs,
  })
}

/** Where an arena keeps its data. */
export type DataPlace = Pick<Config, 'dataDir' | 'databaseUrl'>

/**
 * The part of the environment that a tool beside the arena needs. The rest may be of another machine, or not set.
 *
 * @throws {ConfigError}
 */
export function readDataPlace(env: Environment): DataPlace {
  const mistakes: string[] = []
  const values = parseVariables(env, mistakes, ['ARENA_DATA_DIR', 'DATABASE_URL'])
  if (mistakes.length > 0) throw new ConfigError(mistakes)
  return { dataDir: values.ARENA_DATA_DIR ?? resolve('data'), databaseUrl: values.DATABASE_URL ?? null }
}

function parseVariables(env: Environment, mistakes: string[], names: readonly VariableName[] = VARIABLE_NAMES): Values {
  const values: Record<string, unknown> = {}
  for (const name of names) {
    const text = env[name]?.trim()
    if (text === undefined || text === '') continue
    const result = VARIABLES[name].safeParse(text)
    if (result.success) values[name] = result.data
    else mistakes.push(...result.error.issues.map((issue) => `${name} ${issue.message}`))
  }
  return values
}

/** A bucket needs its key, and a key without a bucket means that the bucket was forgotten. */
function readReplays(
  { ARENA_REPLAYS, ARENA_S3_ENDPOINT, ARENA_S3_REGION = 'us-east-1', ARENA_S3_KEY_ID, ARENA_S3_SECRET }: Values,
  mistakes: string[],
): ReplayConfig {
  const isKnown = !mistakes.some((mistake) => mistake.startsWith('ARENA_REPLAYS '))
  const key = isKnown ? { ARENA_S3_KEY_ID, ARENA_S3_SECRET } : {}
  for (const [name, value] of Object.entries(key)) {
    if (ARENA_REPLAYS && value === undefined) mistakes.push(`${name} must be set where ARENA_REPLAYS is a bucket`)
    if (!ARENA_REPLAYS && value !== undefined) mistakes.push(`${name} is of no use while ARENA_REPLAYS is no s3://…`)
  }
  if (!ARENA_REPLAYS) return { kind: 'folder' }
  return {
    kind: 'bucket',
    ...ARENA_REPLAYS,
    endpoint: ARENA_S3_ENDPOINT ?? `https://s3.${ARENA_S3_REGION}.amazonaws.com`,
    region: ARENA_S3_REGION,
    keyId: ARENA_S3_KEY_ID ?? '',
    secret: ARENA_S3_SECRET ?? '',
  }
}

/** Settings that a role cannot be without, or that say nothing to it. */
function refuseMisfits(values: Values, mistakes: string[]): void {
  const { ARENA_ROLE: role = 'all' } = values
  if (role === 'all') return
  if (values.DATABASE_URL === undefined) {
    mistakes.push(`DATABASE_URL must be set with ARENA_ROLE=${role}: machines of one arena share a PostgreSQL server`)
  }
  if ((values.ARENA_HOUSE_BOTS ?? 0) > 0) {
    mistakes.push(`ARENA_HOUSE_BOTS must be 0 with ARENA_ROLE=${role}: house bots listen on a loopback address`)
  }
}

type Refuse = (name: VariableName, why: string) => void

/** In production nothing may rest on a default, or on a choice, that is only safe on one's own machine. */
function refuseUnsafe(values: Values, mistakes: string[]): void {
  const refuse: Refuse = (name, why) => mistakes.push(`${name} ${why}`)
  if (values.ARENA_ROLE !== 'play') refuseUnsafeWeb(values, refuse)
  else if (values.ARENA_INTERNAL === undefined) {
    refuse('ARENA_INTERNAL', 'must be set in production with ARENA_ROLE=play: the other machines reach it there')
  }
  if (values.ARENA_PRIVATE_BOTS === 'allow') {
    refuse('ARENA_PRIVATE_BOTS', 'cannot be allow in production: anyone could point the arena at your private network')
  }
  if ((values.ARENA_HOUSE_BOTS ?? 0) > 0) {
    refuse(
      'ARENA_HOUSE_BOTS',
      'must be 0 in production: house bots listen on a loopback address, which is refused there',
    )
  }
  if (values.ARENA_RATE_LIMITS === 'off') refuse('ARENA_RATE_LIMITS', 'cannot be off in production')
  for (const name of ['ARENA_TICK_MS', 'ARENA_REST_MS', 'ARENA_PICK_MS'] as const) {
    if (values[name] !== undefined) refuse(name, 'is for rehearsal and tests only and cannot be set in production')
  }
}

function refuseUnsafeWeb(values: Values, refuse: Refuse): void {
  const base = values.ARENA_BASE_URL
  if (base === undefined) refuse('ARENA_BASE_URL', 'must be set in production: links in pages and mails begin with it')
  else if (!base.startsWith('https:')) refuse('ARENA_BASE_URL', 'must be https in production')
  const mailConfig = values.ARENA_MAIL
  if (mailConfig === undefined || mailConfig.kind === 'log') {
    refuse(
      'ARENA_MAIL',
      'must name a mail server in production (smtp://… or smtps://…): log: would write sign-in codes to the log',
    )
  }
  if (values.ARENA_MAIL_FROM === undefined) refuse('ARENA_MAIL_FROM', 'must be set in production')
}

const PREFIX = /^ARENA_/i
/** Letters that may be wrong, missing or too many in a name that is taken for another. */
const MOST_WRONG = 2

/** A misspelt variable would silently do nothing. */
function refuseUnknown(env: Environment, mistakes: string[]): void {
  const known: readonly string[] = VARIABLE_NAMES
  for (const [name, text = ''] of Object.entries(env).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (!PREFIX.test(name) || known.includes(name) || text.trim() === '') continue
    const meant = meantBy(name.toUpperCase())
    mistakes.push(
      `${name} is no setting of the arena${meant.length === 0 ? '' : `. Did you mean ${meant.join(' or ')}?`}`,
    )
  }
}

/** Settings that this may be: without the prefix that not all of them have, and those of the nearest spelling. */
function meantBy(name: string): string[] {
  const distances = new Map(VARIABLE_NAMES.map((known) => [known, distance(name, known)]))
  const least = Math.min(...distances.values())
  return VARIABLE_NAMES.filter(
    (known) => known === name.replace(PREFIX, '') || (least <= MOST_WRONG && distances.get(known) === least),
  )
}

/** How many letters have to be changed, left out or put in to make one word of the other (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const changed = row[j - 1]! + Number(from[i - 1] !== to[j - 1])
      next.push(Math.min(changed, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row.at(-1)!
}

function deepFreeze<T extends object>(value: T): T {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) deepFreeze(part)
  return Object.freeze(value)
}
