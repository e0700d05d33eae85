/** Contract of match records, their list and their retention, for any database. */
import { startGame } from '../../src/matches/playing/game-start.ts'
import { REACHABLE_MATCHES } from '@arena/protocol'
import type { MatchSummary } from '@arena/protocol'
import { sql } from 'kysely'
import type { Updateable } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Schema } from '../../src/db/schema.ts'
import { MatchStore } from '../../src/history/store.ts'
import { Attempts } from '../../src/replays/attempts.ts'
import { deleteOldReplays } from '../../src/replays/retention.ts'
import type { FolderReplayStore } from '../../src/replays/store.ts'
import { abortedOf, ARENA, DAY, MINUTE, resultOf, SECOND, summaryOf } from './fixture.ts'
import type { Fixture } from './fixture.ts'

const PICKS = [
  { character: 25, costume: 5 },
  { character: 0, costume: 0 },
] as const

export function matchesContract(f: Fixture, isWhole: boolean): void {
  const twoIds = async () => (await f.newBots(2)).map(({ botId }) => botId)

  describe('match records', () => {
    test('Match `status` (none) -> `running`: `stage` is null until the game starts; `seed` is null', async () => {
      const bots = await f.newBots(2)
      const { matchId } = await f.seat(...bots)
      const unknown = { character: null, costume: null, placement: null, score: null, ratingDelta: null, version: null }
      expect(await f.matches.find(matchId)).toEqual({
        id: matchId,
        mode: 'live',
        status: 'running',
        stage: null,
        players: bots.map(({ botId, name: botName }, port) => ({ port, botId, botName, ...unknown })),
        summary: null,
        replayBytes: null,
        startedAt: new Date(f.now).toISOString(),
        endedAt: null,
        seed: null,
      })
    })

    test('Live match progress: `stage` is null during the pick, then set, and the picks with it', async () => {
      const { matchId } = await f.seat(await f.bot(), await f.bot())
      await startGame(f.db, { matchId, stage: 3, picks: PICKS, versions: [null, null] })
      expect(await f.matches.find(matchId)).toMatchObject({ status: 'running', stage: 3, players: PICKS, seed: null })
    })

    test('seed: public once the match ends; Game Start that is reported after the end changes nothing', async () => {
      const { matchId, seed } = await f.seat(await f.bot(), await f.bot())
      await f.finish(abortedOf(matchId))
      const ended = await f.matches.find(matchId)
      expect(ended).toMatchObject({ seed })
      expect(JSON.stringify(await f.matches.list({ limit: 20 }))).not.toContain(seed)
      await startGame(f.db, { matchId, stage: 3, picks: PICKS, versions: [null, null] })
      expect(await f.matches.find(matchId)).toEqual(ended)
    })

    test.each(['match_00000000000000000000000000', 'nonsense', '\0', ''])('no match is found as %j', async (id) => {
      expect(await f.matches.find(id)).toBeNull()
    })

    test('the schema keeps a record in step with its status', async () => {
      const { matchId } = await f.seat(await f.bot(), await f.bot())
      const set = (values: Updateable<Schema['matches']>) =>
        f.db.updateTable('matches').set(values).where('id', '=', matchId).execute()
      const ended_at = new Date(f.now)
      await expect(set({ status: 'completed', ended_at })).rejects.toThrow(/check constraint/)
      await expect(set({ status: 'aborted' })).rejects.toThrow(/check constraint/)
      await expect(set({ ended_at })).rejects.toThrow(/check constraint/)
      await expect(set({ summary: JSON.stringify(summaryOf()) })).rejects.toThrow(/check constraint/)
      await expect(sql`update matches set stage = 7`.execute(f.db)).rejects.toThrow(/check constraint/)
    })
  })

  describe('GET /matches', () => {
    test('GET /matches rules 1 and 2: newest first; `before` gives those that started before; each once', async () => {
      await storeMatches(f, 25, await twoIds())
      const seen: number[] = []
      for (let before: string | undefined; ; before = idOf(seen.at(-1)!)) {
        const page = numbersOf(await f.matches.list({ limit: 10, before }))
        if (page.length === 0) break
        seen.push(...page)
      }
      expect(seen).toEqual(Array.from({ length: 25 }, (_, i) => 25 - i))
    })

    test('matches of the same start are ordered by id, and none is lost between pages', async () => {
      await storeMatches(f, 9, await twoIds())
      await sql`alter table match_players drop constraint match_players_match_id_started_at_fkey`.execute(f.db)
      try {
        const started_at = new Date(f.now)
        await f.db.updateTable('matches').set({ started_at }).execute()
        await f.db.updateTable('match_players').set({ started_at }).execute()
      } finally {
        await sql`alter table match_players add constraint match_players_match_id_started_at_fkey
          foreign key (match_id, started_at) references matches (id, started_at)`.execute(f.db)
      }
      expect(numbersOf(await f.matches.list({ limit: 4 }))).toEqual([9, 8, 7, 6])
      expect(numbersOf(await f.matches.list({ limit: 4, before: idOf(6) }))).toEqual([5, 4, 3, 2])
      expect(numbersOf(await f.matches.list({ limit: 4, before: idOf(2) }))).toEqual([1])
    })

    test('`botId` gives the matches of one bot, on either port, and pages through them', async () => {
      const bots = (await f.newBots(5)).map(({ botId }) => botId)
      await storeMatches(f, 20, bots)
      const [botId, next] = bots
      const all = numbersOf(await f.matches.list({ limit: 200, botId }))
      // The i-th match has bots i and i + 1, counted round.
      expect(all).toEqual([20, 19, 15, 14, 10, 9, 5, 4])
      expect(numbersOf(await f.matches.list({ limit: 3, botId, before: idOf(15) }))).toEqual([14, 10, 9])
      expect(numbersOf(await f.matches.list({ limit: 3, botId, mode: 'live', before: idOf(4) }))).toEqual([])
      const [newest] = (await f.matches.list({ limit: 1, botId })) as MatchSummary[]
      expect(newest!.players).toMatchObject([
        { port: 0, botId },
        { port: 1, botId: next },
      ])
    })

    test('an unknown `before` differs from an empty page; an unknown `botId` has no matches', async () => {
      await storeMatches(f, 3, await twoIds())
      for (const before of [idOf(4), 'nonsense', '\0']) {
        expect(await f.matches.list({ limit: 20, before })).toBe('unknown-before')
      }
      expect(await f.matches.list({ limit: 20, before: idOf(1) })).toEqual([])
      for (const botId of ['bot_00000000000000000000000000', 'nonsense', '\0']) {
        expect(await f.matches.list({ limit: 20, botId })).toEqual([])
      }
    })

    test.runIf(isWhole)(
      'GET /matches rules 3: only the newest 10,000 matches are reachable, and a deep page costs what the first costs',
      async () => {
        const bots = [(await f.bot()).botId, (await f.bot()).botId, (await f.bot()).botId]
        const total = REACHABLE_MATCHES + 60
        await storeMatches(f, total, bots)
        await sql`analyze matches`.execute(f.db)
        await sql`analyze match_players`.execute(f.db)

        const oldest = total - REACHABLE_MATCHES + 1
        expect(numbersOf(await f.matches.list({ limit: 200, before: idOf(oldest + 3) }))).toEqual([
          oldest + 2,
          oldest + 1,
          oldest,
        ])
        expect(await f.matches.list({ limit: 200, before: idOf(oldest) })).toEqual([])
        expect(await f.matches.list({ limit: 200, before: idOf(5) })).toEqual([])
        const ofBot = numbersOf(await f.matches.list({ limit: 3, botId: bots[0]!, before: idOf(oldest + 4) }))
        expect(ofBot.every((number) => number >= oldest)).toBe(true)
        expect(ofBot.length).toBeGreaterThan(0)

        for (const filter of [{}, { botId: bots[0]! }, { mode: 'live' as const }]) {
          const first = await rowsRead(f, (matches) => matches.list({ limit: 20, ...filter }))
          const deep = await rowsRead(f, (matches) =>
            matches.list({ limit: 20, before: idOf(oldest + 100), ...filter }),
          )
          expect(first).toBeGreaterThanOrEqual(60)
          expect(deep).toBeLessThanOrEqual(first + 5)
        }

        // The next match moves the end.
        f.now += 2 * total * SECOND
        await f.seat(await f.bot(), await f.bot())
        expect(numbersOf(await f.matches.list({ limit: 200, before: idOf(oldest + 2) }))).toEqual([oldest + 1])
      },
    )
  })

  describe('the latest results', () => {
    test('are the matches that ended last, whenever they began; no running one, and no walk through those before', async () => {
      await storeMatches(f, 1_000, await twoIds())
      await sql`analyze matches`.execute(f.db)
      await sql`analyze match_players`.execute(f.db)
      const long = await f.seat(await f.bot(), await f.bot())
      f.now += MINUTE
      const short = await f.play(await f.bot(), await f.bot())
      f.now += MINUTE
      await f.seat(await f.bot(), await f.bot())
      await f.finish(resultOf(long.matchId))
      expect((await f.matches.latest(3)).map(({ id }) => id)).toEqual([long.matchId, short, idOf(1_000)])
      expect(await rowsRead(f, (matches) => matches.latest(8))).toBeLessThan(50)
    })
  })

  describe('retention', () => {
    test('replays may be deleted after a retention period; the match record stays, and `replayBytes` becomes null', async () => {
      const old = await f.play(await f.bot(), await f.bot())
      f.now += DAY
      const recent = await f.play(await f.bot(), await f.bot())
      const elsewhere = await f.seat(await f.bot(), await f.bot(), 'arena_of_another_machine')
      await f.finish(resultOf(elsewhere.matchId))
      const running = await f.seat(await f.bot(), await f.bot())

      const removed: string[] = []
      const replays: Pick<FolderReplayStore, 'remove'> = {
        remove: async (id) => {
          // The record must not forget a file that is still there.
          expect((await f.matches.find(id))!.replayBytes).not.toBeNull()
          removed.push(id)
        },
      }
      const due = {
        replayRecords: f.replayRecords,
        replays,
        machineId: ARENA,
        replayDays: 90,
        attempts: new Attempts(),
      }
      const ended = f.now
      expect(await deleteOldReplays(due, ended + 89 * DAY)).toBe(0)
      expect(await deleteOldReplays(due, ended + 89 * DAY + 1)).toBe(1)
      expect(removed).toEqual([old])
      expect(await f.matches.find(old)).toMatchObject({ status: 'completed', replayBytes: null, summary: summaryOf() })
      expect((await f.matches.find(recent))!.replayBytes).toBe(3_604_118)

      f.now = ended + 999 * DAY
      await f.report('arena_of_another_machine')
      expect(await deleteOldReplays(due, ended + 1_000 * DAY)).toBe(1)
      expect(removed).toEqual([old, recent])
      expect((await f.matches.find(elsewhere.matchId))!.replayBytes).not.toBeNull()
      // That machine is taken to be gone, once it has been silent for as long: nobody else would ever delete it.
      expect(await deleteOldReplays(due, f.now + 90 * DAY)).toBe(0)
      expect(await deleteOldReplays(due, f.now + 90 * DAY + 1)).toBe(1)
      expect((await f.matches.find(elsewhere.matchId))!.replayBytes).toBeNull()
      expect((await f.matches.find(running.matchId))!.status).toBe('running')
    })
  })
}

