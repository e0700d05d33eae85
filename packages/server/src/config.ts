/**
 * Configuration: environment variables -> zod -> one frozen `Config`. Every mistake is collected and reported at
 * once under the variable's name. Nothing else in the service reads `process.env`. `.env.example` documents the
 * same variables, and a test keeps the two together.
 */
import { availableParallelism, totalmem } from 'node:os'
import { resolve } from 'node:path'
import { MODES } from '@arena/protocol'
import { refuseMisfits, refuseUnsafe } from './config/misfits.ts'
import { refuseUnknown } from './config/misspelt.ts'
import { VARIABLE_NAMES, VARIABLES } from './config/variables.ts'
import type { InternalAddress, MailConfig, Role, Values, VariableName } from './config/variables.ts'
import type { BucketOptions } from './config/bucket.ts'

/** Holds a secret: never log it. */
type ReplayConfig = { readonly kind: 'folder' } | ({ readonly kind: 'bucket' } & BucketOptions)
type EngineConfig = { readonly kind: 'builtin' } | { readonly kind: 'command'; readonly command: string }

export interface Config {
  readonly production: boolean
  /** `web` serves HTTP and runs the scheduler, `play` runs matches. */
  readonly role: Role
  /** Where the machine stands, for the choice of a machine and for people. */
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
  /** Whether replays that retention has deleted are played again when they are asked for. */
  readonly archive: boolean
  /** Its holder may read `/metrics` from anywhere, so it is never logged. Null allows this machine only. */
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
export const TICK_MS = 5_000

/** House bots in development: each once, so that of several near a new bot one is free. */
const HOUSE_BOTS = 24

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
  const houseBots = role === 'all' && !production ? HOUSE_BOTS : 0
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
    archive: values.ARENA_ARCHIVE !== 'off',
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
  const values = readSome(env, ['ARENA_DATA_DIR', 'DATABASE_URL'])
  return { dataDir: values.ARENA_DATA_DIR ?? resolve('data'), databaseUrl: values.DATABASE_URL ?? null }
}

/**
 * Private halves, for the tool that makes sure that the key of the arena is kept: never log them.
 *
 * @throws {ConfigError}
 */
export function readPlatformKeys(env: Environment): readonly string[] {
  return readSome(env, ['ARENA_PLATFORM_KEY']).ARENA_PLATFORM_KEY ?? []
}

function readSome(env: Environment, names: readonly VariableName[]): Values {
  const mistakes: string[] = []
  const values = parseVariables(env, mistakes, names)
  if (mistakes.length > 0) throw new ConfigError(mistakes)
  return values
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

function deepFreeze<T extends object>(value: T): T {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) deepFreeze(part)
  return Object.freeze(value)
}
