import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import * as protocol from './index.ts'

/** Objects as tests take them apart: anything that JSON holds. */
type Json = Record<string, unknown>

/**
 * The resource tables of the interface, field by field. For each: it is there, it is required, and values outside its
 * type are refused.
 */
const RESOURCES: Record<string, { schema: z.ZodType; fields: Record<string, readonly unknown[]> }> = {
  User: {
    schema: protocol.User,
    fields: { id: ['bot_01k9y3v8h2e6wbz4m0t7qnd5fa', 7], name: ['A', 'a', 7, null], email: [7, null] },
  },
  ApiKeyMeta: {
    schema: protocol.ApiKeyMeta,
    fields: {
      id: ['user_01k9y3v8h2e6wbz4m0t7qnd5fa', null],
      kind: ['cookie', null],
      name: [7, null],
      publicKey: ['AAAA', 7, '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURp='],
      scopes: [['everything'], 'bots.read', null],
      createdAt: ['2026-11-21', 1_795_000_000_000, null],
      lastUsedAt: ['yesterday', 0],
      revokedAt: ['yesterday', 0],
    },
  },
  Bot: {
    schema: protocol.Bot,
    fields: {
      id: ['waveland', null],
      ownerId: ['bot_01k9y3x5q7f0ktn2b8s4v6w9ed', null],
      name: [7, null],
      mode: ['async', null],
      url: ['ftp://bot.example.org', 'bot.example.org', null],
      status: ['deleted', null],
      createdAt: ['2026-11-21T11:10:00Z', '2026-11-21T11:10:00.000+00:00', null],
    },
  },
  MatchPlayer: {
    schema: protocol.MatchPlayer,
    fields: {
      port: [2, -1, '0', null],
      botId: ['waveland', null],
      botName: [7, null],
      character: [-1, 26, 1.5],
      costume: [-1, 6, 1.5],
      placement: [0, 3, 1.5],
      score: [-1, 1.5],
      ratingDelta: ['1.7', Number.NaN],
    },
  },
  GameSummary: {
    schema: protocol.GameSummary,
    fields: {
      stage: [0, 1, 33, '31', null],
      players: [[], null],
      frames: [-1, 1.5, null],
      endReason: ['disconnect', null],
      winner: [2, '0'],
    },
  },
  MatchSummary: {
    schema: protocol.MatchSummary,
    fields: {
      id: ['bot_01k9y3x5q7f0ktn2b8s4v6w9ed', null],
      mode: ['async', null],
      status: ['pending', null],
      stage: [0, '31'],
      players: [[], null],
      summary: [{}, 'won'],
      replayBytes: [-1, 1.5],
      startedAt: ['now', null],
      endedAt: ['now', 0],
    },
  },
  LiveMatch: {
    schema: protocol.LiveMatch,
    fields: {
      id: ['bot_01k9y3x5q7f0ktn2b8s4v6w9ed', null],
      mode: ['async', null],
      stage: [0, '31'],
      frame: [1.5, null],
      players: [[], null],
      startedAt: ['now', null],
    },
  },
  LivePlayer: {
    schema: protocol.LivePlayer,
    fields: {
      port: [2, null],
      botId: ['waveland', null],
      botName: [7, null],
      character: [26, 'fox'],
      costume: [6, 'red'],
      stocks: [-1, 1.5, null],
      percent: [-1, null],
      x: [null, Number.POSITIVE_INFINITY],
      y: [null, '0'],
    },
  },
  LeaderboardRow: {
    schema: protocol.LeaderboardRow,
    fields: {
      rank: [0, 1.5, null],
      botId: ['waveland', null],
      name: [7, null],
      owner: [7, null],
      rating: ['27.4', null],
      gamesPlayed: [-1, 1.5, null],
      wins: [-1, null],
      losses: [-1, null],
      draws: [-1, null],
    },
  },
  PickRequest: {
    schema: protocol.PickRequest,
    fields: {
      id: [1, '0', null],
      kind: ['move', null],
      matchId: ['deploy-check', null],
      mode: ['async', null],
      port: [2, null],
      opponent: [{}, { botId: 'bot_01k9y3y1c9e5vr7m2h6t0q4xkb' }, { name: 'Edgeguard' }, null],
      deadlineMs: [-1, 1.5, null],
      inputDelayFrames: [-1, null],
    },
  },
  PickResponse: {
    schema: protocol.PickResponse,
    fields: {
      id: [1, '0', null],
      action: [
        {},
        { character: 2 },
        { costume: 0 },
        { character: 26, costume: 0 },
        { character: 2, costume: 6 },
        { character: '2', costume: 0 },
        null,
      ],
    },
  },
  GamePlayer: {
    schema: protocol.GamePlayer,
    fields: {
      character: [-1, 26, null],
      costume: [-1, 6, null],
      stocks: [-1, 1.5, null],
      percent: [-1, '0', null],
    },
  },
  Health: { schema: protocol.Health, fields: { status: ['down', null] } },
  PlatformKey: { schema: protocol.PlatformKey, fields: { publicKey: ['AAAA', null] } },
  RegisterBot: {
    schema: protocol.RegisterBot,
    fields: { name: ['', 'x'.repeat(65), null], mode: ['async', null], url: ['/ping', 'ftp://a.example', null] },
  },
  SetHandle: {
    schema: protocol.SetHandle,
    fields: { handle: ['a', 'a'.repeat(33), 'Ada', 'a-b', 'añb', 'ab\n', null] },
  },
  RequestSignIn: { schema: protocol.RequestSignIn, fields: { email: ['ada', 'ada@', null] } },
  DeployReport: { schema: protocol.DeployReport, fields: { ok: ['yes', null], steps: [[{}], null] } },
  DeployStep: {
    schema: protocol.DeployStep,
    fields: { name: ['tls', null], ok: [1], sent: [null], received: [null], ms: [-1, null] },
  },
}

