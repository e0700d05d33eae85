/** The configuration: defaults, every mistake at once, and `.env.example` and the guide with the same variables. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError, defaultMaxMatches, readConfig, readDataPlace } from '../src/config.ts'
import { VARIABLE_NAMES } from '../src/config/variables.ts'
import type { Environment } from '../src/config.ts'

const GIB = 1024 ** 3
const MACHINE = { cores: 2, memoryBytes: 8 * GIB }

const PRODUCTION = {
  NODE_ENV: 'production',
  ARENA_BASE_URL: 'https://arena.example.org',
  ARENA_MAIL: 'smtps://user:secret@mail.example.org',
  ARENA_MAIL_FROM: 'arena@example.org',
}

function mistakesOf(env: Environment): readonly string[] {
  try {
    readConfig(env, MACHINE)
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes
    throw error
  }
  return []
}

describe('defaults', () => {
  test('an empty environment gives a development arena on the loopback address', () => {
    expect(readConfig({}, MACHINE)).toEqual({
      production: false,
      role: 'all',
      region: '',
      internal: { host: '127.0.0.1', port: 0 },
      secret: null,
      platformKeys: [],
      port: 8080,
      host: '127.0.0.1',
      baseUrl: null,
      basePath: '',
      dataDir: resolve('data'),
      databaseUrl: null,
      mail: { kind: 'log' },
      mailFrom: 'arena@localhost',
      privateBots: true,
      maxMatches: 50,
      firstMatches: 4,
      engine: { kind: 'builtin' },
      hosts: 2,
      houseBots: 24,
      replays: { kind: 'folder' },
      replayDays: 90,
      archive: true,
      trustProxy: [],
      metricsToken: null,
      rateLimits: true,
      tickMs: 5000,
      restMs: 120_000,
      pickMs: 10_000,
    })
  })

  test('a variable set to nothing counts as unset', () => {
    const unset = Object.fromEntries(VARIABLE_NAMES.map((name) => [name, ' ']))
    expect(readConfig(unset, MACHINE)).toEqual(readConfig({}, MACHINE))
  })

  test('production has no house bots and refuses private bot addresses', () => {
    const config = readConfig(PRODUCTION, MACHINE)
    expect(config).toMatchObject({ production: true, houseBots: 0, privateBots: false })
  })

  test.each([
    [{ cores: 2, memoryBytes: 8 * GIB }, 50],
    [{ cores: 16, memoryBytes: 64 * GIB }, 400],
    [{ cores: 4, memoryBytes: 2 * GIB }, 51],
    [{ cores: 1, memoryBytes: GIB / 2 }, 2],
  ])('the default of ARENA_MAX_MATCHES follows cores and memory: %o plays %i', (machine, matches) => {
    expect(defaultMaxMatches(machine)).toBe(matches)
    expect(readConfig({}, machine).maxMatches).toBe(matches)
  })
})

/** 32 bytes as base64. */
const KEY = 'AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE='

test.each(['ARENA_SECRET', 'ARENA_PLATFORM_KEY'])('%s that is too short is refused, and not quoted', (name) => {
  const mistakes = mistakesOf({ [name]: 'c2VjcmV0' })
  expect(mistakes).toEqual([expect.stringContaining(name)])
  expect(mistakes[0]).not.toContain('c2VjcmV0')
})

