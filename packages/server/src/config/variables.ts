/** The environment variables of an arena, a schema each. `.env.example` documents the same, and a test keeps the two together. */
import { resolve } from 'node:path'
import { decodeBase64 } from '@arena/protocol/base64'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'

export type MailConfig = { readonly kind: 'log' } | { readonly kind: 'smtp'; readonly url: string }
/** What a machine does: both, or one of them where several share a database. */
export type Role = 'all' | 'web' | 'play'

/** Where a machine listens for the others of its arena. */
export interface InternalAddress {
  readonly host: string
  readonly port: number
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
    // The next check takes the value for a URL.
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

/** Bits of the widest network that a proxy may be in: the private ones 10.0.0.0/8 and fc00::/7. */
const LEAST_PREFIX = { ipv4: 8, ipv6: 7 } as const

/** Whether a network is no wider than a private one. As IPv6 an IPv4 address is in ::ffff:0:0/96, and so in what holds that. */
function isOfProxies(text: string): boolean {
  if (!ipaddr.isValidCIDR(text)) return true
  const [address, bits] = ipaddr.parseCIDR(text)
  if (address.kind() === 'ipv4') return bits >= LEAST_PREFIX.ipv4
  const isOfIPv4 = ipaddr.IPv6.parse('::ffff:0:0').match([ipaddr.IPv6.parse(address.toString()), Math.min(bits, 96)])
  return bits >= (isOfIPv4 ? 96 + LEAST_PREFIX.ipv4 : LEAST_PREFIX.ipv6)
}

const addresses = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(
    z.array(
      z
        .string()
        .refine(isAddressOrNetwork, {
          error: (issue) =>
            `holds ${JSON.stringify(issue.input)}, which is neither an IP address nor a network such as 10.0.0.0/8`,
          abort: true,
        })
        .refine(isOfProxies, {
          error: (issue) =>
            `holds ${JSON.stringify(issue.input)}, which is no network of proxies: anyone could be in it, and say to be anyone else`,
        }),
    ),
  )

function isUnspecified(host: string): boolean {
  return ipaddr.isValid(host) && ipaddr.parse(host).range() === 'unspecified'
}

const internalAddress = z
  .string()
  .regex(/^(?:\[[0-9a-fA-F:.]+\]|[\w.-]+):\d{1,5}$/, 'must be ADDRESS:PORT, such as 10.0.0.3:8090')
  .transform((text): InternalAddress => {
    const at = text.lastIndexOf(':')
    return { host: text.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(text.slice(at + 1)) }
  })
  .refine(({ port }) => port <= 65_535, 'has a port above 65535')
  .refine(({ host }) => !isUnspecified(host), 'must be an address that the other machines reach, not 0.0.0.0 or [::]')

/** The texts are secrets: no message quotes them. */
const platformKeys = z
  .string()
  .transform((text) => text.split(',').map((key) => key.trim()))
  .refine((keys) => keys.every((key) => decodeBase64(key)?.length === 32), 'must be keys of 32 bytes as base64')

/** A variable that is unset or empty takes its default in `readConfig`. */
export const VARIABLES = {
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
  ARENA_ARCHIVE: z.enum(['on', 'off'], { error: 'must be on or off' }),
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

export type VariableName = keyof typeof VARIABLES
export type Values = { readonly [Name in VariableName]?: z.output<(typeof VARIABLES)[Name]> }

export const VARIABLE_NAMES = Object.keys(VARIABLES) as readonly VariableName[]