/** What the interface lets be absent, and what this arena adds to it. */
const OPTIONAL: Readonly<Record<string, readonly string[]>> = {
  Bot: ['standing'],
  GamePlayer: ['missed', 'lead'],
  MatchPlayer: ['version'],
  MatchSummary: ['abortReason'],
  PlatformKey: ['publicKeys'],
}

function exampleOf(schema: z.ZodType): Json {
  const examples: unknown = schema.meta()?.examples
  const example: unknown = Array.isArray(examples) ? examples[0] : null
  if (typeof example !== 'object' || example === null) throw new Error('the schema has no example')
  return { ...example }
}

describe('resources', () => {
  for (const [name, { schema, fields }] of Object.entries(RESOURCES)) {
    const example = exampleOf(schema)

    it(`${name} has exactly the fields of the interface`, () => {
      const { properties } = z.toJSONSchema(schema)
      const own = properties ?? z.toJSONSchema(schema).$defs?.[name]?.properties
      expect(Object.keys(own ?? {}).sort()).toEqual([...Object.keys(fields), ...(OPTIONAL[name] ?? [])].sort())
    })

    for (const [field, refused] of Object.entries(fields)) {
      it(`${name}.${field} is required and holds nothing else`, () => {
        const { [field]: _, ...without } = example
        expect(schema.safeParse(example).success).toBe(true)
        expect(schema.safeParse(without).success).toBe(false)
        for (const value of refused) {
          expect(schema.safeParse({ ...example, [field]: value }).success, JSON.stringify(value)).toBe(false)
        }
      })
    }
  }

  it('Match has the fields of MatchSummary and `seed`, null while the match runs', () => {
    const example = exampleOf(protocol.Match)
    const { seed, ...summary } = example
    expect(protocol.MatchSummary.safeParse(summary).success).toBe(true)
    expect(protocol.Match.safeParse(summary).success).toBe(false)
    expect(protocol.Match.parse({ ...summary, seed: null }).seed).toBeNull()
    expect(protocol.Match.safeParse({ ...summary, seed: String(seed).toUpperCase() }).success).toBe(false)
  })

  it('a record hides what its schema does not name: a MatchSummary gives no seed away', () => {
    expect(protocol.MatchSummary.parse(exampleOf(protocol.Match))).not.toHaveProperty('seed')
  })

  it('nullable fields hold null: a running match', () => {
    const match = protocol.Match.parse(exampleOf(protocol.Match))
    const unknown = { character: null, costume: null, placement: null, score: null, ratingDelta: null }
    const running = {
      ...match,
      status: 'running',
      stage: null,
      players: match.players.map((player) => ({ ...player, ...unknown })),
      summary: null,
      replayBytes: null,
      endedAt: null,
      seed: null,
    }
    expect(protocol.Match.parse(running)).toEqual(running)
  })

  it('nullable fields hold null: an unused bearer key', () => {
    const key = {
      ...exampleOf(protocol.ApiKeyMeta),
      kind: 'bearer',
      publicKey: null,
      lastUsedAt: null,
      revokedAt: null,
    }
    expect(protocol.ApiKeyMeta.parse(key)).toEqual(key)
  })

  it('GameSummary.players is an array of exactly 2, indexed by port', () => {
    const summary = protocol.GameSummary.parse(exampleOf(protocol.GameSummary))
    const [player] = summary.players
    for (const players of [[player], [player, player, player]]) {
      expect(protocol.GameSummary.safeParse({ ...summary, players }).success).toBe(false)
    }
    expect(protocol.GameSummary.safeParse({ ...summary, winner: null }).success).toBe(true)
  })

  it('GameSummary.players[].missed is optional, default 0', () => {
    const { missed: _, ...player } = exampleOf(protocol.GamePlayer)
    expect(protocol.GamePlayer.parse(player).missed).toBe(0)
    expect(protocol.GamePlayer.safeParse({ ...player, missed: -1 }).success).toBe(false)
  })

  it('Email takes every address of format `email` but quoted names and hosts without a domain', () => {
    const property = fc.property(fc.emailAddress(), (address) => protocol.Email.safeParse(address).success)
    fc.assert(property, { seed: 19, numRuns: 1000 })
    const odd = ['a/b=c@example.org', "o'b!x@example.org", 'ada@xn--e1aybc.xn--p1ai', `${'a'.repeat(64)}@example.org`]
    for (const address of odd) expect(protocol.Email.safeParse(address).success, address).toBe(true)
    const refused = [
      '"a b"@example.org',
      'a@[203.0.113.7]',
      'a@203.0.113.7',
      'a@localhost',
      'a..b@example.org',
      '.a@example.org',
      'a.@example.org',
      'a@-b.org',
      'a@b-.org',
      `a@${'b'.repeat(64)}.org`,
      `${'a'.repeat(65)}@example.org`,
      'a@example.org\n',
      'a b@example.org',
      'a@b@example.org',
      'bär@example.org',
    ]
    for (const address of refused) expect(protocol.Email.safeParse(address).success, address).toBe(false)
  })

  it('User.name is empty until one is picked', () => {
    const isName = (name: string) => protocol.User.safeParse({ ...exampleOf(protocol.User), name }).success
    expect(['', 'ab', 'ada_1815', 'a'.repeat(32)].filter((name) => !isName(name))).toEqual([])
    expect(['a', 'Ada', 'ada ', '\n', 'a'.repeat(33)].filter(isName)).toEqual([])
  })

  it('the document says what holds in every case: scores of forfeits, draws by stocks, what breaks a match off', () => {
    const { score, placement } = protocol.MatchPlayer.shape
    expect(score.meta()!.description).toMatch(/0 against 4 on a forfeit, and 0 against 0 where both forfeit/)
    expect(placement.meta()!.description).toMatch(/null while running, and of an aborted match/)
    expect(protocol.EndReason.meta()!.description).toMatch(/`engine`: the engine broke, or .* `abortReason`/)
    expect(protocol.MatchSummary.shape.replayBytes.meta()!.description).toMatch(/where no game was played/)
    expect(protocol.LeaderboardRow.shape.draws.meta()!.description).toMatch(/last stock on one frame/)
  })

  it('StageId is one of the six legal stages', () => {
    const legal = Array.from({ length: 64 }, (_, id) => id).filter((id) => protocol.StageId.safeParse(id).success)
    expect(legal).toEqual([2, 3, 8, 28, 31, 32])
  })

  it('the scopes are the six of the interface', () => {
    expect(protocol.KeyScope.options).toEqual([
      'bots.read',
      'bots.write',
      'keys.read',
      'keys.write',
      'account.read',
      'account.write',
    ])
  })
})