describe('roles', () => {
  const SHARED = { DATABASE_URL: 'postgres://arena@db/arena' }

  test.each(['web', 'play'])('%s needs a PostgreSQL server, and has no house bots', (role) => {
    expect(mistakesOf({ ARENA_ROLE: role })).toEqual([
      expect.stringMatching(/^DATABASE_URL must be set with ARENA_ROLE/),
    ])
    expect(readConfig({ ARENA_ROLE: role, ...SHARED }, MACHINE).houseBots).toBe(0)
    expect(mistakesOf({ ARENA_ROLE: role, ...SHARED, ARENA_HOUSE_BOTS: '4' })).toEqual([
      expect.stringMatching(/^ARENA_HOUSE_BOTS must be 0 with ARENA_ROLE/),
    ])
  })

  test.each([
    ['play', { ARENA_BASE_URL: PRODUCTION.ARENA_BASE_URL }],
    ['web', PRODUCTION],
  ])('in production a machine of the role %s needs an address for the others', (role, more) => {
    const env = { ...more, NODE_ENV: 'production', ARENA_ROLE: role, ...SHARED }
    expect(mistakesOf(env)).toEqual([expect.stringMatching(/^ARENA_INTERNAL must be set in production/)])
    expect(mistakesOf({ ...env, ARENA_INTERNAL: '10.0.0.3:8090' })).toEqual([])
  })

  test.each(['10.0.0.3', ':8090', '10.0.0.3:99999', 'http://10.0.0.3:8090', 'a b:1', '0.0.0.0:8090', '[::]:8090'])(
    'ARENA_INTERNAL %j is no address and port that others reach',
    (text) => expect(mistakesOf({ ARENA_INTERNAL: text, ...SHARED })).toHaveLength(1),
  )

  test('ARENA_INTERNAL is refused without a database that machines share: nothing would listen there', () => {
    expect(mistakesOf({ ARENA_INTERNAL: '10.0.0.3:8090' })).toEqual([
      'ARENA_INTERNAL is of no use without DATABASE_URL: an arena on its embedded database is one machine',
    ])
    expect(mistakesOf({ ARENA_INTERNAL: '10.0.0.3:8090', ...SHARED })).toEqual([])
  })
})

/** A value of each variable, and the fields that it gives. */
const VALUES: Readonly<Record<string, readonly [value: string, fields: object]>> = {
  NODE_ENV: ['test', { production: false }],
  PORT: ['0', { port: 0 }],
  HOST: ['0.0.0.0', { host: '0.0.0.0' }],
  ARENA_ROLE: ['web', { role: 'web' }],
  ARENA_REGION: ['eu-west', { region: 'eu-west' }],
  ARENA_INTERNAL: ['[fd00::3]:8090', { internal: { host: 'fd00::3', port: 8090 } }],
  ARENA_SECRET: ['correct horse battery staple, twice', { secret: 'correct horse battery staple, twice' }],
  ARENA_PLATFORM_KEY: [`${KEY}, ${KEY}`, { platformKeys: [KEY, KEY] }],
  ARENA_BASE_URL: ['https://arena.example.org/', { baseUrl: 'https://arena.example.org', basePath: '' }],
  ARENA_DATA_DIR: ['/var/lib/arena', { dataDir: '/var/lib/arena' }],
  DATABASE_URL: ['postgres://arena@db/arena', { databaseUrl: 'postgres://arena@db/arena' }],
  ARENA_MAIL: ['smtp://mail.example.org:25', { mail: { kind: 'smtp', url: 'smtp://mail.example.org:25' } }],
  ARENA_MAIL_FROM: ['arena@example.org', { mailFrom: 'arena@example.org' }],
  ARENA_PRIVATE_BOTS: ['refuse', { privateBots: false }],
  ARENA_MAX_MATCHES: ['7', { maxMatches: 7, firstMatches: 7 }],
  ARENA_ENGINE: ['/opt/engine --fast', { engine: { kind: 'command', command: '/opt/engine --fast' } }],
  ARENA_HOSTS: ['3', { hosts: 3 }],
  ARENA_HOUSE_BOTS: ['0', { houseBots: 0 }],
  ARENA_REPLAY_DAYS: ['30', { replayDays: 30 }],
  ARENA_ARCHIVE: ['off', { archive: false }],
  ARENA_REPLAYS: ['s3://my.bucket-1/arena/replays/', { bucket: 'my.bucket-1', prefix: 'arena/replays/' }],
  ARENA_S3_ENDPOINT: ['https://s3.example.org:9000/', { endpoint: 'https://s3.example.org:9000' }],
  ARENA_S3_REGION: ['eu-central-1', { region: 'eu-central-1' }],
  ARENA_S3_KEY_ID: ['AKIDEXAMPLE', { keyId: 'AKIDEXAMPLE' }],
  ARENA_S3_SECRET: ['a/secret+of=any,characters', { secret: 'a/secret+of=any,characters' }],
  ARENA_TRUST_PROXY: ['10.0.0.0/8, ::1', { trustProxy: ['10.0.0.0/8', '::1'] }],
  ARENA_METRICS_TOKEN: ['correct-horse-battery', { metricsToken: 'correct-horse-battery' }],
  ARENA_RATE_LIMITS: ['off', { rateLimits: false }],
  ARENA_TICK_MS: ['50', { tickMs: 50 }],
  ARENA_REST_MS: ['0', { restMs: 0 }],
  ARENA_PICK_MS: ['200', { pickMs: 200 }],
}

