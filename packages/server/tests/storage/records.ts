/** Contract of accounts, keys, bots, match records and the leaderboard, for any database. */
import { MAX_KEYS, REACHABLE_MATCHES } from '@arena/protocol'
import type { MatchQuery, MatchSummary } from '@arena/protocol'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { MatchStore } from '../../src/matches/store.ts'
import { INITIAL_RATING, rate, shownRating } from '../../src/rating/rating.ts'
import { deleteOldReplays } from '../../src/replays/retention.ts'
import type { ReplayStore } from '../../src/replays/store.ts'
import { abortedOf, ARENA, DAY, HOUR, MINUTE, resultOf, SECOND, summaryOf } from './fixture.ts'
import type { Fixture } from './fixture.ts'

export function recordsContract(fixture: () => Fixture): void {
  describe('accounts', () => {
    test('an e-mail address has one account, in upper or lower case, also when it signs in twice at once', async () => {
      const { accounts } = fixture()
      const users = await Promise.all(
        ['Ada@Example.org', 'ada@example.org', 'ADA@EXAMPLE.ORG', 'ada@example.ORG'].map((email) =>
          accounts.findOrCreate(email),
        ),
      )
      expect(new Set(users.map((user) => user.id)).size).toBe(1)
      expect(users[0]).toEqual({ id: expect.stringMatching(/^user_[0-9a-z]{26}$/), name: '', email: 'ada@example.org' })
    })

    test('User `name`: empty until one is picked', async () => {
      const { accounts } = fixture()
      const { id } = await accounts.findOrCreate('ada@example.org')
      expect((await accounts.find(id))?.name).toBe('')
      expect(await accounts.setHandle(id, 'ada')).toMatchObject({ id, name: 'ada' })
      expect((await accounts.find(id))?.name).toBe('ada')
      expect(await accounts.find('user_00000000000000000000000000')).toBeNull()
    })

    test('`handle` is unique across the service, also when many ask for it at once', async () => {
      const f = fixture()
      const users = await Promise.all(Array.from({ length: 8 }, () => f.account()))
      const answers = await Promise.all(users.map((id) => f.accounts.setHandle(id, 'ada')))
      expect(answers.filter((answer) => answer === 'handle-taken')).toHaveLength(7)
      const winner = answers.find((answer) => typeof answer === 'object')!
      expect(await f.accounts.setHandle(winner.id, 'ada')).toEqual(winner)
    })

    test.each(['a', 'Ada', 'ä_', 'x'.repeat(33), 'a b'])('the schema refuses the handle %j', async (handle) => {
      const f = fixture()
      await expect(f.accounts.setHandle(await f.account(), handle)).rejects.toThrow(/check constraint/)
    })
  })

  describe('keys', () => {
    const bearer = { kind: 'bearer', name: 'ci', scopes: ['bots.read', 'bots.write'] } as const
    const publicKey = '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo='
    const signature = { kind: 'signature', name: 'laptop', scopes: ['keys.read'], publicKey } as const

    async function create(f: Fixture, userId: string, key: Parameters<Fixture['keys']['create']>[1] = bearer) {
      const created = await f.keys.create(userId, key)
      if (created === 'key-limit-reached') throw new Error(created)
      return created
    }

    test('a bearer secret is `arn_` followed by random base64, returned exactly once; only a hash is kept', async () => {
      const f = fixture()
      const { secret, ...key } = await create(f, await f.account())
      expect(secret).toMatch(/^arn_[A-Za-z0-9+/]{40}$/)
      expect(key).toEqual({
        id: expect.stringMatching(/^key_/),
        kind: 'bearer',
        name: 'ci',
        publicKey: null,
        scopes: ['bots.read', 'bots.write'],
        createdAt: new Date(f.now).toISOString(),
        lastUsedAt: null,
        revokedAt: null,
      })
      const stored = await f.db.selectFrom('keys').selectAll().execute()
      expect(JSON.stringify(stored)).not.toContain(secret!.slice(4))
      expect(await create(f, await f.account())).not.toHaveProperty('secret', secret)
    })

    test('a signature key keeps its public key and has no secret', async () => {
      const f = fixture()
      const userId = await f.account()
      const key = await create(f, userId, signature)
      expect(key).toMatchObject({ kind: 'signature', publicKey, scopes: ['keys.read'] })
      expect(key).not.toHaveProperty('secret')
      expect(await f.keys.findSignature(key.id)).toEqual({ userId, key })
    })

    test('a key is found by what its kind presents, and by nothing else', async () => {
      const f = fixture()
      const userId = await f.account()
      const { secret, ...key } = await create(f, userId)
      expect(await f.keys.findBearer(secret!)).toEqual({ userId, key })
      expect(await f.keys.findBearer(`${secret}x`)).toBeNull()
      expect(await f.keys.findBearer('arn_\0')).toBeNull()
      expect(await f.keys.findSignature(key.id)).toBeNull()
      expect(await f.keys.findSignature('key_\0')).toBeNull()
    })

    test('API key: a key is moved to revoked by revoking it, at once and for good', async () => {
      const f = fixture()
      const userId = await f.account()
      const { id, secret } = await create(f, userId)
      const signed = await create(f, userId, signature)
      const revokedAt = new Date(f.now).toISOString()
      expect(await f.keys.revoke(userId, id)).toMatchObject({ id, revokedAt })
      expect(await f.keys.findBearer(secret!)).toBeNull()
      f.now += HOUR
      expect(await f.keys.revoke(userId, id)).toMatchObject({ id, revokedAt })
      await f.keys.revoke(userId, signed.id)
      expect(await f.keys.findSignature(signed.id)).toBeNull()
    })

    test('a key can be revoked by its own account only', async () => {
      const f = fixture()
      const { id, secret } = await create(f, await f.account())
      expect(await f.keys.revoke(await f.account(), id)).toBeNull()
      expect(await f.keys.revoke(await f.account(), 'key_\0')).toBeNull()
      expect(await f.keys.findBearer(secret!)).not.toBeNull()
    })

    test('an account holds at most 20 unrevoked keys, under 50 simultaneous requests', async () => {
      const f = fixture()
      const userId = await f.account()
      const answers = await Promise.all(Array.from({ length: 50 }, () => f.keys.create(userId, bearer)))
      expect(answers.filter((answer) => answer === 'key-limit-reached')).toHaveLength(50 - MAX_KEYS)
      const keys = await f.keys.list(userId)
      expect(keys).toHaveLength(MAX_KEYS)
      // The limit is the account's, and revoked keys do not count.
      await create(f, await f.account())
      await f.keys.revoke(userId, keys[0]!.id)
      await create(f, userId)
      expect(await f.keys.create(userId, bearer)).toBe('key-limit-reached')
    })

    test('keys are listed newest first, revoked included', async () => {
      const f = fixture()
      const userId = await f.account()
      const created = []
      for (const name of ['one', 'two', 'three']) {
        created.push((await create(f, userId, { ...bearer, name })).id)
        f.now += SECOND
      }
      await f.keys.revoke(userId, created[1]!)
      expect((await f.keys.list(userId)).map((key) => key.id)).toEqual(created.toReversed())
      expect(await f.keys.list(await f.account())).toEqual([])
    })

    test('`lastUsedAt` is exact to a minute', async () => {
      const f = fixture()
      const userId = await f.account()
      const { id } = await create(f, userId)
      const lastUsedAt = async () => Date.parse((await f.keys.list(userId))[0]!.lastUsedAt!)
      const first = f.now
      await f.keys.markUsed(id)
      f.now += MINUTE - 1
      await f.keys.markUsed(id)
      expect(await lastUsedAt()).toBe(first)
      f.now += 1
      await f.keys.markUsed(id)
      expect(await lastUsedAt()).toBe(f.now)
    })

    test('the schema refuses a key without scopes or with unknown ones', async () => {
      const f = fixture()
      const userId = await f.account()
      await expect(f.keys.create(userId, { ...bearer, scopes: [] })).rejects.toThrow(/check constraint/)
      await expect(
        f.db
          .updateTable('keys')
          .set({ scopes: sql`array['all']` })
          .execute(),
      ).resolves.toBeDefined()
      await create(f, userId)
      await expect(
        f.db
          .updateTable('keys')
          .set({ scopes: sql`array['all']` })
          .execute(),
      ).rejects.toThrow(/check constraint/)
    })
  })

  describe('bots', () => {
    test('a registered bot is `active`', async () => {
      const f = fixture()
      const ownerId = await f.account()
      const bot = await f.bots.register(ownerId, { name: 'Waveland', mode: 'live', url: 'https://bot.example.org/' })
      expect(bot).toEqual({
        id: expect.stringMatching(/^bot_/),
        ownerId,
        name: 'Waveland',
        mode: 'live',
        url: 'https://bot.example.org/',
        status: 'active',
        createdAt: new Date(f.now).toISOString(),
      })
      expect(await f.bots.find(ownerId, bot.id)).toEqual(bot)
    })

    test('an account sees and changes only its own bots, oldest first', async () => {
      const f = fixture()
      const owner = await f.account()
      const ids = []
      for (let i = 0; i < 3; i++) {
        ids.push((await f.bot({ owner })).botId)
        f.now += SECOND
      }
      const other = await f.account()
      expect((await f.bots.list(owner)).map((bot) => bot.id)).toEqual(ids)
      expect(await f.bots.list(other)).toEqual([])
      expect(await f.bots.find(other, ids[0]!)).toBeNull()
      expect(await f.bots.update(other, ids[0]!, { status: 'paused' })).toBeNull()
      expect(await f.bots.remove(other, ids[0]!)).toBeNull()
      expect(await f.bots.find(owner, ids[0]!)).toMatchObject({ status: 'active' })
      for (const call of [f.bots.find(owner, '\0'), f.bots.update(owner, '\0', {}), f.bots.remove(owner, '\0')]) {
        expect(await call).toBeNull()
      }
    })

    test('a change changes what it names and nothing else', async () => {
      const f = fixture()
      const owner = await f.account()
      const { botId } = await f.bot({ owner, name: 'old' })
      const before = await f.bots.find(owner, botId)
      expect(await f.bots.update(owner, botId, { name: 'new' })).toEqual({ ...before, name: 'new' })
      const url = 'https://other.example.org/'
      expect(await f.bots.update(owner, botId, { url })).toEqual({ ...before, name: 'new', url })
      expect(await f.bots.find(owner, botId)).toEqual({ ...before, name: 'new', url })
    })

    test('Bot `status`: the owner pauses, unpauses; each resets the consecutive-miss count', async () => {
      const f = fixture()
      const owner = await f.account()
      const bot = await f.bot({ owner })
      const miss = () =>
        f.db
          .updateTable('bots')
          .set({ misses: 11, missing_since: new Date(f.now) })
          .execute()
      for (const status of ['paused', 'active'] as const) {
        await miss()
        expect(await f.bots.update(owner, bot.botId, { status })).toMatchObject({ status })
        expect(await f.botRow(bot)).toMatchObject({ misses: 0, missing_since: null })
      }
      await miss()
      await f.bots.update(owner, bot.botId, { status: 'active' })
      expect(await f.botRow(bot)).toMatchObject({ misses: 11 })
    })

    test('deleting is soft: the bot is gone for its owner, and records keep the name', async () => {
      const f = fixture()
      const owner = await f.account()
      const bot = await f.bot({ owner, name: 'Waveland' })
      const matchId = await f.play(bot, await f.bot())
      await f.bots.update(owner, bot.botId, { name: 'Renamed' })
      expect(await f.bots.remove(owner, bot.botId)).toMatchObject({ id: bot.botId })
      expect(await f.bots.remove(owner, bot.botId)).toBeNull()
      expect(await f.bots.find(owner, bot.botId)).toBeNull()
      expect(await f.bots.list(owner)).toEqual([])
      expect(await f.bots.update(owner, bot.botId, { status: 'active' })).toBeNull()
      expect((await f.matches.find(matchId))?.players[0]).toMatchObject({ botId: bot.botId, botName: 'Waveland' })
    })
  })

  describe('match records', () => {
    test('Match `status` (none) -> `running`: `stage` is null until the game starts; `seed` is null', async () => {
      const f = fixture()
      const [a, b] = [await f.bot(), await f.bot()]
      const { matchId } = await f.seat(a, b)
      const player = (port: number, bot: typeof a) => ({
        port,
        botId: bot.botId,
        botName: bot.name,
        character: null,
        costume: null,
        placement: null,
        score: null,
        ratingDelta: null,
      })
      expect(await f.matches.find(matchId)).toEqual({
        id: matchId,
        mode: 'live',
        status: 'running',
        stage: null,
        players: [player(0, a), player(1, b)],
        summary: null,
        replayBytes: null,
        startedAt: new Date(f.now).toISOString(),
        endedAt: null,
        seed: null,
      })
    })

    test('Live match progress: `stage` is null during the pick, then set, and the picks with it', async () => {
      const f = fixture()
      const { matchId } = await f.seat(await f.bot(), await f.bot())
      const picks = [
        { character: 25, costume: 5 },
        { character: 0, costume: 0 },
      ] as const
      await f.matches.start({ matchId, stage: 3, picks })
      const match = await f.matches.find(matchId)
      expect(match).toMatchObject({ status: 'running', stage: 3, players: picks, seed: null })
    })

    test('Game Start that is told after the end changes nothing', async () => {
      const f = fixture()
      const { matchId } = await f.seat(await f.bot(), await f.bot())
      await f.finish(abortedOf(matchId))
      const before = await f.matches.find(matchId)
      const pick = { character: 1, costume: 1 }
      await f.matches.start({ matchId, stage: 3, picks: [pick, pick] })
      expect(await f.matches.find(matchId)).toEqual(before)
    })

    test('seed: public once the match ends', async () => {
      const f = fixture()
      const { matchId, seed } = await f.seat(await f.bot(), await f.bot())
      await f.finish(abortedOf(matchId))
      expect(await f.matches.find(matchId)).toMatchObject({ seed })
      expect(JSON.stringify(await f.matches.list({ limit: 20 }))).not.toContain(seed)
    })

    test('an unknown match is not found, whatever the id looks like', async () => {
      const { matches } = fixture()
      for (const id of ['match_00000000000000000000000000', 'nonsense', '\0', '']) {
        expect(await matches.find(id)).toBeNull()
      }
    })

    test('running matches are listed while they run, newest first', async () => {
      const f = fixture()
      const first = await f.seat(await f.bot(), await f.bot())
      f.now += SECOND
      const second = await f.seat(await f.bot(), await f.bot())
      expect((await f.matches.running()).map((match) => match.id)).toEqual([second.matchId, first.matchId])
      await f.finish(resultOf(second.matchId))
      expect((await f.matches.running()).map((match) => match.id)).toEqual([first.matchId])
    })

    test('the schema keeps a record in step with its status', async () => {
      const f = fixture()
      const { matchId } = await f.seat(await f.bot(), await f.bot())
      const set = (values: Parameters<ReturnType<typeof f.db.updateTable<'matches'>>['set']>[0]) =>
        f.db.updateTable('matches').set(values).where('id', '=', matchId).execute()
      const ended_at = new Date(f.now)
      await expect(set({ status: 'completed', ended_at })).rejects.toThrow(/check constraint/)
      await expect(set({ status: 'aborted' })).rejects.toThrow(/check constraint/)
      await expect(set({ ended_at })).rejects.toThrow(/check constraint/)
      await expect(set({ summary: JSON.stringify(summaryOf()) })).rejects.toThrow(/check constraint/)
      await expect(set({ stage: sql`7` })).rejects.toThrow(/check constraint/)
    })
  })

  describe('GET /matches', () => {
    /** Records of aborted matches, the i-th started i seconds in, between bots taken in turn. */
    async function store(f: Fixture, count: number, bots: readonly string[]): Promise<void> {
      await f.matchmaking.reportArena(ARENA, 1, new Date(f.now))
      const start = new Date(f.now)
      await sql`
        insert into matches (id, mode, status, seed, arena_id, tick, started_at, ended_at)
        select 'match_' || lpad(i::text, 26, '0'), 'live', 'aborted', lpad(to_hex(i), 64, '0'), ${ARENA},
          ${start}::timestamptz + i * interval '1 s', ${start}::timestamptz + i * interval '1 s', ${start}::timestamptz
        from generate_series(1, ${sql.lit(count)}) i`.execute(f.db)
      await sql`
        insert into match_players (match_id, port, bot_id, bot_name, started_at)
        select 'match_' || lpad(i::text, 26, '0'), port, (${bots}::text[])[1 + (i + port) % ${sql.lit(bots.length)}],
          'bot', ${start}::timestamptz + i * interval '1 s'
        from generate_series(1, ${sql.lit(count)}) i, generate_series(0, 1) port`.execute(f.db)
    }

    const id = (number: number) => `match_${String(number).padStart(26, '0')}`
    const numbers = (matches: MatchSummary[] | 'unknown-before') => {
      if (matches === 'unknown-before') throw new Error(matches)
      return matches.map((match) => Number(match.id.slice('match_'.length)))
    }

    test('GET /matches rules 1 and 2: newest first; `before` gives those that started before; each once', async () => {
      const f = fixture()
      await store(f, 25, [(await f.bot()).botId, (await f.bot()).botId])
      const seen: number[] = []
      for (let before: string | undefined; ; before = id(seen.at(-1)!)) {
        const page = numbers(await f.matches.list({ limit: 10, before }))
        if (page.length === 0) break
        seen.push(...page)
      }
      expect(seen).toEqual(Array.from({ length: 25 }, (_, i) => 25 - i))
    })

    test('matches of the same start are ordered by id, and none is lost between pages', async () => {
      const f = fixture()
      await store(f, 9, [(await f.bot()).botId, (await f.bot()).botId])
      await sql`alter table match_players drop constraint match_players_match_id_started_at_fkey`.execute(f.db)
      try {
        const started_at = new Date(f.now)
        await f.db.updateTable('matches').set({ started_at }).execute()
        await f.db.updateTable('match_players').set({ started_at }).execute()
      } finally {
        await sql`alter table match_players add constraint match_players_match_id_started_at_fkey
          foreign key (match_id, started_at) references matches (id, started_at)`.execute(f.db)
      }
      expect(numbers(await f.matches.list({ limit: 4 }))).toEqual([9, 8, 7, 6])
      expect(numbers(await f.matches.list({ limit: 4, before: id(6) }))).toEqual([5, 4, 3, 2])
      expect(numbers(await f.matches.list({ limit: 4, before: id(2) }))).toEqual([1])
    })

    test('`botId` gives the matches of one bot, on either port, and pages through them', async () => {
      const f = fixture()
      const bots = await Promise.all(Array.from({ length: 5 }, () => f.bot()))
      await store(
        f,
        20,
        bots.map((bot) => bot.botId),
      )
      const botId = bots[0]!.botId
      const all = numbers(await f.matches.list({ limit: 200, botId }))
      // The i-th match has bots i and i + 1, counted round.
      expect(all).toEqual([20, 19, 15, 14, 10, 9, 5, 4])
      expect(numbers(await f.matches.list({ limit: 3, botId, before: id(15) }))).toEqual([14, 10, 9])
      expect(numbers(await f.matches.list({ limit: 3, botId, mode: 'live', before: id(4) }))).toEqual([])
      const page = await f.matches.list({ limit: 1, botId })
      expect(page).toMatchObject([
        {
          players: [
            { port: 0, botId },
            { port: 1, botId: bots[1]!.botId },
          ],
        },
      ])
    })

    test('an unknown `before` is told apart from a page that is empty; an unknown `botId` has no matches', async () => {
      const f = fixture()
      await store(f, 3, [(await f.bot()).botId, (await f.bot()).botId])
      for (const before of [id(4), 'nonsense', '\0']) {
        expect(await f.matches.list({ limit: 20, before })).toBe('unknown-before')
      }
      expect(await f.matches.list({ limit: 20, before: id(1) })).toEqual([])
      for (const botId of ['bot_00000000000000000000000000', 'nonsense', '\0']) {
        expect(await f.matches.list({ limit: 20, botId })).toEqual([])
      }
    })

    test('GET /matches rules 3: only the newest 10,000 matches are reachable, and a deep page costs what the first costs', async () => {
      const f = fixture()
      const bots = [(await f.bot()).botId, (await f.bot()).botId, (await f.bot()).botId]
      const total = REACHABLE_MATCHES + 60
      await store(f, total, bots)
      await sql`analyze matches`.execute(f.db)
      await sql`analyze match_players`.execute(f.db)

      const oldest = total - REACHABLE_MATCHES + 1
      expect(numbers(await f.matches.list({ limit: 200, before: id(oldest + 3) }))).toEqual([
        oldest + 2,
        oldest + 1,
        oldest,
      ])
      expect(await f.matches.list({ limit: 200, before: id(oldest) })).toEqual([])
      expect(await f.matches.list({ limit: 200, before: id(5) })).toEqual([])
      const ofBot = numbers(await f.matches.list({ limit: 3, botId: bots[0]!, before: id(oldest + 4) }))
      expect(ofBot.every((number) => number >= oldest)).toBe(true)
      expect(ofBot.length).toBeGreaterThan(0)

      for (const filter of [{}, { botId: bots[0]! }, { mode: 'live' as const }]) {
        const first = await rowsRead(f, filter)
        const deep = await rowsRead(f, { before: id(oldest + 100), ...filter })
        expect(first).toBeGreaterThanOrEqual(60)
        expect(deep).toBeLessThanOrEqual(first + 5)
      }

      // The next match moves the end.
      f.now += 2 * total * SECOND
      await f.seat(await f.bot(), await f.bot())
      expect(numbers(await f.matches.list({ limit: 200, before: id(oldest + 2) }))).toEqual([oldest + 1])
    })

    /** Rows the database looked at for a page, by its own count. */
    async function rowsRead(f: Fixture, query: Partial<MatchQuery>): Promise<number> {
      return f.db.transaction().execute(async (trx) => {
        const count = async () => {
          const { rows } = await sql<{ rows: number }>`
            select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as rows from pg_stat_xact_user_tables`.execute(
            trx,
          )
          return rows[0]!.rows
        }
        const matches = new MatchStore(trx)
        // Where the reachable ones end is looked up by the first page of all after a match has started.
        await matches.list({ limit: 20, ...query })
        const before = await count()
        await matches.list({ limit: 20, ...query })
        return (await count()) - before
      })
    }
  })

  describe('leaderboard', () => {
    const board = async (f: Fixture, limit = 100, offset = 0) => f.ratings.leaderboard({ mode: 'live', limit, offset })

    test('Rating 4: the leaderboard ranks every bot with at least one completed match', async () => {
      const f = fixture()
      const [a, b, c, d] = [await f.bot(), await f.bot(), await f.bot(), await f.bot()]
      expect(await board(f)).toEqual([])
      await f.play(a, b)
      const { matchId } = await f.seat(c, d)
      await f.finish(abortedOf(matchId))
      expect((await board(f)).map((row) => row.botId)).toEqual([a.botId, b.botId])
    })

    test('LeaderboardRow: handle of the owner, `mu - 3*sigma` rounded to 1 decimal place, counters', async () => {
      const f = fixture()
      const a = await f.bot({ owner: await f.account('ada'), name: 'Waveland' })
      const b = await f.bot({ owner: await f.account('bob'), name: 'Edgeguard' })
      await f.play(a, b, 0)
      await f.play(a, b, 0)
      await f.play(b, a, 0)
      await f.play(a, b, null)
      let rated = [INITIAL_RATING, INITIAL_RATING] as const
      for (const outcome of ['win', 'win', 'loss', 'draw'] as const) rated = rate(rated[0], rated[1], outcome)
      const [ratingA, ratingB] = rated.map((rating) => Number(shownRating(rating).toFixed(1)))
      const row = { gamesPlayed: 4, draws: 1 }
      expect(await board(f)).toEqual([
        { rank: 1, botId: a.botId, name: 'Waveland', owner: 'ada', rating: ratingA, ...row, wins: 2, losses: 1 },
        { rank: 2, botId: b.botId, name: 'Edgeguard', owner: 'bob', rating: ratingB, ...row, wins: 1, losses: 2 },
      ])
    })

    test('sorted by unrounded rating, then more games, then older bot; ranks unique', async () => {
      const f = fixture()
      const bots = []
      for (let i = 0; i < 5; i++) {
        bots.push(await f.bot())
        f.now += SECOND
      }
      const [veteran, younger, older, second, first] = [bots[4]!, bots[3]!, bots[2]!, bots[1]!, bots[0]!]
      for (const bot of bots) {
        await f.db.updateTable('bots').set({ games: 1, wins: 1 }).where('id', '=', bot.botId).execute()
        await f.rate(bot, 20)
      }
      await f.db.updateTable('bots').set({ games: 2, wins: 2 }).where('id', '=', veteran.botId).execute()
      await f.rate(first, 25.04)
      await f.rate(second, 25.03)
      const rows = await board(f)
      expect(rows.map((row) => row.botId)).toEqual([first, second, veteran, older, younger].map((bot) => bot.botId))
      expect(rows.map((row) => row.rank)).toEqual([1, 2, 3, 4, 5])
      expect(rows.map((row) => row.rating)).toEqual([22, 22, 17, 17, 17])
    })

    test('limit and offset cut a piece out of it, ranks and all', async () => {
      const f = fixture()
      for (let i = 0; i < 3; i++) await f.play(await f.bot(), await f.bot())
      const all = await board(f)
      expect(await board(f, 2, 3)).toEqual(all.slice(3, 5))
      expect(all[3]!.rank).toBe(4)
      expect(await board(f, 10, 6)).toEqual([])
    })

    test('paused bots stay, deleted bots leave', async () => {
      const f = fixture()
      const owner = await f.account()
      const [a, b] = [await f.bot({ owner }), await f.bot()]
      await f.play(a, b)
      await f.bots.update(owner, a.botId, { status: 'paused' })
      expect(await board(f)).toMatchObject([
        { rank: 1, botId: a.botId },
        { rank: 2, botId: b.botId },
      ])
      await f.bots.remove(owner, a.botId)
      expect(await board(f)).toMatchObject([{ rank: 1, botId: b.botId }])
    })
  })

  describe('retention', () => {
    test('replays may be deleted after a retention period; the match record stays, and `replayBytes` becomes null', async () => {
      const f = fixture()
      const old = await f.play(await f.bot(), await f.bot())
      f.now += DAY
      const recent = await f.play(await f.bot(), await f.bot())
      const elsewhere = await f.seat(await f.bot(), await f.bot(), 'arena_of_another_machine')
      await f.finish(resultOf(elsewhere.matchId))
      const running = await f.seat(await f.bot(), await f.bot())

      const removed: string[] = []
      const replays: Pick<ReplayStore, 'remove'> = {
        remove: async (id) => {
          // The record must not forget a file that is still there.
          expect((await f.matches.find(id))!.replayBytes).not.toBeNull()
          removed.push(id)
        },
      }
      const due = { matches: f.matches, replays, arenaId: ARENA, replayDays: 90 }
      const ended = f.now
      expect(await deleteOldReplays(due, ended + 89 * DAY)).toBe(0)
      expect(await deleteOldReplays(due, ended + 89 * DAY + 1)).toBe(1)
      expect(removed).toEqual([old])
      expect(await f.matches.find(old)).toMatchObject({ status: 'completed', replayBytes: null, summary: summaryOf() })
      expect((await f.matches.find(recent))!.replayBytes).toBe(3_604_118)

      expect(await deleteOldReplays(due, ended + 1_000 * DAY)).toBe(1)
      expect(removed).toEqual([old, recent])
      expect((await f.matches.find(elsewhere.matchId))!.replayBytes).not.toBeNull()
      expect((await f.matches.find(running.matchId))!.status).toBe('running')
    })
  })
}