describe('ids', () => {
  const ids = {
    user: protocol.UserId,
    key: protocol.KeyId,
    bot: protocol.BotId,
    match: protocol.MatchId,
    rehearsal: protocol.RehearsalId,
    notice: protocol.NoticeId,
  }
  for (const [prefix, schema] of Object.entries(ids)) {
    it(`${prefix} ids are TypeIDs: ${prefix}_ and 26 lower-case characters`, () => {
      const suffix = '01k9y3v8h2e6wbz4m0t7qnd5fa'
      expect(schema.safeParse(`${prefix}_${suffix}`).success).toBe(true)
      for (const wrong of [
        suffix,
        `other_${suffix}`,
        `${prefix}_${suffix.toUpperCase()}`,
        `${prefix}_${suffix}0`,
        `${prefix}_${suffix.slice(1)}`,
        `${prefix}_8${suffix.slice(1)}`,
        `${prefix}_l${suffix.slice(1)}`,
        `${prefix}_${suffix.slice(0, -1)}.`,
        `${prefix}_${suffix}\n`,
      ]) {
        expect(schema.safeParse(wrong).success, wrong).toBe(false)
      }
    })
  }
})

describe('requests', () => {
  it('bodies with unknown members are refused, so that a misspelt one does not become a default', () => {
    for (const schema of [
      protocol.RegisterBot,
      protocol.UpdateBot,
      protocol.SetHandle,
      protocol.RequestSignIn,
      protocol.VerifySignIn,
      protocol.CreateKey,
    ]) {
      expect(schema.safeParse({ ...exampleOf(schema), extra: 1 }).success).toBe(false)
    }
  })

  it('unknown parameters of a query and unknown members of a pick are ignored', () => {
    expect(protocol.MatchQuery.parse({ utm_source: 'mail' })).toEqual({ limit: 20 })
    const pick = { id: 0, action: { character: 2, costume: 1, mood: 'good' }, name: 'Waveland' }
    expect(protocol.PickResponse.parse(pick)).toEqual({ id: 0, action: { character: 2, costume: 1 } })
  })

  it('GET /matches: `limit` is 1..200, default 20, in decimal digits', () => {
    expect(protocol.MatchQuery.parse({}).limit).toBe(20)
    expect(protocol.MatchQuery.parse({ limit: '1' }).limit).toBe(1)
    expect(protocol.MatchQuery.parse({ limit: '200' }).limit).toBe(200)
    for (const limit of ['0', '201', '-1', '', ' 5', '0x10', '1e2', '5.0', 'all', ['5', '6'], '9'.repeat(400)]) {
      expect(protocol.MatchQuery.safeParse({ limit }).success, String(limit)).toBe(false)
    }
  })

  it('GET /matches: `mode`, `botId` and `before` are optional; an unknown mode is refused', () => {
    const query = { mode: 'live', botId: 'bot_01k9y3x5q7f0ktn2b8s4v6w9ed', before: 'match_01k9y40r6yes3v1c5hzq8p2n7t' }
    expect(protocol.MatchQuery.parse(query)).toEqual({ ...query, limit: 20 })
    expect(protocol.MatchQuery.safeParse({ mode: 'async' }).success).toBe(false)
  })

  it('GET /leaderboard and GET /live take a mode', () => {
    expect(protocol.LeaderboardQuery.parse({})).toEqual({ mode: 'live', limit: 100, offset: 0 })
    expect(protocol.LeaderboardQuery.parse({ mode: 'live', limit: '10', offset: '30' })).toEqual({
      mode: 'live',
      limit: 10,
      offset: 30,
    })
    expect(protocol.LeaderboardQuery.safeParse({ offset: '-1' }).success).toBe(false)
    expect(protocol.LiveQuery.safeParse({ mode: 'async' }).success).toBe(false)
  })

  it('POST /keys: a bearer key has no `publicKey`, a signature key must have one', () => {
    const bearer = { kind: 'bearer', name: 'ci', scopes: ['bots.read'] }
    const signature = { ...bearer, kind: 'signature', publicKey: 'ssh-ed25519 AAAA ada@laptop' }
    expect(protocol.CreateKey.safeParse(bearer).success).toBe(true)
    expect(protocol.CreateKey.safeParse(signature).success).toBe(true)
    expect(protocol.CreateKey.safeParse({ ...bearer, publicKey: signature.publicKey }).success).toBe(false)
    expect(protocol.CreateKey.safeParse({ ...bearer, kind: 'signature' }).success).toBe(false)
    expect(protocol.CreateKey.safeParse({ name: 'ci', scopes: ['bots.read'] }).success).toBe(false)
  })

  it('POST /keys: name of 1..64 characters, at least one scope, each of the six', () => {
    const key = { kind: 'bearer', name: 'ci', scopes: ['bots.read'] }
    expect(protocol.CreateKey.safeParse({ ...key, name: 'x'.repeat(64) }).success).toBe(true)
    for (const change of [{ name: '' }, { name: 'x'.repeat(65) }, { scopes: [] }, { scopes: ['root'] }]) {
      expect(protocol.CreateKey.safeParse({ ...key, ...change }).success, JSON.stringify(change)).toBe(false)
    }
  })

  it('a created bearer key also returns its secret', () => {
    const created = protocol.CreatedKey.parse(exampleOf(protocol.CreatedKey))
    expect(created.secret).toMatch(/^arn_/)
    expect(protocol.ApiKeyMeta.parse(created)).not.toHaveProperty('secret')
  })

  it('PATCH /bots/{id} changes name, url or status, at least one of them, and never the mode', () => {
    for (const body of [{ name: 'Moonwalk' }, { url: 'https://b.example' }, { status: 'paused' }]) {
      expect(protocol.UpdateBot.parse(body)).toEqual(body)
    }
    for (const body of [{}, { mode: 'live' }, { status: 'deleted' }, { name: '' }]) {
      expect(protocol.UpdateBot.safeParse(body).success, JSON.stringify(body)).toBe(false)
    }
  })

  it('bot URLs are http(s) or ws(s) and at most 2048 characters', () => {
    for (const url of ['https://b.example/x?y=1', 'wss://b.example', 'http://127.0.0.1:4000', 'ws://[::1]:4000/']) {
      expect(protocol.BotUrl.safeParse(url).success, url).toBe(true)
    }
    for (const url of ['b.example', '//b.example', 'ftp://b.example', `https://b.example/${'x'.repeat(2048)}`]) {
      expect(protocol.BotUrl.safeParse(url).success, url).toBe(false)
    }
  })

  it('sign-in is verified by a token, or by an address with six digits, not by a mixture', () => {
    expect(protocol.VerifySignIn.safeParse({ token: 'q9V0dYx1mT8' }).success).toBe(true)
    expect(protocol.VerifySignIn.safeParse({ email: 'ada@example.org', code: '012345' }).success).toBe(true)
    for (const body of [
      {},
      { email: 'ada@example.org' },
      { code: '012345' },
      { email: 'ada@example.org', code: '12345' },
      { email: 'ada@example.org', code: 12345 },
      { token: 'q9V0dYx1mT8', email: 'ada@example.org', code: '012345' },
    ]) {
      expect(protocol.VerifySignIn.safeParse(body).success, JSON.stringify(body)).toBe(false)
    }
  })

  it('lists hold what they are named after', () => {
    const key = exampleOf(protocol.ApiKeyMeta)
    const bot = exampleOf(protocol.Bot)
    const match = exampleOf(protocol.MatchSummary)
    const live = exampleOf(protocol.LiveMatch)
    const row = exampleOf(protocol.LeaderboardRow)
    expect(protocol.KeyList.parse({ keys: [key] }).keys).toHaveLength(1)
    expect(protocol.BotList.parse({ bots: [bot] }).bots).toHaveLength(1)
    expect(protocol.MatchList.parse({ matches: [match] }).matches).toHaveLength(1)
    expect(protocol.LiveList.parse({ matches: [live] }).matches).toHaveLength(1)
    expect(protocol.Leaderboard.parse({ leaderboard: [row] }).leaderboard).toHaveLength(1)
    for (const list of [protocol.KeyList, protocol.BotList, protocol.MatchList, protocol.LiveList]) {
      expect(list.safeParse({}).success).toBe(false)
    }
    expect(protocol.Leaderboard.safeParse({ rows: [row] }).success).toBe(false)
  })
})