test('every variable reaches its field', () => {
  expect(Object.keys(VALUES).toSorted()).toEqual([...VARIABLE_NAMES].toSorted())
  const env = Object.fromEntries(Object.entries(VALUES).map(([name, [value]]) => [name, value]))
  const fieldsOf = (isOfBucket: boolean): object =>
    Object.entries(VALUES)
      .filter(([name]) => /^ARENA_(REPLAYS|S3_)/.test(name) === isOfBucket)
      .reduce((all, [, [, fields]]) => ({ ...all, ...fields }), {})
  expect(readConfig(env, MACHINE)).toEqual({ ...fieldsOf(false), replays: { kind: 'bucket', ...fieldsOf(true) } })
})

describe('mistakes', () => {
  test.each([
    ['ARENA_MAX_MATCH', 'ARENA_MAX_MATCH is no setting of the arena. Did you mean ARENA_MAX_MATCHES?'],
    ['ARENA_REPLAYDAYS', 'ARENA_REPLAYDAYS is no setting of the arena. Did you mean ARENA_REPLAY_DAYS?'],
    ['arena_tick_ms', 'arena_tick_ms is no setting of the arena. Did you mean ARENA_TICK_MS?'],
    ['ARENA_PORT', 'ARENA_PORT is no setting of the arena. Did you mean PORT?'],
    ['ARENA_HOST', 'ARENA_HOST is no setting of the arena. Did you mean HOST or ARENA_HOSTS?'],
    ['ARENA_COLOUR_OF_THE_SKY', 'ARENA_COLOUR_OF_THE_SKY is no setting of the arena'],
  ])('a misspelt setting is refused, and the nearest one named: %s', (name, mistake) => {
    expect(mistakesOf({ [name]: '5' })).toEqual([mistake])
    // As everywhere, set to nothing is unset.
    expect(mistakesOf({ [name]: '' })).toEqual([])
  })

  test('all mistakes are reported at once, each under its variable', () => {
    expect(
      mistakesOf({
        NODE_ENV: 'prod',
        PORT: '80a',
        ARENA_BASE_URL: 'ftp://arena.example.org',
        ARENA_MAIL: 'mail.example.org',
        ARENA_PRIVATE_BOTS: 'yes',
        ARENA_MAX_MATCHES: '0',
        ARENA_TRUST_PROXY: '10.0.0.1,proxy',
      }),
    ).toEqual([
      'NODE_ENV must be development, production or test',
      'PORT must be a whole number',
      'ARENA_BASE_URL must be a URL that begins with http:// or https://',
      'ARENA_MAIL must be log:, smtp://… or smtps://…',
      'ARENA_PRIVATE_BOTS must be allow or refuse',
      'ARENA_MAX_MATCHES must be at least 1',
      'ARENA_TRUST_PROXY holds "proxy", which is neither an IP address nor a network such as 10.0.0.0/8',
    ])
  })

  test.each([
    ['PORT', '65536', 'must be at most 65535'],
    ['PORT', '-1', 'must be a whole number'],
    ['PORT', '1e3', 'must be a whole number'],
    ['ARENA_BASE_URL', 'arena.example.org', 'must be a URL that begins with http:// or https://'],
    ['ARENA_BASE_URL', 'https://arena.example.org/a"b', 'must be an origin'],
    ['ARENA_BASE_URL', 'https://arena.example.org/path?x', 'must be an origin'],
    ['ARENA_BASE_URL', 'https://user@arena.example.org', 'must be an origin'],
    ['DATABASE_URL', 'mysql://db', 'must be a URL that begins with postgres:// or postgresql://'],
    ['ARENA_MAIL_FROM', 'arena', 'must be an e-mail address'],
    ['ARENA_HOSTS', '0', 'must be at least 1'],
    ['ARENA_TRUST_PROXY', '10.0.0.1,', 'holds ""'],
    ['ARENA_METRICS_TOKEN', 'short', 'must be at least 16 characters'],
    ['ARENA_RATE_LIMITS', 'no', 'must be on or off'],
    ['ARENA_REPLAYS', 'https://s3.example.org/bucket', 'must be folder, or s3://bucket'],
    ['ARENA_REPLAYS', 's3://Bucket', 'must be folder, or s3://bucket'],
    ['ARENA_REPLAYS', 's3://bucket/a/../b', 'must be folder, or s3://bucket'],
    ['ARENA_REPLAYS', 's3://bucket/a b', 'must be folder, or s3://bucket'],
    ['ARENA_S3_ENDPOINT', 's3.example.org', 'must be a URL that begins with http:// or https://'],
    ['ARENA_S3_ENDPOINT', 'https://key:secret@s3.example.org', 'must be an origin'],
    ['ARENA_S3_ENDPOINT', 'https://s3.example.org/bucket', 'must be an origin'],
    ['ARENA_S3_REGION', 'eu central', 'must be the name of a region'],
  ])('%s=%s is refused', (name, value, message) => {
    const mistakes = mistakesOf({ [name]: value })
    expect(mistakes).toHaveLength(1)
    expect(mistakes[0]).toContain(`${name} ${message}`)
  })

  test.each([
    '0.0.0.0/0',
    '0.0.0.0/1',
    '10.0.0.0/7',
    '::/0',
    '2000::/3',
    '::/64',
    '::ffff:0:0/96',
    '::ffff:10.0.0.0/103',
    '10.0.0.1, 0.0.0.0/0',
  ])('ARENA_TRUST_PROXY=%s is refused: strangers are in it', (value) => {
    expect(mistakesOf({ ARENA_TRUST_PROXY: value })).toEqual([expect.stringContaining('is no network of proxies')])
  })

  test.each(['10.0.0.0/8', 'fc00::/7', '2001:db8::/32', '::ffff:10.0.0.0/104', '::1/128', '127.0.0.1, ::1'])(
    'ARENA_TRUST_PROXY=%s is taken',
    (value) => expect(mistakesOf({ ARENA_TRUST_PROXY: value })).toEqual([]),
  )

  test('production refuses every default that is only safe on one’s own machine', () => {
    const names = mistakesOf({ NODE_ENV: 'production' }).map((line) => line.split(' ')[0])
    expect(names).toEqual(['ARENA_BASE_URL', 'ARENA_MAIL', 'ARENA_MAIL_FROM'])
  })

  test.each([
    ['ARENA_BASE_URL', 'http://arena.example.org'],
    ['ARENA_MAIL', 'log:'],
    ['ARENA_RATE_LIMITS', 'off'],
    ['ARENA_PRIVATE_BOTS', 'allow'],
    ['ARENA_HOUSE_BOTS', '4'],
    ['ARENA_TICK_MS', '5000'],
    ['ARENA_REST_MS', '120000'],
    ['ARENA_PICK_MS', '10000'],
  ])('production refuses %s=%s', (name, value) => {
    const mistakes = mistakesOf({ ...PRODUCTION, [name]: value })
    expect(mistakes.map((line) => line.split(' ')[0])).toEqual([name])
  })

  test('a bucket needs both parts of its key, and a key needs a bucket', () => {
    const key = { ARENA_S3_KEY_ID: 'AKIDEXAMPLE', ARENA_S3_SECRET: 'hunter2' }
    expect(mistakesOf({ ARENA_REPLAYS: 's3://bucket', ...key })).toEqual([])
    expect(mistakesOf({ ARENA_REPLAYS: 's3://bucket' })).toEqual([
      'ARENA_S3_KEY_ID must be set where ARENA_REPLAYS is a bucket',
      'ARENA_S3_SECRET must be set where ARENA_REPLAYS is a bucket',
    ])
    expect(mistakesOf({ ARENA_REPLAYS: 'folder', ...key })).toEqual([
      'ARENA_S3_KEY_ID is of no use while ARENA_REPLAYS is no s3://…',
      'ARENA_S3_SECRET is of no use while ARENA_REPLAYS is no s3://…',
    ])
  })

  test('a bucket is at AWS, in its region, unless a server is named', () => {
    const env = { ARENA_REPLAYS: 's3://bucket', ARENA_S3_KEY_ID: 'a', ARENA_S3_SECRET: 'b' }
    expect(readConfig({ ...env, ARENA_S3_REGION: 'eu-central-1' }, MACHINE).replays).toEqual({
      kind: 'bucket',
      endpoint: 'https://s3.eu-central-1.amazonaws.com',
      region: 'eu-central-1',
      bucket: 'bucket',
      prefix: '',
      keyId: 'a',
      secret: 'b',
    })
  })

  test('no message repeats a value that may hold a password', () => {
    const error = new ConfigError(
      mistakesOf({
        DATABASE_URL: 'mysql://u:hunter2@db',
        ARENA_MAIL: 'http://u:hunter2@m',
        ARENA_S3_SECRET: 'hunter2 ü',
      }),
    )
    expect(error.message).not.toContain('hunter2')
  })
})