/** Records of aborted matches, the i-th started i seconds in, between bots taken in turn. */
export async function storeMatches(f: Fixture, count: number, bots: readonly string[]): Promise<void> {
  await f.report(ARENA, 1)
  const start = new Date(f.now)
  await sql`
        insert into matches (id, mode, status, seed, machine_id, tick, started_at, ended_at)
        select 'match_' || lpad(i::text, 26, '0'), 'live', 'aborted', lpad(to_hex(i), 64, '0'), ${ARENA},
          ${start}::timestamptz + i * interval '1 s', ${start}::timestamptz + i * interval '1 s', ${start}::timestamptz
        from generate_series(1, ${sql.lit(count)}) i`.execute(f.db)
  await sql`
        insert into match_players (match_id, port, bot_id, bot_name, started_at)
        select 'match_' || lpad(i::text, 26, '0'), port, (${bots}::text[])[1 + (i + port) % ${sql.lit(bots.length)}],
          'bot', ${start}::timestamptz + i * interval '1 s'
        from generate_series(1, ${sql.lit(count)}) i, generate_series(0, 1) port`.execute(f.db)
}

export function idOf(number: number): string {
  return `match_${String(number).padStart(26, '0')}`
}
function numbersOf(matches: MatchSummary[] | 'unknown-before'): number[] {
  if (matches === 'unknown-before') throw new Error(matches)
  return matches.map((match) => Number(match.id.slice('match_'.length)))
}

/** Rows the database read for a page, by its own count. */
export async function rowsRead(f: Fixture, read: (matches: MatchStore) => Promise<unknown>): Promise<number> {
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
    await read(matches)
    const before = await count()
    await read(matches)
    return (await count()) - before
  })
}