describe('documentation', () => {
  const documented = Object.entries<unknown>(protocol).flatMap(([name, schema]) =>
    schema instanceof z.ZodType ? [{ name, schema }] : [],
  )

  it('every schema has an id, a description and examples that it accepts', () => {
    for (const { name, schema } of documented) {
      const { id, description, examples } = schema.meta() ?? {}
      expect(id, name).toBe(name === 'ProblemBody' ? 'Problem' : name)
      expect(description?.length, name).toBeGreaterThan(0)
      expect(Array.isArray(examples) && examples.length > 0, name).toBe(true)
      if (!Array.isArray(examples)) continue
      for (const example of examples) expect(schema.safeParse(example).error?.issues, name).toBeUndefined()
    }
  })

  it('every schema can be written as JSON Schema, for requests and for answers', () => {
    for (const io of ['input', 'output'] as const) {
      const { schemas } = z.toJSONSchema(z.globalRegistry, { io })
      for (const { name, schema } of documented) expect(schemas, name).toHaveProperty(schema.meta()?.id ?? '')
    }
  })
})

it.each([
  ['http://bücher.example', 'Its host holds characters beyond ASCII: write it in Punycode, xn--bcher-kva.example.'],
  [
    'wss://例え.テスト:9000/a?b',
    'Its host holds characters beyond ASCII: write it in Punycode, xn--r8jz45g.xn--zckzah:9000.',
  ],
  ['https://bot.example/é', 'Holds "é", which a URI must percent-encode as %C3%A9.'],
  ['https://bot.example/a b', 'Holds a space, which a URI must percent-encode as %20.'],
  ['https://bot.example/\u200b', 'Holds U+200B, which a URI must percent-encode as %E2%80%8B.'],
  ['https://bot.example/%zz', 'Holds "%", which a URI must percent-encode as %25.'],
  ['https://bot.example/\ud800', 'Holds U+D800, which a URI must percent-encode.'],
])('a bot URL that is no URI is refused with what to write in its place: %j', (url, message) => {
  expect(protocol.BotUrl.safeParse(url).error?.issues).toMatchObject([{ message }])
})