test('`.env.example` lists every variable, commented out, and no other', () => {
  const text = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8')
  const listed = [...text.matchAll(/^#([A-Z\d_]+)=/gm)].map((match) => match[1])
  expect(listed).toEqual([...VARIABLE_NAMES])
})

test('each value shown in `.env.example` is one the arena takes', () => {
  const text = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8')
  const shown = Object.fromEntries([...text.matchAll(/^#([A-Z\d_]+)=(.*)$/gm)].map((match) => [match[1], match[2]]))
  expect(mistakesOf(shown)).toEqual([])
})

test('the table of settings in docs/operating.md lists every variable, and a default that it names changes nothing', () => {
  const guide = readFileSync(new URL('../../../docs/operating.md', import.meta.url), 'utf8')
  const [, table] = /^## Settings\n([^]*?)^## /m.exec(guide)!
  const rows = [...table!.matchAll(/^\| `([A-Z\d_]+)` +\| (?:`([^`]+)` )?/gm)].map(([, name, value]) => ({
    name: name!,
    value,
  }))
  expect(rows.map(({ name }) => name)).toEqual([...VARIABLE_NAMES])
  const named = rows.filter(({ value }) => value !== undefined)
  expect(named.length).toBeGreaterThan(15)
  const given = named.map(({ name, value }) => [name, value] as const)
  for (const [name, value] of given) expect([name, readConfig({ [name]: value })]).toEqual([name, readConfig({})])
})

test('a tool beside the arena reads where the data is, and no mistake of anything else', () => {
  expect(readDataPlace({ NODE_ENV: 'production', ARENA_TYPO: 'x', PORT: 'x' })).toEqual({
    dataDir: resolve('data'),
    databaseUrl: null,
  })
  expect(readDataPlace({ ARENA_DATA_DIR: '/srv/a', DATABASE_URL: 'postgres://h/a' })).toEqual({
    dataDir: '/srv/a',
    databaseUrl: 'postgres://h/a',
  })
  expect(() => readDataPlace({ DATABASE_URL: 'mysql://h/a' })).toThrow(/DATABASE_URL must be a URL/)
})
